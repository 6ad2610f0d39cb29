import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { confirmCreation } from '../../cli/preview.ts';
import { run } from '../../cli/run.ts';
import { notifications } from '../../contract/platform/notifications.ts';
import { workspaces } from '../../contract/platform/workspaces.ts';
import { keepToken, newToken } from '../listening/stored-tokens.ts';
import { createFlags, refuseWithoutListening } from './create-flags.ts';
import { createEach } from './create-many.ts';
import { creating, draftOf } from './create-one.ts';
import { bodyOf, oddities } from './flags.ts';
import { complete } from './questions.ts';
import { refuseContradictions } from './rules.ts';

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
        const { ask, output, secrets } = context;
        if (given.listen) {
          const { createListening } = await import('./create-and-listen.ts');
          return createListening(given, context);
        }
        refuseWithoutListening(given);
        // Before anybody is asked, and again with what was answered.
        refuseContradictions(given);
        const answers = await complete(given, context);
        refuseContradictions(answers);
        const made = given.generateToken ? newToken(secrets) : undefined;
        for (const odd of oddities(answers)) output.warn(odd);
        const { attributes } = await bodyOf({ ...answers, token: made ?? answers.token }, ask);
        // A file or a prompt is read once, however often it is sent.
        const token = attributes.token as string | undefined;
        const wanted = { ...answers, token, tokenFile: undefined, tokenEnv: undefined, tokenPrompt: undefined };
        const places = wanted.workspace.join(', ');
        await confirmCreation(`notification configuration in ${places}`, await draftOf(wanted, ask), context);
        await createEach(wanted.workspace, creating(wanted, context), context, async ({ id }) => {
          if (made) await keepToken(id, made, context);
        });
      }),
    );
}
