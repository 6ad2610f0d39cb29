import { notifications } from '../../api/contract/platform/notifications.ts';
import { workspaces } from '../../api/contract/platform/workspaces.ts';
import { CheckFailedError } from '../../base/errors.ts';
import { verb } from '../../cli/verb.ts';
import { hasPassed, verificationReport } from '../../platform/notifications/verification.ts';
import { verified } from '../../platform/resources/notification.ts';
import { findSelected, selectionFlags, selectionNotes } from './by-name.ts';
import { showPlaced } from './view.ts';
import { opening, workspaceRules } from './workspace-flags.ts';

export const verifyVerb = verb({
  words: 'verify',
  about: 'Verify the destination of a notification configuration',
  text: `${opening} The service sends a verification request to the destination, whether the configuration is enabled or not, and stores a 2xx response.
Any other response, or none, is a failure (exit 8) and changes nothing.

${selectionNotes}`,
  flags: selectionFlags,
  rules: workspaceRules,
  calls: [notifications.verify, notifications.list, workspaces.show, workspaces.list],
  examples: [
    'svc notification verify nc-0123456789abcdef',
    'svc notification verify --name CI --all-workspaces --failed-to failed.txt',
  ],
  async run(context, { name, ...flags }, ids) {
    const { output, platform } = context;
    const { each, step } = await findSelected(ids, name, flags, ['verify', 'Verifying'], context);
    const { isMany } = each.deed;
    let failure: CheckFailedError | undefined;
    const done = await step(async ({ id, name }) => {
      const hint = `To see its URL: svc notification show ${id}`;
      const { data } = await verified(platform(notifications.verify, { id }), 'was not changed', hint);
      const report = verificationReport(data);
      failure = hasPassed(data) === false ? new CheckFailedError(report, { hint }) : undefined;
      if (failure && isMany) throw failure;
      if (!failure) output.note(isMany ? `${name}: ${report}` : report);
      return data;
    });
    await showPlaced(each, done, output);
    each.finish();
    if (failure && !isMany) throw failure;
  },
});
