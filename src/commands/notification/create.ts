import { notifications } from '../../api/contract/platform/notifications.ts';
import { workspaces } from '../../api/contract/platform/workspaces.ts';
import { verb } from '../../cli/verb.ts';
import { createFlags, createRules } from './create-flags.ts';
import { opening, severalNotes } from './workspace-flags.ts';

const notes = `${opening}

With --enabled the destination must respond to a verification request with 2xx, or nothing is saved (exit 8); e-mail needs no response.
A workspace has at most 20 configurations. On a terminal, without flags, svc prompts for the values.

With --listen the destination is this command: it creates a configuration with a new token (or the given one) and all triggers (or the
given ones), and shows deliveries, with the same flags as svc webhook listen. The configuration is not deleted, unless --temporary is
given, which also adds a suffix to its name. The service must reach the listener at --public-url: in the same network, through a reverse
proxy, or through a tunnel (ssh -R).

A generated token is stored in the profile, since the service never shows it: svc webhook listen --notification ID.

With --if-not-exists, a configuration with the --name stays as it is and is shown; a message names the settings that differ. With
--replace it becomes exactly what the flags say: without --enabled it is disabled, without a token it is unsigned. Another destination
type requires a new configuration: after a confirmation (--yes), svc creates it and deletes the old one. If several have the name,
nothing changes (exit 8). Both commands can be repeated safely.

${severalNotes}`;

export const create = verb({
  words: 'create',
  about: 'Create a notification configuration',
  text: notes,
  flags: createFlags,
  required: ['name', 'workspace'],
  rules: createRules,
  calls: [
    notifications.create,
    notifications.list,
    notifications.update,
    notifications.remove,
    workspaces.show,
    workspaces.list,
  ],
  examples: [
    'svc notification create -w network-production --name Chat --enabled --destination-type slack --url https://hooks.example.com/a --trigger all',
    'svc notification create -w ws-0123456789abcdef --name CI --destination-type generic --url https://hooks.example.com/svc --trigger all --token-env HOOK_TOKEN --enabled',
    'svc notification create -w network-production --name CI --trigger all --destination-type generic --url https://ci.example.com --generate-token',
    'svc notification create -w network-production --name Chat --destination-type slack --url https://hooks.example.com/svc --trigger all --replace',
    "svc notification create -w 'network-*' --name Chat --destination-type slack --url https://hooks.example.com/svc --trigger all --if-not-exists --failed-to failed.txt",
    'svc notification create -w network-production -w network-staging --name Mail --destination-type email --user user-0123456789abcdef --trigger run:needs_attention',
  ],
  async run(context, flags) {
    if (flags.listen) return (await import('./create-and-listen.ts')).createAndListen(flags, context);
    return (await import('./creation.ts')).createEach(flags, context);
  },
});
