import type { Command } from 'commander';
import { z } from 'zod';
import { oauthClients } from '../../contract/platform/oauth-clients.ts';
import { action } from '../action.ts';
import type { Context } from '../context.ts';
import { deletedView } from '../deleted.ts';
import { explain } from '../explain.ts';
import { usersOf } from './links.ts';

export function registerDelete(oauthClient: Command, { ask, dryRun, output, platform }: Context): void {
  explain(oauthClient.command('delete'), {
    notes: `Workspaces that use it lose their repository link, and have to be linked by hand to another repository. That is
asked about, or needs --yes. With -o json: {"id": ID, "deleted": true}.`,
    calls: [oauthClients.show, oauthClients.remove],
    examples: ['svc oauth-client delete oc-0123456789abcdef --yes'],
  })
    .description('Cut the connection to a version-control provider')
    .argument('<id>', 'id of the OAuth client, oc-…')
    .action(
      action(z.object({}), async (_, id: string) => {
        if (!dryRun()) {
          const { count, words } = await usersOf(id, { platform });
          if (count === 0) output.note('No workspace is linked to a repository with it.');
          else output.warn(`${words} will lose the repository link, and must be linked by hand to another repository.`);
          await ask.consent(`Delete OAuth client ${id}?`);
        }
        await platform(oauthClients.remove, { id });
        await output.done(deletedView, { id, deleted: true }, `Deleted OAuth client ${id}.`);
      }),
    );
}
