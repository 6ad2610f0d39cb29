import { tmpdir } from 'node:os';
import { makePrivateFolder } from '../archive/private-folder.ts';
import { removeTemporary } from '../archive/temporary-folder.ts';
import { type Cache, openCache } from './folder.ts';

/** Runs an action with a temporary cache: shared packages are fetched once, and nothing is stored. */
export async function withThrowaway<Result>(act: (cache: Cache) => Promise<Result>): Promise<Result> {
  const root = makePrivateFolder(tmpdir());
  try {
    return await act(openCache(root, { durable: false }));
  } finally {
    removeTemporary(root);
  }
}
