import { locationHeaders } from '../contract/dialect.ts';
import { modules, type VersionList } from '../contract/registry/modules.ts';
import { NotFoundError, ProtocolError } from '../errors.ts';
import { maskUrl } from '../secrets.ts';
import { formatAddress, type ModuleAddress } from './address.ts';
import { chooseVersion, parseConstraint } from './constraint.ts';
import { type Location, parseLocation } from './location.ts';
import type { Registry } from './registry.ts';

type ListedVersion = VersionList['modules'][number]['versions'][number];

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
  const { version, ignored } = chooseVersion(listed, address.constraint ?? exactly(address), { module });
  for (const odd of ignored) warn(`${module}: the registry lists "${odd}", which is no version; left out.`);
  return version;
}

/**
 * Where a version's archive is.
 * @throws {ProtocolError} when the answer names no location, or several
 */
export async function locate(registry: Registry, address: ModuleAddress, version: string): Promise<Location> {
  const { namespace, name, provider } = address;
  const { headers, url } = await registry.get(modules.download, { namespace, name, provider, version });
  const asked = `GET ${maskUrl(url)}`;
  for (const header of locationHeaders) {
    const values = new Set(headers.all(header));
    if (values.size > 1) throw new ProtocolError(`${asked} names several locations.`, { request: asked });
    const [value] = values;
    if (value) return parseLocation(value, url);
  }
  throw new ProtocolError(`${asked} names no location to download from (no ${locationHeaders.join(' or ')} header).`, {
    request: asked,
  });
}

function exactly({ version }: ModuleAddress): ModuleAddress['constraint'] {
  return version === undefined ? undefined : parseConstraint(`= ${version}`);
}

function nameOf({ host, namespace, name, provider }: ModuleAddress): string {
  return formatAddress({ host, namespace, name, provider });
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
    hint: `svc module search ${address.name}`,
  });
}
