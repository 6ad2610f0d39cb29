import { join } from 'node:path';
import { NotFoundError } from '../../errors.ts';
import { selectSubdir } from '../archive/subdir.ts';
import { hashFolder } from './h1.ts';
import { type Arrived, type Fetching, type Findable, fetchPackage } from './materialise.ts';

/** A whole package on disk. */
export interface Package extends Arrived {
  name: string;
  dir: string;
  /** Secrets masked. */
  location: string;
  /** The folder that the registry says is the module, which may hold a pattern; empty for the whole. */
  inner: string;
  /** Hash of all files. */
  h1: string;
}

/** Packages below one folder; each is fetched once, a few at a time. */
export interface Packages {
  fetch(id: string, find: () => Promise<Findable>): Promise<Package>;
}

const atOnce = 8;

export function createPackages(folder: string, parts: Fetching): Packages {
  const known = new Map<string, Promise<Package>>();
  const turn = limited(atOnce);

  async function get(dir: string, find: () => Promise<Findable>) {
    const found = await find();
    const arrived = await fetchPackage(found, dir, parts);
    const { from, inner, name } = found;
    return { ...arrived, name, dir, location: from, inner, h1: hashFolder(dir) };
  }

  return {
    fetch(id, find) {
      const fetched = known.get(id) ?? turn(() => get(join(folder, String(known.size)), find));
      known.set(id, fetched);
      return fetched;
    },
  };
}

/**
 * The folder of a module in its package, a pattern in its name filled in; undefined for the package itself.
 * @throws {NotFoundError} when nothing matches; {CheckFailedError} for an escape, a file, a link, or several matches
 */
export function folderIn({ dir, name }: Pick<Package, 'dir' | 'name'>, subdir: string): string | undefined {
  if (subdir === '') return undefined;
  try {
    const found = selectSubdir(dir, subdir);
    return found === dir ? undefined : found.slice(dir.length + 1);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    throw new NotFoundError(`${name} has no folder ${subdir}.`);
  }
}

/** Runs what it is given, but only so many at a time. */
function limited(most: number): <Value>(run: () => Promise<Value>) => Promise<Value> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (run) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
