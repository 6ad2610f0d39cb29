import type { Command } from 'commander';
import { registerExport } from './export.ts';
import { registerList } from './list.ts';
import { registerListen } from './listen.ts';
import { registerReplay } from './replay.ts';
import { registerShow } from './show.ts';
import { registerSign } from './sign.ts';
import { registerStream } from './stream.ts';
import { registerTrigger } from './trigger.ts';
import { registerVerify } from './verify.ts';
import { registerWait } from './wait.ts';

export function register(webhook: Command): void {
  webhook.commandsGroup('Receive:');
  registerListen(webhook);
  registerWait(webhook);
  webhook.commandsGroup('Deliveries:');
  registerList(webhook);
  registerShow(webhook);
  registerReplay(webhook);
  registerExport(webhook);
  webhook.commandsGroup('Sign and test:');
  registerVerify(webhook);
  registerSign(webhook);
  registerTrigger(webhook);
  webhook.commandsGroup('Share:');
  registerStream(webhook);
}
