import { UsageError } from '../../base/errors.ts';
import { type BrokerFlags, brokerFlagOf } from '../../cli/broker-flags.ts';
import type { ListenFlags } from './listen-flags.ts';

/** Where a listener publishes, and as whom. */
export type PublishingFlags = BrokerFlags & {
  publish?: URL[] | true | undefined;
  verifiedOnly?: true | undefined;
};

/** @throws {UsageError} for flags that contradict --publish or require it; those of NATS also go with --subscribe */
export function checkPublishing(flags: PublishingFlags & ListenFlags & { subscribe?: unknown }): void {
  const { allowUnsigned, exec, forward, publish, status, subscribe, ui, verifiedOnly } = flags;
  if (verifiedOnly && publish === undefined) throw new UsageError('--verified-only requires --publish.');
  const broker = brokerFlagOf(flags);
  if (broker && publish === undefined && subscribe === undefined) {
    throw new UsageError(`${broker} requires --publish or --subscribe.`);
  }
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
