import type { Subscription } from '../../contract/platform/subscriptions.ts';
import { relatedId } from '../../contract/relationships.ts';
import type { View } from '../../terminal/view.ts';

export const subscriptionView: View<Subscription> = {
  columns: [
    { name: 'id', of: ({ id }) => id, fit: 'whole' },
    { name: 'organization', of: (row) => relatedId(row, 'organization') },
    { name: 'feature-set', of: (row) => relatedId(row, 'feature-set'), fit: 'whole' },
    { name: 'rum-alert-threshold', of: ({ attributes }) => attributes['rum-alert-threshold'] },
    {
      name: 'rum-threshold-alert-sent-at',
      of: ({ attributes }) => attributes['rum-threshold-alert-sent-at'],
      time: true,
    },
    { name: 'is-active', of: ({ attributes }) => attributes['is-active'] },
    { name: 'start-at', of: ({ attributes }) => attributes['start-at'], time: true },
    { name: 'end-at', of: ({ attributes }) => attributes['end-at'], time: true },
  ],
};
