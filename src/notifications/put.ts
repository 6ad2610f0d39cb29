import type { Endpoint, Input, ReplyOf } from '../contract/endpoint.ts';
import { type NotificationConfiguration, notifications } from '../contract/platform/notifications.ts';
import { notification } from '../resources/notification.ts';
import { verified } from './verification.ts';

type Call = <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<ReplyOf<E>>;

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
