import type { Banner } from '../../api/contract/platform/banners.ts';
import { localTime } from '../../cli/terminal/time.ts';

/**
 * Returns the messages about a new banner: that svc created it and, if it is not published, why
 * (docs/protocol/banners.md#states).
 */
export function messagesOf({ attributes, id }: Banner, now: Date): { created: string; why?: string } {
  const timeOf = (time: string) => localTime(time, now, attributes.timezone);
  const {
    'deactivated-at': deactivatedAt,
    'scheduled-expire-at': expiresAt,
    'scheduled-publish-at': publishesAt,
  } = attributes;
  const created = `Created banner ${id}, but it is not published: it has already expired.`;
  if (deactivatedAt)
    return { created, why: `The banner was deactivated at ${timeOf(deactivatedAt)} and is not listed.` };
  if (expiresAt && Date.parse(expiresAt) <= now.getTime())
    return { created, why: `The banner expired at ${timeOf(expiresAt)} and is not listed.` };
  if (publishesAt && Date.parse(publishesAt) > now.getTime()) {
    const until = `for ${timeOf(publishesAt)}. It is not listed until then.`;
    return { created: `Scheduled banner ${id} ${until}`, why: `The banner is scheduled ${until}` };
  }
  if (attributes['published-at'] !== null) return { created: `Published banner ${id}.` };
  return {
    created: `Created banner ${id}. The service has not published it yet.`,
    why: 'The service has not published the banner yet.',
  };
}
