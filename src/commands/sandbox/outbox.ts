import { columnsOf, viewOf } from '../../base/view.ts';
import { verb } from '../../cli/verb.ts';
import { outboxReply } from '../../sandbox/control-replies.ts';
import type { MailRow } from '../../sandbox/rows/notifications.ts';
import { controlNotes, openControl } from './control.ts';

// No command accepts the id of an e-mail: without `fit` it is the first column to be hidden.
const mailView = viewOf<MailRow>('at to subject body id', [
  { name: 'id', of: ({ id }) => id },
  ...columnsOf<MailRow>('at:time', { name: 'to', of: ({ to }) => to.join(', ') }, 'subject:prose', {
    name: 'body',
    of: ({ body }) => body.trim(),
    fit: 'prose',
  }),
]);

export const outbox = verb({
  words: 'outbox',
  about: 'List the e-mail that the sandbox would have sent',
  text: `The sandbox stores e-mail instead of sending it. Lists the e-mail, the oldest first. ${controlNotes}`,
  examples: ['svc sandbox outbox', 'svc sandbox outbox --jq ".[-1].body"'],
  async run(context) {
    const steer = await openControl(context);
    const { mails } = await steer('GET', '/sandbox/outbox', outboxReply);
    await context.output.list(mailView, mails, 'The outbox is empty.');
  },
});
