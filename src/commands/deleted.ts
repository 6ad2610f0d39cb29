import type { View } from '../terminal/view.ts';

/** What a deletion answers where the server answers nothing. */
export interface Deleted {
  id: string;
  deleted: true;
}

export const deletedView: View<Deleted> = {
  columns: [
    { name: 'id', of: ({ id }) => id, whole: true },
    { name: 'deleted', of: ({ deleted }) => deleted },
  ],
};
