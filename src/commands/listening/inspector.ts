import { shellWord } from '../../base/shell-word.ts';
import type { Context } from '../../cli/context.ts';
import { all } from '../../platform/site/service.ts';
import { type Delivery, isAccepted } from '../../webhooks/delivery.ts';
import { History } from '../../webhooks/inspector/history.ts';
import { type Inspector, openInspector } from '../../webhooks/inspector/inspector.ts';
import { checkReplayable, destination, post, type SendOptions, signedHeaders } from '../../webhooks/send.ts';
import type { DeliveryStore } from '../../webhooks/store.ts';
import type { Serving } from './stores.ts';

/** The number of stored deliveries that the page shows at its start; at most half of them are rejected ones. */
const shownDeliveries = 200;

/** Returns the history of the page, with the latest deliveries of the journal or the stream. */
export async function beginHistory(store: Pick<DeliveryStore, 'read'>): Promise<History> {
  let rejected = 0;
  const where = (delivery: Delivery) => isAccepted(delivery) || rejected++ < shownDeliveries / 2;
  const deliveries = await all(store.read({ order: 'newest-first', limit: shownDeliveries, where }));
  const history = new History();
  for (const delivery of deliveries.reverse()) history.add(delivery, true);
  return history;
}

/** Opens the page of a listener. By default, a replay goes to the receiver, and the first token signs it. */
export function openPage(
  history: History,
  { store, tokens, url: listener }: Serving,
  { receiver, options, tokenFlag }: { receiver: URL | undefined; options: SendOptions; tokenFlag: string | undefined },
  { host }: Pick<Context, 'host'>,
): Promise<Inspector> {
  const [token] = tokens;
  return openInspector({
    history,
    listener,
    destination: receiver,
    signs: token !== undefined,
    variable: /^--token-env (\w+)$/.exec(tokenFlag ?? '')?.[1],
    sample:
      tokenFlag === undefined
        ? undefined
        : `svc webhook trigger run:completed --to ${shellWord(listener, host.shell)} ${tokenFlag}`.trimEnd(),
    store,
    destinationOf: (text) => destination('The receiver', text),
    replay(delivery, { url, allowUnverified, signal }) {
      checkReplayable(delivery, allowUnverified);
      return post(url, signedHeaders(delivery.body, token), delivery.body, {
        ...options,
        // The headers may contain secrets of the --forward target, so send them only there.
        headers: url.href === receiver?.href ? options.headers : [],
        signal: AbortSignal.any([signal, host.signal]),
      });
    },
  });
}
