import { CheckFailedError, type SvcError, UsageError } from '../../base/errors.ts';
import { Place } from '../../base/place.ts';
import { counted, restOf } from '../../base/text.ts';
import { formatAddress, type ModuleAddress } from '../address/address.ts';
import type { Packages } from '../lock/call-package.ts';
import { fetchLocked, type Sources } from '../lock/call-package.ts';
import type { Call } from '../lock/calls.ts';
import { type Folder, lockedFolder } from '../lock/folder.ts';
import type { Lock } from '../lock/lock-file.ts';
import { unreadError } from '../lock/locked-call.ts';
import { lockConfiguration } from '../lock/resolve.ts';
import { type Resolve, walk } from '../lock/walk.ts';
import type { MirroredPackage, MirroredRow } from './packages.ts';

/** The modules to mirror: those of a lock, or those of addresses and their calls, with submodules if requested. */
export type Selection = { lock: Lock } | { addresses: readonly ModuleAddress[]; submodules: boolean };

export function selectionOf(selection: Selection) {
  const rowsByKey = new Map<string, MirroredRow>();
  let lock: Lock = 'lock' in selection ? selection.lock : new Map();
  return {
    /** Gets the packages. @throws {NotFoundError} for an unknown module or version; {CheckFailedError} if content differs from the lock */
    async get({ packages, ...others }: Sources): Promise<void> {
      const fetch: Packages['fetch'] = async (...request) => {
        const pack = await packages.fetch(...request);
        const { row } = pack as MirroredPackage;
        rowsByKey.set(`${row.source}@${row.version ?? row.commit ?? ''}`, row);
        return pack;
      };
      const sources = { ...others, packages: { ...packages, fetch } };
      if ('lock' in selection) await getLocked(selection.lock, sources);
      else lock = await getAddresses(selection.addresses, sources, selection.submodules);
    },
    /** Returns the message, the rows and the error of a run. @throws its failure, if nothing was mirrored before */
    report(run: { dryRun: boolean; failure: SvcError | undefined; strict: boolean | undefined }) {
      const { dryRun, failure, strict } = run;
      if (failure && (rowsByKey.size === 0 || dryRun)) throw failure;
      const rows = [...rowsByKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
      const all = counted(rows.length, 'package');
      const note = `${all} already mirrored and ready to serve; run it again to continue.`;
      if (failure) return { note, rows, empty: '', error: failure };
      const mirroredCount = rows.filter(({ state }) => state !== 'there').length;
      const summary = `${mirroredCount} of ${all}${restOf(rows.length, { done: mirroredCount, are: 'there' })}.`;
      return {
        note: dryRun ? `Dry run: would mirror ${summary}` : `Mirrored ${summary}`,
        rows,
        empty: 'Nothing to mirror.',
        error: unreadError(lock, strict),
      };
    },
  };
}

function getAddresses(addresses: readonly ModuleAddress[], sources: Sources, submodules: boolean): Promise<Lock> {
  const calls = addresses.map(callOf);
  const root: Folder = {
    id: 'addresses',
    dir: undefined,
    calls: () => [...new Map(calls.map((call) => [call.name, call])).values()],
    calledModule() {
      throw new Error('a module address has no local folder');
    },
  };
  return lockConfiguration(root, { ...sources, submodules, before: new Map(), upgrades: () => true });
}

/**
 * Gets exactly the packages of a lock.
 * @throws {CheckFailedError} if content differs from the lock or a call is unreachable; {UsageError} for a source with a password
 */
async function getLocked(lock: Lock, sources: Sources): Promise<void> {
  const reached = new Set<string>();
  const resolve: Resolve = async (path, call) => {
    const locked = lock.get(path);
    if (locked?.h1 === undefined) throw new CheckFailedError(`The lock has no hash of module ${path}.`);
    const hint = 'Remove the password from the source and use a git credential helper.';
    if (locked.source.includes('***'))
      throw new UsageError(`Module ${path}: the lock does not store the password of ${locked.source}.`, { hint });
    await fetchLocked(path, call, locked, sources);
    return { locked, inside: lockedFolder(lock, path) };
  };
  const visited = await walk(lockedFolder(lock, ''), resolve, (path) => void reached.add(path));
  for (const { path } of visited) reached.add(path);
  const unreachedPaths = [...lock.keys()].filter((path) => !reached.has(path));
  if (unreachedPaths.length > 0)
    throw new CheckFailedError(`Not mirrored: ${unreachedPaths.join(', ')}. No call of the lock leads there.`);
}

function callOf(address: ModuleAddress): Call {
  const { constraint, text, version } = address;
  const bare = { ...address, version: undefined, constraint: undefined };
  return {
    name: text,
    at: new Place(text),
    source: { kind: 'registry', address, subdir: address.subdir, text: formatAddress(bare) },
    constraint: version === undefined ? (constraint?.text ?? '') : `= ${version}`,
  };
}
