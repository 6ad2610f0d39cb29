import type { Command } from 'commander';
import { registerList } from '../../cli/resource-verbs.ts';
import { workspaceNameSearch } from '../../contract/platform/workspaces.ts';
import { workspace as resource } from '../../resources/workspace.ts';
import { registerShow } from './show.ts';

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
  registerShow(workspace);
}
