import type { Command } from 'commander';
import type { Context } from '../../cli/context.ts';
import { registerShow } from './show.ts';
import { registerUpdate } from './update.ts';

export function register(subscription: Command, context: Context): void {
  registerShow(subscription, context);
  registerUpdate(subscription, context);
}
