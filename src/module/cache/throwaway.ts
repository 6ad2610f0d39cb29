import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ownName } from '../owner.ts';
import { type Cache, openCache } from './folder.ts';

/**
 * Does something with a cache that is gone afterwards: what several need is fetched once, and nothing is kept. It bears the
 * name of a temp folder, so that what a killed process leaves is cleared away with those.
 */
export async function withThrowaway<Result>(folder: string, act: (cache: Cache) => Promise<Result>): Promise<Result> {
  const cache = openCache(join(folder, `.svc-${ownName()}.tmp`), { durable: false });
  try {
    return await act(cache);
  } finally {
    rmSync(cache.root, { recursive: true, force: true, maxRetries: 3 });
  }
}
