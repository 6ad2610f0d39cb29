import type { Command } from 'commander';
import type { Context } from '../../cli/context.ts';
import { registerCreate } from './create.ts';
import { registerDelete } from './delete.ts';
import { registerList } from './list.ts';
import { registerUpdate } from './update.ts';

export function register(banner: Command, context: Context): void {
  registerList(banner, context);
  registerCreate(banner, context);
  registerUpdate(banner, context);
  registerDelete(banner, context);
}
