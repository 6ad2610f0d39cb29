import { LocalError } from '../../errors.ts';
import { sharedFolderOn } from '../../ownership.ts';
import { holdSignals } from '../../signals.ts';
import { sweep } from './interrupted-unpacks.ts';
import { diskFault } from './rejection.ts';
import { makeTemporary, removeTemporary } from './temporary-folder.ts';

/**
 * Runs an action with a private temporary folder, which is removed afterwards; removes leftovers in the same place.
 * @param places candidates in order: the first in which no other user can replace it
 * @throws {LocalError} without such a folder, or when the disk fails
 */
export async function inPrivateFolder<Result>(
  places: readonly (string | undefined)[],
  act: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = makePrivateFolder(places);
  return act(folder)
    .finally(() => removeTemporary(folder))
    .finally(holdSignals());
}

function makePrivateFolder(places: readonly (string | undefined)[]): string {
  let found: { folder: string; why: string } | undefined;
  for (const place of places) {
    if (place === undefined) continue;
    try {
      const shared = sharedFolderOn(place);
      found ??= shared;
      if (shared) continue;
      sweep(place);
      return makeTemporary(place);
    } catch (error) {
      throw diskFault(error, place);
    }
  }
  throw new LocalError(`No safe folder for temporary files: ${found?.folder} ${found?.why}.`, {
    hint: 'Set TMPDIR to a folder that only you can write to.',
  });
}
