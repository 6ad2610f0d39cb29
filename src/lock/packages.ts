import { join } from 'node:path';
import { NotFoundError } from '../errors.ts';
import { findSubdir } from '../module/archive/subdir.ts';
import { type Arrived, type Fetching, fetchPackage, type Wanted } from './materialise.ts';

/** A whole package on disk. */
export interface Package extends Omit<Arrived, 'found'> {
  name: string;
  dir: string;
  /** Secrets masked; undefined where nobody was asked. */
  location?: string | undefined;
  /** The folder that the registry says is the module, which may hold a pattern; empty for the whole. */
  inner: string;
}

/** Packages below one folder; each is fetched once, a few at a time. */
export interface Packages {
  fetch(id: string, wanted: Wanted): Promise<Package>;
}

/** Gets one package into a folder that is not there yet. */
export type GetPackage = (wanted: Wanted, dir: string) => Promise<Package>;

const defaultJobs = 32;

/** Packages that `get` gets, at most `jobs` at a time. */
export function createPackages(folder: string, get: GetPackage, jobs = defaultJobs): Packages {
  const known = new Map<string, Promise<Package>>();
  const turn = limited(jobs);
  return {
    fetch(id, wanted) {
      const dir = join(folder, String(known.size));
      const fetched = known.get(id) ?? turn(() => get(wanted, dir));
      known.set(id, fetched);
      return fetched;
    },
  };
}

/** Gets packages from where they are, or from the cache. */
export function getWith(parts: Fetching): GetPackage {
  return async (wanted, dir) => {
    const { found, ...arrived } = await fetchPackage(wanted, dir, parts);
    const { from: location, inner = '' } = found ?? {};
    return { ...arrived, name: wanted.name, dir, location, inner };
  };
}

/**
 * The folder of a module in its package, a pattern in its name filled in; undefined for the package itself.
 * @throws {NotFoundError} when nothing matches; {CheckFailedError} for an escape, a file, a link, or several matches
 */
export function folderIn({ dir, name }: Pick<Package, 'dir' | 'name'>, subdir: string): string | undefined {
  if (subdir === '') return undefined;
  try {
    const found = findSubdir(dir, subdir);
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
