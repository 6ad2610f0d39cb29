import { lstatSync, mkdirSync, readdirSync, renameSync, rmdirSync } from 'node:fs';
import { basename, join, resolve, sep } from 'node:path';
import { cancellation, UsageError } from '../../base/errors.ts';
import { errnoOf, lookAt } from '../../base/system/files.ts';
import { onDisk, shownPath } from './rejection.ts';
import { openStaging, type StagingFolder, type StagingOptions } from './staging-folder.ts';

export interface PlaceOptions extends StagingOptions {
  force?: boolean | undefined;
  signal?: AbortSignal;
}

/**
 * Builds a folder in a temporary place and renames it when complete.
 * @param fill writes into the empty folder and returns the folder to place: that folder or one inside it
 * @throws {UsageError} for an occupied destination; {LocalError}; what `fill` throws. Nothing remains of the new folder and its parents,
 * and
 * an old folder is unchanged
 */
export async function place(
  destination: string,
  { force = false, signal, ...options }: PlaceOptions,
  fill: (temp: string) => Promise<string>,
): Promise<void> {
  const final = resolve(destination);
  checkDestination(final, force);
  const staging = openStaging(final, options);
  let isPlaced = false;
  try {
    // The inner folder has its final mode, less the umask; the outer one hides it.
    const tree = join(staging.path, 'tree');
    onDisk(final, () => mkdirSync(tree, 0o755));
    const filled = await fill(tree);
    if (signal?.aborted) throw cancellation(signal);
    checkDestination(final, force);
    onDisk(final, () => moveIntoPlace(filled, final, force, staging));
    isPlaced = true;
  } catch (error) {
    throw staging.named(error);
  } finally {
    staging.close(isPlaced);
  }
}

/** Rejects an existing file, or a folder that only `force` replaces. */
export function checkDestination(final: string, force: boolean): void {
  const there = onDisk(final, () => lstatSync(final, { throwIfNoEntry: false }));
  if (there === undefined) return;
  if (there.isSymbolicLink()) throw new UsageError(`${shownPath(final)} is a symbolic link; give the folder itself.`);
  if (!there.isDirectory()) throw new UsageError(`${shownPath(final)} already exists and is not a folder.`);
  if (`${resolve('.')}${sep}`.startsWith(final.endsWith(sep) ? final : `${final}${sep}`)) {
    throw new UsageError(`${shownPath(final)} is or contains the current folder; choose another folder.`);
  }
  if (!force && onDisk(final, () => readdirSync(final)).length > 0) rejectOccupied(final);
}

/** Replaces only an empty folder without force, even if another process fills it meanwhile. */
function moveIntoPlace(filled: string, final: string, force: boolean, { parent, putAside }: StagingFolder): void {
  const target = join(parent, basename(final));
  const end = force && lookAt(target) !== undefined ? putAside(target, filled) : undefined;
  try {
    renameSync(filled, target);
  } catch (error) {
    const code = errnoOf(error);
    if (code === 'ENOTEMPTY' || code === 'EEXIST') rejectOccupied(final);
    if (code !== 'EPERM' || lookAt(target) === undefined) throw error;
    // Windows cannot rename over a folder, even an empty one.
    rmdirSync(target);
    renameSync(filled, target);
  } finally {
    end?.();
  }
}

function rejectOccupied(final: string): never {
  throw new UsageError(`${shownPath(final)} already exists and is not empty.`, { hint: 'Replace it with --force.' });
}
