import type { Context } from '../../cli/context.ts';
import { pick } from '../../cli/pick.ts';
import { collect } from '../../cli/set-flag.ts';
import { knowing, period } from '../../cli/values.ts';
import type { Command, FlagsOf } from '../../cli/verb.ts';
import type { Delivery } from '../../webhooks/delivery.ts';
import { factsOf } from '../../webhooks/event.ts';
import { checkFilters, filterHelp, filterWords, parseFilters } from '../../webhooks/filter.ts';
import { verdicts } from '../../webhooks/inspector/page/verdicts.mjs';
import type { DeliveryQuery, DeliveryStore } from '../../webhooks/store.ts';

/** The first sentence of the help of verbs for stored deliveries. */
export const deliveryOpening =
  'A delivery is a request that a listener received: a notification, its signature, and the verdict of svc.';

/** Declares the flags that select stored deliveries. */
export function choosingFlags(command: Command) {
  return command
    .option('--filter <key=value>', `only deliveries ${filterHelp}`, knowing(filterWords, collect))
    .option('--since <duration>', 'only deliveries newer than this duration', period);
}

/** Returns the query that the flags describe. @throws {UsageError} for a filter that cannot match */
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

const most = 50;

/** Returns the typed ids; if none was typed, prompts for one. @throws {UsageError} without a terminal */
export async function idsOrPicked(
  ids: readonly string[],
  store: DeliveryStore,
  context: Pick<Context, 'ask' | 'progress'>,
): Promise<readonly string[]> {
  if (ids.length > 0) return ids;
  context.ask.require(['<id>']);
  const choice = ({ at, id, notification, trigger, verdict }: Delivery) => {
    const { workspaceName } = factsOf(notification);
    return { value: id, name: [at, verdicts[verdict].words, trigger, workspaceName].filter(Boolean).join('  ') };
  };
  const rows = store.read({ order: 'newest-first', limit: most });
  const empty = `There are no deliveries in ${store.name}.`;
  return [await pick({ question: 'Delivery', answer: { argument: 'id' }, rows, choice, empty }, context)];
}
