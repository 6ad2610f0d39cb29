import type { Command } from 'commander';
import { destinationTypes } from '../../api/contract/notification.ts';
import { both, exclusive, type FlagsOf, namesDeclaredBy, requires } from '../../cli/run.ts';
import { knowing } from '../../cli/values.ts';
import { deliveryFlags, placeFlags, unsignedFlag } from '../listening/listen-flags.ts';
import { notificationFlags } from './flags.ts';
import { workspacesFlags } from './workspace-flags.ts';

export function createFlags(create: Command) {
  const named = workspacesFlags(create).option(
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
  const declared = both(described, listening).option(
    '--temporary',
    'with --listen, delete the configuration at the end',
  );
  const place = [...namesDeclaredBy(placeFlags), ...namesDeclaredBy(unsignedFlag)];
  const ofListener = [...place, ...namesDeclaredBy(deliveryFlags)];
  requires(declared, ['temporary', ...ofListener], 'listen');
  exclusive(declared, 'ifNotExists', 'replace');
  exclusive(declared, 'listen', 'ifNotExists', 'replace', 'allWorkspaces', 'workspacesFrom', 'failedTo', 'url', 'user');
  return declared;
}
export type CreateFlags = FlagsOf<typeof createFlags>;
