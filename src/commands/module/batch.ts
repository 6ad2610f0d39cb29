import { setMaxListeners } from 'node:events';
import { CancelledError, UsageError } from '../../base/errors.ts';
import { inBatch, type Outcome } from '../../cli/batch.ts';
import type { Context } from '../../cli/context.ts';
import { asSvcError } from '../../cli/terminal/failure.ts';
import type { Progress } from '../../cli/terminal/progress.ts';
import { type Downloaded, download, downloadToCompare, mayBeModule } from '../../modules/download.ts';
import type { FetchDeps } from '../../modules/fetch/source.ts';
import type { Annotations } from './annotate.ts';
import type { Destination } from './destinations.ts';
import type { DownloadFlags } from './download-flags.ts';

/** Returns the options of a batch. With `--fail-fast`, its signal cancels the batch at the first failure. */
export function batchOf(
  { failFast, jobs }: DownloadFlags,
  several: boolean,
  annotations: Annotations,
  { host, output }: Pick<Context, 'host' | 'output'>,
) {
  const ended = new AbortController();
  const signal = AbortSignal.any([host.signal, ended.signal]);
  setMaxListeners(0, signal);
  const failed = ({ text }: { text: string }, error: unknown) => {
    if (signal.aborted) return false;
    const failure = asSvcError(error);
    annotations.failed(text, failure);
    if (several) output.note(`Could not download ${text}: ${failure.message}`);
    if (failFast) ended.abort(new CancelledError('Canceled by --fail-fast after another download failed.'));
    return false;
  };
  return { jobs, signal, failed };
}

/** Downloads each version into its folder. */
export async function fetchAll(
  all: readonly Destination[],
  acting: ReturnType<typeof batchOf>,
  fetch: Omit<FetchDeps, 'update'>,
  spinner: Progress,
): Promise<Outcome<Destination, Downloaded>[]> {
  let ended = 0;
  const update = (text: string) =>
    spinner.update(all.length === 1 ? text : `Downloading ${ended + 1} of ${all.length}\n  ${text}`);
  const fetchOne = async ({ compares, dir, found }: Destination) => {
    update(`Downloading ${found.name}`);
    const deps = { ...fetch, update };
    const get = compares ? downloadToCompare : download;
    return get(found, dir, deps)
      .catch((error: unknown) => {
        // Another run may have filled the folder after the check.
        if (compares || fetch.force || !(error instanceof UsageError && mayBeModule(dir))) throw error;
        return downloadToCompare(found, dir, deps);
      })
      .finally(() => {
        ended += 1;
      });
  };
  return inBatch(all, fetchOne, acting).finally(spinner.stop);
}
