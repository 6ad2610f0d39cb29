import { configurationsPerWorkspace, urlComplaint } from '../../contract/platform/notifications.ts';
import { relatedIds } from '../../contract/relationships.ts';
import { notification } from '../../resources/notification.ts';
import type { Row } from '../../resources/resource.ts';
import { phases } from '../change.ts';
import { listKind } from '../list-kind.ts';
import { notificationEntry } from '../schema.ts';

/** Whether e-mail goes to addresses that are not those of users (docs/protocol/notifications.md#other-services). */
function hasOtherReceivers(row: Row): boolean {
  const hasSome = (name: string) => [row.attributes[name] ?? []].flat().length > 0;
  const hasUsers = (relatedIds(row, 'users') ?? []).length > 0;
  const isMail = row.attributes['destination-type'] === 'email';
  return isMail && (hasSome('external-email-addresses') || (hasSome('email-addresses') && !hasUsers));
}

/** The notification configurations of workspaces, by name in each workspace. */
export const notificationKind = listKind({
  name: 'notifications',
  resource: notification,
  phases: { write: phases.members, delete: phases.members },
  schema: notificationEntry,
  most: configurationsPerWorkspace,
  foreign: (row) => (hasOtherReceivers(row) ? 'e-mail addresses are' : undefined),

  lacks({ 'destination-type': type, url }) {
    const complaint = url === undefined ? urlComplaint(String(type), undefined) : undefined;
    return complaint && `: its url ${complaint}`;
  },

  comments({ attributes }, sent) {
    const version = sent?.url;
    return [
      ...(version === undefined
        ? []
        : [`The URL is a secret. To change it, add url with version ${(version ?? 0) + 1}.`]),
      ...(attributes['destination-type'] === 'generic'
        ? ['A token is not readable. If deliveries are signed, add token.']
        : []),
    ];
  },
});
