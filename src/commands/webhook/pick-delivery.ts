import type { Context } from '../../cli/context.ts';
import { pick } from '../../cli/pick.ts';
import type { Delivery } from '../../webhook/delivery.ts';
import { factsOf } from '../../webhook/event.ts';
import { verdicts } from '../../webhook/inspector/page/verdicts.mjs';
import type { DeliveryStore } from '../../webhook/store.ts';

/** The most deliveries to pick from, the newest. */
const most = 50;

/** The given deliveries; prompts for one without any. @throws {UsageError} without a terminal */
export async function givenOrPicked(
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
