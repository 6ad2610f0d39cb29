import type { View } from '../terminal/view.ts';

/** What a deletion answers where the server answers nothing. */
export interface Deleted {
  id: string;
  deleted: true;
}

export const deletedView: View<Deleted> = {
  columns: [
    { name: 'id', of: ({ id }) => id, fit: 'whole' },
    { name: 'deleted', of: ({ deleted }) => deleted },
  ],
};
