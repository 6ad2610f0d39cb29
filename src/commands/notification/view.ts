import type { DeliveryResponse, NotificationConfiguration } from '../../api/contract/platform/notifications.ts';
import { joined } from '../../base/text.ts';
import { columnsOf, type View, viewOf } from '../../base/view.ts';
import type { Context } from '../../cli/context.ts';
import type { EachItem } from '../../cli/each-item.ts';
import { card, type Drawing, excerpt, section, stack } from '../../cli/terminal/canvas.ts';
import { verificationReport } from '../../platform/notifications/verification.ts';
import { notification, notificationTable, shownUrl } from '../../platform/resources/notification.ts';
import type { Put } from '../../platform/resources/put.ts';

const unplaced = notification.view.columns.filter(({ name }) => name !== 'workspace');

/** Returns the view of configurations with the workspace in the first column. A table of a single workspace omits that column. */
export function workspaceView(
  names: Pick<ReadonlyMap<NotificationConfiguration, string>, 'get'>,
  isMany = true,
): View<NotificationConfiguration> {
  const nameOf = (row: NotificationConfiguration) => names.get(row);
  const columns = [{ name: 'workspace', of: nameOf, fit: 'whole' } as const, ...unplaced];
  return viewOf(isMany ? `workspace ${notificationTable}` : notificationTable, columns);
}

/** Reports a created configuration: on one line if several were created, else with the next commands. */
export function reportCreation(
  { differences, replaced, result, row }: Put<NotificationConfiguration>,
  place: string,
  isMany: boolean,
  { note, warn }: Context['output'],
): void {
  const { attributes, id } = row;
  const update = `svc notification update ${id}`;
  const lacksTriggers = attributes.triggers?.length === 0;
  if (result === 'existing') {
    const what = isMany
      ? `${place}: ${id} already exists`
      : `Notification configuration ${attributes.name} already exists`;
    const change = differences?.length
      ? [`It differs from the flags in ${joined(differences)}. To change it: --replace`]
      : [];
    note([`${what}${isMany ? '' : ` in ${place}: ${id}`}.`, ...change].join(isMany ? ' ' : '\n'));
  } else if (isMany) {
    const deleted = replaced === undefined ? '' : `, deleted ${replaced}`;
    const state = attributes.enabled ? verificationReport(row) : 'It is disabled.';
    note(`${place}: ${result} ${id}${deleted}. ${state}${lacksTriggers ? ' It has no triggers.' : ''}`);
  } else {
    note(`${result === 'created' ? 'Created' : 'Updated'} notification configuration ${id}.`);
    note(attributes.enabled ? verificationReport(row) : `It is disabled. To enable it: ${update} --enabled`);
    if (lacksTriggers) warn(`It has no triggers. To add them: ${update} --trigger all`);
  }
}

/** Shows a single configuration as a card, and several as a list, with the workspaces that the flags name. */
export async function showPlaced(
  each: EachItem,
  placed: readonly (readonly [place: { name: string }, row: NotificationConfiguration])[],
  output: Context['output'],
): Promise<void> {
  const names = new Map(placed.map(([{ name }, row]) => [row, name]));
  const { isMany, items } = each.deed;
  if (isMany) await each.list(items ? notification.view : workspaceView(names), [...names.keys()]);
  else for (const row of names.keys()) await output.show(notification.view, row, notificationDrawing(row));
}

const responseView: View<DeliveryResponse> = {
  columns: columnsOf('sent-at:whole code successful', { name: 'url', of: ({ url }) => shownUrl(url), fit: 'prose' }),
};

/** Draws a configuration with the last response of its destination. */
export function notificationDrawing(row: NotificationConfiguration): Drawing {
  const responses = row.attributes['delivery-responses'] ?? [];
  const bodies = responses.map(({ body }) =>
    excerpt('Response', body ?? '', { lines: 10, rest: 'all of it with -o json' }),
  );
  return stack([card(notification.view, row), section('Verifications', responseView, responses), ...bodies]);
}
