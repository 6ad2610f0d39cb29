import type { Command } from 'commander';
import { registerList } from './list.ts';
import { registerShow } from './show.ts';

export function register(organization: Command): void {
  registerList(organization);
  registerShow(organization);
}
