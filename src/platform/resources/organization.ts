import { type Organization, organizations } from '../../api/contract/platform/organizations.ts';
import { columnsOf, viewOf } from '../../base/view.ts';
import type { Listed } from './resource.ts';

/** An organization that the caller belongs to (docs/protocol/lookups.md#organizations). */
export const organization: Listed<Organization> & { search: string } = {
  one: 'organization',
  list: organizations.list,
  search: 'q',
  emptyMessage: 'You do not belong to any organization.',
  view: viewOf(
    'name email plan=plan-identifier',
    columnsOf(
      { name: 'name', of: ({ attributes, id }) => attributes.name ?? id, fit: 'whole' },
      'email plan-identifier',
    ),
  ),
};
