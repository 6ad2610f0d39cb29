import type { FeatureSet } from '../../contract/platform/feature-sets.ts';
import type { View } from '../../terminal/view.ts';

export const featureSetView: View<FeatureSet> = {
  columns: [
    { name: 'id', of: ({ id }) => id, fit: 'whole' },
    { name: 'identifier', of: ({ attributes }) => attributes.identifier },
    { name: 'name', of: ({ attributes }) => attributes.name },
    { name: 'cost', of: ({ attributes }) => attributes.cost },
    { name: 'description', of: ({ attributes }) => attributes.description, fit: 'prose' },
    { name: 'is-free-tier', of: ({ attributes }) => attributes['is-free-tier'] },
    { name: 'is-managed-resource-plan', of: ({ attributes }) => attributes['is-managed-resource-plan'] },
    { name: 'is-current', of: ({ attributes }) => attributes['is-current'] },
  ],
};
