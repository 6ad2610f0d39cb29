import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { registerEnv } from './env.ts';
import { registerRoutes } from './routes.ts';
import { registerStart } from './start.ts';

export function register(sandbox: Command, context: Context): void {
  registerStart(sandbox, context);
  registerEnv(sandbox, context);
  registerRoutes(sandbox, context);
}
