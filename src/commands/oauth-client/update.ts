import type { Command } from 'commander';
import { oauthClients } from '../../api/contract/platform/oauth-clients.ts';
import { UsageError } from '../../base/errors.ts';
import { idNamed } from '../../cli/by-name.ts';
import { alsoKnown } from '../../cli/deletion.ts';
import { pickOne } from '../../cli/pick.ts';
import { nameWords } from '../../cli/resource-verbs.ts';
import { attributesOf, rejectSecretSettings, withExtra } from '../../cli/set-flag.ts';
import type { Ask } from '../../cli/terminal/ask.ts';
import { verb } from '../../cli/verb.ts';
import { oauthClient as resource } from '../../platform/resources/oauth-client.ts';
import { clientFlags, secretHint, warnings } from './flags.ts';
import { warnOfLinks } from './links.ts';

export const update = verb({
  words: 'update',
  about: 'Update a VCS connection',
  text: `Only the given attributes change. Workspaces that use the client may lose their repository link; this needs a confirmation or --yes.
On a terminal, without flags, svc prompts for a new client secret.`,
  flags: (command: Command) =>
    clientFlags(command)
      .argument('[client]', nameWords(resource))
      .option('-n, --name <text>', 'name of the client')
      .option('--clear-name', "remove the name; the provider's name is shown instead")
      .option('--key <text>', 'OAuth client key')
      .option('--clear-key', 'remove the OAuth client key')
      .option('--secret-file <path>', 'read the client secret from a file, - for stdin')
      .option('--secret-env <name>', 'read it from an environment variable'),
  calls: [oauthClients.list, oauthClients.show, oauthClients.update],
  examples: [
    'svc oauth-client update GitHub --name "Our GitHub" --yes',
    'svc oauth-client update "Our GitHub" --api-url https://github.example.com/api/v3 --yes',
    'svc oauth-client update oc-0123456789abcdef --key 0a1b2c --secret-file - --yes < client-secret.txt',
  ],
  async run(context, f, typed) {
    const { ask, dryRun, output } = context;
    rejectSecretSettings(f.set, secretHint);
    const chosen = typed ?? (await pickOne(resource, context, '<client>'));
    for (const warning of warnings(f)) output.warn(warning);
    const attributes = attributesOf({ ...f, secret: await secretOf(f, ask) }, Object.keys(resource.fields));
    const draft = withExtra(attributes, f.set, resource.fields);
    const id = typed === undefined ? chosen : await idNamed(resource, chosen, 'client', context);
    const name = dryRun ? undefined : await warnOfLinks(id, 'may lose the repository link.', context);
    if (!dryRun) await ask.consent(`Update OAuth client ${id}${alsoKnown(name)}?`);
    const { updateThing } = await import('../../cli/resource-writes.ts');
    await output.show(resource.view, await updateThing(resource, id, draft, context));
  },
});

/**
 * Reads the client secret from its file or variable. Without any flag, prompts for it. @throws {UsageError} without flags and without a
 * terminal
 */
async function secretOf(flags: { secretFile?: string; secretEnv?: string }, ask: Ask): Promise<string | undefined> {
  const { secretEnv: env, secretFile: file } = flags;
  const isAlone = Object.keys(flags).every((flag) => flag === 'strict');
  if (isAlone && !ask.canAsk()) throw new UsageError('No changes given.', { hint: 'svc oauth-client update --help' });
  const isGiven = isAlone || file !== undefined || env !== undefined;
  return isGiven ? ask.secret('OAuth client secret', { flag: '--secret', file, env }) : undefined;
}
