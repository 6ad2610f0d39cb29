import type { Command } from 'commander';
import { registerCreate } from './create.ts';
import { registerList } from './list.ts';

export function register(agentPool: Command): void {
  registerList(agentPool);
  registerCreate(agentPool);
}
