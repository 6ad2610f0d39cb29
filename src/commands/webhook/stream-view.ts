import type { ReaderReport, StreamReport, Streams } from '../../broker/streams.ts';
import { card, type Drawing, section, stack } from '../../terminal/canvas.ts';
import type { View } from '../../terminal/view.ts';

/** A stream as the commands show it. */
export type StreamRow = Omit<StreamReport, 'maxAge'> & { server: string; maxAgeSeconds: number };

/** The stream of a name at a server. @throws {NotFoundError} without it */
export async function rowOf(streams: Streams, name: string, server: string): Promise<StreamRow> {
  const { maxAge, ...report } = await streams.report(name);
  return { ...report, server, maxAgeSeconds: maxAge / 1000 };
}

export const streamView: View<StreamRow> = {
  columns: [
    { name: 'name', of: ({ name }) => name, fit: 'whole' },
    { name: 'server', of: ({ server }) => server, fit: 'whole' },
    { name: 'messages', of: ({ messages }) => messages },
    { name: 'bytes', of: ({ bytes }) => bytes },
    { name: 'oldest', of: ({ oldest }) => oldest, time: true },
    { name: 'newest', of: ({ newest }) => newest, time: true },
    { name: 'moved-aside', of: ({ movedAside }) => movedAside },
    { name: 'max-age', of: ({ maxAgeSeconds }) => spanText(maxAgeSeconds) },
    { name: 'max-bytes', of: ({ maxBytes }) => maxBytes },
    { name: 'replicas', of: ({ replicas }) => replicas },
    { name: 'storage', of: ({ storage }) => storage },
    { name: 'leader', of: ({ leader }) => leader },
    { name: 'subjects', of: ({ subjects }) => subjects.join(' ') },
  ],
};

const readerView: View<ReaderReport> = {
  columns: [
    { name: 'name', of: ({ name }) => name, fit: 'whole' },
    { name: 'lag', of: ({ lag }) => lag },
    { name: 'last-active', of: ({ lastActive }) => lastActive, time: true },
    { name: 'unacknowledged', of: ({ unacknowledged }) => unacknowledged },
    { name: 'durable', of: ({ durable }) => durable },
  ],
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
