import { maskUrl } from '../../base/secrets.ts';
import { certificateOf } from '../../cli/certificate.ts';
import type { Context } from '../../cli/context.ts';
import { announceListener } from '../../cli/sandbox-notes.ts';
import type { Delivery, Token } from '../../webhooks/delivery.ts';
import { openListener } from '../../webhooks/listener.ts';
import type { Deliveries, ListenerOptions } from '../../webhooks/options.ts';
import type { DeliveryStore } from '../../webhooks/store.ts';
import { journalOf } from './journal.ts';
import type { PlaceFlags, ServingFlags } from './listen-flags.ts';

/** A source of deliveries, and where they are stored. */
export interface Serving {
  deliveries: Deliveries;
  /** Where they come from: a URL without secrets, and a sentence. */
  url: string;
  origin: string;
  store: Pick<DeliveryStore, 'find' | 'path' | 'read'>;
  tokens: readonly string[];
  /** Where the service reaches it, if given by --public-url. */
  publicUrl: string | undefined;
  close(): Promise<void>;
}

/** What happens to a delivery before it is shown. */
export type Hooks = Pick<ListenerOptions, 'respond' | 'status' | 'onAnswer' | 'onDelivery'>;

/** Listens with these tokens; every delivery is recorded before it is answered, in the journal unless `onDelivery` does it. */
export async function serve(
  tokens: readonly Token[],
  flags: PlaceFlags & Pick<ServingFlags, 'allowUnsigned'>,
  context: Context,
  hooks: Hooks = {},
): Promise<Serving> {
  const { host, output } = context;
  const { publicUrl } = flags;
  const tls = await certificateOf(flags, context);
  const journal = journalOf(host);
  // A delivery that cannot be recorded is not accepted.
  if (!hooks.onDelivery) journal.check();
  let warned = false;
  const onDelivery = async (delivery: Delivery) => {
    try {
      await journal.append(delivery);
      return true;
    } catch (error) {
      if (!warned) output.warn((error as Error).message);
      warned = true;
      throw error;
    }
  };
  const values = tokens.map(({ value }) => value);
  const listener = await openListener({
    host: flags.host,
    port: flags.port,
    path: pathOf(flags, output),
    allowUnsigned: flags.allowUnsigned,
    hosts: publicUrl === undefined ? [] : [new URL(publicUrl).hostname],
    tokens,
    tls,
    onDelivery,
    checkRecording: hooks.onDelivery ? undefined : (delivery) => journal.check(delivery),
    now: host.now,
    ...hooks,
  });
  const { url } = listener;
  // A listener that publishes writes nothing to the disk.
  const forget = hooks.onDelivery ? undefined : announceListener(host, url);
  const shown = publicUrl && maskUrl(publicUrl);
  return {
    deliveries: listener,
    url,
    origin: `Listening at ${url}${shown ? `, public URL ${shown}` : ''}`,
    store: journal,
    tokens: values,
    publicUrl,
    async close() {
      forget?.();
      await listener.close();
      await journal.close();
    },
  };
}

/** The path of a listener. It may differ from the public one, since a proxy may rewrite it. */
function pathOf({ path, publicUrl }: PlaceFlags, { warn }: Context['output']): string | undefined {
  const known = publicUrl === undefined ? undefined : new URL(publicUrl).pathname;
  if (path !== undefined && known !== undefined && path !== known) {
    warn(`The path of --public-url is ${known}, and --path is ${path}: the proxy in between must rewrite it.`);
  }
  return path ?? known;
}

/** Reports where deliveries come from, and the URL of their page. */
export async function sayListening(
  { origin, publicUrl, url }: Serving,
  output: Context['output'],
  ui?: string,
): Promise<void> {
  const lines = [`${origin}\n`, ui ? `The page is at ${ui}\n` : ''];
  await output.event(lines.join(''), { event: 'listening', url, publicUrl: publicUrl && maskUrl(publicUrl), ui });
}
