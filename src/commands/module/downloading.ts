import { CancelledError } from '../../errors.ts';
import type { ModuleAddress } from '../../module/address/address.ts';
import { withThrowaway } from '../../module/cache/throwaway.ts';
import { type Downloaded, type FindParts, type Found, fetchModule, findModule } from '../../module/download.ts';
import { fetchToCompare } from '../../module/existing.ts';
import type { FetchParts } from '../../module/fetch/unpack.ts';
import { eachOf, type Outcome } from '../../module/many.ts';
import { createBoard } from '../../terminal/board.ts';
import type { Progress } from '../../terminal/progress.ts';
import type { Destined } from './destinations.ts';

/** One address, and what came of it. */
export type Done<Value> = Outcome<Value> & { text: string };

/** What finding and fetching many takes. */
export interface DownloadingParts {
  find: FindParts;
  fetch: Omit<FetchParts, 'dir' | 'update'>;
  jobs: number;
  progress(words: string): Progress;
  /** Told of each that fails, as it does. */
  failed(text: string, error: unknown): void;
}

/** Finds what each address asks for and says which folder that is to be. */
export async function findAll(
  addresses: readonly ModuleAddress[],
  destine: (address: ModuleAddress, found: Found) => Destined,
  parts: DownloadingParts,
): Promise<Done<Destined>[]> {
  const { failed, find, jobs, progress } = parts;
  const [only] = addresses;
  const line = progress(addresses.length === 1 ? `Finding ${only?.text}` : `Finding ${addresses.length} modules`);
  const outcomes = await eachOf(
    addresses,
    jobs,
    async (address) => {
      refuseEnded(parts);
      return destine(address, await findModule(address, find));
    },
    ({ text }, error) => failed(text, error),
  ).finally(line.stop);
  return outcomes.map((outcome, index) => ({ ...outcome, text: addresses[index]!.text }));
}

/** Downloads what was found, each into its folder. */
export async function fetchAll(all: readonly Destined[], parts: DownloadingParts): Promise<Done<Downloaded>[]> {
  const { failed, jobs, progress } = parts;
  const board = createBoard(progress, 'Downloading', all.length);
  const fetchOne = async (destined: Destined, fetch: DownloadingParts['fetch']) => {
    refuseEnded(parts);
    const line = board.line(`Downloading ${destined.found.address}`);
    let isDone = false;
    try {
      const get = destined.compares ? fetchToCompare : fetchModule;
      const downloaded = await get(destined.found, { ...fetch, dir: destined.dir, update: line.of });
      isDone = true;
      return downloaded;
    } finally {
      line.done(!isDone);
    }
  };
  const fetchEach = (fetch: DownloadingParts['fetch']) =>
    eachOf(
      all,
      jobs,
      (destined) => fetchOne(destined, fetch),
      ({ text }, error) => failed(text, error),
    );
  const { fetch } = parts;
  const outcomes = await (!fetch.cache && sharesArchives(all)
    ? withThrowaway((cache) => fetchEach({ ...fetch, cache }))
    : fetchEach(fetch)
  ).finally(board.stop);
  return outcomes.map((outcome, index) => ({ ...outcome, text: all[index]!.text }));
}

/** Subfolders of one version come from one archive. */
function sharesArchives(all: readonly Destined[]): boolean {
  const archives = all.map(({ found: { module, version } }) => `${module.registry} ${module.module} ${version}`);
  return new Set(archives).size < archives.length;
}

function refuseEnded({ fetch: { signal } }: DownloadingParts): void {
  if (signal.aborted) throw signal.reason instanceof Error ? signal.reason : new CancelledError();
}
