import { connectBroker } from '../../cli/broker.ts';
import type { BrokerFlags } from '../../cli/broker-flags.ts';
import type { Context } from '../../cli/context.ts';
import { openStream, type Start, type StreamReader } from '../../webhooks/broker/stream.ts';
import { createStreamStore } from '../../webhooks/broker/stream-store.ts';
import { openSubscriber } from '../../webhooks/broker/subscriber.ts';
import type { Token } from '../../webhooks/delivery.ts';
import type { DeliveryStore } from '../../webhooks/store.ts';
import type { Hooks, Serving } from './serve.ts';
import type { SubscribeFlags } from './subscribe-flags.ts';

/** How many messages are fetched before they are needed, if nothing is done with them. */
const fetchedAhead = 64;

/** A stream that is read, in place of the journal or of a listener. */
export interface Subscription {
  store: DeliveryStore;
  serve(hooks?: Hooks): Promise<Serving>;
  close(): Promise<void>;
}

type ReadingFlags = BrokerFlags &
  Pick<SubscribeFlags, 'subscribe'> & { allowUnsigned?: true | undefined; movedAside?: true | undefined };

/**
 * Connects to the stream of --subscribe; `tokens` verify its deliveries.
 * @throws {NotFoundError} if the stream does not exist; the errors of a connection
 */
export async function subscribe(
  tokens: readonly Token[],
  flags: ReadingFlags & Partial<Omit<SubscribeFlags, keyof BrokerFlags> & { exec: string; forward: string }>,
  context: Context,
): Promise<Subscription> {
  const { allowUnsigned, movedAside, subscribe: typed, stream: name } = flags;
  const broker = await connectBroker(typed === true ? undefined : typed, flags, context);
  const stream = await openStream(broker, name, movedAside ? 'dead' : 'deliveries').catch(async (error: unknown) => {
    await broker.close();
    throw error;
  });
  const store = createStreamStore(stream, { tokens, allowUnsigned });
  return {
    store,
    close: () => broker.close(),
    async serve(hooks) {
      const { durable, exec, forward, maxDeliver } = flags;
      const handles = exec !== undefined || forward !== undefined;
      const subscriber = await openSubscriber({
        ...hooks,
        stream,
        start: startOf(flags, context),
        tokens,
        allowUnsigned,
        durable: durable && maxDeliver ? { name: durable, maxDeliver } : undefined,
        // What waits for a long command would be missing from the other readers.
        ahead: handles ? 1 : fetchedAhead,
        warn: context.output.warn,
      });
      if (subscriber.goesOn && (flags.since ?? flags.fromSequence) !== undefined)
        context.output.note(`--durable ${durable} already exists and goes on where it is; a start is for a new name.`);
      return {
        deliveries: subscriber,
        url: stream.server.href,
        origin: originOf(stream, flags),
        store,
        tokens: tokens.map(({ value }) => value),
        publicUrl: undefined,
        close: () => subscriber.close(),
      };
    },
  };
}

function startOf({ fromSequence, since }: Partial<SubscribeFlags>, { host }: Pick<Context, 'host'>): Start {
  return fromSequence ?? (since === undefined ? 'now' : new Date(host.now().getTime() - since));
}

function originOf({ name, server }: StreamReader, { durable }: Partial<SubscribeFlags>): string {
  return `Reading the stream ${name} at ${server.host}${durable === undefined ? '' : ` as ${durable}`}`;
}
