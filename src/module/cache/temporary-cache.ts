import { tmpdir } from 'node:os';
import { inPrivateFolder } from '../archive/private-folder.ts';
import { type Cache, openCache } from './folder.ts';

/** Runs an action with a temporary cache: shared packages are fetched once, and nothing is stored. */
export async function withThrowaway<Result>(act: (cache: Cache) => Promise<Result>): Promise<Result> {
  return inPrivateFolder([tmpdir()], (root) => act(openCache(root, { durable: false })));
}
