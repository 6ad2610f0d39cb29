import type { Command } from 'commander';
import { organizations } from '../../api/contract/platform/organizations.ts';
import { subscriptions } from '../../api/contract/platform/subscriptions.ts';
import { NotFoundError } from '../../base/errors.ts';
import { organizationName } from '../../cli/lookup.ts';
import { bridge } from '../../cli/old.ts';
import { registerShowing } from '../../cli/resource-verbs.ts';
import { subscription as resource } from '../../platform/resources/subscription.ts';
import { update } from './update.ts';

export function register(subscription: Command): void {
  registerShowing(
    subscription,
    resource.view,
    {
      description: 'Show a subscription',
      argument: ['[id]', 'id of the subscription, sub-… (default: that of the organization)'],
      calls: [organizations.show, subscriptions.show],
      examples: [
        'svc subscription show',
        `svc subscription show sub-0123456789abcdef --jq '.attributes["rum-alert-threshold"]'`,
      ],
    },
    async (context, typed) => {
      if (typed !== undefined) return [(await context.platform(subscriptions.show, { id: typed })).data];
      const organization = await organizationName(context);
      const found = await resource.read(context.platform, organization);
      if (!found) throw new NotFoundError(`The service names no subscription of ${organization}.`);
      return [found];
    },
  );
  bridge(subscription, update);
}
