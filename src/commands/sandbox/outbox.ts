import type { Command } from 'commander';
import { columnsOf, type View } from '../../base/view.ts';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { type Mail, outboxReply } from '../../sandbox/control-replies.ts';
import { steeringNotes, steerSandbox } from './control.ts';

const mailView: View<Mail> = {
  columns: columnsOf('id at:time', { name: 'to', of: ({ to }) => to.join(', ') }, 'subject:prose', {
    name: 'body',
    of: ({ body }) => body.trim(),
    fit: 'prose',
  }),
};

export function registerOutbox(sandbox: Command): void {
  explain(sandbox.command('outbox'), {
    notes: `The sandbox sends no e-mail. This lists what it would have sent, the oldest first. ${steeringNotes}`,
    examples: ['svc sandbox outbox', 'svc sandbox outbox --jq ".[-1].body"'],
  })
    .description('List the e-mail that the sandbox would have sent')
    .action(
      run(async (context) => {
        const steer = await steerSandbox(context);
        const { mails } = await steer('GET', '/sandbox/outbox', outboxReply);
        await context.output.list(mailView, mails, 'The outbox is empty.');
      }),
    );
}
