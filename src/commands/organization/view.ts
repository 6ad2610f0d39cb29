import type { Organization } from '../../contract/platform/organizations.ts';
import type { View } from '../../terminal/view.ts';

export const organizationView: View<Organization> = {
  columns: [
    { name: 'name', of: ({ attributes, id }) => attributes.name ?? id, fit: 'whole' },
    { name: 'email', of: ({ attributes }) => attributes.email },
    { name: 'plan-identifier', of: ({ attributes }) => attributes['plan-identifier'] },
  ],
};
