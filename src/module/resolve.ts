import { modules, type VersionList } from '../contract/registry/modules.ts';
import { NotFoundError } from '../errors.ts';
import { formatAddress, type ModuleAddress } from './address.ts';
import { type Constraint, chooseVersion, parseConstraint } from './constraint.ts';
import type { Registry } from './registry.ts';

/** One version of a module as the registry lists it. */
export type ListedVersion = VersionList['modules'][number]['versions'][number];

/** Every version a registry lists of a module, as it lists them (part 2, Versions response). */
export async function listVersions(registry: Registry, address: ModuleAddress): Promise<ListedVersion[]> {
  const { namespace, name, provider } = address;
  const list = await registry.call(modules.versions, { namespace, name, provider }).catch((error: unknown) => {
    throw error instanceof NotFoundError ? noSuchModule(error, registry, address) : error;
  });
  return list.modules[0]?.versions ?? [];
}

/**
 * The version that an address asks for, found in the registry's list; one that matches a constraint, or the newest.
 * @throws {NotFoundError} when there is none
 */
export async function resolveVersion(
  registry: Registry,
  address: ModuleAddress,
  warn: (words: string) => void,
): Promise<string> {
  const module = nameOf(address);
  const listed = (await listVersions(registry, address)).map(({ version }) => version);
  const { version, ignored } = chooseVersion(listed, constraintOf(address), { module });
  for (const odd of ignored) warn(`${module}: the registry lists "${odd}", which is no version; left out.`);
  return version;
}

/** What an address asks of a version, one exact version included, and what is asked besides; undefined for nothing. */
export function constraintOf({ version, constraint }: ModuleAddress, besides?: Constraint): Constraint | undefined {
  const asked = version === undefined ? constraint : parseConstraint(`= ${version}`);
  return asked && besides ? parseConstraint(`${asked.text}, ${besides.text}`) : (asked ?? besides);
}

/** A module's address without version and folder. */
export function nameOf({ host, namespace, name, provider }: ModuleAddress): string {
  return formatAddress({ host, namespace, name, provider });
}

/** What a call answers, or undefined for a 404: what is not there may be found another way. */
export async function unlessMissing<Reply>(call: Promise<Reply>): Promise<Reply | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

function noSuchModule(
  { status, request, errors }: NotFoundError,
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
  // A shell gets what is copied, and a discovery document may say what it likes.
  const url = /^[\w.:/-]+$/.test(base.href) ? base.href : 'URL/';
  return `svc module search ${name}${host ? ` --registry ${url}` : ''}`;
}
