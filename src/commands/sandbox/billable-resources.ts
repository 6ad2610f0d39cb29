import { columnsOf, type View } from '../../base/view.ts';
import { count } from '../../cli/values.ts';
import { type Command, verb } from '../../cli/verb.ts';
import { type RumReply, rumReply } from '../../sandbox/control-replies.ts';
import { controlNotes, openControl } from './control.ts';

const rumView: View<RumReply> = {
  columns: columnsOf('organization count threshold alerted'),
};

export const billableResources = verb({
  words: 'billable-resources',
  about: 'Set the number of billable resources of an organization',
  text: `Billable resources are the managed resources that a subscription is charged for. When their number reaches the threshold of the subscription, the owners get an e-mail: svc sandbox outbox. --organization selects the
organization (default: the first one of the sandbox). ${controlNotes}`,
  flags: (command: Command) => command.argument('<count>', 'number of resources', count),
  examples: ['svc sandbox billable-resources 500', 'svc sandbox billable-resources 20 --organization globex'],
  async run(context, _, resources) {
    const { output, settings } = context;
    const typed = settings.typed('organization')?.value;
    const steer = await openControl(context);
    const reply = await steer('POST', '/sandbox/rum', rumReply, { count: resources, organization: typed });
    if (reply.alerted) output.note('Sent an alert to the owners: svc sandbox outbox');
    await output.show(rumView, reply);
  },
});
