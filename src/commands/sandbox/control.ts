import { NotFoundError, ProtocolError } from '../../base/errors.ts';
import { jsonIn } from '../../base/json.ts';
import type { Context } from '../../cli/context.ts';
import { clientOf, findSandbox } from './find.ts';

/** Sends one request to a control endpoint of the running sandbox, and checks the reply against a schema. */
export type SendControl = <Reply>(
  method: 'GET' | 'POST',
  path: string,
  reply: { safeParse(given: unknown): { data?: Reply | undefined } },
  body?: unknown,
) => Promise<Reply>;

/** First sentence of the help of the verbs. */
export const sandboxSentence =
  'A sandbox is a copy of the platform on this machine, with sample users and data, to try out and test svc.';

/** Help text on how a control command finds its sandbox. */
export const controlNotes = 'Uses the sandbox at --address, else at SVC_ADDRESS, else the newest one of this machine.';

/** Finds the sandbox to control. @throws {NetworkError} if none is running */
export async function openControl(
  context: Pick<Context, 'client' | 'credentials' | 'host' | 'output' | 'settings'>,
): Promise<SendControl> {
  const address = context.settings.typed('address')?.value;
  const preferred = context.settings.lookup('address')?.value;
  const running = await findSandbox({ address, preferred, choice: '--address URL' }, context);
  const client = await clientOf(running, context);
  return async (method, path, reply, body) => {
    const { text, url } = await client.send(method, new URL(path, running.address), body).catch(rethrowSandboxMessage);
    const { data } = reply.safeParse(jsonIn(text));
    if (data !== undefined) return data;
    throw new ProtocolError(`The sandbox at ${url.origin} was started by another version of svc.`, {
      hint: 'Stop it and start it again: svc sandbox start',
    });
  };
}

/** Throws a NotFoundError with the message of the sandbox. The usual message suggests another token, which a control request does not need. */
function rethrowSandboxMessage(error: unknown): never {
  const [problem] = error instanceof NotFoundError ? error.errors : [];
  if (problem?.detail === undefined) throw error;
  const { request, status } = error as NotFoundError;
  throw new NotFoundError(`${problem.detail}.`, { request, status, cause: error });
}
