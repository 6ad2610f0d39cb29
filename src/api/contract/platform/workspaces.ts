import { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { documentOf, flag, listOf, pageQuery, resource, text } from '../jsonapi.ts';

/** A workspace. assumed: its fields (docs/protocol/lookups.md#workspaces). */
export const workspace = resource(undefined, {
  name: text,
  'execution-mode': text,
  locked: flag,
  'vcs-repo': z.nullish(z.looseObject({ identifier: text })),
});
export type Workspace = z.infer<typeof workspace>;

/** The query parameter for a part of the name, in any case. */
export const workspaceNameSearch = 'search[name]';

/** assumed: the lookups of public services (docs/protocol/lookups.md#workspaces). */
export const workspaces = {
  list: endpoint('GET /organizations/:organization_name/workspaces', 'see workspaces', 'organization-member', {
    query: [workspaceNameSearch, ...pageQuery],
    reply: listOf(workspace),
  }),
  show: endpoint(
    'GET /organizations/:organization_name/workspaces/:name',
    'see this workspace',
    'organization-member',
    { reply: documentOf(workspace) },
  ),
  byId: endpoint('GET /workspaces/:workspace_id', 'see this workspace', 'organization-member', {
    reply: documentOf(workspace),
  }),
};
