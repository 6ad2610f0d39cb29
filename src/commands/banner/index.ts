import type { Command } from 'commander';
import { registerCreate } from './create.ts';
import { registerDelete } from './delete.ts';
import { registerList } from './list.ts';
import { registerShow } from './show.ts';
import { registerUpdate } from './update.ts';

export function register(banner: Command): void {
  registerList(banner);
  registerShow(banner);
  registerCreate(banner);
  registerUpdate(banner);
  registerDelete(banner);
}
