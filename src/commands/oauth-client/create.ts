import { oauthClients, providerWithPrivateKey } from '../../api/contract/platform/oauth-clients.ts';
import { relatedIds } from '../../api/contract/relationships.ts';
import { createNamed, existsHelp } from '../../cli/by-name.ts';
import { attributesOf, rejectSecretSettings, withExtra } from '../../cli/set-flag.ts';
import { type Command, verb } from '../../cli/verb.ts';
import { oauthClient as resource } from '../../platform/resources/oauth-client.ts';
import { clientFlags, clientSentence, secretHint, warnings } from './flags.ts';
import type { ClientAnswers } from './questions.ts';

const fieldNames = Object.keys(resource.fields);

export const create = verb({
  words: 'create',
  about: 'Create an OAuth client',
  text: `${clientSentence} On a terminal, missing values are prompted for. The OAuth token string is one that the provider has issued; it and the private key
are read from a file, stdin, an environment variable or a hidden prompt, never from the command line. ado_server requires the private key.

The service accepts a second client of the same name. svc warns about it; with --if-not-exists the existing client stays as it is and is
shown, and a message names the settings that differ. A client without --name is the same as another one without a name, of its provider and --http-url. If several are
the same, nothing changes (exit 8).`,
  flags: (command: Command) =>
    clientFlags(command)
      .option('-n, --name <text>', "name of the client (default: the provider's name)")
      .optionsGroup('Secrets:')
      .option('--oauth-token-string-file <path>', 'read the token of the provider from a file, - for stdin; required')
      .option('--oauth-token-string-env <name>', 'read that token from an environment variable')
      .option(
        '--private-key-file <path>',
        `read the SSH private key from a file, - for stdin; ${providerWithPrivateKey} needs one`,
      )
      .option('--private-key-env <name>', 'read the key from an environment variable')
      .optionsGroup('Existing client:')
      .option('--if-not-exists', existsHelp),
  required: ['serviceProvider', 'httpUrl', 'apiUrl'],
  calls: [oauthClients.list, oauthClients.create],
  examples: [
    'svc oauth-client create --organization acme --service-provider github --http-url https://github.com --api-url https://api.github.com --oauth-token-string-env GITHUB_TOKEN',
    'svc oauth-client create --service-provider gitlab_hosted --name "Our GitLab" --http-url https://gitlab.com --api-url https://gitlab.com/api/v4 --oauth-token-string-file - < provider-token.txt',
    'svc oauth-client create --service-provider github --name GitHub --http-url https://github.com --api-url https://api.github.com --oauth-token-string-env GITHUB_TOKEN --if-not-exists',
    'svc oauth-client create --service-provider ado_server --http-url https://ado.example.com --api-url https://ado.example.com --oauth-token-string-file provider-token.txt --private-key-file id_rsa',
  ],
  async run(context, f) {
    const { output, settings } = context;
    const { clientFields } = await import('./questions.ts');
    const { complete, requireAccess } = await import('../../cli/wizard.ts');
    rejectSecretSettings(f.set, secretHint);
    for (const warning of warnings(f)) output.warn(warning);
    const fields = clientFields(f, context);
    const initialAnswers = { ...f, organization: settings.lookup('organization')?.value };
    const check = () => requireAccess(resource, initialAnswers.organization, context);
    const walk = f.serviceProvider === undefined && f.name === undefined;
    const answers = await complete<ClientAnswers>(initialAnswers, fields, { ...context, check, walk });
    const draftOf = (complete: ClientAnswers) =>
      withExtra(attributesOf({ ...complete }, fieldNames), f.set, resource.fields);
    const draft = draftOf(answers);
    const creating = { answers, confirms: true, draft, draftOf, fields, ifNotExists: f.ifNotExists } as const;
    const row = await createNamed(resource, creating, context);
    const [token] = relatedIds(row, 'oauth-tokens') ?? [];
    if (token) output.note(`To link a workspace to a repository, use its OAuth token ${token}.`);
    await output.show(resource.view, row);
  },
});
