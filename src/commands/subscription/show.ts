import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { subscriptions } from '../../contract/platform/subscriptions.ts';
import { subscriptionView } from './view.ts';

export function registerShow(subscription: Command): void {
  explain(subscription.command('show'), {
    calls: [subscriptions.show],
    examples: [
      'svc subscription show sub-0123456789abcdef',
      `svc subscription show sub-0123456789abcdef --jq '.attributes["rum-alert-threshold"]'`,
    ],
  })
    .description('Show a subscription')
    .argument('<id>', 'id of the subscription, sub-…')
    .action(
      run(async ({ output, platform }, _, id) => {
        const { data } = await platform(subscriptions.show, { id });
        await output.show(subscriptionView, data);
      }),
    );
}
