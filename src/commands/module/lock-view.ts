import type { Change } from '../../module/lock/changes.ts';
import type { View } from '../../terminal/view.ts';

export const changeView: View<Change> = {
  columns: [
    { name: 'module', of: ({ module }) => module, fit: 'whole' },
    { name: 'change', of: ({ change }) => change },
    { name: 'before', of: ({ before }) => before },
    { name: 'version', of: ({ version }) => version },
    { name: 'source', of: ({ source }) => source },
  ],
};
