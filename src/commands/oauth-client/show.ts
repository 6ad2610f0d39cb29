import type { Command } from 'commander';
import { z } from 'zod';
import type { Context } from '../../cli/context.ts';
import { explain } from '../../cli/help.ts';
import { action } from '../../cli/run.ts';
import { oauthClients } from '../../contract/platform/oauth-clients.ts';
import { oauthClientView } from './view.ts';

export function registerShow(oauthClient: Command, { output, platform }: Context): void {
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
      action(z.object({}), async (_, id: string) => {
        const { data } = await platform(oauthClients.show, { id });
        await output.show(oauthClientView, data);
      }),
    );
}
