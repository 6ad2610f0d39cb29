import type { Command } from 'commander';
import { z } from 'zod';
import type { Context } from '../../cli/context.ts';
import { explain } from '../../cli/help.ts';
import { workspaceNamed, workspaceWords } from '../../cli/lookup.ts';
import { action } from '../../cli/run.ts';
import { workspaces } from '../../contract/platform/workspaces.ts';
import { workspaceView } from './view.ts';

export function registerShow(workspace: Command, context: Context): void {
  const { output } = context;
  explain(workspace.command('show'), {
    calls: [workspaces.show, workspaces.byId],
    examples: ['svc workspace show network-production', 'svc workspace show acme/network-production --jq .id'],
  })
    .description('Show a workspace')
    .argument('<workspace>', workspaceWords)
    .action(
      action(z.object({}), async (_, text: string) => {
        await output.show(workspaceView, await workspaceNamed(text, context));
      }),
    );
}
