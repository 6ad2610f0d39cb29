import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { oauthClients } from '../../contract/platform/oauth-clients.ts';
import { oauthClientView } from './view.ts';

export function registerShow(oauthClient: Command): void {
  explain(oauthClient.command('show'), {
    notes: 'Its oauth-tokens are what workspaces name when they are linked to a repository; no secret is ever shown.',
    calls: [oauthClients.show],
    examples: [
      'svc oauth-client show oc-0123456789abcdef',
      `svc oauth-client show oc-0123456789abcdef --jq '.relationships["oauth-tokens"].data[].id'`,
    ],
  })
    .description('Show a connection to a version-control provider')
    .argument('<id>', 'id of the OAuth client, oc-…')
    .action(
      run(async ({ output, platform }, _, id) => {
        const { data } = await platform(oauthClients.show, { id });
        await output.show(oauthClientView, data);
      }),
    );
}
