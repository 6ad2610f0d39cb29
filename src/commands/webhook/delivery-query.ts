import type { Command } from 'commander';
import type { Context } from '../../cli/context.ts';
import type { FlagsOf } from '../../cli/run.ts';
import { collect } from '../../cli/set-flag.ts';
import { duration, knowing } from '../../cli/values.ts';
import { checkFilters } from '../../webhook/check-filters.ts';
import { filterWords, parseFilters } from '../../webhook/filter.ts';
import type { DeliveryQuery } from '../../webhook/store.ts';

/** Declares flags that choose deliveries of the journal. */
export function choosingFlags(command: Command) {
  return command
    .option(
      '--filter <key=value>',
      'only matching deliveries: trigger=run:errored, run=…, workspace=…, verified=false, verdict=…, cause=…; repeatable',
      knowing(filterWords, collect),
    )
    .option('--since <duration>', 'only deliveries newer than this duration', duration);
}

/** The query that flags ask for. @throws {UsageError} for a filter that never fits */
export function queryOf(
  { filter = [], since }: FlagsOf<typeof choosingFlags>,
  { host, output }: Pick<Context, 'host' | 'output'>,
) {
  checkFilters('--filter', filter, output);
  return {
    where: parseFilters(filter),
    ...(since === undefined ? {} : { since: new Date(host.now().getTime() - since) }),
  } satisfies DeliveryQuery;
}
