import { type Team, teams } from '../contract/platform/teams.ts';
import { relatedId } from '../contract/relationships.ts';
import type { Listed } from './resource.ts';

/** A team of an organization, by name (docs/protocol/teams.md). */
export const team: Listed<Team> = {
  one: 'team',
  many: 'teams',
  scope: 'organization',
  list: teams.list,
  label: ({ attributes }) => attributes.name,
  view: {
    columns: [
      { name: 'id', of: ({ id }) => id, fit: 'whole' },
      { name: 'name', of: ({ attributes }) => attributes.name },
      { name: 'organization', of: (row) => relatedId(row, 'organization') },
      { name: 'users-count', of: ({ attributes }) => attributes['users-count'] },
      { name: 'visibility', of: ({ attributes }) => attributes.visibility },
    ],
  },
};
