import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { workspaceId, workspaceWords } from '../../cli/lookup.ts';
import { pickWorkspace } from '../../cli/pick.ts';
import { run } from '../../cli/run.ts';
import { positive } from '../../cli/values.ts';
import { notifications } from '../../contract/platform/notifications.ts';
import { workspaces } from '../../contract/platform/workspaces.ts';
import { notificationView } from './view.ts';

export function registerList(notification: Command): void {
  explain(notification.command('list'), {
    calls: [notifications.list, workspaces.show],
    examples: [
      'svc notification list -w network-production',
      'svc notification list -w acme/network-production --columns id,name,enabled,triggers',
    ],
  })
    .description('List the notification configurations of a workspace')
    .option('-w, --workspace <workspace>', workspaceWords)
    .option('--limit <n>', 'maximum number of items', positive)
    .action(
      run(async (context, flags) => {
        const { output, platformList } = context;
        const workspace = flags.workspace ?? (await pickWorkspace({ flag: '--workspace' }, context));
        const workspace_id = await workspaceId(workspace, context);
        const rows = platformList(notifications.list, { workspace_id }, { limit: flags.limit });
        await output.list(notificationView, rows, `No notification configurations in ${workspace}.`);
      }),
    );
}
