import { billableResources } from './billable-resources.ts';
import { env } from './env.ts';
import { fail } from './fail.ts';
import { outbox } from './outbox.ts';
import { routes } from './routes.ts';
import { runVerb } from './run.ts';
import { start } from './start.ts';

export const noun = { verbs: [start, runVerb, billableResources, outbox, fail, env, routes] };
