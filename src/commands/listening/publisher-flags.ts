import type { BrokerFlags } from '../../cli/broker-flags.ts';
import { UsageError } from '../../errors.ts';
import type { ListenFlags } from './listen-flags.ts';

/** Where a listener publishes, and as whom. */
export type PublishingFlags = BrokerFlags & {
  publish?: URL[] | true | undefined;
  verifiedOnly?: true | undefined;
};

/** @throws {UsageError} for flags that contradict --publish or require it */
export function checkPublishing(
  { publish, verifiedOnly, allowUnsigned }: PublishingFlags & { allowUnsigned?: true | undefined },
  { exec, forward, status, ui }: ListenFlags,
): void {
  if (verifiedOnly && publish === undefined) throw new UsageError('--verified-only requires --publish.');
  if (publish === undefined) return;
  const other = Object.entries({ exec, forward, status, ui }).find(([, value]) => value !== undefined)?.[0];
  if (other === 'status') throw new UsageError('--publish and --status cannot be used together.');
  if (other !== undefined) {
    throw new UsageError(`--publish and --${other} cannot be used together.`, {
      hint: `Use --${other} with --subscribe, where the deliveries are read.`,
    });
  }
  if (verifiedOnly && allowUnsigned) {
    throw new UsageError('--verified-only and --allow-unsigned cannot be used together.');
  }
}
