import { type SubscriptionPatch, subscriptions } from '../../api/contract/platform/subscriptions.ts';
import { UsageError } from '../../base/errors.ts';
import { organizationName } from '../../cli/lookup.ts';
import { setFlag, strictFlag, withExtra } from '../../cli/set-flag.ts';
import { type Command, verb } from '../../cli/verb.ts';
import { subscription as resource } from '../../platform/resources/subscription.ts';

/** The first sentence of the help of each verb. */
export const subscriptionSentence = 'A subscription is the plan of an organization.';

export const update = verb({
  words: 'update',
  about: 'Update the alert threshold for billable resources',
  text: `${subscriptionSentence} The owners of the organization get an e-mail when its billable resources reach the threshold. 0 is the same as
--clear-rum-alert-threshold. The organization needs a paid plan that counts resources. Set the organization with --organization, SVC_ORGANIZATION or in the profile.`,
  flags: (command: Command) =>
    command
      .option('--rum-alert-threshold <n>', 'alert at this number of billable resources; 0 removes the alert')
      .option('--clear-rum-alert-threshold', 'remove the threshold')
      .addOption(setFlag())
      .addOption(strictFlag()),
  calls: [subscriptions.update],
  examples: [
    'svc subscription update --organization acme --rum-alert-threshold 500',
    'svc subscription update --organization acme --clear-rum-alert-threshold',
  ],
  async run(context, { clearRumAlertThreshold: clear, rumAlertThreshold: typed, set }) {
    const { ask, output, platform, settings } = context;
    const isAsked = typed === undefined && !clear && !set;
    if (isAsked) ask.require(settings.lookup('organization') ? [flag] : ['--organization', flag]);
    const organization = await organizationName(context);
    if (isAsked) await (await import('../../cli/wizard.ts')).requireAccess(resource, organization, context);
    const text = isAsked ? await ask.text('Alert threshold in billable resources (0: no alert)', { flag }) : typed;
    const value = clear ? null : text === undefined ? undefined : thresholdIn(text);
    const attributes = (value === undefined ? {} : { 'rum-alert-threshold': value }) as SubscriptionPatch;
    const body = { data: { type: resource.type, ...withExtra(attributes, set) } };
    const { data } = await platform(subscriptions.update, { organization_name: organization, body });
    const threshold = data.attributes['rum-alert-threshold'];
    output.note(
      threshold
        ? `Set the alert threshold of ${organization} to ${threshold} billable resources.`
        : `Removed the alert threshold of ${organization}.`,
    );
    await output.show(resource.view, data);
  },
});

const flag = '--rum-alert-threshold';

/** Reads a threshold. @throws {UsageError} for a value below 0 or not a whole number (docs/protocol/subscriptions.md#threshold) */
function thresholdIn(text: string): number {
  const isWhole = /^\d+$/.test(text);
  if (isWhole && Number.isSafeInteger(Number(text))) return Number(text);
  const range = isWhole ? `0 to ${Number.MAX_SAFE_INTEGER}` : '0 or more';
  throw new UsageError(`${flag} must be a whole number, ${range}, not "${text}".`, {
    hint: 'To remove the threshold: --clear-rum-alert-threshold',
  });
}
