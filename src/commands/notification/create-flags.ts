import type { Command } from 'commander';
import { UsageError } from '../../base/errors.ts';
import { both, type FlagsOf } from '../../cli/run.ts';
import { knowing } from '../../cli/values.ts';
import { destinationTypes } from '../../contract/notification.ts';
import { placeFlags } from '../listening/address-flags.ts';
import { deliveryFlags, unsignedFlag } from '../listening/listen-flags.ts';
import { eachWorkspaceFlags } from './each-workspace.ts';
import { notificationFlags } from './flags.ts';

export function createFlags(create: Command) {
  const named = eachWorkspaceFlags(create).option(
    '--destination-type <type>',
    destinationTypes.join(', '),
    knowing(destinationTypes),
  );
  const described = both(named, notificationFlags(create))
    .option('--enabled', 'verify the destination and enable the configuration')
    .option('--no-enabled', 'save it disabled (default)')
    .option('--if-not-exists', 'keep a configuration of this name unchanged, and show it')
    .option('--replace', 'change a configuration of this name to exactly what the flags say')
    .option('--listen', 'start a listener, create the configuration for it, and show deliveries');
  const listening = both(placeFlags(create), both(unsignedFlag(create), deliveryFlags(create)));
  return both(described, listening).option('--temporary', 'with --listen, delete the configuration at the end');
}
export type CreateFlags = FlagsOf<typeof createFlags>;

/** The flags of --listen. A new one is missing here until the compiler accepts the object. */
function listenOnly(flags: CreateFlags): Record<string, unknown> {
  const { allowUnsigned, count, exec, execEnv, filter, for: time, forward } = flags;
  const { host, open, path, port, publicUrl, status, temporary, tlsCert, tlsKey, ui } = flags;
  return {
    temporary,
    port,
    host,
    path,
    'public-url': publicUrl,
    'tls-cert': tlsCert,
    'tls-key': tlsKey,
    'allow-unsigned': allowUnsigned,
    status,
    forward,
    exec,
    'exec-env': execEnv,
    filter,
    count,
    for: time,
    ui,
    open,
  };
}

/** @throws {UsageError} naming a flag of the listener, without --listen */
export function rejectWithoutListening(flags: CreateFlags): void {
  for (const [flag, value] of Object.entries(listenOnly(flags))) {
    if (value !== undefined) throw new UsageError(`--${flag} requires --listen.`);
  }
}
