import type { Command } from 'commander';
import { bridge } from '../../cli/old.ts';
import { exportDeliveries } from './export.ts';
import { listVerb } from './list.ts';
import { listenVerb } from './listen.ts';
import { replay } from './replay.ts';
import { show } from './show.ts';
import { signVerb } from './sign.ts';
import { registerStream } from './stream.ts';
import { trigger } from './trigger.ts';
import { verify } from './verify.ts';
import { waitVerb } from './wait.ts';

export function register(webhook: Command): void {
  webhook.commandsGroup('Receive:');
  bridge(webhook, listenVerb);
  bridge(webhook, waitVerb);
  webhook.commandsGroup('Deliveries:');
  bridge(webhook, listVerb);
  bridge(webhook, show);
  bridge(webhook, replay);
  bridge(webhook, exportDeliveries);
  webhook.commandsGroup('Sign and test:');
  bridge(webhook, verify);
  bridge(webhook, signVerb);
  bridge(webhook, trigger);
  webhook.commandsGroup('Share:');
  registerStream(webhook);
}
