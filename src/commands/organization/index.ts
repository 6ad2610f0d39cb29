import type { Command } from 'commander';
import type { Context } from '../../cli/context.ts';
import { registerList } from './list.ts';
import { registerShow } from './show.ts';

export function register(organization: Command, context: Context): void {
  registerList(organization, context);
  registerShow(organization, context);
}
