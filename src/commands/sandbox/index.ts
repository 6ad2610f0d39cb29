import type { Command } from 'commander';
import { registerBillableResources } from './billable-resources.ts';
import { registerEnv } from './env.ts';
import { registerFail } from './fail.ts';
import { registerOutbox } from './outbox.ts';
import { registerRoutes } from './routes.ts';
import { registerRun } from './run.ts';
import { registerStart } from './start.ts';

export function register(sandbox: Command): void {
  registerStart(sandbox);
  registerRun(sandbox);
  registerBillableResources(sandbox);
  registerOutbox(sandbox);
  registerFail(sandbox);
  registerEnv(sandbox);
  registerRoutes(sandbox);
}
