import type { Command } from 'commander';
import { type NotificationConfiguration, notifications } from '../../api/contract/platform/notifications.ts';
import { workspaces } from '../../api/contract/platform/workspaces.ts';
import { CheckFailedError } from '../../base/errors.ts';
import type { Context } from '../../cli/context.ts';
import { verb } from '../../cli/verb.ts';
import { hasPassed, verificationReport } from '../../platform/notifications/verification.ts';
import { notification as resource, verified } from '../../platform/resources/notification.ts';
import { byNameNotes, idsNotes, namedConfigurations, nameHelp, selectedId } from './by-name.ts';
import { listPlaced, notificationDrawing } from './view.ts';
import { severalNotes, type WorkspacesFlags, workspaceRules, workspacesFlags } from './workspace-flags.ts';

export const verifyVerb = verb({
  words: 'verify',
  about: 'Verify the destination of a notification configuration',
  text: `The service sends a verification request to the destination, whether the configuration is enabled or not, and stores a 2xx response.
Any other response, or none, is a failure (exit 8) and changes nothing.

${idsNotes}

${byNameNotes}

${severalNotes}`,
  flags: (command: Command) =>
    workspacesFlags(command)
      .argument('[id...]', 'ids of configurations, nc-…; - reads them from stdin')
      .option('--name <name>', nameHelp),
  rules: workspaceRules,
  calls: [notifications.verify, notifications.list, workspaces.show, workspaces.list],
  examples: [
    'svc notification verify nc-0123456789abcdef',
    'svc notification verify --name CI --all-workspaces --failed-to failed.txt',
  ],
  async run(context, { name, ...flags }, ids) {
    const { output } = context;
    const id = await selectedId(ids, name, flags, context);
    if (id === undefined) return verifyEach(ids, name, flags, context);
    const data = await verify(id, context);
    const report = verificationReport(data);
    if (hasPassed(data) !== false) output.note(report);
    await output.show(resource.view, data, notificationDrawing(data));
    if (hasPassed(data) === false) throw new CheckFailedError(report, { hint: hintFor(id) });
  },
});

async function verifyEach(
  ids: readonly string[],
  name: string | undefined,
  flags: WorkspacesFlags,
  context: Context,
): Promise<void> {
  const { each, step } = await namedConfigurations(ids, name, flags, ['verify', 'Verifying'], context);
  const done = await step(async ({ id }, place) => {
    const data = await verify(id, context);
    const report = verificationReport(data);
    if (hasPassed(data) === false) throw new CheckFailedError(report, { hint: hintFor(id) });
    context.output.note(`${place.name}: ${report}`);
    return data;
  });
  if (name !== undefined) return listPlaced(each, done);
  await each.list(
    resource.view,
    done.map(([, row]) => row),
  );
  each.finish();
}

async function verify(id: string, { platform }: Pick<Context, 'platform'>): Promise<NotificationConfiguration> {
  return (await verified(platform(notifications.verify, { id }), 'was not changed', hintFor(id))).data;
}

const hintFor = (id: string) => `To see its URL: svc notification show ${id}`;
