import type { TeamMember } from '../../contract/platform/teams.ts';
import type { View } from '../../terminal/view.ts';

export const memberView: View<TeamMember> = {
  columns: [
    { name: 'id', of: ({ id }) => id, fit: 'whole' },
    { name: 'username', of: ({ attributes }) => attributes?.username },
    { name: 'is-service-account', of: ({ attributes }) => attributes?.['is-service-account'] },
  ],
};
