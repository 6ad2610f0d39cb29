import type { Command } from 'commander';
import type { Context } from '../../cli/context.ts';
import { registerStatus } from './status.ts';
import { registerToken } from './token.ts';

export function register(auth: Command, context: Context): void {
  registerStatus(auth, context);
  registerToken(auth, context);
}
