import type { Command } from 'commander';
import type { Context } from '../../cli/context.ts';
import { registerCreate } from './create.ts';
import { registerDelete } from './delete.ts';
import { registerList } from './list.ts';
import { registerShow } from './show.ts';
import { registerUpdate } from './update.ts';

export function register(oauthClient: Command, context: Context): void {
  registerList(oauthClient, context);
  registerShow(oauthClient, context);
  registerCreate(oauthClient, context);
  registerUpdate(oauthClient, context);
  registerDelete(oauthClient, context);
}
