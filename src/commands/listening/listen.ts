import { CheckFailedError } from '../../base/errors.ts';
import { maskUrl } from '../../base/secrets.ts';
import type { Context } from '../../cli/context.ts';
import { endNormally } from '../../cli/stop-signal.ts';
import { sendOptions } from '../../cli/transport.ts';
import type { Delivery } from '../../webhooks/delivery.ts';
import { createRunner } from '../../webhooks/exec.ts';
import { checkFilters, type DeliveryFilter, parseFilters } from '../../webhooks/filter.ts';
import { answerVerification, forwarding, rejectLoop } from '../../webhooks/forward.ts';
import type { History } from '../../webhooks/inspector/history.ts';
import { type Handler, isToDo, only } from '../../webhooks/loop.ts';
import type { Counters } from '../../webhooks/options.ts';
import { summary, throwIfEmpty } from '../../webhooks/options.ts';
import { destination } from '../../webhooks/send.ts';
import { wantsVerification } from '../../webhooks/wait.ts';
import { showDelivery } from './delivery.ts';
import { headersOf } from './header-flag.ts';
import type { ListenFlags } from './listen-flags.ts';
import { type Receiving, receive } from './serve.ts';
import type { Setup } from './setup.ts';
import { journalOf, type Serving } from './stores.ts';

/**
 * Listens until Ctrl-C, --count or --for: shows every delivery, and runs the command for accepted ones and forwards them. `open` is
 * called after the flags are checked and before the listener starts.
 */
export async function listen(flags: ListenFlags, open: () => Promise<Setup>, context: Context): Promise<void> {
  const { dryRun, host, output } = context;
  const { count, exec, filter = [], for: limitMs } = flags;
  checkFilters('--filter', filter, output);
  const fits = parseFilters(filter);
  const commandFor = exec === undefined ? undefined : createRunner({ ...flags, exec }, context);
  const receiver = flags.forward === undefined ? undefined : destination('--forward', flags.forward);
  const options = { ...(await sendOptions(context)), headers: await headersOf(flags.header, context) };
  const setup = await open();
  const { create, sink, subscription, tokenFlag, tokens } = setup;
  const creating = create && ((to: Serving) => create(to).catch((error: unknown) => showReceived(to, error, output)));
  const command = commandFor?.(tokens.map(({ value }) => value));
  const inspecting = flags.ui ? await import('./inspector.ts') : undefined;
  let history: History | undefined;
  let lost: unknown;
  const receiving: Receiving = {
    limitMs,
    isLast: lastDeliveryTest(flags, fits, create !== undefined, sink !== undefined),
    async handlers() {
      history = await inspecting?.beginHistory(subscription?.store ?? journalOf(host));
      const showing: Handler = { handle: (delivery) => showDelivery(delivery, output).then(() => true) };
      const forward = receiver && only(isToDo, forwarding(receiver, options, context.secrets.hide));
      const chosen = [showing, ...[forward, command && only(isToDo, command)].flatMap((each) => each ?? [])];
      const verifying = create && !receiver ? [{ answer: answerVerification }] : [];
      const seeing = inspecting ? [{ see: (each: Delivery) => history?.add(each) }] : [];
      return [...chosen.map((handler) => only(fits, handler)), ...verifying, ...seeing];
    },
    async opened(to, atEnd) {
      if (receiver) rejectLoop(receiver, to.url, flags.publicUrl);
      const page =
        history && (await inspecting?.openPage(history, to, { receiver: receiver, options, tokenFlag }, context));
      atEnd(page && (() => page.close()));
      if (!create || !dryRun) await reportListening(to, output, page?.url);
      const opening = page && flags.open ? await import('../../cli/web-page.ts') : undefined;
      atEnd(page && (await opening?.openPage(page.url, to.tokens, context)));
    },
    async begin({ source }, created) {
      // Event without text, for JSON only: people read the same on stderr.
      if (created) await output.event('', { event: 'created', id: created.id, name: created.name, url: created.url });
      sink?.lost?.catch((error: unknown) => {
        lost = error;
        void source.close();
      });
    },
  };
  const { serving } = await receive({ ...setup, ...(creating && { create: creating }) }, flags, receiving, context);
  command?.report();
  if ((count ?? limitMs) !== undefined && !lost) throwIfEmpty(serving.source.counters, host.signal);
  output.note(`${summary(serving.source.counters)} ${serving.stored()}`);
  if (lost) throw lost;
  if (!host.signal.aborted) return;
  if ((count ?? limitMs) !== undefined) throw host.signal.reason;
  endNormally(context);
}

/** Returns a function that recognises the last of `--count` deliveries. It does not count the verification of a configuration that this run created, or a delivery that its sender repeats. */
function lastDeliveryTest(
  { count: remaining = Number.POSITIVE_INFINITY, filter = [] }: ListenFlags,
  fits: DeliveryFilter,
  isCreated: boolean,
  isPublished: boolean,
): Receiving['isLast'] {
  const isRepeated = ({ isUnrecorded, status }: Delivery) => isUnrecorded || (isPublished && status === 503);
  const isOwn = ({ marks }: Delivery) => isCreated && marks.includes('verification') && !wantsVerification(filter);
  return (delivery) => {
    if (fits(delivery) && delivery.verdict !== 'refused' && !isRepeated(delivery) && !isOwn(delivery)) remaining -= 1;
    return remaining <= 0;
  };
}

async function reportListening(
  { origin, publicUrl, url }: Serving,
  output: Context['output'],
  ui?: string,
): Promise<void> {
  const lines = [`${origin}\n`, ui ? `The page is at ${ui}\n` : ''];
  await output.event(lines.join(''), { event: 'listening', url, publicUrl: publicUrl && maskUrl(publicUrl), ui });
}

/** Shows the deliveries that arrived before a creation failed: most creations fail because the listener rejected one. */
async function showReceived({ close, source }: Serving, error: unknown, output: Context['output']): Promise<never> {
  await close();
  let received = 0;
  for await (const delivery of source) {
    received += 1;
    await showDelivery(delivery, output);
  }
  if (!(error instanceof CheckFailedError) || received > 0) throw error;
  const { broken = 0, heard = 0 } = source.counters as Partial<Counters>;
  const message = `${error.message} The listener received ${heard + broken > 0 ? 'no delivery' : 'nothing'}.`;
  throw new CheckFailedError(message, { ...error, cause: error });
}
