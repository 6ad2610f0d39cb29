import { type AtEnd, closing } from '../../base/at-end.ts';
import type { Context } from '../../cli/context.ts';
import { endWith } from '../../webhooks/deliveries.ts';
import type { Delivery } from '../../webhooks/delivery.ts';
import type { PlaceFlags, ServingFlags } from './listen-flags.ts';
import type { OwnConfiguration } from './own-configuration.ts';
import { type Hooks, type Serving, serve } from './serve.ts';
import type { Source } from './sources.ts';

/** What a command does with the deliveries that it receives. */
export interface Receiving {
  /** Ends it after this time. */
  limitMs: number | undefined;
  /** What happens before a delivery is handled; called before anything listens. */
  hooks?(): Promise<Hooks>;
  /** Called when it listens, before a configuration is created. */
  opened?(serving: Serving, atEnd: AtEnd): Promise<void>;
  /** Called when deliveries can come. */
  begin(serving: Serving, created: OwnConfiguration | undefined): unknown;
  /** Handles one after the other, and resolves to whether it was the last one. */
  handle(delivery: Delivery, serving: Serving): Promise<boolean>;
}

/** Receives the deliveries of a source until the last one, the end of the time or of the run, and closes all that it opened. */
export function receive(
  { create, publishing, subscription, tokens }: Source,
  flags: PlaceFlags & Pick<ServingFlags, 'allowUnsigned'>,
  { begin, handle, hooks, limitMs, opened }: Receiving,
  context: Context,
): Promise<{ serving: Serving; expired(): boolean }> {
  const broker = publishing ?? subscription;
  return closing(async (atEnd) => {
    atEnd(broker && (() => broker.close()));
    const own = await hooks?.();
    const serving = await (subscription?.serve(own) ?? serve(tokens, flags, context, own));
    atEnd(() => serving.close());
    await opened?.(serving, atEnd);
    const created = await create?.(serving);
    atEnd(created?.end);
    const { expired, off } = endWith(serving.deliveries, context.host.signal, limitMs);
    atEnd(off);
    await begin(serving, created);
    for await (const delivery of serving.deliveries) if (await handle(delivery, serving)) break;
    return { serving, expired };
  });
}
