import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { count } from '../../cli/values.ts';
import { type RumReply, rumReply } from '../../sandbox/control-replies.ts';
import type { View } from '../../terminal/view.ts';
import { steeringNotes, steerSandbox } from './control.ts';

const rumView: View<RumReply> = {
  columns: [
    { name: 'organization', of: ({ organization }) => organization },
    { name: 'count', of: (row) => row.count },
    { name: 'threshold', of: ({ threshold }) => threshold },
    { name: 'alerted', of: ({ alerted }) => alerted },
  ],
};

export function registerRum(sandbox: Command): void {
  explain(sandbox.command('rum'), {
    notes: `When the count reaches the threshold of the subscription the owners get a mail: svc sandbox outbox. The organization is the
sandbox's first unless --organization names another. ${steeringNotes}`,
    examples: ['svc sandbox rum 500', 'svc sandbox rum 20 --organization globex'],
  })
    .description('Set how many billable resources an organization has')
    .argument('<count>', 'a whole number', count)
    .action(
      run(async (context, _, resources) => {
        const { output, settings } = context;
        const typed = settings.typed('organization')?.value;
        const steer = await steerSandbox(context);
        const answer = await steer('POST', '/sandbox/rum', rumReply, { count: resources, organization: typed });
        if (answer.alerted) output.note('Mailed the owners: svc sandbox outbox');
        await output.show(rumView, answer);
      }),
    );
}
