import { join } from 'node:path';
import { createQueue } from '../../base/queue.ts';
import type { Package, Source } from '../fetch/source.ts';

import type { Reading } from './calls.ts';
import { remember } from './memoize.ts';

/** Packages in one folder; each is fetched once, a few at a time. */
export interface Packages {
  fetch(id: string, spec: Source): Promise<Package>;
  /** The calls of their modules, each read once. */
  known: Reading['known'];
}

/** Fetches a package into a new folder. */
export type GetPackage = (spec: Source, dir: string) => Promise<Package>;

/** Packages fetched by `get`, at most `jobs` at a time. */
export function createPackages(folder: string, get: GetPackage, jobs = 32): Packages {
  const fetched = remember<Promise<Package>>();
  const turn = createQueue(jobs);
  let folders = 0;
  return {
    known: remember(),
    fetch: (id, spec) =>
      fetched(id, () => {
        const dir = join(folder, String(folders++));
        return turn(() => get(spec, dir));
      }),
  };
}
