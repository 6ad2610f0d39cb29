import { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { body, documentOf, flag, number, resource, text, typeOrNone } from '../jsonapi.ts';

/** An organization's subscription. assumed: its fields except `rum-alert-threshold` (docs/protocol/subscriptions.md#assumed). */
export const subscription = resource(undefined, {
  'rum-alert-threshold': number,
  'rum-threshold-alert-sent-at': text,
  'is-active': flag,
  'start-at': text,
  'end-at': text,
});
export type Subscription = z.infer<typeof subscription>;

/** Null or 0 clears the threshold (docs/protocol/subscriptions.md#threshold). */
export const subscriptionPatch = z.looseObject({ 'rum-alert-threshold': z.nullable(z.int().check(z.minimum(0))) });
export type SubscriptionPatch = z.infer<typeof subscriptionPatch>;

/** Hosted only. assumed: the request of stock clients for the subscription of an organization (docs/protocol/subscriptions.md#assumed). */
export const organizationSubscriptions = {
  show: endpoint('GET /organizations/:organization_name/subscription', 'see the subscription', 'organization-member', {
    edition: 'hosted',
    reply: documentOf(subscription),
  }),
};

/** Hosted only (docs/protocol/subscriptions.md#endpoints). */
export const subscriptions = {
  show: endpoint('GET /subscriptions/:id', 'see this subscription', 'organization-member', {
    edition: 'hosted',
    reply: documentOf(subscription),
  }),
  update: endpoint(
    'PATCH /organizations/:organization_name/subscription',
    'update the subscription',
    'organization-owner',
    {
      edition: 'hosted',
      body: body({ type: typeOrNone('subscriptions'), attributes: subscriptionPatch }),
      reply: documentOf(subscription),
    },
  ),
};
