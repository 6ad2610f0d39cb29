import type { Finding } from '../../../module/cache/upkeep.ts';
import type { View } from '../../../terminal/view.ts';

/** Files of the cache that are removed, and why. */
export const findingView: View<Finding> = {
  columns: [
    { name: 'path', of: ({ path }) => path, fit: 'whole' },
    { name: 'why', of: ({ why }) => why, fit: 'prose' },
    { name: 'bytes', of: ({ bytes }) => bytes },
  ],
};
