import { join } from 'node:path';
import { createQueue } from '../../base/queue.ts';
import type { Package, Source } from '../fetch/source.ts';
import type { Reading } from './calls.ts';
import { remember } from './memoize.ts';

/** Packages in one folder; each is fetched once, a few at a time. */
export interface Packages {
  fetch(id: string, source: Source): Promise<Package>;
  /** The calls of their modules, each read once. */
  known: Reading['known'];
}

export type GetPackage = (source: Source, dir: string) => Promise<Package>;

/** Packages fetched by `get`, at most `jobs` at a time. */
export function createPackages(folder: string, get: GetPackage, jobs = 32): Packages {
  const fetched = remember<Promise<Package>>();
  const turn = createQueue(jobs);
  let folders = 0;
  return {
    known: remember(),
    fetch: (id, source) =>
      fetched(id, () => {
        const dir = join(folder, String(folders++));
        return turn(() => get(source, dir));
      }),
  };
}
