import { destinationTypes } from '../../api/contract/notification.ts';
import { certificateRules } from '../../cli/certificate.ts';
import { knowing } from '../../cli/values.ts';
import { both, type Command, excludes, type FlagsOf, requires } from '../../cli/verb.ts';
import { deliveryFlags, deliveryRules, placeFlags, unsignedFlag } from '../listening/listen-flags.ts';
import { notificationFlags, notificationRules } from './flags.ts';
import { workspaceRules, workspacesFlags } from './workspace-flags.ts';

export function createFlags(create: Command) {
  const targeted = workspacesFlags(create).option(
    '--destination-type <type>',
    `${destinationTypes.join(', ')}; required unless --listen is given`,
    knowing(destinationTypes),
  );
  const described = both(targeted, notificationFlags(create))
    .option('--enabled', 'verify the destination and enable it')
    .option('--no-enabled', 'save it disabled (default)')
    .optionsGroup('Existing configuration:')
    .option('--if-not-exists', 'if the name exists, change nothing and show it')
    .option('--replace', 'change a configuration of this name to exactly what the flags say')
    .optionsGroup('Listener:')
    .option('--listen', 'start a listener, create the configuration for it, and show deliveries');
  const listening = both(placeFlags(create), unsignedFlag(create.optionsGroup('Listener:')));
  return both(described, both(listening, deliveryFlags(create)))
    .optionsGroup('Listener:')
    .option('--temporary', 'with --listen, delete it at the end');
}

export const createRules = [
  ...workspaceRules,
  ...notificationRules,
  ...certificateRules,
  ...deliveryRules,
  requires(['temporary', 'allowUnsigned', 'Address:', 'TLS:', 'Deliveries:'], 'listen'),
  excludes('ifNotExists', 'replace'),
  excludes('listen', 'ifNotExists', 'replace', 'allWorkspaces', 'workspacesFrom', 'failedTo', 'url', 'user'),
];
export type CreateFlags = FlagsOf<typeof createFlags>;
