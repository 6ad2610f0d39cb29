import type { Command } from 'commander';
import { registerGet } from './get.ts';
import { registerList } from './list.ts';
import { registerPath } from './path.ts';
import { registerSet } from './set.ts';
import { registerUnset } from './unset.ts';

export function register(config: Command): void {
  registerList(config);
  registerGet(config);
  registerSet(config);
  registerUnset(config);
  registerPath(config);
}
