import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { organizationName } from '../../cli/lookup.ts';
import { run } from '../../cli/run.ts';
import { collect, setHelp, withExtra } from '../../cli/set-flag.ts';
import { knowing, nonEmpty } from '../../cli/values.ts';
import { webUrl } from '../../cli/web-url.ts';
import { oauthClients, providerWithPrivateKey, serviceProviders } from '../../contract/platform/oauth-clients.ts';
import { draftOf, refuseTwoFromStdin } from './draft.ts';
import { oddities, refuseSecretSettings } from './flags.ts';
import { preview } from './preview.ts';
import { oauthClientView, tokenIds } from './view.ts';

export function registerCreate(oauthClient: Command): void {
  explain(oauthClient.command('create'), {
    notes: `On a terminal, what is not given is asked for. The OAuth token string is one that the provider has issued
already; it and the private key come from a file, stdin, the environment or a hidden prompt, never from the command line.
${providerWithPrivateKey} needs the private key.`,
    calls: [oauthClients.create],
    examples: [
      'svc oauth-client create --organization acme --service-provider github --http-url https://github.com --api-url https://api.github.com --oauth-token-string-env GITHUB_TOKEN',
      'svc oauth-client create --service-provider gitlab_hosted --name "Our GitLab" --http-url https://gitlab.com --api-url https://gitlab.com/api/v4 --oauth-token-string-file - < provider-token.txt',
      'svc oauth-client create --service-provider ado_server --http-url https://ado.example.com --api-url https://ado.example.com --oauth-token-string-file provider-token.txt --private-key-file id_rsa',
    ],
  })
    .description('Connect an organization to a version-control provider')
    .option('--service-provider <name>', serviceProviders.join(', '), knowing(serviceProviders, nonEmpty))
    .option('--http-url <url>', 'homepage of the provider', webUrl)
    .option('--api-url <url>', 'base URL of its API', webUrl)
    .option('--name <text>', "name of the client (default: the provider's name)")
    .option('--oauth-token-string-file <path>', 'read the token that the provider issued from a file, - for stdin')
    .option('--oauth-token-string-env <name>', 'read it from an environment variable')
    .option(
      '--private-key-file <path>',
      `read the SSH private key from a file, - for stdin; ${providerWithPrivateKey} needs one`,
    )
    .option('--private-key-env <name>', 'read it from an environment variable')
    .option('--set <key=value>', setHelp, collect)
    .action(
      run(async ({ ask, dryRun, output, platform, settings }, f) => {
        refuseTwoFromStdin(f);
        refuseSecretSettings(f.set);
        const organization = await organizationName({ ask, settings });
        for (const odd of oddities(f)) output.warn(odd);
        const draft = withExtra(await draftOf(f, ask), f.set);
        if (ask.answers().length > 0 && !dryRun) {
          output.note(`This will be sent for ${organization}:\n${preview(draft)}`);
          await ask.consent('Make this OAuth client?');
        }
        const body = { data: { type: 'oauth-clients' as const, ...draft } };
        const { data } = await platform(oauthClients.create, { organization_name: organization, body });
        output.note(`Made OAuth client ${data.id}.`);
        const [token] = tokenIds(data);
        if (token) output.note(`Workspaces are linked to a repository with its token ${token}.`);
        await output.show(oauthClientView, data);
      }),
    );
}
