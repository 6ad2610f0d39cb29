import type { DeliveryResponse, NotificationConfiguration } from '../../api/contract/platform/notifications.ts';
import { columnsOf, type View, viewOf } from '../../base/view.ts';
import type { Context } from '../../cli/context.ts';
import type { EachItem } from '../../cli/each-item.ts';
import { card, type Drawing, excerpt, section, stack } from '../../cli/terminal/canvas.ts';
import { notification, notificationTable, shownUrl } from '../../platform/resources/notification.ts';

const unplaced = notification.view.columns.filter(({ name }) => name !== 'workspace');

/** Returns the view of configurations with the names of their workspaces first. */
export function placedView(
  names: Pick<ReadonlyMap<NotificationConfiguration, string>, 'get'>,
): View<NotificationConfiguration> {
  const workspace = {
    name: 'workspace',
    of: (row: NotificationConfiguration) => names.get(row),
    fit: 'whole',
  } as const;
  return viewOf(`workspace ${notificationTable}`, [workspace, ...unplaced]);
}

/** Shows one configuration as a card, several as a list, with the workspaces that the flags name. */
export async function showPlaced(
  each: EachItem,
  placed: readonly (readonly [place: { name: string }, row: NotificationConfiguration])[],
  output: Context['output'],
): Promise<void> {
  const names = new Map(placed.map(([{ name }, row]) => [row, name]));
  const { isMany, items } = each.deed;
  if (isMany) await each.list(items ? notification.view : placedView(names), [...names.keys()]);
  else for (const row of names.keys()) await output.show(notification.view, row, notificationDrawing(row));
}

/** Returns the view of one workspace. CSV and TSV have the same columns as for several workspaces; a table does not repeat the name. */
export function listView(workspace: string): View<NotificationConfiguration> {
  const { columns } = placedView({ get: () => workspace });
  return viewOf(notificationTable, columns);
}

const responseView: View<DeliveryResponse> = {
  columns: columnsOf({ name: 'sent-at', fit: 'whole' }, 'code successful', {
    name: 'url',
    of: ({ url }) => shownUrl(url),
    fit: 'prose',
  }),
};

/** Draws a configuration with the last response of its destination. */
export function notificationDrawing(row: NotificationConfiguration): Drawing {
  const responses = row.attributes['delivery-responses'] ?? [];
  const bodies = responses.map(({ body }) =>
    excerpt('Response', body ?? '', { lines: 10, rest: 'all of it with -o json' }),
  );
  return stack([card(notification.view, row), section('Verifications', responseView, responses), ...bodies]);
}
