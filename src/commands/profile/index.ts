import type { Command } from 'commander';
import type { Context } from '../../cli/context.ts';
import { registerCreate } from './create.ts';
import { registerDelete } from './delete.ts';
import { registerList } from './list.ts';
import { registerUse } from './use.ts';

export function register(profile: Command, context: Context): void {
  registerList(profile, context);
  registerUse(profile, context);
  registerCreate(profile, context);
  registerDelete(profile, context);
}
