import { organizations } from '../../api/contract/platform/organizations.ts';
import { type Subscription, subscriptionPatch, subscriptions } from '../../api/contract/platform/subscriptions.ts';
import { relatedId } from '../../api/contract/relationships.ts';
import { columnsOf, type View } from '../../base/view.ts';
import type { Setting } from './resource.ts';

/** The subscription of an organization, with its alert threshold (docs/protocol/subscriptions.md). */
export const subscription: Setting<Subscription> & { view: View<Subscription> } = {
  kind: 'subscription',
  one: 'subscription',
  type: 'subscriptions',
  ...subscriptions,
  shape: subscriptionPatch.shape,
  permissions: ['can-manage-subscription'],
  // 0 equals null (docs/protocol/subscriptions.md#threshold).
  fields: { 'rum-alert-threshold': { compared: (threshold) => threshold || null } },

  async read(call, organization) {
    const { data } = await call(organizations.show, { organization_name: organization });
    const id = relatedId(data, 'subscription');
    return id === undefined ? undefined : (await call(subscriptions.show, { id })).data;
  },

  view: {
    columns: columnsOf(
      'id',
      { name: 'organization', of: (row) => relatedId(row, 'organization') },
      { name: 'feature-set', of: (row) => relatedId(row, 'feature-set'), fit: 'whole' },
      'rum-alert-threshold rum-threshold-alert-sent-at is-active start-at end-at',
    ),
  },
};
