import { CheckFailedError, RejectedError, type ServerProblem } from '../base/errors.ts';
import type { Call } from '../contract/endpoint.ts';
import {
  configurationsPerWorkspace,
  type NotificationConfiguration,
  notifications,
} from '../contract/platform/notifications.ts';
import { related } from '../contract/relationships.ts';
import { notification } from '../resources/notification.ts';

/** What a write says about a configuration. */
interface Draft {
  attributes: object;
  relationships?: object | undefined;
}

/**
 * Creates a configuration in a workspace, or changes an existing one.
 * @param hint what to do if the destination does not pass the verification
 * @throws {CheckFailedError} if it does not, which leaves everything as it was
 */
export async function put(
  call: Call,
  place: { workspace_id: string } | { id: string },
  { attributes, relationships = {} }: Draft,
  hint: string,
): Promise<NotificationConfiguration> {
  const related = Object.keys(relationships).length > 0 ? { relationships } : {};
  const body = { data: { type: notification.type, attributes, ...related } };
  const reply =
    'id' in place
      ? verified(call(notifications.update, { ...place, body }), 'was not changed', hint)
      : verified(call(notifications.create, { ...place, body }), 'was not created', hint);
  return (await reply).data;
}

/**
 * The reply to a write; `result` is what a failed verification leaves: `was not created`.
 * @throws {CheckFailedError} for a 400, which here means that the destination failed the verification
 * (docs/protocol/notifications.md#verification)
 */
export async function verified<Reply>(reply: Promise<Reply>, result: string, hint: string): Promise<Reply> {
  try {
    return await reply;
  } catch (error) {
    if (!(error instanceof RejectedError)) throw error;
    const { errors, message, request, status } = error;
    if (status === 400) {
      const failure = `The destination did not pass the verification: the notification configuration ${result}.`;
      throw new CheckFailedError(failure, { errors, status, request, hint, cause: error });
    }
    if (status !== 422 || !errors.some(isAboutTheLimit)) throw error;
    const limit = `A workspace holds at most ${configurationsPerWorkspace}. Delete one with: svc notification delete ID --yes`;
    throw new RejectedError(message, { errors, status, request, hint: limit, cause: error });
  }
}

/**
 * Whether the destination of a configuration passed its verification, undefined where the reply does not show it. A successful
 * write alone does not prove it: some services save without a verification. `successful` may be text
 * (docs/protocol/notifications.md#other-services).
 */
export function hasPassed({ attributes }: NotificationConfiguration): boolean | undefined {
  const [response] = attributes['delivery-responses'] ?? [];
  return response && String(response.successful ?? /^2\d\d$/.test(String(response.code))) === 'true';
}

/** The result of the verification as a sentence. */
export function verificationReport(configuration: NotificationConfiguration): string {
  const { attributes, relationships } = configuration;
  if (attributes['destination-type'] === 'email') {
    // A service may omit an empty relationship.
    if (relationships && !related(configuration, 'users')?.length) return 'It has no users, so no e-mail is sent.';
    return 'Check that the verification e-mail arrived: the service cannot.';
  }
  const code = attributes['delivery-responses']?.[0]?.code;
  switch (hasPassed(configuration)) {
    case true:
      return `Its destination passed the verification${code ? ` with ${code}` : ''}.`;
    case false:
      return `Its destination did not pass the verification${code ? `: it answered ${code}` : ''}.`;
    default:
      return 'The service does not report whether its destination passed a verification.';
  }
}

function isAboutTheLimit({ detail = '', pointer = '', title = '' }: ServerProblem): boolean {
  return !pointer.startsWith('/data/attributes/') && /\bat most\b|\blimit\b|\bmaximum\b/i.test(`${title} ${detail}`);
}
