import { CheckFailedError, UsageError } from '../base/errors.ts';
import { fetchLocked, type Sources } from '../lock/call-package.ts';
import type { Call } from '../lock/calls.ts';
import { type Folder, lockedFolder } from '../lock/folder.ts';
import type { Lock } from '../lock/lock-file.ts';
import type { Packages } from '../lock/packages.ts';
import { lockConfiguration } from '../lock/resolve.ts';
import { type Resolve, walk } from '../lock/walk.ts';
import { formatAddress, type ModuleAddress } from '../module/address/address.ts';
import type { MirroredPackage, MirroredRow } from './packages.ts';

/** The same sources; `tell` gets the row of each package that comes from them. */
export function withRows(sources: Sources, tell: (row: MirroredRow) => void): Sources {
  const { packages } = sources;
  const fetch: Packages['fetch'] = async (...wanted) => {
    const pack = await packages.fetch(...wanted);
    tell((pack as MirroredPackage).row);
    return pack;
  };
  return { ...sources, packages: { ...packages, fetch } };
}

/**
 * Gets the modules of the given addresses and all modules they call; with the submodules of repositories if requested. Returns what they
 * are as a lock, with the calls that cannot be read.
 * @throws {NotFoundError} for an unknown module or version; all fetch errors
 */
export async function getAddresses(
  addresses: readonly ModuleAddress[],
  sources: Sources,
  submodules: boolean,
): Promise<Lock> {
  const calls = addresses.map(callOf);
  const root: Folder = {
    id: 'addresses',
    dir: undefined,
    calls: () => [...new Map(calls.map((call) => [call.name, call])).values()],
    into() {
      throw new Error('a module address has no local folder');
    },
  };
  return lockConfiguration(root, { ...sources, submodules, before: new Map(), upgrades: () => true });
}

/**
 * Gets exactly the packages of a lock, all of them.
 * @throws {CheckFailedError} for content that differs from the lock, and for a call that no other call leads to; {UsageError} for a source whose password the lock does not store
 */
export async function getLocked(lock: Lock, sources: Sources): Promise<void> {
  const reached = new Set<string>();
  const resolve: Resolve = async (path, call) => {
    const locked = lock.get(path);
    if (locked?.h1 === undefined) throw new CheckFailedError(`The lock has no hash of module ${path}.`);
    if (locked.source.includes('***')) {
      throw new UsageError(`Module ${path}: the lock does not store the password of ${locked.source}.`, {
        hint: 'Remove the password from the source and use a git credential helper.',
      });
    }
    await fetchLocked(path, call, locked, sources);
    return { locked, inside: lockedFolder(lock, path) };
  };
  const visited = await walk(lockedFolder(lock, ''), resolve, (path) => void reached.add(path));
  for (const { path } of visited) reached.add(path);
  const missed = [...lock.keys()].filter((path) => !reached.has(path));
  if (missed.length > 0)
    throw new CheckFailedError(`Not mirrored: ${missed.join(', ')}. No call of the lock leads there.`);
}

function callOf(address: ModuleAddress): Call {
  const { constraint, text, version } = address;
  const bare = { ...address, version: undefined, constraint: undefined };
  return {
    name: text,
    at: text,
    source: { kind: 'registry', address, subdir: address.subdir, text: formatAddress(bare) },
    constraint: version === undefined ? (constraint?.text ?? '') : `= ${version}`,
  };
}
