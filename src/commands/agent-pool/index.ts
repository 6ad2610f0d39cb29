import type { Command } from 'commander';
import type { Context } from '../../cli/context.ts';
import { registerCreate } from './create.ts';
import { registerList } from './list.ts';

export function register(agentPool: Command, context: Context): void {
  registerList(agentPool, context);
  registerCreate(agentPool, context);
}
