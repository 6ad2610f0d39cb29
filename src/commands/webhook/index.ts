import type { Command } from 'commander';
import type { Context } from '../../cli/context.ts';
import { registerExport } from './export.ts';
import { registerList } from './list.ts';
import { registerListen } from './listen.ts';
import { registerReplay } from './replay.ts';
import { registerShow } from './show.ts';
import { registerSign } from './sign.ts';
import { registerTrigger } from './trigger.ts';
import { registerVerify } from './verify.ts';
import { registerWait } from './wait.ts';

export function register(webhook: Command, context: Context): void {
  registerListen(webhook, context);
  registerWait(webhook, context);
  registerVerify(webhook, context);
  registerSign(webhook, context);
  registerTrigger(webhook, context);
  registerList(webhook, context);
  registerShow(webhook, context);
  registerReplay(webhook, context);
  registerExport(webhook, context);
}
