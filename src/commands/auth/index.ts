import type { Command } from 'commander';
import { registerStatus } from './status.ts';
import { registerToken } from './token.ts';

export function register(auth: Command): void {
  registerStatus(auth);
  registerToken(auth);
}
