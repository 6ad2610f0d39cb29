import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { many, one, pageQuery, resource } from '../jsonapi.ts';

/** assumed: its fields (docs/protocol/lookups.md#workspaces). */
export const workspace = resource('workspaces', {
  name: z.string().nullish(),
  'execution-mode': z.string().nullish(),
  locked: z.boolean().nullish(),
  'vcs-repo': z.looseObject({ identifier: z.string().nullish() }).nullish(),
});
export type Workspace = z.infer<typeof workspace>;

/** Any part of a name, ignoring case. */
export const workspaceNameSearch = 'search[name]';

/** assumed: the lookups of public services (docs/protocol/lookups.md#workspaces). */
export const workspaces = {
  list: endpoint('GET /organizations/:organization_name/workspaces', {
    access: 'organization-member',
    query: [workspaceNameSearch, ...pageQuery],
    reply: many(workspace),
  }),
  show: endpoint('GET /organizations/:organization_name/workspaces/:name', {
    access: 'organization-member',
    reply: one(workspace),
  }),
  byId: endpoint('GET /workspaces/:workspace_id', { access: 'organization-member', reply: one(workspace) }),
};
