import type { Command } from 'commander';
import { registerAudit } from './audit.ts';
import { registerCreate } from './create.ts';
import { registerDelete } from './delete.ts';
import { registerList } from './list.ts';
import { registerShow } from './show.ts';
import { registerUpdate } from './update.ts';
import { registerVerify } from './verify.ts';

export function register(notification: Command): void {
  registerList(notification);
  registerShow(notification);
  registerCreate(notification);
  registerUpdate(notification);
  registerVerify(notification);
  registerDelete(notification);
  registerAudit(notification);
}
