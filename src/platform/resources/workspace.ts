import { type Workspace, workspaceNameSearch, workspaces } from '../../api/contract/platform/workspaces.ts';
import { relatedId } from '../../api/contract/relationships.ts';
import { columnsOf, viewOf } from '../../base/view.ts';
import type { Listed } from './resource.ts';

/** A workspace of an organization, by name (docs/protocol/lookups.md#workspaces). */
export const workspace: Listed<Workspace> & { search: string } = {
  one: 'workspace',
  list: workspaces.list,
  prefix: 'ws-',
  search: workspaceNameSearch,
  view: viewOf(
    'name organization repository mode=execution-mode locked id',
    columnsOf(
      'id name',
      { name: 'organization', of: (row) => relatedId(row, 'organization') },
      { name: 'repository', of: ({ attributes }) => attributes['vcs-repo']?.identifier },
      'execution-mode locked',
    ),
  ),
};
