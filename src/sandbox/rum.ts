import type { OrganizationRow } from './rows/organizations.ts';
import type { State } from './state.ts';

/** Returns whether an organization pays for the resources it manages (docs/protocol/subscriptions.md#who-may-update). */
export function paysForResources(state: State, { featureSet }: OrganizationRow): boolean {
  const attributes = state.world.featureSets.find(({ id }) => id === featureSet)?.attributes;
  return attributes?.['is-managed-resource-plan'] === true && attributes['is-free-tier'] !== true;
}

/**
 * Mails the owners when the billable resource count meets or exceeds the threshold (docs/protocol/subscriptions.md#alert). Returns
 * whether it sent a mail. assumed: it sends one mail, and another only after the count fell below the threshold or the threshold was
 * changed (docs/protocol/subscriptions.md#assumed).
 */
export function alertOwners(state: State, { name, billableResources: count }: OrganizationRow): boolean {
  const subscription = state.subscription(name);
  const threshold = subscription?.rumAlertThreshold ?? null;
  if (subscription === undefined) return false;
  if (threshold === null || count < threshold) {
    subscription.rumAlertSentAt = null;
    return false;
  }
  if (subscription.rumAlertSentAt !== null) return false;
  subscription.rumAlertSentAt = state.now().toISOString();
  const to = state.owners(name).map(({ email }) => email);
  const subject = `[${name}] ${count} billable resources`;
  const body = `${name} has ${count} billable resources; its alert threshold is ${threshold}.\n`;
  return state.sendMail({ to, subject, body }) !== undefined;
}
