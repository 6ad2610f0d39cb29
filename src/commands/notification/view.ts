import { maskUrls } from '../../base/secrets.ts';
import type { DeliveryResponse, NotificationConfiguration } from '../../contract/platform/notifications.ts';
import { relatedIds } from '../../contract/relationships.ts';
import { card, type Drawing, excerpt, section, stack } from '../../terminal/canvas.ts';
import type { View } from '../../terminal/view.ts';

/** Masks passwords and signatures in URLs. JSON has the whole URL. */
const shownUrl = (url: unknown) => (typeof url === 'string' ? maskUrls(url) : url);

export const notificationView: View<NotificationConfiguration> = {
  columns: [
    { name: 'id', of: ({ id }) => id, fit: 'whole' },
    { name: 'name', of: ({ attributes }) => attributes.name },
    { name: 'enabled', of: ({ attributes }) => attributes.enabled },
    { name: 'destination-type', of: ({ attributes }) => attributes['destination-type'] },
    { name: 'triggers', of: ({ attributes }) => attributes.triggers?.join(', '), fit: 'prose' },
    { name: 'url', of: ({ attributes }) => shownUrl(attributes.url), fit: 'prose' },
    { name: 'users', of: (row) => idsOf(row, 'users') },
    { name: 'workspace', of: (row) => idsOf(row, 'subscribable') },
    { name: 'updated-at', of: ({ attributes }) => attributes['updated-at'], time: true },
  ],
};

const unplaced = notificationView.columns.filter(({ name }) => name !== 'workspace');

/** The same with the names of workspaces first. */
export function placedView(
  names: Pick<ReadonlyMap<NotificationConfiguration, string>, 'get'>,
): View<NotificationConfiguration> {
  return { columns: [{ name: 'workspace', of: (row) => names.get(row), fit: 'whole' }, ...unplaced] };
}

/** The rows of one workspace: CSV and TSV have the columns of several, and a table does not repeat the name. */
export function listView(workspace: string): View<NotificationConfiguration> {
  return { ...placedView({ get: () => workspace }), table: unplaced };
}

const responseView: View<DeliveryResponse> = {
  columns: [
    { name: 'sent-at', of: (response) => response['sent-at'], fit: 'whole', time: true },
    { name: 'code', of: ({ code }) => code },
    { name: 'successful', of: ({ successful }) => successful },
    { name: 'url', of: ({ url }) => shownUrl(url), fit: 'prose' },
  ],
};

/** A configuration with the last response of its destination. */
export function notificationDrawing(row: NotificationConfiguration): Drawing {
  const responses = row.attributes['delivery-responses'] ?? [];
  const bodies = responses.map(({ body }) =>
    excerpt('Response', body ?? '', { lines: 10, rest: 'all of it with -o json' }),
  );
  return stack(card(notificationView, row), section('Verifications', responseView, responses), ...bodies);
}

function idsOf(configuration: NotificationConfiguration, name: string): string | undefined {
  return relatedIds(configuration, name)?.join(', ') || undefined;
}
