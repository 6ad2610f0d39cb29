import { join } from 'node:path';
import { Option } from 'commander';
import { LocalError } from '../../base/errors.ts';
import type { Context } from '../../cli/context.ts';
import { cacheFolder } from '../../cli/settings/paths.ts';
import { temporariesOf } from '../../cli/temporaries.ts';
import { option, period, size, wholeNumber } from '../../cli/values.ts';
import { type Cache, openCache, ownCache } from '../../modules/cache/folder.ts';
import { defaultMinSpeed } from '../../modules/fetch/download-speed.ts';

/** How many modules are fetched at a time. */
export function jobsOption() {
  return option('--jobs <n>', 'number of parallel downloads', wholeNumber(1, 1000)).default(32);
}

/** Bytes per second below which a download is aborted. */
export function minSpeedOption() {
  const parse = (text: string) => (text === '0' ? 0 : size(text));
  return option('--min-speed <size>', 'minimum bytes per second, over a minute; 0 for no minimum', parse).default(
    defaultMinSpeed,
    '1KiB',
  );
}

/** The least time since the publication of a version that is chosen. */
export function minAgeOption() {
  return option('--min-age <duration>', 'choose only versions published at least that long ago, such as 7d', period);
}

/** Rejects a configuration for one call that cannot be read. */
export function strictOption() {
  return new Option('--strict', 'reject everything if one call cannot be read (exit 2)');
}

/** Accepts the risk that another user replaces files, where the system has no safer way. */
export function allowSharedOption() {
  return new Option('--allow-shared-parent', 'unpack beside the destination even if other users can write there');
}

/** Where module archives are cached: `$XDG_CACHE_HOME/svc/modules`, else `~/.cache/svc/modules`. */
export function cachePath({ env, home }: Pick<Context['host'], 'env' | 'home'>): string {
  return join(cacheFolder(env, home), 'modules');
}

/**
 * The cache that the flags select, ready for use, after what killed runs left is removed; undefined with `--no-cache`, and with a warning when it cannot be opened.
 * @throws {LocalError} where offline nothing can be read
 */
export function cacheFor(
  { cache, offline }: { cache: boolean; offline?: boolean | undefined },
  { dryRun, host, output }: Pick<Context, 'dryRun' | 'host' | 'output'>,
): Cache | undefined {
  const temporaries = temporariesOf(host);
  // A dry run changes nothing.
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
