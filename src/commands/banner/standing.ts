import type { Banner } from '../../contract/platform/banners.ts';
import { wallTime } from './zone.ts';

/** Whether a banner is up, as the service's answer has it, and the words that say so. */
export function standing({ id, attributes }: Banner, now: Date): { isUp: boolean; words: string } {
  const { timezone, 'scheduled-publish-at': publish, 'scheduled-expire-at': expire } = attributes;
  if (attributes['deactivated-at'] || (expire && Date.parse(expire) <= now.getTime())) {
    return { isUp: false, words: `Made banner ${id}, which is not up: it is over already.` };
  }
  const published = attributes['published-at'];
  if (!published && publish && Date.parse(publish) > now.getTime()) {
    return { isUp: false, words: `Scheduled banner ${id}. It is not listed until ${wallTime(publish, timezone)}.` };
  }
  if (published === null) {
    return { isUp: false, words: `Made banner ${id}. The service has not published it yet.` };
  }
  return { isUp: true, words: `Put banner ${id} up.` };
}
