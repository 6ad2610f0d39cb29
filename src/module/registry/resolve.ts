import { modules } from '../../contract/registry/modules.ts';
import { type ErrorDetails, NotFoundError } from '../../errors.ts';
import { isObject } from '../../json.ts';
import { formatAddress, type ModuleAddress } from '../address/address.ts';
import { chooseVersion } from '../address/choose.ts';
import { both, type Constraint, exactly } from '../address/constraint.ts';
import { parseVersion } from '../address/version.ts';
import type { Registry } from './registry.ts';

/** One version of a module as the registry lists it. */
export interface ListedVersion {
  version: string;
}

/**
 * Every version a registry lists of a module, as it lists them (docs/protocol/registry.md#versions); entries that are not the object of a
 * version are ignored. Registries answer an unknown name without a module, or without a version.
 * @throws {NotFoundError} when there is no such module
 */
export async function listVersions(registry: Registry, address: ModuleAddress): Promise<ListedVersion[]> {
  const { namespace, name, provider } = address;
  const list = await registry.call(modules.versions, { namespace, name, provider }).catch((error: unknown) => {
    throw error instanceof NotFoundError ? noSuchModule(error, registry, address) : error;
  });
  const versions = list.modules[0]?.versions;
  if (!versions) throw noSuchModule({}, registry, address);
  if (versions.length === 0) {
    throw new NotFoundError(`The registry at ${registry.base.host} lists no version of ${nameOf(address)}.`, {
      hint: searchHint(registry, address),
    });
  }
  return versions.filter(isListed);
}

function isListed(entry: unknown): entry is ListedVersion {
  return isObject(entry) && typeof entry.version === 'string';
}

/**
 * The version of an address in the registry's list: the one that matches a constraint, or the newest, which is a
 * prerelease only when no release exists.
 * @throws {NotFoundError} without a matching version
 */
export async function resolveVersion(
  registry: Registry,
  address: ModuleAddress,
  warn: (message: string) => void,
): Promise<string> {
  const module = nameOf(address);
  const listed = (await listVersions(registry, address)).map(({ version }) => version);
  const { version, ignored } = chooseVersion(listed, constraintOf(address), { module, orPrerelease: true });
  for (const odd of ignored) warn(`${module}: ignored "${odd}", which the registry lists as a version.`);
  warnOfPrerelease(address, version, warn);
  return version;
}

/** Requests for one exact version and for the latest; undefined without an answer. */
export interface Questions<Answer> {
  exact(version: string): Promise<Answer>;
  latest(): Promise<Answer | undefined>;
}

/**
 * The registry's answer for the version of an address. Without an answer, or with a
 * constraint, the list of versions decides.
 * @throws {NotFoundError} without a matching version
 */
export async function ask<Answer extends ListedVersion>(
  registry: Registry,
  address: ModuleAddress,
  { exact, latest }: Questions<Answer>,
  warn: (message: string) => void,
): Promise<{ version: string; answer?: Answer }> {
  const wanted = versionToAskFor(address);
  const requested = wanted !== undefined ? exact(wanted) : constraintOf(address) ? undefined : latest();
  const answer = requested && (await unlessMissing(requested));
  if (!answer) return { version: await resolveVersion(registry, address, warn) };
  warnOfPrerelease(address, answer.version, warn);
  return { version: answer.version, answer };
}

/** Warns that the latest version is a prerelease. */
function warnOfPrerelease(address: ModuleAddress, version: string, warn: (message: string) => void): void {
  if (constraintOf(address) || !parseVersion(version)?.prerelease) return;
  warn(`${version}, the latest version of ${nameOf(address)}, is a prerelease.`);
}

/** The constraint of an address, an exact version included, joined with another one; undefined without either. */
export function constraintOf({ version, constraint }: ModuleAddress, besides?: Constraint): Constraint | undefined {
  const requested = version === undefined ? constraint : exactly(version);
  return requested && besides ? both(requested, besides) : (requested ?? besides);
}

/** The exact version of an address; builds are looked up in the list first, since a server may ignore them. */
export function versionToAskFor({ version }: ModuleAddress): string | undefined {
  return version?.includes('+') ? undefined : version;
}

/** A module's address without version and folder. */
export function nameOf({ host, namespace, name, provider }: ModuleAddress): string {
  return formatAddress({ host, namespace, name, provider });
}

/** The answer of a call, or undefined for a 404, for which callers have a fallback. */
export async function unlessMissing<Reply>(call: Promise<Reply>): Promise<Reply | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

function noSuchModule(
  { status, request, errors }: Pick<ErrorDetails, 'status' | 'request' | 'errors'>,
  { base }: Registry,
  address: ModuleAddress,
): NotFoundError {
  return new NotFoundError(`The registry at ${base.host} has no module ${nameOf(address)}.`, {
    errors,
    status,
    request,
    hint: searchHint({ base }, address),
  });
}

/** How to look for a module by its name where it was not found; the registry need not be the one in force. */
export function searchHint(
  { base }: Pick<Registry, 'base'>,
  { host, name }: Pick<ModuleAddress, 'host' | 'name'>,
): string {
  // The hint may be pasted into a shell, and a discovery document is untrusted.
  const url = /^[\w.:/-]+$/.test(base.href) ? base.href : 'URL/';
  return `svc module search ${name}${host ? ` --registry ${url}` : ''}`;
}
