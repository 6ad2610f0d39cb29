import { UsageError } from '../../base/errors.ts';
import { inBatch } from '../../cli/batch.ts';
import type { ModuleAddress } from '../../module/address/address.ts';
import { withThrowaway } from '../../module/cache/folder.ts';
import { type Downloaded, download, downloadToCompare, mayBeModule } from '../../module/download.ts';
import type { FetchDeps } from '../../module/fetch/spec.ts';
import { type FindDeps, type Found, findModule } from '../../module/find.ts';
import type { Progress } from '../../terminal/progress.ts';
import type { Destined } from './destinations.ts';

/** One address with its result or error. */
export type Done<Value> = { text: string } & ({ value: Value } | { error: unknown });

/** Dependencies of finding and fetching several modules. */
export interface DownloadDeps {
  find: FindDeps;
  fetch: Omit<FetchDeps, 'update'>;
  jobs: number;
  progress(title: string): Progress;
  /** Called for each failure. */
  failed(text: string, error: unknown): void;
}

/** Finds the version of each address and its destination folder. */
export async function findAll(
  addresses: readonly ModuleAddress[],
  destine: (address: ModuleAddress, found: Found) => Destined,
  deps: DownloadDeps,
): Promise<Done<Destined>[]> {
  const [only] = addresses;
  const title = addresses.length === 1 ? `Finding ${only?.text}` : `Finding ${addresses.length} modules`;
  const line = deps.progress(title);
  const find = async (address: ModuleAddress) => destine(address, await findModule(address, deps.find));
  return eachOf(addresses, find, deps).finally(line.stop);
}

/** Downloads each version into its folder. */
export async function fetchAll(all: readonly Destined[], deps: DownloadDeps): Promise<Done<Downloaded>[]> {
  const { fetch, progress } = deps;
  const spinner = progress('Downloading');
  let ended = 0;
  const update = (text: string) =>
    spinner.update(all.length === 1 ? text : `Downloading ${ended + 1} of ${all.length}\n  ${text}`);
  const fetchOne = async ({ compares, dir, found }: Destined, cache: FetchDeps['cache']) => {
    update(`Downloading ${found.name}`);
    const deps = { ...fetch, cache, update };
    const get = compares ? downloadToCompare : download;
    return get(found, dir, deps)
      .catch((error: unknown) => {
        // Another run may have filled the folder meanwhile.
        if (compares || fetch.force || !(error instanceof UsageError && mayBeModule(dir))) throw error;
        return downloadToCompare(found, dir, deps);
      })
      .finally(() => {
        ended += 1;
      });
  };
  const fetchEach = (cache: FetchDeps['cache']) => eachOf(all, (destined) => fetchOne(destined, cache), deps);
  const done =
    !fetch.cache && sharesArchives(all) ? withThrowaway(fetch.temporaries, fetchEach) : fetchEach(fetch.cache);
  return done.finally(spinner.stop);
}

/** Runs an action for each item, a few at a time, and returns the results in order; a failure does not stop the others. */
async function eachOf<Item extends { text: string }, Value>(
  items: readonly Item[],
  act: (item: Item) => Promise<Value>,
  { failed: reported, fetch: { signal }, jobs }: DownloadDeps,
): Promise<Done<Value>[]> {
  const failed = ({ text }: Item, error: unknown) => {
    reported(text, error);
    return false;
  };
  const outcomes = await inBatch(items, act, { jobs, signal, failed });
  return outcomes.map(({ item: { text }, ...rest }): Done<Value> => {
    if ('result' in rest) return { text, value: rest.result };
    return { text, error: 'error' in rest ? rest.error : signal.reason };
  });
}

/** Subfolders of one version come from one archive. */
function sharesArchives(all: readonly Destined[]): boolean {
  const archives = all.map(({ found: { key } }) => `${key.registry} ${key.module} ${key.version}`);
  return new Set(archives).size < archives.length;
}
