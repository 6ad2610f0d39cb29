import type { Command } from 'commander';
import { registerShow } from './show.ts';
import { registerUpdate } from './update.ts';

export function register(customization: Command): void {
  registerShow(customization);
  registerUpdate(customization);
}
