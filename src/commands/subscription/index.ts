import type { Command } from 'commander';
import { registerShow } from './show.ts';
import { registerUpdate } from './update.ts';

export function register(subscription: Command): void {
  registerShow(subscription);
  registerUpdate(subscription);
}
