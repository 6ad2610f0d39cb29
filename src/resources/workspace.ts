import { type Workspace, workspaces } from '../contract/platform/workspaces.ts';
import { relatedId } from '../contract/relationships.ts';
import type { Listed } from './resource.ts';

/** A workspace of an organization, by name (docs/protocol/lookups.md#workspaces). */
export const workspace: Listed<Workspace> = {
  one: 'workspace',
  many: 'workspaces',
  scope: 'organization',
  list: workspaces.list,
  label: ({ attributes }) => attributes.name,
  view: {
    columns: [
      { name: 'id', of: ({ id }) => id, fit: 'whole' },
      { name: 'name', of: ({ attributes }) => attributes.name },
      { name: 'organization', of: (row) => relatedId(row, 'organization') },
      { name: 'repository', of: ({ attributes }) => attributes['vcs-repo']?.identifier },
      { name: 'execution-mode', of: ({ attributes }) => attributes['execution-mode'] },
      { name: 'locked', of: ({ attributes }) => attributes.locked },
    ],
  },
};
