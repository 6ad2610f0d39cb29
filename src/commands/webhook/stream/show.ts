import type { Command } from 'commander';
import { defaultStream } from '../../../base/nats-url.ts';
import { explain } from '../../../cli/help.ts';
import { run } from '../../../cli/run.ts';
import { atServer, streamFlags } from './at-server.ts';
import { rowOf, streamDrawing, streamView } from './view.ts';

export function registerShow(stream: Command): void {
  const verb = explain(stream.command('show'), {
    notes: `A reader is a name that several share (--durable), or one without. "lag" counts the messages that it has not been given yet,
"unacknowledged" those that it was given and has not finished. "last-active" is when the last message was given or acknowledged. "moved-aside"
counts the deliveries that failed too often (--max-deliver): svc webhook list --subscribe --moved-aside. The nats command deletes streams,
readers and messages.`,
    examples: [
      'svc webhook stream show --nats nats://127.0.0.1:4222',
      'svc webhook stream show --nats nats://127.0.0.1:4222 --jq ".readers[] | [.name, .lag, .lastActive] | @tsv"',
    ],
  }).description('Show the stream of deliveries and its readers');
  streamFlags(verb).action(
    run(async (context, flags) => {
      const row = await atServer(flags, context, (streams, server) =>
        rowOf(streams, flags.stream ?? defaultStream, server),
      );
      await context.output.show(streamView, row, streamDrawing(row));
    }),
  );
}
