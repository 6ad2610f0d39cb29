import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../errors.ts';
import { onDisk } from '../module/archive/refusal.ts';
import { isGone, ownName } from '../module/owner.ts';
import { type Manifest, manifestName, openManifest } from './manifest.ts';
import { writeStaticTree } from './static-tree.ts';

/** A folder for what has no name in the mirror yet, and what it holds. */
interface Open {
  manifest: Manifest;
  staging: string;
}

/**
 * Fills a mirror: `act` puts archives into it, and whatever came of that, its manifest and the documents of the registry say
 * what is there. So a run that was cut short is gone on with by the next.
 * @throws {UsageError} for a folder of something else; {LocalError} when the disk fails; whatever `act` throws
 */
export async function withMirror<Result>(root: string, act: (open: Open) => Promise<Result>): Promise<Result> {
  const isNew = prepare(root);
  const manifest = openManifest(root);
  const staging = join(root, `.svc-${ownName()}.tmp`);
  mkdirSync(staging, { mode: 0o700 });
  try {
    return await act({ manifest, staging });
  } finally {
    rmSync(staging, { recursive: true, force: true, maxRetries: 3 });
    const entries = manifest.entries();
    if (entries.length > 0) {
      manifest.save();
      writeStaticTree(root, manifest.entries());
    } else if (isNew) rmdirSync(root);
  }
}

/** What is in a mirror, or in a folder that can become one, before anything is written. @throws {UsageError} for another folder */
export function manifestOf(root: string): Manifest {
  const names = onDisk(root, () => (existsSync(root) ? readdirSync(root) : []));
  refuseStrange(root, names);
  return openManifest(root);
}

/** A folder of its own, since it will be copied and served as a whole; what killed runs left in it goes. True for a new one. */
function prepare(root: string): boolean {
  return onDisk(root, () => {
    const made = mkdirSync(root, { recursive: true });
    const names = readdirSync(root);
    refuseStrange(root, names);
    for (const name of names) {
      const [, owner] = /^\.svc-([0-9a-f]{8}-\d+)-[0-9a-f]{16}\.tmp$/.exec(name) ?? [];
      if (owner !== undefined && isGone(owner)) rmSync(join(root, name), { recursive: true, force: true });
    }
    return made !== undefined;
  });
}

function refuseStrange(root: string, names: readonly string[]): void {
  const strange = names.find((name) => !name.startsWith('.'));
  if (strange === undefined || names.includes(manifestName)) return;
  throw new UsageError(`${root} holds something else than a mirror: ${strange}.`, {
    hint: 'Name an empty folder, or one that svc module mirror has filled.',
  });
}
