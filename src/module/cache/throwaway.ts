import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeParents, removeParents } from '../archive/parents.ts';
import { onDisk } from '../archive/refusal.ts';
import { ownName } from '../owner.ts';
import { type Cache, openCache } from './folder.ts';

/**
 * Does something with a cache that is gone afterwards: what several need is fetched once, and nothing is kept. It bears the
 * name of a temp folder, so that what a killed process leaves is cleared away with those.
 */
export async function withThrowaway<Result>(folder: string, act: (cache: Cache) => Promise<Result>): Promise<Result> {
  onDisk(folder, () => makeParents(folder));
  const root = join(folder, `.svc-${ownName()}.tmp`);
  try {
    return await act(openCache(root, { durable: false }));
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 3 });
    removeParents(folder);
  }
}
