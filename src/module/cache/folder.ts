import { lstatSync, mkdirSync, readdirSync, rmSync, type Stats, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { LocalError } from '../../errors.ts';
import { isGone } from '../owner.ts';

/** Where archives are kept for the next time: `blobs` by their content, `index` by what they were asked as. */
export interface Cache {
  readonly root: string;
  readonly blobs: string;
  readonly index: string;
  /** What is being received, the locks on it, and files that get their name when they are whole. */
  readonly partial: string;
  /** What this process is receiving: the others of it wait for that and not for each other's files. */
  readonly busy: Map<string, Promise<unknown>>;
  /** Whether a power cut may not hurt what is kept; it costs a write to the disk for each archive. */
  readonly durable: boolean;
}

const ownerOnly = 0o700;
/** An interrupted download that nobody went on with for that long is given up. */
const partialKeptMs = 7 * 24 * 60 * 60 * 1000;

/** The same folder as a cache, without looking at it or making anything. */
export function cacheAt(root: string, { durable = true } = {}): Cache {
  const [blobs, index, partial] = [join(root, 'blobs', 'sha256'), join(root, 'index'), join(root, 'partial')];
  return { root, blobs, index, partial, busy: new Map(), durable };
}

/**
 * Makes a cache ready for use and clears away what killed processes left in it.
 * @throws {LocalError} when it cannot be written, or when it is not the caller's alone: whoever writes the index chooses what is installed
 */
export function openCache(root: string, options?: { durable?: boolean }): Cache {
  const cache = cacheAt(root, options);
  try {
    for (const folder of [cache.blobs, cache.index, cache.partial]) {
      mkdirSync(folder, { recursive: true, mode: ownerOnly });
    }
    refuseForeign(root, lstatSync(root));
    sweep(cache);
  } catch (cause) {
    if (cause instanceof LocalError) throw cause;
    throw new LocalError(`Cannot use the cache ${root} (${(cause as NodeJS.ErrnoException).code ?? String(cause)}).`, {
      hint: 'Set XDG_CACHE_HOME to a folder of your own, or leave the cache out with --no-cache.',
      cause,
    });
  }
  return cache;
}

function refuseForeign(root: string, found: Stats): void {
  const { uid } = userInfo();
  const why = !found.isDirectory()
    ? 'is no folder'
    : uid !== -1 && found.uid !== uid
      ? 'belongs to another user'
      : uid !== -1 && (found.mode & 0o022) !== 0
        ? 'can be written by others'
        : undefined;
  if (why === undefined) return;
  throw new LocalError(`The cache ${root} ${why}, who could choose what is installed from it.`, {
    hint: `Remove it (or chmod 700 ${root}), or leave it out with --no-cache.`,
  });
}

/** Locks and files of processes that are gone, and interrupted downloads that nobody can or will go on with. */
function sweep({ partial }: Cache): void {
  const names = new Set(readdirSync(partial));
  for (const name of names) {
    const path = join(partial, name);
    const [, owner] = /^([0-9a-f]{8}-\d+)-[0-9a-f]{16}\.tmp$/.exec(name) ?? [];
    const [, stem] = /^([0-9a-f]{32})\.(?:part|json)$/.exec(name) ?? [];
    const locked = stem !== undefined && statSync(join(partial, `${stem}.lock`), { throwIfNoEntry: false });
    const useless =
      (owner !== undefined && isGone(owner)) ||
      (stem !== undefined && !locked && (!isPair(names, stem) || olderThan(path, partialKeptMs)));
    if (useless) rmSync(path, { force: true });
  }
}

function isPair(names: ReadonlySet<string>, stem: string): boolean {
  return names.has(`${stem}.part`) && names.has(`${stem}.json`);
}

function olderThan(path: string, ms: number): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && Date.now() - found.mtimeMs > ms;
}
