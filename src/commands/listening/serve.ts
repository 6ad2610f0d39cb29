import { type AtEnd, closing } from '../../base/at-end.ts';
import { maskUrl } from '../../base/secrets.ts';
import { certificateOf } from '../../cli/certificate.ts';
import type { Context } from '../../cli/context.ts';
import { announceListener } from '../../sandbox/note.ts';
import type { Delivery } from '../../webhooks/delivery.ts';
import { journalSink } from '../../webhooks/journal.ts';
import { openListener } from '../../webhooks/listener.ts';
import { type Handler, handleAll, hooksOf } from '../../webhooks/loop.ts';
import type { PlaceFlags, ServingFlags } from './listen-flags.ts';
import type { OwnConfiguration } from './own-configuration.ts';
import type { Setup } from './setup.ts';
import { journalOf, type Serving } from './stores.ts';

type ListeningFlags = PlaceFlags & Pick<ServingFlags, 'allowUnsigned'> & { status?: number | undefined };

export interface Receiving {
  limitMs: number | undefined;
  /** Returns the handlers of deliveries. Called before the listener starts. */
  handlers(): Promise<readonly Handler[]>;
  /** Called when the listener has started, before a configuration is created. */
  opened?(serving: Serving, atEnd: AtEnd): Promise<void>;
  begin(serving: Serving, created: OwnConfiguration | undefined): unknown;
  isLast(delivery: Delivery): boolean;
}

/** Receives deliveries until the last one, the time limit or the end of the run. Closes everything that it opened. */
export function receive(
  setup: Setup,
  flags: ListeningFlags,
  { begin, handlers: prepare, isLast, limitMs, opened }: Receiving,
  context: Context,
): Promise<{ serving: Serving; expired: boolean }> {
  const { create, sink, subscription } = setup;
  const broker = sink ?? subscription;
  return closing(async (atEnd) => {
    atEnd(broker && (() => broker.close()));
    const handlers = await prepare();
    const serving = await (subscription?.serve(handlers) ?? serve(setup, flags, handlers, context));
    atEnd(() => serving.close());
    await opened?.(serving, atEnd);
    const created = await create?.(serving);
    atEnd(created?.end);
    await begin(serving, created);
    const { signal } = context.host;
    return { serving, ...(await handleAll(serving.source, handlers, { isLast, limitMs, signal })) };
  });
}

/** Starts a listener. It stores every delivery before it responds: in the sink if there is one, else in the journal. */
async function serve(
  { sink, tokens }: Setup,
  flags: ListeningFlags,
  handlers: readonly Handler[],
  context: Context,
): Promise<Serving> {
  const { debug, host, output, secrets } = context;
  const { allowUnsigned, host: address, port, publicUrl, status } = flags;
  const tls = await certificateOf(flags, context);
  const journal = journalOf(host);
  const storing = sink ?? journalSink(journal, output.warn);
  // Fail now if deliveries cannot be stored.
  storing.check?.();
  const listener = await openListener({
    ...{ allowUnsigned, host: address, port, status },
    path: pathOf(flags, output),
    hosts: publicUrl === undefined ? [] : [new URL(publicUrl).hostname],
    tokens,
    tls,
    onSenderFault: output.warn,
    now: host.now,
    onFault: (error) => void (debug && host.stderr.write(`${secrets.hide((error as Error).stack ?? '')}\n`)),
    ...hooksOf(handlers, storing),
  });
  const { url } = listener;
  // A listener with a sink of its own writes no note to the disk.
  const forget = sink ? undefined : announceListener(host, url);
  const shown = publicUrl && maskUrl(publicUrl);
  return {
    source: listener,
    url,
    origin: `Listening at ${url}${shown ? `, public URL ${shown}` : ''}`,
    store: journal,
    stored: () => storing.summary(),
    tokens: tokens.map(({ value }) => value),
    publicUrl,
    async close() {
      forget?.();
      await listener.close();
      await journal.close();
    },
  };
}

/** Returns the path to listen on. The path of --public-url may differ, because a proxy may rewrite it. */
function pathOf({ path, publicUrl }: PlaceFlags, { warn }: Context['output']): string | undefined {
  const publicPath = publicUrl === undefined ? undefined : new URL(publicUrl).pathname;
  if (path !== undefined && publicPath !== undefined && path !== publicPath) {
    warn(`The path of --public-url is ${publicPath}, and --path is ${path}: the proxy in between must rewrite it.`);
  }
  return path ?? publicPath;
}
