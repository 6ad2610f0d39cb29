import type { Context } from '../../cli/context.ts';
import type { Token } from '../../webhooks/delivery.ts';
import type { DeliveryStore } from '../../webhooks/store.ts';
import { journalOf } from './journal.ts';
import type { StoreFlags, StreamFlags } from './subscribe-flags.ts';
import { tokensOf } from './token-flags.ts';

/** Reads the journal, or with --subscribe the stream, whose deliveries are verified with the tokens of the flags, or with `own`. */
export async function withStore(
  flags: StreamFlags & Partial<StoreFlags>,
  context: Context,
  read: (store: DeliveryStore) => Promise<void>,
  own?: () => Promise<readonly Token[]>,
): Promise<void> {
  if (flags.subscribe === undefined) return read(journalOf(context.host));
  const tokens = await (own ? own() : tokensOf(flags, context));
  const { subscribe } = await import('./subscribe.ts');
  const subscription = await subscribe(tokens, flags, context);
  try {
    await read(subscription.store);
  } finally {
    await subscription.close();
  }
}
