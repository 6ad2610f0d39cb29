import type { Banner } from '../../contract/platform/banners.ts';
import { wallTime } from './zone.ts';

type State = 'published' | 'scheduled' | 'expired' | 'deactivated' | 'unpublished';

/** Where a banner stands, as the service's answer has it (docs/protocol/banners.md#states). */
function stateOf({ attributes }: Banner, now: Date): State {
  const { 'scheduled-publish-at': publish, 'scheduled-expire-at': expire } = attributes;
  if (attributes['deactivated-at']) return 'deactivated';
  if (expire && Date.parse(expire) <= now.getTime()) return 'expired';
  if (publish && Date.parse(publish) > now.getTime()) return 'scheduled';
  return attributes['published-at'] === null ? 'unpublished' : 'published';
}

/** Whether a new banner is up, and the words that say so. */
export function standing(banner: Banner, now: Date): { isUp: boolean; words: string } {
  const { id } = banner;
  switch (stateOf(banner, now)) {
    case 'published':
      return { isUp: true, words: `Put banner ${id} up.` };
    case 'scheduled':
      return { isUp: false, words: `Scheduled banner ${id}. It is not listed until ${publishTime(banner)}.` };
    case 'unpublished':
      return { isUp: false, words: `Made banner ${id}. The service has not published it yet.` };
    default:
      return { isUp: false, words: `Made banner ${id}, which is not up: it is over already.` };
  }
}

/** Why nobody sees a banner; undefined for one that is published. */
export function whyNotPublished(banner: Banner, now: Date): string | undefined {
  const { 'deactivated-at': deactivated, 'scheduled-expire-at': expire, timezone } = banner.attributes;
  switch (stateOf(banner, now)) {
    case 'published':
      return undefined;
    case 'scheduled':
      return `It is scheduled, and not listed until ${publishTime(banner)}.`;
    case 'expired':
      return `It expired at ${wallTime(expire ?? '', timezone)} and is not listed.`;
    case 'deactivated':
      return `It was deactivated at ${wallTime(deactivated ?? '', 'UTC')} and is not listed.`;
    case 'unpublished':
      return 'The service has not published it yet.';
  }
}

function publishTime({ attributes }: Banner): string {
  return wallTime(attributes['scheduled-publish-at'] ?? '', attributes.timezone);
}
