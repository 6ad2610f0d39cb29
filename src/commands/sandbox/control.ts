import type { Context } from '../../cli/context.ts';
import { ProtocolError } from '../../errors.ts';
import { clientOf, findSandbox } from './find.ts';

/** Sends one request to a control endpoint of the running sandbox, whose reply a schema checks. */
export type Steer = <Reply>(
  method: 'GET' | 'POST',
  path: string,
  reply: { safeParse(given: unknown): { data?: Reply | undefined } },
  body?: unknown,
) => Promise<Reply>;

/** Which sandbox is steered, for help texts. */
export const steeringNotes = 'Uses the sandbox at --address, else at SVC_ADDRESS, else the newest one of this machine.';

/** The way to the sandbox that is meant. @throws {NetworkError} when none runs */
export async function steerSandbox(
  context: Pick<Context, 'client' | 'credentials' | 'host' | 'settings'>,
): Promise<Steer> {
  const address = context.settings.typed('address')?.value;
  const rather = context.settings.find('address')?.value;
  const running = await findSandbox({ address, rather }, context);
  const client = await clientOf(running, context);
  return async (method, path, reply, body) => {
    const { text, url } = await client.send(method, new URL(path, running.address), body);
    const { data } = reply.safeParse(parsed(text));
    if (data !== undefined) return data;
    throw new ProtocolError(`${method} ${url} did not answer as this version of the sandbox does.`, {
      hint: 'Stop it and start it again with this svc.',
    });
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
