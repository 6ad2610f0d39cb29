import type { Command } from 'commander';
import { registerList } from './list.ts';
import { registerPath } from './path.ts';
import { registerPrune } from './prune.ts';
import { registerVerify } from './verify.ts';

export function registerCache(module: Command): void {
  const cache = module.command('cache').description('Manage the cache of downloaded archives').helpCommand(true);
  registerPath(cache);
  registerList(cache);
  registerVerify(cache);
  registerPrune(cache);
}
