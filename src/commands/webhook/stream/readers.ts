import type { Command } from 'commander';
import { defaultStream } from '../../../cli/broker-flags.ts';
import { explain } from '../../../cli/help.ts';
import { run } from '../../../cli/run.ts';
import { atServer, streamFlags } from './at-server.ts';
import { readerView } from './view.ts';

export function registerReaders(stream: Command): void {
  const verb = explain(stream.command('readers'), {
    notes: `Each is a name that readers share (--durable), or a reader without one. "lag" counts the messages that it has not been given yet,
"moved-aside" those that failed too often (--max-deliver): svc webhook list --subscribe --moved-aside. "last-active" is when the last message
was given or acknowledged. "unacknowledged" counts the messages that it was given and has not finished, "redelivered" those of them that
it was given again. "waiting" says whether a process waits for the next message now.

svc webhook stream delete-reader deletes a name that is not needed any more.`,
    examples: [
      'svc webhook stream readers --nats nats://127.0.0.1:4222',
      'svc webhook stream readers --nats nats://127.0.0.1:4222 --columns name,lag,last-active -o tsv',
    ],
  }).description('List the readers of the stream');
  streamFlags(verb).action(
    run(async (context, flags) => {
      const { stream: name = defaultStream } = flags;
      await atServer(flags, context, async (streams, server) => {
        const { readers } = await streams.report(name);
        await context.output.list(readerView, readers, `The stream "${name}" at ${server} has no readers.`);
      });
    }),
  );
}
