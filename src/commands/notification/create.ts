import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { workspaceId } from '../../cli/lookup.ts';
import { run } from '../../cli/run.ts';
import {
  type NotificationConfiguration,
  type NotificationDraft,
  notifications,
} from '../../contract/platform/notifications.ts';
import { workspaces } from '../../contract/platform/workspaces.ts';
import { keepToken, newToken } from '../listening/stored-tokens.ts';
import { verified } from '../listening/verification.ts';
import { createFlags, refuseWithoutListening } from './create-flags.ts';
import { createEach } from './create-many.ts';
import { bodyOf, oddities } from './flags.ts';
import { complete, showPlan } from './questions.ts';
import { refuseContradictions } from './rules.ts';

const unverified = 'Leave --enabled out to save it without a verification.';

export function registerCreate(notification: Command): void {
  explain(createFlags(notification.command('create')), {
    notes: `An enabled configuration is verified first: its destination must answer a request with 2xx, or nothing is saved (exit 8).
Unless --enabled is given it is saved as it is, and sends nothing. E-mail needs no answer. A workspace holds at most 20.

With --listen the destination is this command: it listens, makes a configuration with a token of its own (or the one given) and
all triggers (or those given), waits until the service has verified it, and shows what comes until Ctrl-C. The configuration stays.
The service must reach the listener at --public-url: in the same network, through a reverse proxy, or through a tunnel (ssh -R).

A token that is made here is kept in the profile, since the service never tells it: svc webhook listen --notification ID.

With several -w each workspace gets one, -o json prints an array, and the exit code is that of the first failure. On a terminal, with
nothing given, the choices are asked for.`,
    calls: [notifications.create, workspaces.show],
    examples: [
      'svc notification create -w network-production --name Chat --destination-type slack --url https://hooks.example.com/svc --trigger run:errored --enabled',
      'svc notification create -w ws-0123456789abcdef --name CI --destination-type generic --url https://hooks.example.com/svc --trigger all --token-env HOOK_TOKEN --enabled',
      'svc notification create -w network-production --name CI --destination-type generic --url https://hooks.example.com/svc --trigger all --generate-token',
      'svc notification create -w network-production -w network-staging --name Mail --destination-type email --user user-0123456789abcdef --trigger run:needs_attention',
    ],
  })
    .description('Tell a destination when the runs of a workspace change state')
    .action(
      run(async (context, given) => {
        const { ask, output, platform, secrets } = context;
        if (given.listen) {
          const { createListening } = await import('./create-and-listen.ts');
          return createListening(given, context);
        }
        refuseWithoutListening(given);
        // Before anybody is asked, and again with what was answered.
        refuseContradictions(given);
        const wanted = await complete(given, ask);
        refuseContradictions(wanted);
        const made = given.generateToken ? newToken(secrets) : undefined;
        for (const odd of oddities(wanted)) output.warn(odd);
        const { attributes, ...rest } = await bodyOf({ ...wanted, token: made ?? wanted.token }, ask);
        // Some services demand it, though the documents have a default (docs/protocol/notifications.md#sending-enabled).
        const draft = {
          'destination-type': wanted.destinationType,
          enabled: false,
          ...attributes,
        } as NotificationDraft;
        const data = { type: 'notification-configurations' as const, attributes: draft, ...rest };
        await showPlan(data, wanted.workspace, context);
        const createIn = async (workspace: string): Promise<NotificationConfiguration> => {
          const workspace_id = await workspaceId(workspace, context);
          const reply = platform(notifications.create, { workspace_id, body: { data: data as never } });
          return (await verified(reply, 'it was not saved', unverified)).data;
        };
        await createEach(wanted.workspace, createIn, context, async ({ id }) => {
          if (made) await keepToken(id, made, context);
        });
      }),
    );
}
