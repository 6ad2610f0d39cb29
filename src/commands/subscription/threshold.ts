import { UsageError } from '../../base/errors.ts';
import type { SubscriptionPatch } from '../../contract/platform/subscriptions.ts';
import type { Ask } from '../../terminal/ask.ts';

const flag = '--rum-alert-threshold';

interface ThresholdFlags {
  rumAlertThreshold?: string;
  clearRumAlertThreshold?: boolean;
  set?: string[];
}

/**
 * The threshold given by flags, or by a prompt if no flag is given.
 * @throws {UsageError} for a value below 0 or not a whole number (docs/protocol/subscriptions.md#threshold)
 */
export async function thresholdOf(
  { clearRumAlertThreshold: clear, rumAlertThreshold: given, set }: ThresholdFlags,
  ask: Ask,
): Promise<Partial<SubscriptionPatch>> {
  if (clear) return { 'rum-alert-threshold': null };
  if (given === undefined && set) return {};
  const text = given ?? (await ask.text('Alert threshold in billable resources (0: no alert)', { flag }));
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(Number(text))) {
    const range = /^\d+$/.test(text) ? `0 to ${Number.MAX_SAFE_INTEGER}` : '0 or more';
    throw new UsageError(`${flag} must be a whole number, ${range}, not "${text}".`, {
      hint: 'To remove the threshold: --clear-rum-alert-threshold',
    });
  }
  return { 'rum-alert-threshold': Number(text) };
}
