import type { Command } from 'commander';
import { bridge } from '../../../cli/old.ts';
import { list } from './list.ts';
import { path } from './path.ts';
import { prune } from './prune.ts';
import { verify } from './verify.ts';

export function registerCache(module: Command): void {
  const cache = module.command('cache').description('Manage the cache of downloaded archives').helpCommand(true);
  bridge(cache, path);
  bridge(cache, list);
  bridge(cache, verify);
  bridge(cache, prune);
}
