import type { ReaderReport, StreamReport, Streams } from '../../broker/streams.ts';
import { card, type Drawing, section, stack } from '../../terminal/canvas.ts';
import { columnsOf, type View } from '../../terminal/view.ts';

/** A stream as the commands show it. */
export type StreamRow = Omit<StreamReport, 'maxAge'> & { server: string; maxAgeSeconds: number };

/** The stream of a name at a server. @throws {NotFoundError} without it */
export async function rowOf(streams: Streams, name: string, server: string): Promise<StreamRow> {
  const { maxAge, ...report } = await streams.report(name);
  return { ...report, server, maxAgeSeconds: maxAge / 1000 };
}

export const streamView: View<StreamRow> = {
  columns: columnsOf(
    'name:whole server:whole messages bytes oldest:time newest:time moved-aside',
    { name: 'max-age', of: ({ maxAgeSeconds }) => spanText(maxAgeSeconds) },
    'max-bytes replicas storage leader',
    { name: 'subjects', of: ({ subjects }) => subjects.join(' ') },
  ),
};

const readerView: View<ReaderReport> = {
  columns: columnsOf('name:whole lag last-active:time unacknowledged durable'),
};

/** A stream and its readers. */
export function streamDrawing(row: StreamRow): Drawing {
  return stack(card(streamView, row), section('Readers', readerView, row.readers));
}

const units = [
  ['d', 86_400],
  ['h', 3600],
  ['m', 60],
] as const;

/** A duration in its largest unit, as flags take it: `7d`, `90m`; `forever` for none. */
function spanText(seconds: number): string {
  if (seconds === 0) return 'forever';
  const [unit, size] = units.find(([, each]) => seconds % each === 0) ?? ['s', 1];
  return `${seconds / size}${unit}`;
}
