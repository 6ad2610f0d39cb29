import type { Command } from 'commander';
import { z } from 'zod';
import type { Context } from '../../cli/context.ts';
import { explain } from '../../cli/help.ts';
import { action } from '../../cli/run.ts';
import { subscriptions } from '../../contract/platform/subscriptions.ts';
import { subscriptionView } from './view.ts';

export function registerShow(subscription: Command, { output, platform }: Context): void {
  explain(subscription.command('show'), {
    calls: [subscriptions.show],
    examples: [
      'svc subscription show sub-0123456789abcdef',
      `svc subscription show sub-0123456789abcdef --jq '.attributes["rum-alert-threshold"]'`,
    ],
  })
    .description("Show an organization's subscription and its alert threshold")
    .argument('<id>', 'id of the subscription, sub-…')
    .action(
      action(z.object({}), async (_, id: string) => {
        const { data } = await platform(subscriptions.show, { id });
        await output.show(subscriptionView, data);
      }),
    );
}
