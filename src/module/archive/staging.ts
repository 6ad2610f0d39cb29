import { lstatSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, type Stats, utimesSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { CancelledError, SvcError, UsageError } from '../../errors.ts';
import { isGone, ownName } from '../owner.ts';
import { isFolder, makeParents, removeParents } from './parents.ts';
import { diskFault, onDisk, shownName } from './refusal.ts';

const ourName = /^\.svc-(?:([0-9a-f]{8}-\d+)-)?[0-9a-f]{16}\.tmp$/;
/** Where a swap puts the old folder until the new one has its name. */
const keptName = 'previous';
const staleAfterMs = 60 * 60 * 1000;
const heartbeatMs = 10 * 60 * 1000;

export interface PlaceOptions {
  /** Replace a folder that is there already. */
  force?: boolean;
  signal?: AbortSignal;
}

/**
 * Builds a folder out of sight and gives it its name in one step, so that what bears the name is complete.
 * @param fill writes into the empty folder it is given and returns the folder to be named: that one or one inside it
 * @throws UsageError when the destination is in the way, LocalError when the disk fails, and whatever `fill` throws;
 * in each case nothing of the new folder remains, nor of parents made for it, and an old one is as it was
 */
export async function place(
  destination: string,
  { force = false, signal }: PlaceOptions,
  fill: (temp: string) => Promise<string>,
): Promise<void> {
  const final = resolve(destination);
  checkDestination(final, force);
  const parent = dirname(final);
  const temp = join(parent, `.svc-${ownName()}.tmp`);
  let heartbeat: NodeJS.Timeout | undefined;
  let isPlaced = false;
  try {
    const isNew = makeTemp(temp, final);
    heartbeat = setInterval(() => touch(temp), heartbeatMs);
    heartbeat.unref();
    if (!isNew) sweepStale(parent);
    // The folder inside is made with its final mode, which the system takes the umask off; the outer one hides it.
    const tree = join(temp, 'tree');
    onDisk(final, () => mkdirSync(tree, 0o755));
    const filled = await fill(tree);
    if (signal?.aborted) throw signal.reason instanceof SvcError ? signal.reason : new CancelledError();
    checkDestination(final, force);
    onDisk(final, () => moveIntoPlace(filled, final, force, temp));
    isPlaced = true;
  } finally {
    clearInterval(heartbeat);
    remove(temp);
    if (!isPlaced) removeParents(parent);
  }
}

/** Makes the temp folder, whose parent nobody can clear away from then on, and answers whether that was made for it. */
function makeTemp(temp: string, final: string): boolean {
  const parent = dirname(temp);
  for (let again = true; ; again = false) {
    try {
      const isNew = makeParents(parent);
      mkdirSync(temp, 0o700);
      return isNew;
    } catch (error) {
      // Another svc that failed may just have cleared away what it had made.
      if (again && codeOf(error) === 'ENOENT') continue;
      throw diskFault(error, isFolder(parent) ? final : parent);
    }
  }
}

/** @throws {UsageError} for what is in the way of a folder (an absolute path), which only `force` replaces */
export function checkDestination(final: string, force: boolean): void {
  const there = statusOf(final);
  if (there === undefined) return;
  if (there.isSymbolicLink()) throw new UsageError(`${shownName(final)} is a link; name the folder itself.`);
  if (!there.isDirectory()) throw new UsageError(`${shownName(final)} is there already and is no folder.`);
  if (`${resolve('.')}${sep}`.startsWith(final.endsWith(sep) ? final : `${final}${sep}`)) {
    throw new UsageError(`${shownName(final)} is the current folder or holds it; name another folder.`);
  }
  if (!force && onDisk(final, () => readdirSync(final)).length > 0) refuseOccupied(final);
}

/** Without force nothing but an empty folder gives way, also when it was filled by someone else in the meantime. */
function moveIntoPlace(filled: string, final: string, force: boolean, temp: string): void {
  if (!force || statusOf(final) === undefined) {
    moveOverEmpty(filled, final);
    return;
  }
  const previous = join(temp, keptName);
  renameSync(final, previous);
  try {
    moveOverEmpty(filled, final);
  } catch (error) {
    renameSync(previous, final);
    throw error;
  }
  // Only now may a later sweep remove what was there before.
  renameSync(previous, join(temp, 'discarded'));
}

function moveOverEmpty(filled: string, final: string): void {
  try {
    renameSync(filled, final);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOTEMPTY' || code === 'EEXIST') refuseOccupied(final);
    if (code !== 'EPERM' || statusOf(final) === undefined) throw error;
    // Windows moves nothing over a folder, not even over an empty one.
    rmdirSync(final);
    renameSync(filled, final);
  }
}

function refuseOccupied(final: string): never {
  throw new UsageError(`${shownName(final)} is there already and is not empty.`, { hint: 'Replace it with --force.' });
}

/** Removes what a killed process left here, and what is too old to be anybody's. */
function sweepStale(parent: string): void {
  for (const name of onDisk(parent, () => readdirSync(parent))) {
    const [temp, owner] = ourName.exec(name) ?? [];
    if (temp === undefined) continue;
    const path = join(parent, name);
    const found = statusOf(path);
    if (!found?.isDirectory()) continue;
    if ((owner !== undefined && isGone(owner)) || Date.now() - found.mtimeMs > staleAfterMs) remove(path);
  }
}

/** Removes a temp folder, unless it holds what a crashed or failed swap has put aside; what stays, a later sweep takes. */
function remove(temp: string): void {
  try {
    // After a move it is empty, and to look for what is in it would take longer.
    rmdirSync(temp);
    return;
  } catch {}
  try {
    if (statusOf(join(temp, keptName)) === undefined) rmSync(temp, { recursive: true, force: true, maxRetries: 3 });
  } catch {}
}

/** Keeps a long download from looking stale to another process. */
function touch(temp: string): void {
  const now = Date.now() / 1000;
  try {
    utimesSync(temp, now, now);
  } catch {}
}

function statusOf(path: string): Stats | undefined {
  return onDisk(path, () => lstatSync(path, { throwIfNoEntry: false }));
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
