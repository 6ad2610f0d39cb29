import { join } from 'node:path';
import { LocalError } from '../../base/errors.ts';
import type { Context } from '../../cli/context.ts';
import { cacheFolder } from '../../cli/settings/paths.ts';
import { temporariesOf } from '../../cli/temporaries.ts';
import { Option, option, period, size, wholeNumber } from '../../cli/values.ts';
import { type Cache, openCache, ownCache } from '../../modules/cache/folder.ts';
import { defaultMinSpeed } from '../../modules/fetch/download-speed.ts';

const downloadGroup = 'Downloads:';

export function jobsOption() {
  return option('--jobs <n>', 'number of parallel downloads', wholeNumber(1, 1000))
    .default(32)
    .helpGroup(downloadGroup);
}

/** Declares `--min-speed`, in bytes per second. */
export function minSpeedOption() {
  const parse = (text: string) => (text === '0' ? 0 : size(text));
  return option('--min-speed <size>', 'minimum bytes per second, over a minute; 0 for no minimum', parse)
    .default(defaultMinSpeed, '1KiB')
    .helpGroup(downloadGroup);
}

/** Declares `--min-age`, in milliseconds. */
export function minAgeOption() {
  return option('--min-age <duration>', 'choose only versions published at least that long ago, such as 7d', period);
}

/** Declares `--strict`, which rejects a configuration with an unreadable call. */
export function strictOption() {
  return new Option('--strict', 'reject everything if one call cannot be read (exit 2)');
}

/** Declares `--allow-shared-parent`, which accepts a folder in which another user may replace files, if the system has no safer way. */
export function allowSharedOption() {
  return new Option(
    '--allow-shared-parent',
    'unpack beside the destination even if other users can write there',
  ).helpGroup(downloadGroup);
}

/** The opening of the help of verbs for the cache. */
export const cacheSentence = 'The cache has the archives that svc downloaded, so that no version is downloaded twice.';

/** Returns the folder of the cache: `$XDG_CACHE_HOME/svc/modules`, else `~/.cache/svc/modules`. */
export function cachePath({ env, home }: Pick<Context['host'], 'env' | 'home'>): string {
  return join(cacheFolder(env, home), 'modules');
}

/**
 * Opens the cache, and removes the files of killed runs. Returns undefined with `--no-cache`, and with a warning if it cannot be opened.
 * @throws {LocalError} if it cannot be opened with `--offline`
 */
export function cacheFor(
  { cache, offline }: { cache: boolean; offline?: boolean | undefined },
  { dryRun, host, output }: Pick<Context, 'dryRun' | 'host' | 'output'>,
): Cache | undefined {
  const temporaries = temporariesOf(host);
  if (!dryRun) temporaries.sweep();
  if (!cache) return undefined;
  try {
    return dryRun ? ownCache(cachePath(host)) : openCache(cachePath(host), temporaries);
  } catch (error) {
    if (!(error instanceof LocalError) || offline) throw error;
    output.warn(`${error.message} Continuing without a cache.`);
    return undefined;
  }
}
