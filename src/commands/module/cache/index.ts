import type { Command } from 'commander';
import { registerList } from './list.ts';
import { registerPath } from './path.ts';
import { registerPrune } from './prune.ts';
import { registerVerify } from './verify.ts';

export function registerCache(module: Command): void {
  const cache = module
    .command('cache')
    .description('See and clear the archives that were downloaded')
    .helpCommand(true);
  registerPath(cache);
  registerList(cache);
  registerVerify(cache);
  registerPrune(cache);
}
