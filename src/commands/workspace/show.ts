import type { Command } from 'commander';
import { z } from 'zod';
import { workspaces } from '../../contract/platform/workspaces.ts';
import { action } from '../action.ts';
import { workspaceNamed, workspaceWords } from '../by-name.ts';
import type { Context } from '../context.ts';
import { explain } from '../explain.ts';
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
