import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { body, one, resource, typeOrNone } from '../jsonapi.ts';

/** An organization's subscription. assumed: its fields except `rum-alert-threshold` (docs/protocol/subscriptions.md#assumed). */
export const subscription = resource('subscriptions', {
  'rum-alert-threshold': z.number().nullish(),
  'rum-threshold-alert-sent-at': z.string().nullish(),
  'is-active': z.boolean().nullish(),
  'start-at': z.string().nullish(),
  'end-at': z.string().nullish(),
});
export type Subscription = z.infer<typeof subscription>;

/** Null or 0 clears the threshold (docs/protocol/subscriptions.md#threshold). */
export const subscriptionPatch = z.looseObject({ 'rum-alert-threshold': z.int().min(0).nullable() });
export type SubscriptionPatch = z.infer<typeof subscriptionPatch>;

/** Hosted only (docs/protocol/subscriptions.md#endpoints). */
export const subscriptions = {
  show: endpoint('GET /subscriptions/:id', {
    access: 'organization-member',
    edition: 'hosted',
    reply: one(subscription),
  }),
  update: endpoint('PATCH /organizations/:organization_name/subscription', {
    access: 'organization-owner',
    edition: 'hosted',
    body: body({ type: typeOrNone('subscriptions'), attributes: subscriptionPatch }),
    reply: one(subscription),
  }),
};
