import type { Command } from 'commander';
import { deletedView } from '../../cli/deletion.ts';
import { explain } from '../../cli/help.ts';
import { pickOne } from '../../cli/pick.ts';
import { run } from '../../cli/run.ts';
import { oauthClients } from '../../contract/platform/oauth-clients.ts';
import { oauthClient as resource } from '../../resources/oauth-client.ts';
import { consentTo } from './links.ts';

export function registerDelete(oauthClient: Command): void {
  explain(oauthClient.command('delete'), {
    notes: `Workspaces that use the client lose their repository link and must be linked again by hand; this needs a confirmation or --yes.
With -o json: {"id": ID, "deleted": true}.`,
    calls: [oauthClients.show, oauthClients.remove],
    examples: ['svc oauth-client delete oc-0123456789abcdef --yes'],
  })
    .description('Delete a VCS connection')
    .argument('[id]', 'id of the OAuth client, oc-…')
    .action(
      run(async (context, _, typed) => {
        const { output, platform } = context;
        const id = typed ?? (await pickOne(resource, context));
        const consequence = 'will lose the repository link and must be linked again by hand.';
        await consentTo({ id, verb: 'Delete', consequence }, context);
        await platform(oauthClients.remove, { id });
        await output.done(deletedView, { id, deleted: true }, `Deleted OAuth client ${id}.`);
      }),
    );
}
