import type { Command } from 'commander';
import { registerShowing } from '../../cli/resource-verbs.ts';
import { subscriptions } from '../../contract/platform/subscriptions.ts';
import { subscription as resource } from '../../resources/subscription.ts';
import { registerUpdate } from './update.ts';

export function register(subscription: Command): void {
  registerShowing(
    subscription,
    resource.view,
    {
      description: 'Show a subscription',
      argument: ['<id>', 'id of the subscription, sub-…'],
      calls: [subscriptions.show],
      examples: [
        'svc subscription show sub-0123456789abcdef',
        `svc subscription show sub-0123456789abcdef --jq '.attributes["rum-alert-threshold"]'`,
      ],
    },
    async ({ platform }, id = '') => [(await platform(subscriptions.show, { id })).data],
  );
  registerUpdate(subscription);
}
