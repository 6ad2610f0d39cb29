import type { Command } from 'commander';
import type { Context } from '../../cli/context.ts';
import { registerShow } from './show.ts';
import { registerUpdate } from './update.ts';

export function register(customization: Command, context: Context): void {
  registerShow(customization, context);
  registerUpdate(customization, context);
}
