import type { Change } from '../site/change.ts';
import type { View } from '../terminal/view.ts';

/** A difference between documents and service. */
export const changeView: View<Change> = {
  columns: [
    { name: 'action', of: ({ action }) => action },
    { name: 'kind', of: ({ kind }) => kind },
    { name: 'workspace', of: ({ workspace }) => workspace },
    { name: 'name', of: ({ name }) => name, fit: 'whole' },
    { name: 'changes', of: ({ changes }) => changes.map(({ attribute }) => attribute).join(' ') },
    { name: 'warnings', of: ({ warnings }) => warnings.join(' '), fit: 'prose' },
  ],
};
