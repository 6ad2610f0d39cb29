import type { NotificationConfiguration } from '../../api/contract/platform/notifications.ts';
import { related } from '../../api/contract/relationships.ts';

/**
 * Returns whether the destination of a configuration passed its verification; undefined if the reply does not show it.
 * A successful write alone does not prove it: some services save without a verification. `successful` may be text
 * (docs/protocol/notifications.md#other-services).
 */
export function hasPassed({ attributes }: NotificationConfiguration): boolean | undefined {
  const [response] = attributes['delivery-responses'] ?? [];
  return response && String(response.successful ?? /^2\d\d$/.test(String(response.code))) === 'true';
}

/** Formats the result of the verification as a sentence. */
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
