import { CheckFailedError, UsageError } from '../errors.ts';
import { fetchLocked, type Sources } from '../lock/call-package.ts';
import type { Call } from '../lock/calls.ts';
import { type Folder, lockedFolder } from '../lock/folder.ts';
import type { Lock } from '../lock/lock-file.ts';
import { lockConfiguration } from '../lock/resolve.ts';
import { walk } from '../lock/walk.ts';
import { formatAddress, type ModuleAddress } from '../module/address/address.ts';

/**
 * Gets the modules of some addresses and all that these call, to the end; with the submodules of repositories if asked for.
 * @throws {NotFoundError} when there is no such module or version; whatever fetching throws
 */
export async function getAddresses(
  addresses: readonly ModuleAddress[],
  sources: Sources,
  submodules: boolean,
): Promise<void> {
  const calls = addresses.map(callOf);
  const root: Folder = {
    id: 'addresses',
    dir: undefined,
    calls: () => [...new Map(calls.map((call) => [call.name, call])).values()],
    into() {
      throw new Error('an address leads to no folder of this machine');
    },
  };
  await lockConfiguration(root, { ...sources, before: new Map(), upgrades: () => true, submodules });
}

/**
 * Gets just what a lock names.
 * @throws {CheckFailedError} for content that is not as locked; {UsageError} for a source whose password the lock does not hold
 */
export async function getLocked(lock: Lock, sources: Sources): Promise<void> {
  await walk(lockedFolder(lock, ''), async (path, call) => {
    const locked = lock.get(path);
    if (locked?.h1 === undefined) throw new CheckFailedError(`The lock has no hash of module ${path}.`);
    if (locked.source.includes('***')) {
      throw new UsageError(`Module ${path}: the lock does not hold the password of ${locked.source}.`, {
        hint: 'Leave the password out of the source, and let a credential helper of git know it.',
      });
    }
    await fetchLocked(path, call, locked, sources);
    return { locked, inside: lockedFolder(lock, path) };
  });
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
