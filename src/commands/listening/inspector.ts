import { shellWord } from '../../base/shell-word.ts';
import type { Context } from '../../cli/context.ts';
import { all } from '../../platform/site/service.ts';
import { type Delivery, isAccepted } from '../../webhooks/delivery.ts';
import { History } from '../../webhooks/inspector/history.ts';
import { type Inspector, openInspector } from '../../webhooks/inspector/inspector.ts';
import { checkReplayable, destination, post, type SendOptions, signedHeaders } from '../../webhooks/send.ts';
import type { DeliveryStore } from '../../webhooks/store.ts';
import type { Serving } from './stores.ts';

/** Number of stored deliveries that the page begins with; at most half of them are rejected ones. */
const earlier = 200;

/** Returns the history of the page, with the latest deliveries of the journal or the stream. */
export async function beginHistory(store: Pick<DeliveryStore, 'read'>): Promise<History> {
  let rejected = 0;
  const where = (delivery: Delivery) => isAccepted(delivery) || rejected++ < earlier / 2;
  const deliveries = await all(store.read({ order: 'newest-first', limit: earlier, where }));
  const history = new History();
  for (const delivery of deliveries.reverse()) history.add(delivery, true);
  return history;
}

/** Opens the page of a listener; replays go to `behind` by default, and are signed with the first token. */
export function inspect(
  history: History,
  { store, tokens, url: listener }: Serving,
  { behind, options, tokenFlag }: { behind: URL | undefined; options: SendOptions; tokenFlag: string | undefined },
  { host }: Pick<Context, 'host'>,
): Promise<Inspector> {
  const [token] = tokens;
  return openInspector({
    history,
    listener,
    destination: behind,
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
        // Headers may contain secrets of the --forward target.
        headers: url.href === behind?.href ? options.headers : [],
        signal: AbortSignal.any([signal, host.signal]),
      });
    },
  });
}
