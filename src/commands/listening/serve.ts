import { certificateOf } from '../../cli/certificate.ts';
import type { Context } from '../../cli/context.ts';
import { maskUrl } from '../../secrets.ts';
import { counted } from '../../text.ts';
import type { Delivery, Token } from '../../webhook/delivery.ts';
import type { Journal } from '../../webhook/journal.ts';
import { type Counters, type Listener, type ListenerOptions, openListener } from '../../webhook/listener.ts';
import type { PlaceFlags } from './address-flags.ts';
import { journalOf } from './journal.ts';
import type { ServingFlags } from './listen-flags.ts';
import { namesToken, tokensOf } from './token-flags.ts';

/** A listener that records every delivery in the journal before it answers. */
export interface Serving {
  listener: Listener;
  journal: Journal;
  tokens: readonly string[];
  /** Where the service reaches it, if given by --public-url. */
  publicUrl: string | undefined;
  close(): Promise<void>;
}

type Hooks = Pick<ListenerOptions, 'respond' | 'status' | 'onAnswer'>;

/** The tokens that the flags of a listener name; without any, one that a prompt asks for, unless unsigned deliveries are allowed. */
export async function acceptedTokens(flags: ServingFlags, context: Context): Promise<Token[]> {
  return flags.allowUnsigned && !namesToken(flags) ? [] : tokensOf(flags, context);
}

/** Serves with these tokens. */
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
  journal.check();
  let warned = false;
  const onDelivery = (delivery: Delivery) =>
    journal.append(delivery).catch((error: Error) => {
      if (!warned) output.warn(error.message);
      warned = true;
      throw error;
    });
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
    now: host.now,
    ...hooks,
  });
  return {
    listener,
    journal,
    tokens: values,
    publicUrl,
    async close() {
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

/** Reports where a listener listens, where the service reaches it, and the URL of its page. */
export async function sayListening(
  { listener, publicUrl }: Serving,
  { event }: Context['output'],
  ui?: string,
): Promise<void> {
  const { url } = listener;
  const shown = publicUrl && maskUrl(publicUrl);
  const lines = [`Listening at ${url}${shown ? `, public URL ${shown}` : ''}\n`, ui ? `The page is at ${ui}\n` : ''];
  await event(lines.join(''), { event: 'listening', url, publicUrl: shown, ui });
}

/** Ends a listener when the run is cancelled, or after `ms`; `expired` tells which. */
export function endWith({ listener }: Serving, signal: AbortSignal, ms?: number): { expired(): boolean; off(): void } {
  let expired = false;
  const close = () => void listener.close();
  const timer =
    ms === undefined
      ? undefined
      : setTimeout(() => {
          expired = true;
          close();
        }, ms);
  signal.addEventListener('abort', close, { once: true });
  if (signal.aborted) close();
  return {
    expired: () => expired,
    off() {
      clearTimeout(timer);
      signal.removeEventListener('abort', close);
    },
  };
}

/** The deliveries of a listener in one sentence. */
export function summary({ verified, unsigned, badSignature, refused, unseen, unrecorded }: Counters): string {
  const parts = [
    `${verified} verified`,
    ...(unsigned > 0 ? [`${unsigned} unsigned`] : []),
    `${badSignature} with a bad signature`,
    ...(refused > 0 ? [`${refused} rejected`] : []),
    ...(unseen > 0 ? [`${unseen} not shown`] : []),
    ...(unrecorded > 0 ? [`${unrecorded} not recorded`] : []),
  ];
  const all = verified + unsigned + badSignature;
  return `${counted(all, 'delivery', 'deliveries')}: ${parts.join(', ')}.`;
}
