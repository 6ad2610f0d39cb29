import type { Banner } from '../../api/contract/platform/banners.ts';
import { wallTime } from './zone.ts';

type State = 'published' | 'scheduled' | 'expired' | 'deactivated' | 'unpublished';

/** The state of a banner in a response of the service (docs/protocol/banners.md#states). */
function stateOf({ attributes }: Banner, now: Date): State {
  const { 'scheduled-publish-at': publish, 'scheduled-expire-at': expire } = attributes;
  if (attributes['deactivated-at']) return 'deactivated';
  if (expire && Date.parse(expire) <= now.getTime()) return 'expired';
  if (publish && Date.parse(publish) > now.getTime()) return 'scheduled';
  return attributes['published-at'] === null ? 'unpublished' : 'published';
}

/** The message about a new banner. */
export function creationMessage(banner: Banner, now: Date): string {
  const { id } = banner;
  switch (stateOf(banner, now)) {
    case 'published':
      return `Published banner ${id}.`;
    case 'scheduled':
      return `Scheduled banner ${id} for ${publishTime(banner)}. It is not listed until then.`;
    case 'unpublished':
      return `Created banner ${id}. The service has not published it yet.`;
    default:
      return `Created banner ${id}, but it is not published: it has already expired.`;
  }
}

/** Why a banner is not published; undefined for a published one. */
export function whyNotPublished(banner: Banner, now: Date): string | undefined {
  const { 'deactivated-at': deactivated, 'scheduled-expire-at': expire, timezone } = banner.attributes;
  switch (stateOf(banner, now)) {
    case 'published':
      return undefined;
    case 'scheduled':
      return `The banner is scheduled for ${publishTime(banner)}. It is not listed until then.`;
    case 'expired':
      return `The banner expired at ${wallTime(expire ?? '', timezone)} and is not listed.`;
    case 'deactivated':
      return `The banner was deactivated at ${wallTime(deactivated ?? '', 'UTC')} and is not listed.`;
    case 'unpublished':
      return 'The service has not published the banner yet.';
  }
}

function publishTime({ attributes }: Banner): string {
  return wallTime(attributes['scheduled-publish-at'] ?? '', attributes.timezone);
}
