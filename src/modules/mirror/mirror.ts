import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../../base/errors.ts';
import { onDisk } from '../archive/rejection.ts';
import { openStaging, type StagingOptions } from '../archive/staging.ts';
import { type Cache, openCache } from '../cache/folder.ts';
import type { FetchDeps } from '../fetch/source.ts';
import type { GetPackage } from '../lock/call-package.ts';
import { manifestName, openManifest } from './manifest.ts';
import { mirrorWith, rehearseWith } from './packages.ts';
import { writeStaticTree } from './static-tree.ts';

export interface Filling {
  cache: Cache;
  /** The folder for packages before they are moved into the mirror. */
  folder: string;
  getter: (deps: FetchDeps) => GetPackage;
}

/**
 * Fills a mirror. Writes the manifest and the registry documents even after an error, for the archives that exist. Creates the manifest
 * first, so the next run can resume after a kill.
 * @param act fetches packages, by default with a cache of its own
 * @throws {UsageError} for a folder with other content; {LocalError}; what `act` throws
 */
export async function withMirror<Result>(
  root: string,
  { cache, now, ...options }: StagingOptions & { cache: Cache | undefined; now(): Date },
  act: (filling: Filling) => Promise<Result>,
): Promise<Result> {
  const names = namesIn(root);
  rejectForeign(root, names);
  const staging = openStaging(join(root, manifestName), options);
  try {
    const manifest = openManifest(staging.parent, join(staging.path, 'document'));
    if (!names.includes(manifestName)) manifest.save();
    const fill = (cache: Cache) => {
      const mirrorDeps = { cache, root: staging.parent, manifest, pack: undefined, now };
      const getter = (deps: FetchDeps) => mirrorWith({ ...deps, ...mirrorDeps });
      return act({ cache, folder: join(staging.path, 'packages'), getter });
    };
    try {
      if (cache) return await fill(cache);
      const { temporaries } = options;
      return await temporaries.inPrivateFolder([tmpdir()], (folder) => fill(openCache(folder, temporaries)));
    } finally {
      if (manifest.entries().length > 0) {
        manifest.save();
        writeStaticTree(staging.parent, manifest.entries(), join(staging.path, 'document'));
      } else if (namesIn(staging.parent).filter((name) => !name.startsWith('.')).length === 1) manifest.remove();
    }
  } catch (error) {
    throw staging.withTypedPaths(error);
  } finally {
    staging.close(false);
  }
}

/** Returns how a dry run fetches packages without writing. @throws {UsageError} for a folder with other content */
export function rehearsal(root: string): Pick<Filling, 'getter'> {
  rejectForeign(root, namesIn(root));
  const manifest = openManifest(root);
  return { getter: (deps) => rehearseWith({ ...deps, manifest }) };
}

/** Rejects a folder with other files: a mirror is copied and served as a whole. */
function rejectForeign(root: string, names: readonly string[]): void {
  const foreignName = names.find((name) => !name.startsWith('.'));
  const hint = 'Use an empty folder, or one created by svc module mirror.';
  if (foreignName !== undefined && !names.includes(manifestName))
    throw new UsageError(`${root} is not a mirror: it contains ${foreignName}.`, { hint });
}

function namesIn(root: string): string[] {
  return onDisk(root, () => (existsSync(root) ? readdirSync(root) : []));
}
