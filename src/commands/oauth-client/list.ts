import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { organizationName } from '../../cli/lookup.ts';
import { run } from '../../cli/run.ts';
import { positive } from '../../cli/values.ts';
import { oauthClients } from '../../contract/platform/oauth-clients.ts';
import { oauthClientView } from './view.ts';

export function registerList(oauthClient: Command): void {
  explain(oauthClient.command('list'), {
    notes: `The organization is that of --organization, SVC_ORGANIZATION or the profile. A client without a name is shown
under its provider's.`,
    calls: [oauthClients.list],
    examples: [
      'svc oauth-client list --organization acme',
      'svc oauth-client list --columns id,service-provider,api-url',
    ],
  })
    .description('List the connections of an organization to its version-control providers')
    .option('--limit <n>', 'show at most that many', positive)
    .action(
      run(async ({ ask, output, platformList, settings }, wanted) => {
        const organization = await organizationName({ ask, settings });
        const clients = platformList(oauthClients.list, { organization_name: organization }, wanted);
        await output.list(oauthClientView, clients, `${organization} has no OAuth client.`);
      }),
    );
}
