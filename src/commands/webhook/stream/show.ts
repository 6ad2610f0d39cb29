import type { Command } from 'commander';
import { defaultStream } from '../../../cli/broker-flags.ts';
import { explain } from '../../../cli/help.ts';
import { run } from '../../../cli/run.ts';
import { atServer, streamFlags } from './at-server.ts';
import { rowOf, streamDrawing, streamView } from './view.ts';

export function registerShow(stream: Command): void {
  const verb = explain(stream.command('show'), {
    notes: `The readers are those of svc webhook stream readers, and "moved-aside" counts the deliveries that they could not handle
(svc webhook list --subscribe --moved-aside), those of deleted readers too.

With -o json, "readers" is a list, and "unverified" the stream of what is not verified, or null without it.`,
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
