import { spanText } from '../../base/parsers.ts';
import { columnsOf, type View } from '../../base/view.ts';
import { card, type Drawing, section, stack } from '../../cli/terminal/canvas.ts';
import type { ReaderReport, StreamReport } from '../../webhooks/broker/streams.ts';

export const streamView: View<StreamReport> = {
  columns: columnsOf(
    'name:whole server:whole messages bytes oldest:time newest:time dead-letters',
    { name: 'max-age', of: ({ maxAgeSeconds }) => (maxAgeSeconds === 0 ? 'forever' : spanText(maxAgeSeconds * 1000)) },
    'max-bytes replicas storage leader',
    { name: 'subjects', of: ({ subjects }) => subjects.join(' ') },
    {
      name: 'readers',
      of: ({ readers }) =>
        readers.map(({ lag, name, unacknowledged }) => `${name} ${lag}/${unacknowledged}`).join(', '),
    },
  ),
};
const withoutReaders = { columns: streamView.columns.filter(({ name }) => name !== 'readers') };

const readerView: View<ReaderReport> = {
  columns: columnsOf('name:whole lag last-active:time unacknowledged deleted-unread durable'),
};

/** Draws a stream and its readers. */
export function streamDrawing(row: StreamReport): Drawing {
  return stack([card(withoutReaders, row), section('Readers', readerView, row.readers)]);
}
