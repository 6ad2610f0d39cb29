import type { Command } from 'commander';
import { bridge } from '../../cli/old.ts';
import { billableResources } from './billable-resources.ts';
import { env } from './env.ts';
import { registerFail } from './fail.ts';
import { outbox } from './outbox.ts';
import { routes } from './routes.ts';
import { runVerb } from './run.ts';
import { start } from './start.ts';

export function register(sandbox: Command): void {
  bridge(sandbox, start);
  bridge(sandbox, runVerb);
  bridge(sandbox, billableResources);
  bridge(sandbox, outbox);
  registerFail(sandbox);
  bridge(sandbox, env);
  bridge(sandbox, routes);
}
