import type { Change } from '../site/change.ts';
import { columnsOf, type View } from '../terminal/view.ts';

/** A difference between documents and service. */
export const changeView: View<Change> = {
  columns: columnsOf(
    'action kind workspace',
    { name: 'name', fit: 'whole' },
    { name: 'changes', of: ({ changes }) => changes.map(({ attribute }) => attribute).join(' ') },
    { name: 'warnings', of: ({ warnings }) => warnings.join(' '), fit: 'prose' },
  ),
};
