import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { workspaceNamed, workspaceWords } from '../../cli/lookup.ts';
import { pickWorkspace } from '../../cli/pick.ts';
import { run } from '../../cli/run.ts';
import { workspaces } from '../../contract/platform/workspaces.ts';
import { workspace as resource } from '../../resources/workspace.ts';

export function registerShow(workspace: Command): void {
  explain(workspace.command('show'), {
    calls: [workspaces.show, workspaces.byId],
    examples: ['svc workspace show network-production', 'svc workspace show acme/network-production --jq .id'],
  })
    .description('Show a workspace')
    .argument('[workspace]', workspaceWords)
    .action(
      run(async (context, _, typed) => {
        const { output } = context;
        const text = typed ?? (await pickWorkspace({ argument: 'workspace' }, context));
        await output.show(resource.view, await workspaceNamed(text, context));
      }),
    );
}
