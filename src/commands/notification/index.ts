import type { Command } from 'commander';
import type { Context } from '../../cli/context.ts';
import { registerCreate } from './create.ts';
import { registerDelete } from './delete.ts';
import { registerList } from './list.ts';
import { registerShow } from './show.ts';
import { registerUpdate } from './update.ts';
import { registerVerify } from './verify.ts';

export function register(notification: Command, context: Context): void {
  registerList(notification, context);
  registerShow(notification, context);
  registerCreate(notification, context);
  registerUpdate(notification, context);
  registerVerify(notification, context);
  registerDelete(notification, context);
}
