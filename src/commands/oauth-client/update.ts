import type { Command } from 'commander';
import { z } from 'zod';
import { type OauthClientPatch, oauthClients, serviceProviders } from '../../contract/platform/oauth-clients.ts';
import { UsageError } from '../../errors.ts';
import type { Ask } from '../../terminal/ask.ts';
import { action } from '../action.ts';
import type { Context } from '../context.ts';
import { explain } from '../explain.ts';
import { collect, setHelp, withExtra } from '../set.ts';
import { refuseSecretSettings, sharedFlags } from './flags.ts';
import { usersOf } from './links.ts';
import { unknownProvider } from './providers.ts';
import { oauthClientView } from './view.ts';

const flags = z
  .object({
    ...sharedFlags,
    clearName: z.literal(true).optional(),
    key: z.string().min(1, 'is empty').optional(),
    secretFile: z.string().optional(),
    secretEnv: z.string().optional(),
  })
  .refine(({ clearName, name }) => !clearName || name === undefined, {
    message: '--name and --clear-name do not go together.',
  });

export function registerUpdate(oauthClient: Command, { ask, dryRun, output, platform }: Context): void {
  explain(oauthClient.command('update'), {
    notes: `What is not named stays. Workspaces that use it may lose their repository link; that is asked about, or needs
--yes. On a terminal and with nothing named, a new client secret is asked for.`,
    calls: [oauthClients.show, oauthClients.update],
    examples: [
      'svc oauth-client update oc-0123456789abcdef --name "Our GitHub" --yes',
      'svc oauth-client update oc-0123456789abcdef --api-url https://github.example.com/api/v3 --yes',
      'svc oauth-client update oc-0123456789abcdef --key 0a1b2c --secret-file - --yes < client-secret.txt',
    ],
  })
    .description('Change a connection to a version-control provider')
    .argument('<id>', 'id of the OAuth client, oc-…')
    .option('--service-provider <name>', serviceProviders.join(', '))
    .option('--http-url <url>', 'homepage of the provider')
    .option('--api-url <url>', 'base URL of its API')
    .option('--name <text>', 'what to call it')
    .option('--clear-name', "call it by the provider's name")
    .option('--key <text>', 'OAuth client key')
    .option('--secret-file <path>', 'read the OAuth client secret from a file, - for stdin')
    .option('--secret-env <name>', 'read it from an environment variable')
    .option('--set <key=value>', setHelp, collect)
    .action(
      action(flags, async (f, id: string) => {
        refuseSecretSettings(f.set);
        const doubt = unknownProvider(f.serviceProvider);
        if (doubt) output.warn(doubt);
        const body = { data: { type: 'oauth-clients' as const, ...withExtra(await patchOf(f, ask), f.set) } };
        if (!dryRun()) {
          const { count, words } = await usersOf(id, { platform });
          if (count === 0) output.note('No workspace is linked to a repository with it.');
          else output.warn(`${words} may lose the repository link.`);
          await ask.consent(`Change OAuth client ${id}?`);
        }
        const { data } = await platform(oauthClients.update, { id, body });
        output.note(`Changed OAuth client ${data.id}.`);
        await output.show(oauthClientView, data);
      }),
    );
}

/** @throws {UsageError} for nothing at all with nobody to ask for the secret */
async function patchOf(f: z.infer<typeof flags>, ask: Ask): Promise<OauthClientPatch> {
  const isEmpty = Object.keys(f).length === 0;
  if (isEmpty && !ask.canAsk()) throw new UsageError('There is nothing to change.', { hint: 'svc oauth-client update --help' });
  const fromSomewhere = isEmpty || f.secretFile !== undefined || f.secretEnv !== undefined;
  const source = { flag: '--secret', file: f.secretFile, env: f.secretEnv };
  return {
    ...(f.serviceProvider === undefined ? {} : { 'service-provider': f.serviceProvider as 'github' }),
    ...(f.name === undefined ? {} : { name: f.name }),
    ...(f.clearName ? { name: null } : {}),
    ...(f.httpUrl === undefined ? {} : { 'http-url': f.httpUrl }),
    ...(f.apiUrl === undefined ? {} : { 'api-url': f.apiUrl }),
    ...(f.key === undefined ? {} : { key: f.key }),
    ...(fromSomewhere ? { secret: await ask.secret('OAuth client secret', source) } : {}),
  };
}
