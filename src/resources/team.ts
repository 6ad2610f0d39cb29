import { type Team, teams } from '../contract/platform/teams.ts';
import { relatedId } from '../contract/relationships.ts';
import { columnsOf } from '../terminal/view.ts';
import type { Listed } from './resource.ts';

/** A team of an organization, by name (docs/protocol/teams.md). */
export const team: Listed<Team> = {
  one: 'team',
  list: teams.list,
  view: {
    columns: columnsOf(
      'id name',
      { name: 'organization', of: (row) => relatedId(row, 'organization') },
      'users-count visibility',
    ),
  },
};
