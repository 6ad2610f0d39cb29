import type { Finding } from '../../../module/cache/upkeep.ts';
import { columnsOf, type View } from '../../../terminal/view.ts';

/** Files of the cache that are removed, and why. */
export const findingView: View<Finding> = {
  columns: columnsOf<Finding>('path:whole why:prose bytes'),
};
