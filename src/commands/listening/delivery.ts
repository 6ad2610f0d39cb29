import { triggers } from '../../api/contract/notification.ts';
import { largest } from '../../base/text.ts';
import { columnsOf, type View, viewOf } from '../../base/view.ts';
import type { Context } from '../../cli/context.ts';
import { card, type Drawing, excerpt, section, stack } from '../../cli/terminal/canvas.ts';
import { dataLine } from '../../cli/terminal/printable.ts';
import { type Delivery, isAccepted } from '../../webhooks/delivery.ts';
import { type DeliveryRecord, eventOf } from '../../webhooks/delivery-record.ts';
import { factsOf } from '../../webhooks/event.ts';
import { nextChecks } from '../../webhooks/inspector/page/causes.mjs';
import { verdicts } from '../../webhooks/inspector/page/verdicts.mjs';

const widths = { verdict: 'verified'.length, trigger: largest(triggers.map(({ length }) => length)), name: 12 };
const idLength = 26;

/** Returns a delivery in one line: time, verdict, status, id, trigger, workspace, run, message, whether the sender repeats it, and the reason of a rejection. */
export function lineOf(delivery: Delivery): string {
  const { failure, id, repeats, reason } = delivery;
  const { trigger, workspaceName, workspace, run, message } = factsOf(delivery.notification);
  const facts = [trigger, workspaceName ?? workspace, run, message, repeats && 'repeated'];
  const shownId = noIdOf(delivery)?.padEnd(idLength) ?? repeats ?? id;
  return joined(delivery, [shownId, ...facts, failure, ...(isAccepted(delivery) ? [] : [reason])]);
}

/** Returns a shorter line for a terminal: without the id, without the reason, which is printed below, and with the run last, which may be cut. */
function shortLineOf(delivery: Delivery): string {
  const { trigger, workspaceName, workspace, run, message } = factsOf(delivery.notification);
  const place = cell(workspaceName ?? workspace, widths.name);
  const mark = noIdOf(delivery) ?? (delivery.repeats === undefined ? undefined : 'repeated');
  return joined(delivery, [cell(trigger, widths.trigger), place, mark, message, run], widths.verdict);
}

const longestVerdict = largest(Object.values(verdicts).map(({ words }) => words.length));

function joined(delivery: Delivery, facts: readonly (string | null | undefined)[], width = longestVerdict): string {
  const { at, status, verdict } = delivery;
  const time = new Date(at).toTimeString().slice(0, 8);
  const cells = facts.filter((fact) => fact !== null && fact !== undefined);
  return dataLine([time, verdicts[verdict].words.padEnd(width), status, ...cells].join('  ').trimEnd());
}

/** Returns the text that replaces the id of a delivery that is not stored, because svc webhook show would not find it. */
function noIdOf({ isStored, repeats }: Delivery): string | undefined {
  return isStored === false ? 'not stored' : repeats === null ? 'repeated' : undefined;
}

function cell(text: string | null, width: number): string {
  return (text !== null && text.length > width ? `${text.slice(0, width - 1)}…` : (text ?? '')).padEnd(width);
}

/** Prints a delivery of a listener: as a line, or as a JSON object. */
export function showDelivery(delivery: Delivery, output: Pick<Context['output'], 'event'>): Promise<void> {
  const { cause, failure = '', reason } = delivery;
  const below = isAccepted(delivery) || cause === null ? failure : `${reason}\nCheck next: ${nextChecks[cause]}`;
  const forTerminal = { below, failed: failure !== '', short: shortLineOf(delivery) };
  return output.event(`${lineOf(delivery)}\n`, eventOf(delivery), forTerminal);
}

const columns = columnsOf<DeliveryRecord>(
  'id',
  { name: 'verdict', of: ({ verdictText }) => verdictText, fit: 'whole', state: true },
  'trigger status at:time',
  { name: 'workspace', of: ({ notification }) => factsOf(notification).workspaceName },
  { name: 'run', of: ({ notification }) => factsOf(notification).run },
  { name: 'message', of: ({ notification }) => factsOf(notification).message, fit: 'prose' },
  'reason:prose signed-with',
);

const deliveryView: View<DeliveryRecord> = {
  // The first characters of an id, which every command accepts in its place: a whole id would leave no room for the workspace.
  ...viewOf('received=at trigger workspace verdict id status run message', columns, {
    id: ({ id }) => id.slice(0, 16),
  }),
  below: (row) => (isAccepted(row) ? '' : (row.reason ?? '')),
};

const checkNext = {
  name: 'check-next',
  of: (row: DeliveryRecord) => (isAccepted(row) || row.cause === null ? null : nextChecks[row.cause]),
};

/** Returns the columns of deliveries. Dead letters also have a column for the readers that gave up. */
export function deliveryViewOf({ deadLetters }: { deadLetters?: true | undefined }): View<DeliveryRecord> {
  if (!deadLetters) return deliveryView;
  const [id, ...others] = columns;
  return { columns: [id!, ...columnsOf<DeliveryRecord>('moved-by'), ...others] };
}

// A long value is not cut: the terminal wraps it, so that a signature can be copied.
const headerView: View<readonly [string, string]> = {
  columns: [
    { name: 'header', of: ([name]) => name, fit: 'whole' },
    { name: 'value', of: ([, value]) => value, fit: 'whole' },
  ],
};

/** Draws a delivery with its headers and payload. */
export function deliveryDrawing(row: DeliveryRecord, flags: Parameters<typeof deliveryViewOf>[0]): Drawing {
  const payload = row.notification === null ? (row.body ?? row.base64) : JSON.stringify(row.notification, null, 2);
  const isCut = row.marks.includes('cut');
  const title = isCut ? `Payload (first part of ${row.bodySize} bytes)` : 'Payload';
  return stack([
    card({ columns: [...deliveryViewOf(flags).columns, checkNext] }, row),
    section('Headers', headerView, row.headers),
    excerpt(title, payload ?? '', { lines: 60, rest: `${isCut ? 'everything stored' : 'everything'} with -o json` }),
  ]);
}
