import type { Command } from 'commander';
import type { Context } from '../../cli/context.ts';
import { registerGet } from './get.ts';
import { registerList } from './list.ts';
import { registerPath } from './path.ts';
import { registerSet } from './set.ts';
import { registerUnset } from './unset.ts';

export function register(config: Command, context: Context): void {
  registerList(config, context);
  registerGet(config, context);
  registerSet(config, context);
  registerUnset(config, context);
  registerPath(config, context);
}
