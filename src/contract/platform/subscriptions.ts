import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { one, resource, typeOrNone } from '../jsonapi.ts';

/** An organization's subscription. assumed: its fields but `rum-alert-threshold` (facts, section d and appendix A). */
export const subscription = resource(
  'subscriptions',
  z.looseObject({
    'rum-alert-threshold': z.number().nullish(),
    'rum-threshold-alert-sent-at': z.string().nullish(),
    'is-active': z.boolean().nullish(),
    'start-at': z.string().nullish(),
    'end-at': z.string().nullish(),
  }),
);
export type Subscription = z.infer<typeof subscription>;

/** Null or 0 clears the threshold (part 1, Subscriptions, rule 2). */
export const subscriptionPatch = z.looseObject({ 'rum-alert-threshold': z.int().min(0).nullable() });
export type SubscriptionPatch = z.infer<typeof subscriptionPatch>;

/** Part 1, Subscriptions (hosted only). */
export const subscriptions = {
  show: endpoint({
    method: 'GET',
    path: '/subscriptions/:id',
    access: 'organization-member',
    edition: 'hosted',
    reply: one(subscription),
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/organizations/:organization_name/subscription',
    access: 'organization-owner',
    edition: 'hosted',
    body: z.looseObject({ data: z.looseObject({ type: typeOrNone('subscriptions'), attributes: subscriptionPatch }) }),
    reply: one(subscription),
  }),
};
