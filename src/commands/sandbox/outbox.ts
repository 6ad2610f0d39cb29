import type { Command } from 'commander';
import { z } from 'zod';
import type { Context } from '../../cli/context.ts';
import { explain } from '../../cli/help.ts';
import { action } from '../../cli/run.ts';
import type { View } from '../../terminal/view.ts';
import { steeringNotes, steerSandbox } from './steer.ts';

const mail = z.looseObject({
  id: z.string(),
  at: z.string(),
  to: z.array(z.string()),
  subject: z.string(),
  body: z.string(),
});
const reply = z.looseObject({ mails: z.array(mail) });

const mailView: View<z.infer<typeof mail>> = {
  columns: [
    { name: 'id', of: ({ id }) => id, fit: 'whole' },
    { name: 'at', of: ({ at }) => at, time: true },
    { name: 'to', of: ({ to }) => to.join(', ') },
    { name: 'subject', of: ({ subject }) => subject, fit: 'prose' },
    { name: 'body', of: ({ body }) => body.trim(), fit: 'prose' },
  ],
};

export function registerOutbox(sandbox: Command, context: Context): void {
  const { output } = context;
  explain(sandbox.command('outbox'), {
    notes: `No mail leaves the sandbox: what it would send is here, the oldest first. ${steeringNotes}`,
    examples: ['svc sandbox outbox', 'svc sandbox outbox --jq ".[-1].body"'],
  })
    .description('List the mail that the sandbox would have sent')
    .action(
      action(z.object({}), async () => {
        const steer = await steerSandbox(sandbox, context);
        const { mails } = await steer('GET', '/sandbox/outbox', reply);
        await output.list(mailView, mails, 'No mail was sent.');
      }),
    );
}
