import type { Command } from 'commander';
import { workspaceNameSearch, workspaces } from '../../api/contract/platform/workspaces.ts';
import { workspaceNamed, workspaceWords } from '../../cli/lookup.ts';
import { pickWorkspace } from '../../cli/pick.ts';
import { registerList, registerShowing } from '../../cli/resource-verbs.ts';
import { workspacePage } from '../../cli/web-page.ts';
import { workspace as resource } from '../../platform/resources/workspace.ts';

export function register(workspace: Command): void {
  registerList(workspace, resource, {
    description: 'List the workspaces of an organization',
    notes: 'Set the organization with --organization, SVC_ORGANIZATION or in the profile.',
    search: workspaceNameSearch,
    examples: [
      'svc workspace list',
      'svc workspace list --organization acme --query network',
      `svc workspace list --jq '.[] | [.id, .attributes.name] | @tsv'`,
    ],
  });
  registerShowing(
    workspace,
    resource.view,
    {
      description: 'Show a workspace',
      argument: ['[workspace]', workspaceWords],
      calls: [workspaces.show, workspaces.byId],
      page: workspacePage,
      examples: ['svc workspace show network-production', 'svc workspace show acme/network-production --jq .id'],
    },
    async (context, typed) => {
      return [await workspaceNamed(typed ?? (await pickWorkspace({ argument: 'workspace' }, context)), context)];
    },
  );
}
