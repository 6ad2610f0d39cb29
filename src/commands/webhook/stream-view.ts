import { spanText } from '../../base/span-text.ts';
import type { ReaderReport, StreamReport } from '../../broker/streams.ts';
import { card, type Drawing, section, stack } from '../../terminal/canvas.ts';
import { columnsOf, type View } from '../../terminal/view.ts';

export const streamView: View<StreamReport> = {
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
export function streamDrawing(row: StreamReport): Drawing {
  return stack([card(streamView, row), section('Readers', readerView, row.readers)]);
}
