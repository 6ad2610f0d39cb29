import type { Banner } from '../../api/contract/platform/banners.ts';
import { wallTime } from './zone.ts';

type State = 'published' | 'scheduled' | 'expired' | 'deactivated' | 'unpublished';

/** Returns the state of a banner in a response of the service (docs/protocol/banners.md#states). */
function stateOf({ attributes }: Banner, now: Date): State {
  const { 'scheduled-publish-at': publish, 'scheduled-expire-at': expire } = attributes;
  if (attributes['deactivated-at']) return 'deactivated';
  if (expire && Date.parse(expire) <= now.getTime()) return 'expired';
  if (publish && Date.parse(publish) > now.getTime()) return 'scheduled';
  return attributes['published-at'] === null ? 'unpublished' : 'published';
}

/** Returns the messages about a new banner: that svc created it and, if it is not published, why. */
export function messagesOf(banner: Banner, now: Date): { created: string; why?: string } {
  const { attributes, id } = banner;
  const time = (name: keyof typeof attributes, zone = attributes.timezone) => wallTime(String(attributes[name]), zone);
  const over = `Created banner ${id}, but it is not published: it has already expired.`;
  switch (stateOf(banner, now)) {
    case 'published':
      return { created: `Published banner ${id}.` };
    case 'scheduled': {
      const until = `for ${time('scheduled-publish-at')}. It is not listed until then.`;
      return { created: `Scheduled banner ${id} ${until}`, why: `The banner is scheduled ${until}` };
    }
    case 'expired':
      return { created: over, why: `The banner expired at ${time('scheduled-expire-at')} and is not listed.` };
    case 'deactivated':
      return {
        created: over,
        why: `The banner was deactivated at ${time('deactivated-at', 'UTC')} and is not listed.`,
      };
    case 'unpublished': {
      const created = `Created banner ${id}. The service has not published it yet.`;
      return { created, why: 'The service has not published the banner yet.' };
    }
  }
}
