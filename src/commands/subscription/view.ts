import type { Subscription } from '../../contract/platform/subscriptions.ts';
import { relatedId } from '../../contract/relationships.ts';
import { columnsOf, type View } from '../../terminal/view.ts';

export const subscriptionView: View<Subscription> = {
  columns: columnsOf(
    'id',
    { name: 'organization', of: (row) => relatedId(row, 'organization') },
    { name: 'feature-set', of: (row) => relatedId(row, 'feature-set'), fit: 'whole' },
    'rum-alert-threshold rum-threshold-alert-sent-at is-active start-at end-at',
  ),
};
