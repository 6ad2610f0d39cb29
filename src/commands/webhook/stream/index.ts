import type { Command } from 'commander';
import { registerCreate } from './create.ts';
import { registerShow } from './show.ts';

export function registerStream(webhook: Command): void {
  const stream = webhook.command('stream').description('Manage the NATS stream of deliveries').helpCommand(true);
  registerCreate(stream);
  registerShow(stream);
}
