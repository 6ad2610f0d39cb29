import type { Command } from 'commander';
import { workspaceWords } from '../../cli/lookup.ts';
import { both, type FlagsOf } from '../../cli/run.ts';
import { collect } from '../../cli/set-flag.ts';
import { knowing } from '../../cli/values.ts';
import { destinationTypes } from '../../contract/notification.ts';
import { UsageError } from '../../errors.ts';
import { placeFlags } from '../listening/address-flags.ts';
import { notificationFlags } from './flags.ts';

export function createFlags(create: Command) {
  const named = create
    .option('-w, --workspace <workspace>', `${workspaceWords}; repeatable`, collect)
    .option('--destination-type <type>', destinationTypes.join(', '), knowing(destinationTypes));
  const described = both(named, notificationFlags(create)).option(
    '--listen',
    'start a listener, create the configuration for it, and show deliveries',
  );
  return both(described, placeFlags(create))
    .option('--enabled', 'verify the destination and enable the configuration')
    .option('--no-enabled', 'save it disabled (default)');
}
export type CreateFlags = FlagsOf<typeof createFlags>;

/** @throws {UsageError} naming a flag that says where to listen, without --listen */
export function refuseWithoutListening({ host, path, port, publicUrl, tlsCert, tlsKey }: CreateFlags): void {
  const flags = { port, host, path, 'public-url': publicUrl, 'tls-cert': tlsCert, 'tls-key': tlsKey };
  for (const [flag, value] of Object.entries(flags)) {
    if (value !== undefined) throw new UsageError(`--${flag} goes with --listen.`);
  }
}
