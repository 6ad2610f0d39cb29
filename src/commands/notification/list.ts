import type { Command } from 'commander';
import { z } from 'zod';
import type { Context } from '../../cli/context.ts';
import { explain } from '../../cli/help.ts';
import { workspaceId, workspaceWords } from '../../cli/lookup.ts';
import { action } from '../../cli/run.ts';
import { count, option } from '../../cli/values.ts';
import { notifications } from '../../contract/platform/notifications.ts';
import { workspaces } from '../../contract/platform/workspaces.ts';
import { notificationView } from './view.ts';

const flags = z.object({ workspace: z.string().optional(), limit: z.number().min(1).optional() });

export function registerList(notification: Command, context: Context): void {
  const { ask, output, platformList } = context;
  explain(notification.command('list'), {
    calls: [notifications.list, workspaces.show],
    examples: [
      'svc notification list -w network-production',
      'svc notification list -w acme/network-production --columns id,name,enabled,triggers',
    ],
  })
    .description('List the notification configurations of a workspace')
    .option('-w, --workspace <workspace>', workspaceWords)
    .addOption(option('--limit <n>', 'show at most that many', count))
    .action(
      action(flags, async (given) => {
        const workspace = given.workspace ?? (await ask.text('Workspace', { flag: '--workspace' }));
        const workspace_id = await workspaceId(workspace, context);
        const rows = platformList(notifications.list, { workspace_id }, { limit: given.limit });
        await output.list(notificationView, rows, `${workspace} has no notification configuration.`);
      }),
    );
}
