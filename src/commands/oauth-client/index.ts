import type { Command } from 'commander';
import { registerCreate } from './create.ts';
import { registerDelete } from './delete.ts';
import { registerList } from './list.ts';
import { registerShow } from './show.ts';
import { registerUpdate } from './update.ts';

export function register(oauthClient: Command): void {
  registerList(oauthClient);
  registerShow(oauthClient);
  registerCreate(oauthClient);
  registerUpdate(oauthClient);
  registerDelete(oauthClient);
}
