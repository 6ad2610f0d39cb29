import type { BrokerFlags } from '../../cli/broker-flags.ts';
import type { Context, Host } from '../../cli/context.ts';
import { journalFolder } from '../../cli/settings/paths.ts';
import type { Start } from '../../webhooks/broker/stream.ts';
import type { Token } from '../../webhooks/delivery.ts';
import { createJournal, type Journal } from '../../webhooks/journal.ts';
import { type Handler, hooksOf, type Source } from '../../webhooks/loop.ts';
import type { DeliveryStore } from '../../webhooks/store.ts';
import type { StoreFlags, StreamFlags, SubscribeFlags } from './subscribe-flags.ts';
import { tokensOf } from './token-flags.ts';

export interface Serving {
  source: Source;
  /** The URL of the source, without secrets; `origin` is a sentence about where deliveries come from. */
  url: string;
  origin: string;
  store: Pick<DeliveryStore, 'find' | 'read'>;
  stored(): string;
  tokens: readonly string[];
  publicUrl: string | undefined;
  close(): Promise<void>;
}

export interface Subscription {
  store: DeliveryStore;
  serve(handlers: readonly Handler[]): Promise<Serving>;
  close(): Promise<void>;
}

type ReadingFlags = BrokerFlags &
  Partial<Omit<SubscribeFlags, keyof BrokerFlags>> &
  Partial<Pick<StoreFlags, 'deadLetters'>> &
  Partial<Record<'exec' | 'forward', string | undefined>> & { allowUnsigned?: true | undefined };

/** The number of messages to fetch in advance when deliveries are only shown. */
const prefetchCount = 64;

export function journalOf({ env, home }: Pick<Host, 'env' | 'home'>): Journal {
  return createJournal({ folder: journalFolder(env, home) });
}

/** Opens the journal; with --subscribe, the stream. The tokens of the flags, or those in `own`, verify the deliveries of a stream. */
export async function withStore(
  flags: StreamFlags & Partial<StoreFlags>,
  context: Context,
  read: (store: DeliveryStore) => Promise<void>,
  ownTokens?: () => Promise<readonly Token[]>,
): Promise<void> {
  if (flags.subscribe === undefined) return read(journalOf(context.host));
  const tokens = await (ownTokens ? ownTokens() : tokensOf(flags, context));
  const subscription = await subscribe(tokens, flags, context);
  try {
    await read(subscription.store);
  } finally {
    await subscription.close();
  }
}

/**
 * Connects to the stream of --subscribe; `tokens` verify its deliveries.
 * @throws {NotFoundError} if the stream does not exist; the errors of a connection
 */
export async function subscribe(
  tokens: readonly Token[],
  flags: ReadingFlags,
  context: Context,
): Promise<Subscription> {
  const [{ connectBroker }, { openStream }, { createStreamStore }, { openSubscriber }] = await Promise.all([
    import('../../cli/broker.ts'),
    import('../../webhooks/broker/stream.ts'),
    import('../../webhooks/broker/stream-store.ts'),
    import('../../webhooks/broker/subscriber.ts'),
  ]);
  const { allowUnsigned, deadLetters, subscribe: typed, stream: name } = flags;
  const broker = await connectBroker(typed === true ? undefined : typed, flags, context);
  const part = deadLetters ? 'dead' : 'deliveries';
  const stream = await openStream(broker, name, part).catch(async (error: unknown) => {
    await broker.close();
    throw error;
  });
  const store = createStreamStore(stream, { tokens, allowUnsigned });
  return {
    store,
    close: () => broker.close(),
    async serve(handlers) {
      const { durable, exec, forward, maxDeliver } = flags;
      const { onAnswer, respond } = hooksOf(handlers);
      const { note, warn } = context.output;
      const source = await openSubscriber({
        ...{ allowUnsigned, onAnswer, respond, stream, tokens, warn },
        start: startOf(flags, context),
        durable: durable && maxDeliver ? { name: durable, maxDeliver } : undefined,
        // If a command or a receiver takes a while, messages fetched in advance would be kept from other readers.
        ahead: (exec ?? forward) === undefined ? prefetchCount : 1,
      });
      if (source.isExisting && (flags.since ?? flags.fromSequence) !== undefined)
        note(`--durable ${durable} already exists and resumes where it stopped; a start applies to new names only.`);
      return {
        source,
        url: stream.server.href,
        origin: `Reading the stream ${name} at ${stream.server.host}${durable === undefined ? '' : ` as ${durable}`}`,
        store,
        stored: () => `Stored in ${store.name}.`,
        tokens: tokens.map(({ value }) => value),
        publicUrl: undefined,
        close: () => source.close(),
      };
    },
  };
}

function startOf({ fromSequence, since }: ReadingFlags, { host }: Pick<Context, 'host'>): Start {
  return fromSequence ?? (since === undefined ? 'now' : new Date(host.now().getTime() - since));
}
