import type { Command } from 'commander';
import { CheckFailedError } from '../../base/errors.ts';
import { createQueue } from '../../base/queue.ts';
import { counted } from '../../base/text.ts';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { period, positive } from '../../cli/values.ts';
import { notifications } from '../../contract/platform/notifications.ts';
import { workspaces } from '../../contract/platform/workspaces.ts';
import { all } from '../../site/service.ts';
import type { View } from '../../terminal/view.ts';
import { type Audited, type Finding, findingNames, findingsIn } from './findings.ts';
import { namesWorkspaces, present, workspaceFlags, workspacesOf } from './workspaces.ts';

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
  explain(workspaceFlags(notification.command('audit')), {
    notes: `Reads the notification configurations of every workspace of the organization, or of the given ones, and reports: ${findingNames.join(', ')}.
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
    .option('--older-than <duration>', 'report a last delivery older than this (default: 30d)', period)
    .option('--jobs <n>', 'number of requests at the same time', positive, 8)
    .option('--check', 'exit with 8 if anything is found')
    .action(
      run(async (context, { check, jobs, olderThan, ...flags }) => {
        const { host, output, platformList, progress } = context;
        const wanted = namesWorkspaces(flags) ? flags : { allWorkspaces: true as const };
        const places = present(await workspacesOf(wanted, context));
        const spinner = progress('Reading the configurations');
        const queue = createQueue(jobs ?? 8);
        let done = 0;
        const audited = await Promise.all(
          places.map(({ id, name }) =>
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
