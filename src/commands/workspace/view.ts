import type { Workspace } from '../../contract/platform/workspaces.ts';
import { relatedId } from '../../contract/relationships.ts';
import type { View } from '../../terminal/view.ts';

export const workspaceView: View<Workspace> = {
  columns: [
    { name: 'id', of: ({ id }) => id, fit: 'whole' },
    { name: 'name', of: ({ attributes }) => attributes.name },
    { name: 'organization', of: (row) => relatedId(row, 'organization') },
    { name: 'repository', of: ({ attributes }) => attributes['vcs-repo']?.identifier },
    { name: 'execution-mode', of: ({ attributes }) => attributes['execution-mode'] },
    { name: 'locked', of: ({ attributes }) => attributes.locked },
  ],
};
