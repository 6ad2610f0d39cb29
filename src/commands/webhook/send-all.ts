import { CheckFailedError, endDryRun, RejectedError, type SvcError, TryLaterError } from '../../base/errors.ts';
import { jsonOrText } from '../../base/json.ts';
import { maskUrl } from '../../base/secrets.ts';
import { columnsOf, type View } from '../../base/view.ts';
import type { Context } from '../../cli/context.ts';
import { sendOptions } from '../../cli/transport.ts';
import type { Answer, HeaderPair } from '../../webhooks/delivery.ts';
import { post, type Sending, withHeaders } from '../../webhooks/send.ts';
import { signatureLines } from '../../webhooks/verify.ts';

type Sent = Pick<Sending, 'trigger' | 'replayed' | 'tampered'> & { status: number; answer: string };

const sentView: View<Sent> = {
  columns: columnsOf('status:whole trigger:whole tampered replayed', {
    name: 'answer',
    of: ({ answer }) => answer?.trimEnd(),
    fit: 'prose',
  }),
};

/** The statuses that reject the content of a delivery, rather than its path or method. */
const rejections: ReadonlySet<number> = new Set([400, 401, 403, 406, 409, 412, 422]);

/**
 * Sends deliveries in order, shows the responses, and then throws for the first unexpected one.
 * @throws {CheckFailedError} if a forgery was accepted; for a rejected valid delivery, {RejectedError} or {TryLaterError} by the status
 */
export async function sendAll(
  url: URL,
  sendings: readonly Sending[],
  context: Context,
  added: readonly HeaderPair[] = [],
): Promise<void> {
  const { dryRun, output, secrets } = context;
  if (dryRun) {
    endDryRun(
      sendings.map(({ body, headers }) => ({
        method: 'POST',
        url: maskUrl(url),
        headers: withHeaders(headers, added).map(([name, value]) => [name, secrets.hide(value)]),
        body: jsonOrText(body.toString()),
      })),
    );
  }
  let failure: unknown;
  async function* rows(): AsyncGenerator<Sent> {
    const options = { ...(await sendOptions(context)), headers: added };
    for (const { body, headers, wrong, ...sent } of sendings) {
      let answer: Answer;
      try {
        answer = await post(url, headers, body, options);
      } catch (error) {
        // Report the error after the previous responses are shown.
        failure ??= error;
        return;
      }
      const { status } = answer;
      // The receiver's response may repeat a secret.
      yield { ...sent, status, answer: secrets.hide(answer.body.toString()) };
      failure ??=
        wrong === undefined
          ? whyNotAccepted(url, status, signatureLines(headers).length > 0)
          : whyNotRejected(url, status, wrong);
    }
  }
  const [first] = sendings;
  const columns = sentView.columns.filter(
    ({ name }) => (name !== 'tampered' && name !== 'replayed') || first?.[name] !== undefined,
  );
  await output.list({ columns }, rows(), 'Nothing was answered.');
  if (failure !== undefined) throw failure;
  if (first?.tampered !== undefined && sendings.length > 1)
    output.note(`All ${sendings.length} were rejected, as they must be.`);
}

function whyNotAccepted(url: URL, status: number, isSigned: boolean): SvcError | undefined {
  if (isSuccess(status)) return undefined;
  const message = `${maskUrl(url)} rejected the delivery with ${status}.`;
  const hint = isSigned
    ? 'Check that the receiver has the same token.'
    : 'Use --token-file, --token-env or --notification to sign the request.';
  return unexpected(message, status, status === 401 ? hint : undefined);
}

function whyNotRejected(url: URL, status: number, wrong: string): SvcError | undefined {
  if (rejections.has(status)) return undefined;
  if (isSuccess(status)) {
    return new CheckFailedError(`${maskUrl(url)} accepted a forged delivery (${wrong}) with ${status}.`, {
      status,
      hint: 'The receiver must verify the signature of the raw bytes first.',
    });
  }
  const message = `${maskUrl(url)} answered ${status} to a forged delivery (${wrong}), which does not prove that it verifies signatures.`;
  return unexpected(message, status);
}

function unexpected(words: string, status: number, hint?: string): SvcError {
  const isPassing = status === 429 || status >= 500;
  return isPassing ? new TryLaterError(words, { status, retryable: true }) : new RejectedError(words, { status, hint });
}

const isSuccess = (status: number) => status >= 200 && status < 300;
