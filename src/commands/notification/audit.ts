import { notifications } from '../../api/contract/platform/notifications.ts';
import { workspaces } from '../../api/contract/platform/workspaces.ts';
import { CheckFailedError } from '../../base/errors.ts';
import { counted } from '../../base/text.ts';
import { columnsOf, viewOf } from '../../base/view.ts';
import { EachItem } from '../../cli/each-item.ts';
import { period, positive } from '../../cli/values.ts';
import { type Command, verb } from '../../cli/verb.ts';
import { type Audited, type Finding, findingNames, findingsIn } from '../../platform/notifications/findings.ts';
import { configurationsOf } from './same-name.ts';
import { namesWorkspaces, opening, workspaceFlags } from './workspace-flags.ts';
import { workspacesOf } from './workspaces.ts';

const findingView = {
  ...viewOf<Finding>(
    'workspace finding name id',
    columnsOf('workspace:whole', { name: 'finding', fit: 'whole', state: true }, 'name:prose id detail:prose'),
  ),
  below: ({ detail, id }: Finding) => (id === null ? '' : detail),
};

const thirtyDaysMs = 30 * 24 * 3600 * 1000;

export const audit = verb({
  words: 'audit',
  about: 'Report configurations that are missing, disabled, failing or inconsistent',
  text: `${opening} The audit reads the notification configurations of every workspace of the organization, or of the given ones, and reports: ${findingNames.join(', ')}.
A workspace that cannot be read is named, and does not hide the others (the exit code is that of the first failure).
different-settings compares the configurations of one name in all workspaces. The service never shows whether a configuration has a token,
so an unsigned one is not found. Nothing is changed.`,
  flags: (command: Command) =>
    workspaceFlags(command)
      .option('--older-than <duration>', 'report a last delivery older than this (default: 30d)', period)
      .option('--jobs <n>', 'number of parallel requests', positive, 8)
      .option('--check', 'exit 8 if anything is found'),
  calls: [workspaces.list, notifications.list],
  examples: [
    'svc notification audit',
    'svc notification audit --older-than 7d',
    "svc notification audit -w 'network-*' -o json",
  ],
  async run(context, { check, jobs, olderThan, ...flags }) {
    const { host, output } = context;
    const scopeFlags = namesWorkspaces(flags) ? flags : { allWorkspaces: true as const };
    const deed = { words: 'read the configurations', doing: 'Reading the configurations', isMany: true };
    const places = await workspacesOf(scopeFlags, context);
    const each = new EachItem(places, { ...deed, failedTo: undefined, jobs }, context);
    const read = await each.step((workspace) => configurationsOf(workspace, context));
    if (read.length === 0) each.finish();
    const audited = read.map(([{ name }, configurations]): Audited => ({ workspace: name, configurations }));
    const oldest = new Date(host.now().getTime() - (olderThan ?? thirtyDaysMs));
    const findings = findingsIn(audited, oldest);
    const configurationCount = audited.reduce((sum, { configurations }) => sum + configurations.length, 0);
    const scope = `${counted(configurationCount, 'configuration')} in ${counted(read.length, 'workspace')}`;
    await output.list(findingView, findings, `Nothing found in ${scope}.`);
    if (findings.length > 0) output.note(`${counted(findings.length, 'finding')} in ${scope}.`);
    each.finish();
    if (check && findings.length > 0)
      throw new CheckFailedError(`The audit has ${counted(findings.length, 'finding')}.`);
  },
});
