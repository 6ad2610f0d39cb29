import { join } from 'node:path';
import { LocalError } from '../../base/errors.ts';
import type { Context } from '../../cli/context.ts';
import { temporariesOf } from '../../cli/temporaries.ts';
import { type Cache, openCache, ownCache } from '../../module/cache/folder.ts';
import { cacheFolder } from '../../settings/paths.ts';

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
    return dryRun ? ownCache(cachePath(host)) : openCache(cachePath(host), { temporaries });
  } catch (error) {
    if (!(error instanceof LocalError) || offline) throw error;
    output.warn(`${error.message} Continuing without a cache.`);
    return undefined;
  }
}
