import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { pickOauthClient } from '../../cli/pick.ts';
import { run } from '../../cli/run.ts';
import { oauthClients } from '../../contract/platform/oauth-clients.ts';
import { oauthClientView } from './view.ts';

export function registerShow(oauthClient: Command): void {
  explain(oauthClient.command('show'), {
    notes: `A workspace that is linked to a repository refers to one of the oauth-tokens. Secrets are never shown.`,
    calls: [oauthClients.show],
    examples: [
      'svc oauth-client show oc-0123456789abcdef',
      `svc oauth-client show oc-0123456789abcdef --jq '.relationships["oauth-tokens"].data[].id'`,
    ],
  })
    .description('Show a VCS connection')
    .argument('[id]', 'id of the OAuth client, oc-…')
    .action(
      run(async (context, _, typed) => {
        const { output, platform } = context;
        const id = typed ?? (await pickOauthClient(context));
        const { data } = await platform(oauthClients.show, { id });
        await output.show(oauthClientView, data);
      }),
    );
}
