import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../errors.ts';
import { sweep } from '../module/archive/interrupted-unpacks.ts';
import { onDisk } from '../module/archive/rejection.ts';
import { openStaging, type StagingFolder, type StagingOptions } from '../module/archive/staging-folder.ts';
import { inTemporary } from '../module/archive/temporary-folder.ts';
import { type Manifest, manifestName, openManifest } from './manifest.ts';
import { writeStaticTree } from './static-tree.ts';

/** A mirror that is being filled. */
export interface OpenMirror {
  manifest: Manifest;
  /** The mirror, reached in a way that no other user can turn elsewhere. */
  root: string;
  /** A folder for packages, which have no name in the mirror yet. */
  packages: string;
}

/**
 * Fills a mirror: `act` puts archives into it, and whatever came of that, its manifest and the documents of the registry say
 * what is there. The manifest is there from the beginning, so that a run that was killed is gone on with by the next.
 * @throws {UsageError} for a folder of something else; {LocalError} when the disk fails; whatever `act` throws
 */
export async function withMirror<Result>(
  root: string,
  options: StagingOptions,
  act: (open: OpenMirror) => Promise<Result>,
): Promise<Result> {
  const names = namesIn(root);
  refuseStrange(root, names);
  sweep(root);
  const staging = openStaging(join(root, manifestName), options);
  try {
    const manifest = openManifest(staging.parent, inTemporary(staging.path, 'document'));
    if (!names.includes(manifestName)) manifest.save();
    try {
      return await act({ manifest, root: staging.parent, packages: inTemporary(staging.path, 'packages') });
    } finally {
      finish(manifest, staging);
    }
  } catch (error) {
    throw staging.named(error);
  } finally {
    staging.close(false);
  }
}

/** What is in a mirror, or in a folder that can become one, before anything is written. @throws {UsageError} for another folder */
export function manifestOf(root: string): Manifest {
  refuseStrange(root, namesIn(root));
  return openManifest(root);
}

function finish(manifest: Manifest, { parent, path }: StagingFolder): void {
  if (manifest.entries().length > 0) {
    manifest.save();
    writeStaticTree(parent, manifest.entries(), inTemporary(path, 'document'));
  } else if (namesIn(parent).filter((name) => !name.startsWith('.')).length === 1) manifest.remove();
}

/** A mirror is a folder of its own, since it will be copied and served as a whole. */
function refuseStrange(root: string, names: readonly string[]): void {
  const strange = names.find((name) => !name.startsWith('.'));
  if (strange === undefined || names.includes(manifestName)) return;
  throw new UsageError(`${root} holds something else than a mirror: ${strange}.`, {
    hint: 'Name an empty folder, or one that svc module mirror has filled.',
  });
}

function namesIn(root: string): string[] {
  return onDisk(root, () => (existsSync(root) ? readdirSync(root) : []));
}
