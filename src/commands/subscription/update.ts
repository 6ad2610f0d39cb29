import type { Command } from 'commander';
import { z } from 'zod';
import { type SubscriptionPatch, subscriptions } from '../../contract/platform/subscriptions.ts';
import { UsageError } from '../../errors.ts';
import type { Ask } from '../../terminal/ask.ts';
import { action } from '../action.ts';
import type { Context } from '../context.ts';
import { explain } from '../explain.ts';
import { collect, setHelp, withExtra } from '../set.ts';
import { subscriptionView } from './view.ts';

const thresholdFlag = '--rum-alert-threshold';
const flags = z
  .object({
    rumAlertThreshold: z.string().optional(),
    clearRumAlertThreshold: z.literal(true).optional(),
    set: z.array(z.string()).optional(),
  })
  .refine(({ rumAlertThreshold: given, clearRumAlertThreshold: clear }) => given === undefined || !clear, {
    message: `${thresholdFlag} and --clear-rum-alert-threshold do not go together.`,
  });

export function registerUpdate(subscription: Command, { ask, output, platform, settings }: Context): void {
  explain(subscription.command('update'), {
    notes: `The owners of the organization get an e-mail when its billable resources reach the threshold. 0 is the same as
--clear-rum-alert-threshold: no threshold, no e-mail. The organization needs a paid plan that counts resources.`,
    calls: [subscriptions.update],
    examples: [
      'svc subscription update --organization acme --rum-alert-threshold 500',
      'svc subscription update --organization acme --clear-rum-alert-threshold',
    ],
  })
    .description('Change at how many billable resources an organization is alerted')
    .option(`${thresholdFlag} <n>`, 'a whole number; 0 clears it')
    .option('--clear-rum-alert-threshold', 'no threshold, and no e-mail')
    .option('--set <key=value>', setHelp, collect)
    .action(
      action(flags, async ({ set, ...given }) => {
        const organization =
          settings.organization()?.value ?? (await ask.text('Organization', { flag: '--organization' }));
        const attributes = set && Object.keys(given).length === 0 ? {} : await thresholdOf(given, ask);
        const { data } = await platform(subscriptions.update, {
          organization_name: organization,
          body: { data: { type: 'subscriptions', ...withExtra(attributes as SubscriptionPatch, set) } },
        });
        const threshold = data.attributes['rum-alert-threshold'];
        output.note(
          threshold
            ? `The owners of ${organization} get an e-mail at ${threshold} billable resources.`
            : `${organization} has no alert threshold; nobody gets an e-mail.`,
        );
        await output.show(subscriptionView, data);
      }),
    );
}

/** @throws {UsageError} for what is no whole number of zero or more (part 1, Subscriptions, rule 2) */
async function thresholdOf(
  { clearRumAlertThreshold: clear, rumAlertThreshold: given }: z.infer<typeof flags>,
  ask: Ask,
): Promise<SubscriptionPatch> {
  if (clear) return { 'rum-alert-threshold': null };
  const text = given ?? (await ask.text('Alert at how many billable resources (0: never)', { flag: thresholdFlag }));
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(Number(text))) {
    throw new UsageError(`${thresholdFlag}: "${text}" is not a whole number of zero or more.`, {
      hint: 'To have none: --clear-rum-alert-threshold.',
    });
  }
  return { 'rum-alert-threshold': Number(text) };
}
