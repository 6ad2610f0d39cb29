import type { Command } from 'commander';
import type { Context } from '../../cli/context.ts';
import { explain } from '../../cli/help.ts';
import { organizationName } from '../../cli/lookup.ts';
import { run } from '../../cli/run.ts';
import { collect } from '../../cli/set-flag.ts';
import { period, positive } from '../../cli/values.ts';
import { notifications } from '../../contract/platform/notifications.ts';
import { workspaces } from '../../contract/platform/workspaces.ts';
import { CheckFailedError, NotFoundError, UsageError } from '../../errors.ts';
import { createQueue } from '../../queue.ts';
import { selected } from '../../site/patterns.ts';
import { all } from '../../site/service.ts';
import type { View } from '../../terminal/view.ts';
import { counted } from '../../text.ts';
import { type Audited, type Finding, findingNames, findingsIn } from './findings.ts';

const findingView: View<Finding> = {
  columns: [
    { name: 'workspace', of: ({ workspace }) => workspace, fit: 'whole' },
    { name: 'finding', of: ({ finding }) => finding, fit: 'whole' },
    { name: 'name', of: ({ name }) => name },
    { name: 'id', of: ({ id }) => id, fit: 'whole' },
    { name: 'detail', of: ({ detail }) => detail, fit: 'prose' },
  ],
};

const thirtyDaysMs = 30 * 24 * 3600 * 1000;

export function registerAudit(notification: Command): void {
  explain(notification.command('audit'), {
    notes: `Reads the notification configurations of every workspace of the organization, or of those that -w names, and reports: ${findingNames.join(', ')}.
different-settings compares the configurations of one name in all workspaces. The service never shows whether a configuration has a token,
so an unsigned one is not found. Nothing is changed.`,
    calls: [workspaces.list, notifications.list],
    examples: [
      'svc notification audit',
      'svc notification audit --older-than 7d',
      "svc notification audit -w 'network-*' -o json",
    ],
  })
    .description('Report configurations that are missing, disabled, failing or inconsistent')
    .option('-w, --workspace <name>', 'only these workspaces, with * and ?; repeatable', collect)
    .option('--all-workspaces', 'all workspaces of the organization (default)')
    .option('--older-than <duration>', 'report a last delivery older than this (default: 30d)', period)
    .option('--jobs <n>', 'number of requests at the same time', positive, 8)
    .option('--check', 'exit with 8 if anything is found')
    .action(
      run(async (context, { allWorkspaces, check, jobs, olderThan, workspace }) => {
        const { host, output, platformList, progress } = context;
        if (allWorkspaces && workspace) throw new UsageError('--workspace and --all-workspaces contradict each other.');
        const organization = await organizationName(context);
        const spinner = progress('Reading the workspaces');
        const places = await workspacesMatching(workspace, organization, context);
        const queue = createQueue(jobs ?? 8);
        let done = 0;
        const audited = await Promise.all(
          places.map(([name, id]) =>
            queue(async (): Promise<Audited> => {
              const configurations = await all(platformList(notifications.list, { workspace_id: id }));
              spinner.update(`Reading the configurations: ${++done} of ${counted(places.length, 'workspace')}`);
              return { workspace: name, configurations };
            }),
          ),
        ).finally(() => spinner.stop());
        const oldest = new Date(host.now().getTime() - (olderThan ?? thirtyDaysMs));
        const findings = findingsIn(audited, oldest);
        const found = audited.reduce((sum, { configurations }) => sum + configurations.length, 0);
        const scope = `${counted(found, 'configuration')} in ${counted(places.length, 'workspace')}`;
        await output.list(findingView, findings, `Nothing found in ${scope}.`);
        if (findings.length === 0) return;
        output.note(`${counted(findings.length, 'finding')} in ${scope}.`);
        if (check) throw new CheckFailedError(`The audit has ${counted(findings.length, 'finding')}.`);
      }),
    );
}

type Place = readonly [name: string, id: string];

/** The workspaces of an organization whose names match. @throws {NotFoundError} for a pattern without a match */
async function workspacesMatching(
  patterns: readonly string[] | undefined,
  organization: string,
  { platformList }: Pick<Context, 'platformList'>,
): Promise<Place[]> {
  const rows = await all(platformList(workspaces.list, { organization_name: organization }));
  const places = rows.map(({ attributes, id }): Place => [attributes.name ?? id, id]);
  if (patterns === undefined) return places;
  const names = places.map(([name]) => name);
  for (const pattern of patterns) {
    if (selected(names, [pattern]).length > 0) continue;
    throw new NotFoundError(`No workspace of ${organization} matches "${pattern}".`);
  }
  const chosen = new Set(selected(names, patterns));
  return places.filter(([name]) => chosen.has(name));
}
