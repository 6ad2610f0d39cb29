import type { Context } from '../../cli/context.ts';
import { CheckFailedError, DryRun, RejectedError, type SvcError, TryLaterError } from '../../errors.ts';
import { maskUrl } from '../../secrets.ts';
import type { View } from '../../terminal/view.ts';
import type { Answer, HeaderPair } from '../../webhook/delivery.ts';
import { post } from '../../webhook/send.ts';
import { sendOptions } from '../listening/destination.ts';

/** What was sent, and what the receiver said to it. */
export interface Sent {
  trigger: string | null;
  /** The delivery of the journal that was sent again. */
  replayed?: string;
  /** What was wrong with it, and had to be refused. */
  tampered?: string;
  status: number;
  answer: string;
}

const sentView: View<Sent> = {
  columns: [
    { name: 'status', of: ({ status }) => status, fit: 'whole' },
    { name: 'trigger', of: ({ trigger }) => trigger, fit: 'whole' },
    { name: 'tampered', of: ({ tampered }) => tampered },
    { name: 'replayed', of: ({ replayed }) => replayed },
    { name: 'answer', of: ({ answer }) => answer, fit: 'prose' },
  ],
};

/** One delivery that is to be sent, and what its answer means. */
export interface Sending {
  trigger: string | null;
  replayed?: string;
  /** Name of the forgery and what is wrong with it; such a one must be refused. */
  forgery?: { name: string; words: string } | undefined;
  headers: readonly HeaderPair[];
  body: Buffer;
}

/** Statuses that refuse a delivery for what it is, and not for where or how it came. */
const refusals: ReadonlySet<number> = new Set([400, 401, 403, 406, 409, 412, 422]);

/**
 * Sends one after the other, shows the answers, and fails as the first one that did not go as it had to.
 * @throws {CheckFailedError} for a forgery that was accepted; {RejectedError}, {TryLaterError} by a good one's status
 */
export async function sendAll(url: URL, sendings: readonly Sending[], context: Context): Promise<void> {
  const { dryRun, output, secrets } = context;
  const [first] = sendings;
  if (dryRun && first) {
    if (sendings.length > 1) output.note(`${sendings.length} requests; this is the first.`);
    const { body, headers } = first;
    throw new DryRun({ method: 'POST', url: maskUrl(url), headers, body: readable(body) });
  }
  let failure: unknown;
  async function* rows(): AsyncGenerator<Sent> {
    const options = await sendOptions(context);
    for (const { body, forgery, headers, replayed, trigger } of sendings) {
      let answer: Answer;
      try {
        answer = await post(url, headers, body, options);
      } catch (error) {
        // The answers so far are shown first.
        failure ??= error;
        return;
      }
      const { status } = answer;
      yield {
        trigger,
        ...(replayed === undefined ? {} : { replayed }),
        ...(forgery === undefined ? {} : { tampered: forgery.name }),
        status,
        // A receiver may say what it should have kept to itself.
        answer: secrets.hide(answer.body.toString()),
      };
      failure ??= forgery ? whyNotRefused(url, status, forgery.words) : whyNotAccepted(url, status);
    }
  }
  const columns = sentView.columns.filter(
    ({ name }) =>
      (name !== 'tampered' || sendings.some(({ forgery }) => forgery)) &&
      (name !== 'replayed' || sendings.some(({ replayed }) => replayed)),
  );
  await output.list({ columns }, rows(), 'Nothing was answered.');
  if (failure !== undefined) throw failure;
}

function whyNotAccepted(url: URL, status: number): SvcError | undefined {
  if (isSuccess(status)) return undefined;
  const words = `${maskUrl(url)} did not accept the delivery: it answered ${status}.`;
  return isPassing(status)
    ? new TryLaterError(words, { status, retryable: true })
    : new RejectedError(words, { status, hint: status === 401 ? 'Is it the token that the receiver has?' : undefined });
}

function whyNotRefused(url: URL, status: number, wrong: string): SvcError | undefined {
  if (refusals.has(status)) return undefined;
  if (isSuccess(status)) {
    return new CheckFailedError(`${maskUrl(url)} accepted a delivery that is ${wrong}: it answered ${status}.`, {
      status,
      hint: 'It must check the signature of the raw bytes before it does anything else.',
    });
  }
  const words = `${maskUrl(url)} answered ${status} to a delivery that is ${wrong}, which does not show that it checks.`;
  return isPassing(status)
    ? new TryLaterError(words, { status, retryable: true })
    : new RejectedError(words, { status });
}

const isSuccess = (status: number) => status >= 200 && status < 300;
const isPassing = (status: number) => status === 429 || status >= 500;

function readable(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return body.toString();
  }
}
