import { configurationsPerWorkspace, type NotificationConfiguration } from '../../contract/platform/notifications.ts';
import { CheckFailedError, RejectedError, type ServerProblem } from '../../errors.ts';

/**
 * What a write answered.
 * @throws {CheckFailedError} for a 400, which here means that the destination did not pass
 * (docs/protocol/notifications.md#verification)
 */
export async function verified<Reply>(reply: Promise<Reply>, left: string, hint: string): Promise<Reply> {
  try {
    return await reply;
  } catch (error) {
    if (!(error instanceof RejectedError)) throw error;
    const { errors, message, request, status } = error;
    if (status === 400) {
      const words = `The destination did not pass the verification request, so ${left}.`;
      throw new CheckFailedError(words, { errors, status, request, hint, cause: error });
    }
    if (status !== 422 || !errors.some(isAboutTheLimit)) throw error;
    const room = `At most ${configurationsPerWorkspace} fit in one workspace: svc notification list shows them, svc notification delete ID --yes makes room.`;
    throw new RejectedError(message, { errors, status, request, hint: room, cause: error });
  }
}

/**
 * Whether the destination of a configuration passed its verification, as far as the answer shows it: not every service verifies
 * before it saves, so that the success of a write says nothing. `successful` may be text
 * (docs/protocol/notifications.md#other-services).
 */
export function hasPassed({ attributes }: NotificationConfiguration): boolean | undefined {
  const [response] = attributes['delivery-responses'] ?? [];
  return response && String(response.successful ?? /^2\d\d$/.test(String(response.code))) === 'true';
}

/** The same in words. */
export function verificationWords(configuration: NotificationConfiguration): string {
  const { attributes } = configuration;
  if (attributes['destination-type'] === 'email') return 'E-mail is verified by a person: look whether it came.';
  const code = attributes['delivery-responses']?.[0]?.code;
  switch (hasPassed(configuration)) {
    case true:
      return `Its destination passed the verification${code ? ` with ${code}` : ''}.`;
    case false:
      return `Its destination did not pass the verification${code ? `: it answered ${code}` : ''}.`;
    default:
      return 'The service does not show whether its destination passed a verification.';
  }
}

function isAboutTheLimit({ detail = '', pointer = '', title = '' }: ServerProblem): boolean {
  return !pointer.startsWith('/data/attributes/') && /\bat most\b|\blimit\b|\bmaximum\b/i.test(`${title} ${detail}`);
}
