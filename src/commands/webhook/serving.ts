import type { Command } from 'commander';
import { z } from 'zod';
import { UsageError } from '../../errors.ts';
import type { Delivery } from '../../webhook/delivery.ts';
import type { Journal } from '../../webhook/journal.ts';
import { type Counters, type Listener, type ListenerOptions, openListener } from '../../webhook/listener.ts';
import type { Context } from '../context.ts';
import { count, option } from '../values.ts';
import { bytesOf } from './bytes.ts';
import { journalOf } from './kept.ts';
import { declareTokenFlags, namesToken, tokenFlags, tokensOf } from './tokens.ts';

export const servingFlags = tokenFlags.extend({
  port: z.number().max(65_535).default(0),
  host: z.string().optional(),
  path: z.string().optional(),
  tlsCert: z.string().optional(),
  tlsKey: z.string().optional(),
  allowUnsigned: z.boolean().default(false),
});
type ServingFlags = z.infer<typeof servingFlags>;

export function declareServingFlags(command: Command): Command {
  return declareTokenFlags(command, true)
    .addOption(option('--port <n>', 'port to listen on; any free one unless told', count))
    .option('--host <address>', 'address to listen on; this machine only (127.0.0.1) unless told')
    .option('--path <path>', 'the only path that takes deliveries; / unless told')
    .option('--tls-cert <file>', 'speak https, with this certificate (PEM)')
    .option('--tls-key <file>', 'and its key (PEM)')
    .option('--allow-unsigned', 'take unsigned deliveries too; they never count as verified');
}

/** A listener whose deliveries are all in the journal before they are answered. */
export interface Serving {
  listener: Listener;
  journal: Journal;
  tokens: readonly string[];
  close(): Promise<void>;
}

export async function serve(
  flags: ServingFlags,
  context: Context,
  more: (tokens: readonly string[]) => Pick<ListenerOptions, 'respond' | 'status' | 'onAnswer'> = () => ({}),
): Promise<Serving> {
  const { host, output } = context;
  const { tlsCert, tlsKey } = flags;
  if ((tlsCert === undefined) !== (tlsKey === undefined)) {
    throw new UsageError('--tls-cert and --tls-key go together.');
  }
  const tokens = flags.allowUnsigned && !namesToken(flags) ? [] : await tokensOf(flags, context);
  const tls =
    tlsCert === undefined || tlsKey === undefined
      ? undefined
      : {
          cert: await bytesOf('--tls-cert', tlsCert, context),
          key: await bytesOf('--tls-key', tlsKey, context),
        };
  const journal = journalOf(host);
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
    path: flags.path,
    allowUnsigned: flags.allowUnsigned,
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
    async close() {
      await listener.close();
      await journal.close();
    },
  };
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
  return `${all} ${all === 1 ? 'delivery' : 'deliveries'}: ${parts.join(', ')}.`;
}
