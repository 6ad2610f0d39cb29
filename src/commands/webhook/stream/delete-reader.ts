import type { Command } from 'commander';
import { defaultStream } from '../../../cli/broker-flags.ts';
import { confirmDeletion, deletedView } from '../../../cli/deletion.ts';
import { explain } from '../../../cli/help.ts';
import { run } from '../../../cli/run.ts';
import { NotFoundError } from '../../../errors.ts';
import { atServer, streamFlags } from './at-server.ts';

export function registerDeleteReader(stream: Command): void {
  const verb = explain(stream.command('delete-reader'), {
    notes: `Deletes a name of --durable, with its place in the stream. Readers of this name end with exit code 3; the next reader creates it again,
and begins now, or with --since or --from-sequence. Deliveries stay, also those that were moved aside. svc webhook stream readers lists
the names. Prompts for confirmation unless --yes is given. With -o json: {"id": NAME, "deleted": true}.`,
    examples: ['svc webhook stream delete-reader deploy --nats nats://127.0.0.1:4222 --yes'],
  }).description('Delete the name that readers of the stream share');
  streamFlags(verb)
    .argument('<name>', 'name of --durable')
    .action(
      run(async (context, flags, name) => {
        const { dryRun, output } = context;
        const { stream: streamName = defaultStream } = flags;
        await atServer(flags, context, async (streams, server) => {
          const { readers } = await streams.report(streamName, { toDelete: true });
          const reader = readers.find((each) => each.name === name);
          if (!reader) {
            throw new NotFoundError(`No reader "${name}" of the stream "${streamName}" at ${server}.`, {
              hint: `svc webhook stream readers${flags.stream ? ` --stream ${flags.stream}` : ''}`,
            });
          }
          const what = `reader "${name}" of the stream "${streamName}" at ${server}`;
          if (reader.waiting) output.warn(`A process reads as "${name}" now; it ends with exit code 3.`);
          await confirmDeletion(`the ${what}`, context);
          if (dryRun) return output.note(`Dry run: would delete the ${what}.`);
          await streams.removeReader(streamName, name);
          await output.done(deletedView, { id: name, deleted: true }, `Deleted the ${what}.`);
        });
      }),
    );
}
