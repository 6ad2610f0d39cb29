import type { Command } from 'commander';
import { defaultStream } from '../../../cli/broker-flags.ts';
import { confirmDeletion, deletedView } from '../../../cli/deletion.ts';
import { explain } from '../../../cli/help.ts';
import { run } from '../../../cli/run.ts';
import { counted } from '../../../text.ts';
import { atServer, streamFlags } from './at-server.ts';
import { rowOf } from './view.ts';

export function registerDelete(stream: Command): void {
  const verb = explain(stream.command('delete'), {
    notes: `Deletes NAME and NAME-unverified with all their messages and readers. Publishers then answer 503 until the stream is created again.
Prompts for confirmation unless --yes is given. With -o json: {"id": NAME, "deleted": true}.`,
    examples: ['svc webhook stream delete --nats nats://127.0.0.1:4222 --yes'],
  }).description('Delete the stream of deliveries with its messages');
  streamFlags(verb).action(
    run(async (context, flags) => {
      const { dryRun, output } = context;
      const name = flags.stream ?? defaultStream;
      await atServer(flags, context, async (streams, server) => {
        const { messages, unverified } = await rowOf(streams, name, server, { toDelete: true });
        const what = `stream "${name}" at ${server} with ${counted(messages, 'message')}`;
        await confirmDeletion(what, context);
        if (dryRun) return output.note(`Dry run: would delete the ${what}.`);
        // A run that was killed in between can be repeated.
        if (unverified) await streams.remove(unverified.name);
        await streams.remove(name);
        await output.done(deletedView, { id: name, deleted: true }, `Deleted the ${what}.`);
      });
    }),
  );
}
