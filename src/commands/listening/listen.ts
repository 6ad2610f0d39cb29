import { closing } from '../../base/at-end.ts';
import { CheckFailedError, UsageError } from '../../base/errors.ts';
import { maskUrl } from '../../base/secrets.ts';
import type { Context } from '../../cli/context.ts';
import { stopped } from '../../cli/stop-signal.ts';
import { endWith, summary } from '../../webhook/deliveries.ts';
import { type Delivery, isAccepted } from '../../webhook/delivery.ts';
import { createRunner, type Runner } from '../../webhook/exec.ts';
import { checkFilters, type DeliveryFilter, parseFilters } from '../../webhook/filter.ts';
import { forward, leadsBack } from '../../webhook/forward.ts';
import { plainAnswer } from '../../webhook/http-messages.ts';
import type { ListenerOptions } from '../../webhook/listener.ts';
import type { SendOptions } from '../../webhook/send.ts';
import { wantsVerification } from '../../webhook/wait.ts';
import { tell } from './delivery.ts';
import { destination, sendOptions } from './destination.ts';
import { journalOf } from './journal.ts';
import type { ListenFlags } from './listen-flags.ts';
import type { OwnConfiguration } from './own-configuration.ts';
import { type Serving, sayListening, serve } from './serve.ts';

import type { Source } from './sources.ts';

/**
 * Listens, shows every delivery, runs and forwards the accepted ones, until Ctrl-C, --count or --for. `open` is called after the
 * flags are checked and before anything listens.
 */
export async function listen(flags: ListenFlags, open: () => Promise<Source>, context: Context): Promise<void> {
  const { dryRun, host, output } = context;
  const { exec, execEnv, filter = [], publicUrl } = flags;
  checkFilters('--filter', filter, output);
  const fits = parseFilters(filter);
  const runner = exec === undefined ? undefined : createRunner({ exec, execEnv }, context);
  const receiver = flags.forward === undefined ? undefined : destination('--forward', flags.forward);
  const options = await sendOptions(context);
  const { create, publishing, subscription, tokenFlag, tokens } = await open();
  const broker = publishing ?? subscription;
  let lost: unknown;
  const serving = await closing(async (atEnd) => {
    atEnd(broker && (() => broker.close()));
    const inspecting = flags.ui ? await import('./inspector.ts') : undefined;
    const history = await inspecting?.beginHistory(subscription?.store ?? journalOf(host));
    const hooks = {
      status: flags.status,
      respond: receiver ? forwarding(receiver, fits, options, output) : create && answerVerification,
      onAnswer: history && ((delivery: Delivery) => history.add(delivery)),
      ...publishing?.hooks,
    };
    const opened = await (subscription?.serve(hooks) ?? serve(tokens, flags, context, hooks));
    atEnd(() => opened.close());
    if (receiver) rejectLoop(receiver, opened.url, publicUrl);
    const page =
      history && (await inspecting?.inspect(history, opened, { behind: receiver, options, tokenFlag }, context));
    atEnd(page && (() => page.close()));
    if (!create || !dryRun) await sayListening(opened, output, page?.url);
    const opening = page && flags.open ? await import('./open-page.ts') : undefined;
    atEnd(page && (await opening?.openPage(page.url, opened.tokens, context))?.close);
    const configuration = await create?.(opened).catch((error: unknown) => showRest(opened, error, output));
    atEnd(configuration?.end);
    if (configuration) await sayCreated(configuration, output);
    atEnd(endWith(opened.deliveries, host.signal, flags.for).off);
    publishing?.lost.catch((error: unknown) => {
      lost = error;
      void opened.deliveries.close();
    });
    await handleEach(opened, { ...flags, fits, runner, isCreated: create !== undefined, publishing }, output);
    return opened;
  });
  runner?.report();
  const stored = publishing?.summary() ?? `Stored in ${serving.store.path}.`;
  output.note(`${summary(serving.deliveries.counters)} ${stored}`);
  if (lost) throw lost;
  if (!host.signal.aborted) return;
  if (flags.count !== undefined || flags.for !== undefined) throw host.signal.reason;
  stopped(context);
}

/** For programs: a person reads it on stderr. */
function sayCreated({ id, name, url }: OwnConfiguration, output: Context['output']): Promise<void> {
  return output.event('', { event: 'created', id, name, url });
}

interface Handling extends Pick<ListenFlags, 'count' | 'filter'>, Pick<Source, 'publishing'> {
  fits: DeliveryFilter;
  runner: Runner | undefined;
  /** Whether this run created the configuration, whose verification does not count. */
  isCreated: boolean;
}

/** Shows each delivery and runs the command for it, until enough are handled. */
async function handleEach(
  { deliveries, tokens }: Serving,
  { count = Number.POSITIVE_INFINITY, filter = [], fits, isCreated, publishing, runner }: Handling,
  output: Context['output'],
): Promise<void> {
  /** What was not stored comes again. */
  const comesAgain = ({ isUnrecorded, status }: Delivery) => isUnrecorded || (publishing && status === 503);
  const isOwnVerification = ({ marks }: Delivery) =>
    isCreated && marks.includes('verification') && !wantsVerification(filter);
  const counts = (delivery: Delivery) =>
    delivery.verdict !== 'refused' && !comesAgain(delivery) && !isOwnVerification(delivery);
  /** Whether the receiver accepted it and the command succeeded; there is nothing to do with a rejected one. */
  const handle = async (delivery: Delivery) =>
    !isAccepted(delivery) || (((await runner?.run(delivery, tokens)) ?? true) && delivery.status < 300);
  let left = count;
  for await (const delivery of deliveries) {
    const isWanted = fits(delivery);
    if (isWanted) await tell(delivery, output);
    const isHandled = !isWanted || comesAgain(delivery) || (await handle(delivery));
    const isSettled = (await deliveries.settle?.(isHandled)) ?? true;
    if (isWanted && isSettled && counts(delivery)) left -= 1;
    if (left <= 0) break;
  }
}

/** @throws {UsageError} for a receiver that is the listener */
function rejectLoop(receiver: URL, url: string, publicUrl: string | undefined): void {
  const isPublic = publicUrl !== undefined && receiver.href === new URL(publicUrl).href;
  if (!isPublic && !leadsBack(receiver, new URL(url))) return;
  throw new UsageError(`--forward: ${maskUrl(receiver)} is the listener itself, which would never end.`);
}

/** Lets a configuration pass its verification, whatever --status rehearses. */
async function answerVerification({ marks }: Delivery) {
  return marks.includes('verification') ? plainAnswer(204) : undefined;
}

/** Shows what the listener received before the creation failed: the reason of a rejected delivery explains most failures. */
async function showRest(serving: Serving, error: unknown, output: Context['output']): Promise<never> {
  await serving.close();
  let received = 0;
  for await (const delivery of serving.deliveries) {
    received += 1;
    await tell(delivery, output);
  }
  if (!(error instanceof CheckFailedError) || received > 0) throw error;
  const message = `${error.message} The listener received nothing.`;
  throw new CheckFailedError(message, { ...error, cause: error });
}

function forwarding(
  url: URL,
  fits: DeliveryFilter,
  options: SendOptions,
  { warn }: Context['output'],
): NonNullable<ListenerOptions['respond']> {
  return async (delivery, original, ended) => {
    if (!fits(delivery)) return undefined;
    const { answer, error } = await forward(url, delivery, original, { ...options, signal: ended });
    if (error) warn(error.message);
    return answer;
  };
}
