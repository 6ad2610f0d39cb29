import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { organizationName } from '../../cli/lookup.ts';
import { run } from '../../cli/run.ts';
import { positive } from '../../cli/values.ts';
import { oauthClients } from '../../contract/platform/oauth-clients.ts';
import { oauthClientView } from './view.ts';

export function registerList(oauthClient: Command): void {
  explain(oauthClient.command('list'), {
    notes: `Set the organization with --organization, SVC_ORGANIZATION or in the profile. A client without a name is shown with the name of its provider.`,
    calls: [oauthClients.list],
    examples: [
      'svc oauth-client list --organization acme',
      'svc oauth-client list --columns id,service-provider,api-url',
    ],
  })
    .description('List VCS connections')
    .option('--limit <n>', 'maximum number of items', positive)
    .action(
      run(async ({ ask, output, platformList, settings }, wanted) => {
        const organization = await organizationName({ ask, settings });
        const clients = platformList(oauthClients.list, { organization_name: organization }, wanted);
        await output.list(oauthClientView, clients, `No OAuth clients in ${organization}.`);
      }),
    );
}
