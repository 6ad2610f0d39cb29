import type { Command } from 'commander';
import type { Context } from '../../cli/context.ts';
import { registerEnv } from './env.ts';
import { registerFail } from './fail.ts';
import { registerOutbox } from './outbox.ts';
import { registerRoutes } from './routes.ts';
import { registerRum } from './rum.ts';
import { registerRun } from './run.ts';
import { registerStart } from './start.ts';

export function register(sandbox: Command, context: Context): void {
  registerStart(sandbox, context);
  registerRun(sandbox, context);
  registerRum(sandbox, context);
  registerOutbox(sandbox, context);
  registerFail(sandbox, context);
  registerEnv(sandbox, context);
  registerRoutes(sandbox, context);
}
