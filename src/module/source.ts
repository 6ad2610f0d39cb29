import { posix } from 'node:path';
import { formatAddress, type ModuleAddress, splitSubdir } from './address/address.ts';
import { type Located, locate, locateLatest } from './fetch/locate.ts';
import type { Registry } from './registry/registry.ts';
import { constraintOf, resolveVersion, unlessMissing, versionToAskFor, warnOfPrerelease } from './registry/resolve.ts';

/** Where a module version comes from, as `-o json` shows it. */
export interface ModuleSource {
  address: string;
  version: string;
  /** In full, with the folder of the address in it, secrets masked. */
  location: string;
  kind: 'archive' | 'git';
  format?: string | undefined;
  ref?: string | undefined;
  subdir?: string | undefined;
}

/**
 * Where the version that an address asks for is downloaded from. Without one the registry says which it is, by the redirect of
 * its latest download; a registry without that is asked for its versions.
 * @throws {NotFoundError} when there is no such module or version; {ProtocolError} when the registry names no usable location
 */
export async function findSource(
  registry: Registry,
  address: ModuleAddress,
  warn: (words: string) => void,
): Promise<ModuleSource> {
  const { version, location, url } = await find(registry, address, warn);
  const subdir = posix.join(location.subdir ?? '', address.subdir ?? '');
  return {
    address: `${formatAddress({ ...address, version: undefined, constraint: undefined })}@${version}`,
    version,
    location: withFolder(inFull(location.display, url), address.subdir),
    kind: location.kind,
    ...(location.kind === 'git' ? { ref: location.ref } : { format: location.format }),
    subdir: subdir === '.' ? undefined : subdir,
  };
}

async function find(
  registry: Registry,
  address: ModuleAddress,
  warn: (words: string) => void,
): Promise<Located & { version: string }> {
  const asked = await unlessMissing(findDirectly(registry, address));
  if (asked) warnOfPrerelease(address, asked.version, warn);
  if (asked) return asked;
  const version = await resolveVersion(registry, address, warn);
  return { ...(await locate(registry, address, version)), version };
}

async function findDirectly(registry: Registry, address: ModuleAddress) {
  const version = versionToAskFor(address);
  if (version !== undefined) return { ...(await locate(registry, address, version)), version };
  return constraintOf(address) ? undefined : locateLatest(registry, address);
}

/** A location for people in full: a relative one belongs to the URL that was asked (docs/protocol/registry.md#location). */
export function inFull(location: string, asked: URL): string {
  return /^(\/|\.\.?\/)/.test(location) ? new URL(location, asked).href : location;
}

function withFolder(location: string, folder: string | undefined): string {
  if (folder === undefined) return location;
  const [source, before] = splitSubdir(location);
  const question = source.indexOf('?');
  const path = question < 0 ? source : source.slice(0, question);
  return `${path}//${posix.join(before, folder)}${source.slice(path.length)}`;
}
