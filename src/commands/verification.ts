import { configurationsPerWorkspace, type NotificationConfiguration } from '../contract/platform/notifications.ts';
import { CheckFailedError, RejectedError, type ServerProblem } from '../errors.ts';

/**
 * What a write answered.
 * @throws {CheckFailedError} for a 400, which here means that the destination did not pass (part 1, Notification configurations, rule 1)
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
    const room = `At most ${configurationsPerWorkspace} fit in one workspace: svc notification list shows them, svc notification delete ID makes room.`;
    throw new RejectedError(message, { errors, status, request, hint: room, cause: error });
  }
}

/** What the destination of a configuration that was verified said, or that nobody needs to say anything. */
export function verificationWords({ attributes }: NotificationConfiguration): string {
  if (attributes['destination-type'] === 'email') return 'E-mail is verified by a person: look whether it came.';
  const code = attributes['delivery-responses']?.[0]?.code;
  return `Its destination passed the verification${code ? ` with ${code}` : ''}.`;
}

function isAboutTheLimit({ detail = '', pointer = '', title = '' }: ServerProblem): boolean {
  return !pointer.startsWith('/data/attributes/') && /\bat most\b|\blimit\b|\bmaximum\b/i.test(`${title} ${detail}`);
}
