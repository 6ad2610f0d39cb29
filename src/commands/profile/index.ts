import type { Command } from 'commander';
import { registerCreate } from './create.ts';
import { registerDelete } from './delete.ts';
import { registerList } from './list.ts';
import { registerUse } from './use.ts';

export function register(profile: Command): void {
  registerList(profile);
  registerUse(profile);
  registerCreate(profile);
  registerDelete(profile);
}
