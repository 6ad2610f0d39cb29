import { destinationTypes } from '../../api/contract/notification.ts';
import { certificateRules } from '../../cli/certificate.ts';
import { knowing } from '../../cli/values.ts';
import { both, type Command, excludes, type FlagsOf, requires } from '../../cli/verb.ts';
import { deliveryFlags, deliveryRules, placeFlags, unsignedFlag } from '../listening/listen-flags.ts';
import { notificationFlags, notificationRules } from './flags.ts';
import { workspaceRules, workspacesFlags } from './workspace-flags.ts';

export function createFlags(create: Command) {
  const named = workspacesFlags(create).option(
    '--destination-type <type>',
    destinationTypes.join(', '),
    knowing(destinationTypes),
  );
  const described = both(named, notificationFlags(create))
    .option('--enabled', 'verify the destination and enable it')
    .option('--no-enabled', 'save it disabled (default)')
    .option('--if-not-exists', 'keep one of this name unchanged, and show it')
    .option('--replace', 'change a configuration of this name to exactly what the flags say')
    .option('--listen', 'start a listener, create the configuration for it, and show deliveries');
  const listening = both(placeFlags(create), both(unsignedFlag(create), deliveryFlags(create)));
  return both(described, listening).option('--temporary', 'with --listen, delete it at the end');
}

export const createRules = [
  ...workspaceRules,
  ...notificationRules,
  ...certificateRules,
  ...deliveryRules,
  requires(['temporary', 'allowUnsigned', 'Address:', 'Deliveries:'], 'listen'),
  excludes('ifNotExists', 'replace'),
  excludes('listen', 'ifNotExists', 'replace', 'allWorkspaces', 'workspacesFrom', 'failedTo', 'url', 'user'),
];
export type CreateFlags = FlagsOf<typeof createFlags>;
