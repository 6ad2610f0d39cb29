import { maskUrls } from '../base/secrets.ts';
import { type NotificationConfiguration, notifications } from '../contract/platform/notifications.ts';
import { relatedIds } from '../contract/relationships.ts';
import { columnsOf } from '../terminal/view.ts';
import { type Listed, plain, type Resource } from './resource.ts';

/** A notification configuration of a workspace, by name (docs/protocol/notifications.md). */
export const notification: Resource & Listed<NotificationConfiguration> = {
  kind: 'notification',
  one: 'notification configuration',
  type: 'notification-configurations',
  ...notifications,
  identity: ({ name }) => String(name),
  fields: {
    name: {},
    // An update does not have it (docs/protocol/notifications.md#update).
    'destination-type': { only: 'create' },
    ...plain('url triggers'),
    // Some services require it (docs/protocol/notifications.md#sending-enabled).
    enabled: { initial: false },
    token: { secret: true },
    users: { to: 'users', isPart: (attributes) => attributes['destination-type'] === 'email' },
  },
  view: {
    columns: columnsOf(
      'id name',
      { name: 'enabled', state: true },
      'destination-type',
      { name: 'triggers', of: ({ attributes }) => attributes.triggers?.join(', '), fit: 'prose' },
      { name: 'url', of: ({ attributes }) => shownUrl(attributes.url), fit: 'prose' },
      { name: 'users', of: (row) => relatedIds(row, 'users')?.join(', ') },
      { name: 'workspace', of: (row) => relatedIds(row, 'subscribable')?.join(', ') },
      'updated-at',
    ),
  },
};

/** Masks passwords and signatures in a URL. JSON has the whole URL. */
export const shownUrl = (url: unknown) => (typeof url === 'string' ? maskUrls(url) : url);
