import { CheckFailedError } from '../../base/errors.ts';
import type { Context } from '../../cli/context.ts';
import { stopped } from '../../cli/stop-signal.ts';
import { summary } from '../../webhooks/deliveries.ts';
import { type Delivery, isAccepted } from '../../webhooks/delivery.ts';
import { createRunner, type Runner } from '../../webhooks/exec.ts';
import { checkFilters, type DeliveryFilter, parseFilters } from '../../webhooks/filter.ts';
import { answerVerification, forwarding, rejectLoop } from '../../webhooks/forward.ts';
import type { History } from '../../webhooks/inspector/history.ts';
import { wantsVerification } from '../../webhooks/wait.ts';
import { tell } from './delivery.ts';
import { destination, sendOptions } from './destination.ts';
import { journalOf } from './journal.ts';
import type { ListenFlags } from './listen-flags.ts';
import { type Receiving, receive } from './receive.ts';
import { type Serving, sayListening } from './serve.ts';
import type { Source } from './sources.ts';

/**
 * Listens, shows every delivery, runs and forwards the accepted ones, until Ctrl-C, --count or --for. `open` is called after the
 * flags are checked and before anything listens.
 */
export async function listen(flags: ListenFlags, open: () => Promise<Source>, context: Context): Promise<void> {
  const { dryRun, host, output } = context;
  const { count, exec, execEnv, filter = [], for: limitMs, publicUrl, status } = flags;
  checkFilters('--filter', filter, output);
  const fits = parseFilters(filter);
  const runner = exec === undefined ? undefined : createRunner({ exec, execEnv }, context);
  const receiver = flags.forward === undefined ? undefined : destination('--forward', flags.forward);
  const options = await sendOptions(context);
  const { create, tokenFlag, ...source } = await open();
  const { publishing, subscription } = source;
  const creating = create && ((to: Serving) => create(to).catch((error: unknown) => showRest(to, error, output)));
  const inspecting = flags.ui ? await import('./inspector.ts') : undefined;
  let history: History | undefined;
  let lost: unknown;
  const receiving: Receiving = {
    limitMs,
    async hooks() {
      history = await inspecting?.beginHistory(subscription?.store ?? journalOf(host));
      const respond = receiver ? forwarding(receiver, fits, options, output.warn) : create && answerVerification;
      return { status, respond, onAnswer: history && ((each) => history?.add(each)), ...publishing?.hooks };
    },
    async opened(to, atEnd) {
      if (receiver) rejectLoop(receiver, to.url, publicUrl);
      const page =
        history && (await inspecting?.inspect(history, to, { behind: receiver, options, tokenFlag }, context));
      atEnd(page && (() => page.close()));
      if (!create || !dryRun) await sayListening(to, output, page?.url);
      const opening = page && flags.open ? await import('./open-page.ts') : undefined;
      atEnd(page && (await opening?.openPage(page.url, to.tokens, context)));
    },
    async begin({ deliveries }, created) {
      // For programs: a person reads it on stderr.
      if (created) await output.event('', { event: 'created', id: created.id, name: created.name, url: created.url });
      publishing?.lost.catch((error: unknown) => {
        lost = error;
        void deliveries.close();
      });
    },
    handle: handling({ count, filter, fits, isCreated: create !== undefined, publishing, runner }, output),
  };
  const { serving } = await receive({ ...source, ...(creating && { create: creating }) }, flags, receiving, context);
  runner?.report();
  const stored = publishing?.summary() ?? `Stored in ${serving.store.path}.`;
  output.note(`${summary(serving.deliveries.counters)} ${stored}`);
  if (lost) throw lost;
  if (!host.signal.aborted) return;
  if (count !== undefined || limitMs !== undefined) throw host.signal.reason;
  stopped(context);
}

interface Handling extends Pick<ListenFlags, 'count'>, Pick<Source, 'publishing'> {
  filter: readonly string[];
  fits: DeliveryFilter;
  runner: Runner | undefined;
  /** Whether this run created the configuration, whose verification does not count. */
  isCreated: boolean;
}

/** Shows each delivery and runs the command for it, until enough are handled. */
function handling(
  { count: left = Number.POSITIVE_INFINITY, filter, fits, isCreated, publishing, runner }: Handling,
  output: Context['output'],
): Receiving['handle'] {
  /** What was not stored comes again. */
  const comesAgain = ({ isUnrecorded, status }: Delivery) => isUnrecorded || (publishing && status === 503);
  const isOwn = ({ marks }: Delivery) => isCreated && marks.includes('verification') && !wantsVerification(filter);
  const counts = (each: Delivery) => each.verdict !== 'refused' && !comesAgain(each) && !isOwn(each);
  return async (delivery, { deliveries, tokens }) => {
    const isWanted = fits(delivery);
    if (isWanted) await tell(delivery, output);
    // The receiver accepts it and the command succeeds; there is nothing to do with a rejected one.
    const succeeds = async () => ((await runner?.run(delivery, tokens)) ?? true) && delivery.status < 300;
    const isHandled = !isWanted || comesAgain(delivery) || !isAccepted(delivery) || (await succeeds());
    const isSettled = (await deliveries.settle?.(isHandled)) ?? true;
    if (isWanted && isSettled && counts(delivery)) left -= 1;
    return left <= 0;
  };
}

/** Shows what the listener received before the creation failed: the reason of a rejected delivery explains most failures. */
async function showRest({ close, deliveries }: Serving, error: unknown, output: Context['output']): Promise<never> {
  await close();
  let received = 0;
  for await (const delivery of deliveries) {
    received += 1;
    await tell(delivery, output);
  }
  if (!(error instanceof CheckFailedError) || received > 0) throw error;
  const message = `${error.message} The listener received nothing.`;
  throw new CheckFailedError(message, { ...error, cause: error });
}
