import { spanText } from '../../base/span-text.ts';
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
    { name: 'max-age', of: ({ maxAgeSeconds }) => (maxAgeSeconds === 0 ? 'forever' : spanText(maxAgeSeconds * 1000)) },
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
