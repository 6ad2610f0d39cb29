import type { Team, TeamMember } from '../../contract/platform/teams.ts';
import { relatedId } from '../../contract/relationships.ts';
import type { View } from '../../terminal/view.ts';

export const teamView: View<Team> = {
  columns: [
    { name: 'id', of: ({ id }) => id, fit: 'whole' },
    { name: 'name', of: ({ attributes }) => attributes.name },
    { name: 'organization', of: (row) => relatedId(row, 'organization') },
    { name: 'users-count', of: ({ attributes }) => attributes['users-count'] },
    { name: 'visibility', of: ({ attributes }) => attributes.visibility },
  ],
};

export const memberView: View<TeamMember> = {
  columns: [
    { name: 'id', of: ({ id }) => id, fit: 'whole' },
    { name: 'username', of: ({ attributes }) => attributes?.username },
    { name: 'is-service-account', of: ({ attributes }) => attributes?.['is-service-account'] },
  ],
};
