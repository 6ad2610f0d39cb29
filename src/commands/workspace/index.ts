import type { Command } from 'commander';
import { registerList } from './list.ts';
import { registerShow } from './show.ts';

export function register(workspace: Command): void {
  registerList(workspace);
  registerShow(workspace);
}
