import { modules } from '../../api/contract/registry/modules.ts';
import { NotFoundError, SvcError, UsageError, unlessFailed } from '../../base/errors.ts';
import { isObject } from '../../base/json.ts';
import { formatAddress, type ModuleAddress, parseAddress } from '../address/address.ts';
import { chooseVersion } from '../address/choose.ts';
import { both, type Constraint, exactly } from '../address/constraint.ts';
import { parseVersion } from '../address/version.ts';
import type { Registry } from './registry.ts';

export interface ListedVersion {
  version: string;
}

/**
 * Lists the versions of a module in the registry's order (docs/protocol/registry.md#versions); returns an invalid entry as a text to warn
 * of. For an unknown name, registries respond without a module, or without a version.
 * @throws {NotFoundError} for a missing module
 */
export async function listVersions(registry: Registry, address: ModuleAddress): Promise<ListedVersion[]> {
  const { namespace, name, provider } = address;
  const version = address.version === undefined ? '' : `, or no version ${address.version} of it`;
  const unknown = asLacking(registry, `no module ${nameOf(address)}${version}`, searchHint(registry, address));
  const list = await registry.call(modules.versions, { namespace, name, provider }).catch(unknown);
  const versions = list.modules[0]?.versions ?? unknown(new NotFoundError(''));
  if (versions.length === 0) {
    throw new NotFoundError(`The registry at ${registry.base.host} lists no version of ${nameOf(address)}.`, {
      hint: searchHint(registry, address),
    });
  }
  return versions.map((entry) => (isListed(entry) ? entry : { version: `the entry ${cut(JSON.stringify(entry))}` }));
}

function isListed(entry: unknown): entry is ListedVersion {
  return isObject(entry) && typeof entry.version === 'string' && entry.version.length <= 256;
}

const cut = (text: string) => (text.length > 80 ? `${text.slice(0, 79)}…` : text);

/**
 * Chooses the version for an address from the registry's list: the newest that matches a constraint, or the newest, which is a prerelease
 * only if no release exists. A registry without a list may name its latest version by a redirect.
 * @throws {NotFoundError} if no version matches
 */
export async function resolveVersion(registry: Registry, address: ModuleAddress, warn: (message: string) => void) {
  const module = nameOf(address);
  const list = listVersions(registry, address).catch(async (error: unknown) => {
    const latest = isMissing(error) && !constraintOf(address) && (await latestByRedirect(registry, address));
    if (!latest) throw error;
    return [{ version: latest }];
  });
  const listed = (await list).map(({ version }) => version);
  const { version, ignored } = chooseVersion(listed, constraintOf(address), { module, orPrerelease: true });
  for (const invalid of ignored) warn(`${module}: ignored "${invalid}", which the registry lists as a version.`);
  warnOfPrerelease(address, version, warn);
  return version;
}

async function latestByRedirect(registry: Registry, address: ModuleAddress): Promise<string | undefined> {
  const { namespace, name, provider } = address;
  const exchange = await unlessMissing(registry.get(modules.latestDownload, { namespace, name, provider }));
  return /\/([^/]+)\/download\/?$/.exec(exchange?.url.pathname ?? '')?.[1]?.replaceAll(/%2B/gi, '+');
}

/**
 * Requests one exact version of an address, or the latest. Without a reply, or with a constraint, the list of versions decides.
 * @throws {NotFoundError} if no version matches
 */
export async function ask<Answer extends ListedVersion>(
  registry: Registry,
  address: ModuleAddress,
  { exact, latest }: { exact(version: string): Promise<Answer>; latest(): Promise<Answer | undefined> },
  warn: (message: string) => void,
): Promise<{ version: string; answer?: Answer }> {
  const exactVersion = versionToAskFor(address);
  const requested = exactVersion !== undefined ? exact(exactVersion) : constraintOf(address) ? undefined : latest();
  const answer = requested && (await unlessMissing(requested));
  if (!answer) return { version: await resolveVersion(registry, address, warn) };
  warnOfPrerelease(address, answer.version, warn);
  return { version: answer.version, answer };
}

function warnOfPrerelease(address: ModuleAddress, version: string, warn: (message: string) => void): void {
  if (constraintOf(address) || !parseVersion(version)?.prerelease) return;
  warn(`${version}, the latest version of ${nameOf(address)}, is a prerelease.`);
}

/** Returns the constraint of an address, which may be an exact version, joined with `besides`. */
export function constraintOf({ version, constraint }: ModuleAddress, besides?: Constraint): Constraint | undefined {
  const requested = version === undefined ? constraint : exactly(version);
  return requested && besides ? both(requested, besides) : (requested ?? besides);
}

/** Returns the exact version to request. Undefined for a build: a server may ignore builds, so the list decides. */
export function versionToAskFor({ version }: ModuleAddress): string | undefined {
  return version?.includes('+') ? undefined : version;
}

/** Formats a module's address without version and folder. */
export function nameOf({ host, namespace, name, provider }: ModuleAddress): string {
  return formatAddress({ host, namespace, name, provider });
}

/** Returns the reply of a call, or undefined if the registry lacks the operation. */
export function unlessMissing<Reply>(call: Promise<Reply>): Promise<Reply | undefined> {
  return unlessFailed(call, isMissing);
}

/** Returns an error handler whose error describes what a registry lacks, such as "no search". */
export function asLacking({ base }: Pick<Registry, 'base'>, lack: string, hint?: string): (error: unknown) => never {
  return (error) => {
    if (!isMissing(error)) throw error;
    const { errors, request, status } = error;
    throw new NotFoundError(`The registry at ${base.host} has ${lack}.`, { errors, request, status, hint });
  };
}

/** Returns whether a server lacks an operation. assumed: then it sends 404, 405 or 501 (docs/protocol/registry.md#details). */
function isMissing(error: unknown): error is SvcError {
  return error instanceof NotFoundError || (error instanceof SvcError && [405, 501].includes(error.status ?? 0));
}

/** Returns a hint to search for a missing module by its name, in this registry even if it is not the default. */
export function searchHint({ base }: Pick<Registry, 'base'>, { host, name }: Pick<ModuleAddress, 'host' | 'name'>) {
  // Users may paste the hint into a shell, and a discovery document is untrusted.
  const url = /^[\w.:/-]+$/.test(base.href) ? base.href : 'URL/';
  return `svc module search ${name}${host ? ` --registry ${url}` : ''}`;
}

/**
 * Returns the reason and link of a deprecated version. assumed: both are in an object of the version in the list, and of the module object
 * (docs/protocol/registry.md#deprecated-versions).
 */
export function deprecationOf(version: unknown): string | undefined {
  const deprecation = isObject(version) ? version.deprecation : undefined;
  if (!isObject(deprecation)) return undefined;
  const texts = [deprecation.reason, deprecation.link].filter((text) => typeof text === 'string' && text !== '');
  return texts.length === 0 ? 'no reason given' : texts.join(' ').slice(0, 500);
}

/** Warns of versions that their registry deprecates. */
export function warnOfDeprecated(versions: readonly { version: string }[], warn: (message: string) => void): void {
  for (const each of versions) {
    const reason = deprecationOf(each);
    if (reason !== undefined) warn(`${each.version} is deprecated: ${reason}`);
  }
}

/** The modules with one name, one module for each provider: `[HOST/]NAMESPACE/NAME`. */
export type ModuleFamily = Omit<ModuleAddress, 'constraint' | 'provider' | 'subdir' | 'version'>;

const anyProvider = 'any';

/**
 * Reads `[HOST/]NAMESPACE/NAME`; undefined for text of another shape. Only a host contains a dot.
 * @throws {UsageError} for an invalid name, or a namespace alone
 */
export function parseFamily(text: string): ModuleFamily | undefined {
  const typed = text.trim();
  const [, host, namespace] = /^(?:([^/@?.:]*[.:][^/@?]*)\/)?([^/@.:?]+)\/?$/.exec(typed) ?? [];
  if (namespace !== undefined) {
    const reason = `${JSON.stringify(typed)} is a publisher: a module is NAMESPACE/NAME or NAMESPACE/NAME/PROVIDER.`;
    const at = host === undefined ? '' : ` --registry ${host}`;
    throw new UsageError(reason, { hint: `List its modules with: svc module list ${namespace}${at}` });
  }
  if (!/^([^/@.:]*[.:][^/@]*\/)?[^/@.:]+\/[^/@]+$/.test(typed)) return undefined;
  try {
    const { host, name, namespace, odd } = parseAddress(`${typed}/${anyProvider}`);
    return { host, namespace, name, odd, text: typed };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(error.message.replace(`${typed}/${anyProvider}`, typed), { hint: error.hint });
  }
}

/** Parses the address of a whole module. @throws {UsageError} for an address with a version or a folder */
export function parseWhole(text: string): ModuleAddress {
  const { constraint, version, ...rest } = parseAddress(text);
  const address = withoutFolder(rest);
  if (version === undefined && constraint === undefined) return address;
  throw partOf(address, 'a version', nameOf(address));
}

/** Rejects an address with a folder, where only whole modules count. @throws {UsageError} */
export function withoutFolder(address: ModuleAddress): ModuleAddress {
  if (address.subdir === undefined) return address;
  throw partOf(address, 'a folder', formatAddress({ ...address, subdir: undefined }));
}

function partOf({ text }: ModuleAddress, part: string, whole: string): UsageError {
  const message = `"${text}" has ${part}, but this command works on whole modules.`;
  return new UsageError(message, { hint: `Type ${whole}` });
}
