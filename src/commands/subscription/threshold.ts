import type { SubscriptionPatch } from '../../contract/platform/subscriptions.ts';
import { UsageError } from '../../errors.ts';
import type { Ask } from '../../terminal/ask.ts';

const flag = '--rum-alert-threshold';

interface ThresholdFlags {
  rumAlertThreshold?: string;
  clearRumAlertThreshold?: boolean;
  set?: string[];
}

/**
 * The threshold that flags name; it is asked for where they name nothing at all.
 * @throws {UsageError} for one that is set and cleared, and for what is no whole number of zero or more (docs/protocol/subscriptions.md#threshold)
 */
export async function thresholdOf(
  { clearRumAlertThreshold: clear, rumAlertThreshold: given, set }: ThresholdFlags,
  ask: Ask,
): Promise<Partial<SubscriptionPatch>> {
  if (clear && given !== undefined) {
    throw new UsageError(`${flag} and --clear-rum-alert-threshold do not go together.`);
  }
  if (clear) return { 'rum-alert-threshold': null };
  if (given === undefined && set) return {};
  const text = given ?? (await ask.text('Alert at how many billable resources (0: never)', { flag }));
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(Number(text))) {
    throw new UsageError(`${flag}: "${text}" is not a whole number of zero or more.`, {
      hint: 'To have none: --clear-rum-alert-threshold.',
    });
  }
  return { 'rum-alert-threshold': Number(text) };
}
