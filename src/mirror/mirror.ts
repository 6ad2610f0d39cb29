import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../base/errors.ts';
import { onDisk } from '../module/archive/rejection.ts';
import { openStaging, type StagingFolder, type StagingOptions } from '../module/archive/staging-folder.ts';
import { type Manifest, manifestName, openManifest } from './manifest.ts';
import { writeStaticTree } from './static-tree.ts';

/** A mirror that is being filled. */
export interface OpenMirror {
  manifest: Manifest;
  /** The mirror's path, which no other user can redirect. */
  root: string;
  /** A folder for packages before they move to their path in the mirror. */
  packages: string;
}

/**
 * Fills a mirror: `act` adds archives; then, even after an error, the manifest and the registry documents are written for the
 * archives that exist. The manifest is created first, so that the next run continues a killed one.
 * @throws {UsageError} for a folder with other content; {LocalError} if the disk fails; all errors of `act`
 */
export async function withMirror<Result>(
  root: string,
  options: StagingOptions,
  act: (open: OpenMirror) => Promise<Result>,
): Promise<Result> {
  const names = namesIn(root);
  rejectStrange(root, names);
  const staging = openStaging(join(root, manifestName), options);
  try {
    const manifest = openManifest(staging.parent, join(staging.path, 'document'));
    if (!names.includes(manifestName)) manifest.save();
    try {
      return await act({ manifest, root: staging.parent, packages: join(staging.path, 'packages') });
    } finally {
      finish(manifest, staging);
    }
  } catch (error) {
    throw staging.named(error);
  } finally {
    staging.close(false);
  }
}

/** The manifest of a mirror or of an empty folder, without writing anything. @throws {UsageError} for any other folder */
export function manifestOf(root: string): Manifest {
  rejectStrange(root, namesIn(root));
  return openManifest(root);
}

function finish(manifest: Manifest, { parent, path }: StagingFolder): void {
  if (manifest.entries().length > 0) {
    manifest.save();
    writeStaticTree(parent, manifest.entries(), join(path, 'document'));
  } else if (namesIn(parent).filter((name) => !name.startsWith('.')).length === 1) manifest.remove();
}

/** A mirror folder may contain nothing else, since it is copied and served as a whole. */
function rejectStrange(root: string, names: readonly string[]): void {
  const strange = names.find((name) => !name.startsWith('.'));
  if (strange === undefined || names.includes(manifestName)) return;
  throw new UsageError(`${root} is not a mirror: it contains ${strange}.`, {
    hint: 'Use an empty folder, or one created by svc module mirror.',
  });
}

function namesIn(root: string): string[] {
  return onDisk(root, () => (existsSync(root) ? readdirSync(root) : []));
}
