import { workspaces } from '../../api/contract/platform/workspaces.ts';
import { workspaceNamed, workspaceWords } from '../../cli/lookup.ts';
import { pickWorkspace } from '../../cli/pick.ts';
import { listVerb, showVerb } from '../../cli/resource-verbs.ts';
import { workspacePage } from '../../cli/web-page.ts';
import { workspace as resource } from '../../platform/resources/workspace.ts';

const opening = 'A workspace belongs to an organization, and its runs change infrastructure.';

const list = listVerb(resource, {
  about: 'List the workspaces of an organization',
  text: `${opening} Set the organization with --organization, SVC_ORGANIZATION or in the profile.`,
  examples: [
    'svc workspace list',
    'svc workspace list --organization acme --query network',
    `svc workspace list --jq '.[] | [.id, .attributes.name] | @tsv'`,
  ],
});

const show = showVerb({
  view: resource.view,
  about: 'Show a workspace',
  text: opening,
  argument: ['[workspace]', workspaceWords],
  calls: [workspaces.show, workspaces.byId],
  page: workspacePage,
  examples: ['svc workspace show network-production', 'svc workspace show acme/network-production --jq .id'],
  read: async (context, typed) => {
    return [await workspaceNamed(typed ?? (await pickWorkspace({ argument: 'workspace' }, context)), context)];
  },
});

export const noun = { verbs: [list, show] };
