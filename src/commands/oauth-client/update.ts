import { oauthClients } from '../../api/contract/platform/oauth-clients.ts';
import { unlessFailed } from '../../base/errors.ts';
import { idNamed } from '../../cli/by-name.ts';
import type { Context } from '../../cli/context.ts';
import { alsoKnown } from '../../cli/pick.ts';
import { nameWords } from '../../cli/resource-verbs.ts';
import { attributesOf, rejectSecretSettings, withExtra } from '../../cli/set-flag.ts';
import { type Command, requireChange, verb } from '../../cli/verb.ts';
import { oauthClient as resource, useOf } from '../../platform/resources/oauth-client.ts';
import { clientFlags, clientSentence, secretHint, warnings } from './flags.ts';

export const update = verb({
  words: 'update',
  about: 'Update an OAuth client',
  text: `${clientSentence} Only the given attributes change. Workspaces that use the client may lose their repository link; this needs a confirmation or --yes.
On a terminal, without flags, svc prompts for each value.`,
  flags: (command: Command) =>
    clientFlags(command)
      .argument('[client]', nameWords(resource))
      .option('-n, --name <text>', 'name of the client')
      .option('--clear-name', "remove the name; the provider's name is shown instead")
      .option('--key <text>', 'OAuth client key')
      .option('--clear-key', 'remove the OAuth client key')
      .optionsGroup('Secrets:')
      .option('--secret-file <path>', 'read the client secret from a file, - for stdin')
      .option('--secret-env <name>', 'read the secret from an environment variable'),
  calls: [oauthClients.list, oauthClients.show, oauthClients.update],
  examples: [
    'svc oauth-client update GitHub --name "Our GitHub" --yes',
    'svc oauth-client update "Our GitHub" --api-url https://github.example.com/api/v3 --yes',
    'svc oauth-client update oc-0123456789abcdef --key 0a1b2c --secret-file - --yes < client-secret.txt',
  ],
  async run(context, flags, typed) {
    const { ask, dryRun, output } = context;
    rejectSecretSettings(flags.set, secretHint);
    const isWalk = Object.keys(flags).every((flag) => flag === 'strict') && ask.canAsk();
    if (!isWalk) requireChange(flags);
    for (const warning of warnings(flags)) output.warn(warning);
    const source = { flag: '--secret', file: flags.secretFile, env: flags.secretEnv };
    const secret =
      (source.file ?? source.env) !== undefined ? await ask.secret('OAuth client secret', source) : undefined;
    const id = await idNamed(resource, typed, 'client', context);
    const changes = isWalk ? await (await import('./questions.ts')).changesOf(id, context) : {};
    if (isWalk && Object.keys(changes).length === 0) return output.note('No changes.');
    const attributes = attributesOf({ ...flags, secret, ...changes }, Object.keys(resource.fields));
    const draft = withExtra(attributes, flags.set, resource.fields);
    const name = dryRun ? undefined : await warnOfLinks(id, 'may lose the repository link.', context);
    if (!dryRun) await ask.consent(`Update OAuth client ${id}${alsoKnown(name)}?`);
    const { updateThing } = await import('../../cli/resource-writes.ts');
    await output.show(resource.view, await updateThing(resource, id, draft, context));
  },
});

/**
 * Prints the effect of a change on the workspaces that use a client. Returns the name by which people know the client.
 * @param consequence the effect, as the end of a sentence
 */
export async function warnOfLinks(
  id: string,
  consequence: string,
  { output, platform, settings }: Pick<Context, 'output' | 'platform' | 'settings'>,
  isOneOfMany = false,
): Promise<string | null | undefined> {
  const reading = useOf(id, platform);
  // With --yes the client is read only for this message, so a failure must not prevent the write. A prompt also needs the client's name.
  const use = settings.lookup('yes')?.value === true ? await unlessFailed(reading) : await reading;
  const start = isOneOfMany ? `${id}: ` : '';
  if (use?.who) output.warn(`${start}${use.who} ${consequence}`);
  else if (use) output.note(`${start}No workspace uses this OAuth client.`);
  return use?.name;
}
