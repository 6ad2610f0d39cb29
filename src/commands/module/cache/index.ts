import type { Command } from 'commander';
import type { Context } from '../../../cli/context.ts';
import { registerList } from './list.ts';
import { registerPath } from './path.ts';
import { registerPrune } from './prune.ts';
import { registerVerify } from './verify.ts';

export function registerCache(module: Command, context: Context): void {
  const cache = module
    .command('cache')
    .description('See and clear the archives that were downloaded')
    .helpCommand(false);
  registerPath(cache, context);
  registerList(cache, context);
  registerVerify(cache, context);
  registerPrune(cache, context);
}
