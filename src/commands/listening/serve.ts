import type { Command } from 'commander';
import { certificateOf } from '../../cli/certificate.ts';
import type { Context } from '../../cli/context.ts';
import { both, type FlagsOf } from '../../cli/run.ts';
import { maskUrl } from '../../secrets.ts';
import { counted } from '../../text.ts';
import type { Delivery, Token } from '../../webhook/delivery.ts';
import type { Journal } from '../../webhook/journal.ts';
import { type Counters, type Listener, type ListenerOptions, openListener } from '../../webhook/listener.ts';
import { type PlaceFlags, placeFlags } from './address-flags.ts';
import { journalOf } from './journal.ts';
import { namesToken, tokenFlags, tokensOf } from './token-flags.ts';

export function servingFlags(command: Command) {
  return both(tokenFlags(command, true), placeFlags(command)).option(
    '--allow-unsigned',
    'accept unsigned deliveries, except from a browser; they never count as verified',
  );
}
type ServingFlags = FlagsOf<typeof servingFlags>;

/** A listener whose deliveries are all in the journal before they are answered. */
export interface Serving {
  listener: Listener;
  journal: Journal;
  tokens: readonly string[];
  /** Where the service reaches it, as far as that was said. */
  publicUrl: string | undefined;
  close(): Promise<void>;
}

type More = (tokens: readonly string[]) => Pick<ListenerOptions, 'respond' | 'status' | 'onAnswer'>;

/** Serves with the tokens that flags name. */
export async function serve(flags: ServingFlags, context: Context, more?: More): Promise<Serving> {
  const tokens = flags.allowUnsigned && !namesToken(flags) ? [] : await tokensOf(flags, context);
  return serveWith(tokens, flags, context, more);
}

/** Serves with these tokens. */
export async function serveWith(
  tokens: readonly Token[],
  flags: PlaceFlags & Pick<ServingFlags, 'allowUnsigned'>,
  context: Context,
  more: More = () => ({}),
): Promise<Serving> {
  const { host, output } = context;
  const { publicUrl } = flags;
  const tls = await certificateOf(flags, context);
  const journal = journalOf(host);
  // Without it no delivery would be accepted.
  journal.check();
  let told = false;
  const onDelivery = (delivery: Delivery) =>
    journal.append(delivery).catch((error: Error) => {
      if (!told) output.warn(error.message);
      told = true;
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
    ...more(values),
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

/** The path of a listener; a proxy may rewrite it, so that it need not be the public one. */
function pathOf({ path, publicUrl }: PlaceFlags, { warn }: Context['output']): string | undefined {
  const known = publicUrl === undefined ? undefined : new URL(publicUrl).pathname;
  if (path !== undefined && known !== undefined && path !== known) {
    warn(`The path of --public-url is ${known}, and --path is ${path}: what stands in between must rewrite it.`);
  }
  return path ?? known;
}

/** Says where a listener listens, where the service reaches it, and where the page `ui` of it is. */
export async function sayListening(
  { listener, publicUrl }: Serving,
  { event }: Context['output'],
  ui?: string,
): Promise<void> {
  const { url } = listener;
  const shown = publicUrl && maskUrl(publicUrl);
  const words = [
    `Listening at ${url}${shown ? `, which the service reaches at ${shown}` : ''}\n`,
    ui ? `The page is at ${ui}\n` : '',
  ];
  await event(words.join(''), { event: 'listening', url, publicUrl: shown, ui });
}

/** Ends a listener when the run is cancelled, or after a while; `expired` says whether that was why. */
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

/** What came, in one sentence. */
export function summary({ verified, unsigned, badSignature, refused, unseen, unrecorded }: Counters): string {
  const parts = [
    `${verified} verified`,
    ...(unsigned > 0 ? [`${unsigned} unsigned`] : []),
    `${badSignature} with a bad signature`,
    ...(refused > 0 ? [`${refused} refused`] : []),
    ...(unseen > 0 ? [`${unseen} not shown`] : []),
    ...(unrecorded > 0 ? [`${unrecorded} not recorded`] : []),
  ];
  const all = verified + unsigned + badSignature;
  return `${counted(all, 'delivery', 'deliveries')}: ${parts.join(', ')}.`;
}
