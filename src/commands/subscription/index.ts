import { organizations } from '../../api/contract/platform/organizations.ts';
import { subscriptions } from '../../api/contract/platform/subscriptions.ts';
import { NotFoundError } from '../../base/errors.ts';
import { organizationName } from '../../cli/lookup.ts';
import { showVerb } from '../../cli/resource-verbs.ts';
import { subscription as resource } from '../../platform/resources/subscription.ts';
import { subscriptionSentence, update } from './update.ts';

const show = showVerb({
  about: 'Show a subscription',
  text: subscriptionSentence,
  view: resource.view,
  argument: ['[id]', 'id of the subscription, sub-… (default: that of the organization)'],
  calls: [organizations.show, subscriptions.show],
  examples: [
    'svc subscription show',
    `svc subscription show sub-0123456789abcdef --jq '.attributes["rum-alert-threshold"]'`,
  ],
  async read(context, typed) {
    if (typed !== undefined) return [(await context.platform(subscriptions.show, { id: typed })).data];
    const organization = await organizationName(context);
    const row = await resource.read(context.platform, organization);
    if (!row) throw new NotFoundError(`The service names no subscription of ${organization}.`);
    return [row];
  },
});

export const noun = { verbs: [show, update] };
