import type { Command } from 'commander';
import { oauthClients } from '../../api/contract/platform/oauth-clients.ts';
import { deletedView } from '../../cli/deletion.ts';
import { pickOne } from '../../cli/pick.ts';
import { listVerb, showById } from '../../cli/resource-verbs.ts';
import { type Noun, verb } from '../../cli/verb.ts';
import { oauthClient as resource } from '../../platform/resources/oauth-client.ts';
import { remove } from '../../platform/resources/put.ts';
import { create } from './create.ts';
import { consentTo } from './links.ts';
import { update } from './update.ts';

const list = listVerb(resource, {
  about: 'List VCS connections',
  text: `Set the organization with --organization, SVC_ORGANIZATION or in the profile. A client without a name is shown with the name of its provider.`,
  examples: [
    'svc oauth-client list --organization acme',
    'svc oauth-client list --columns id,service-provider,api-url',
  ],
});

const show = showById(
  { ...resource, show: oauthClients.show },
  {
    about: 'Show a VCS connection',
    argument: 'id of the OAuth client, oc-…',
    text: `A workspace that is linked to a repository refers to one of the oauth-tokens. Secrets are never shown.`,
    examples: [
      'svc oauth-client show oc-0123456789abcdef',
      `svc oauth-client show oc-0123456789abcdef --jq '.relationships["oauth-tokens"].data[].id'`,
    ],
  },
);

const removeVerb = verb({
  words: 'delete',
  about: 'Delete a VCS connection',
  text: `Workspaces that use the client lose their repository link and must be linked again by hand; this needs a confirmation or --yes.
With -o json: {"id": ID, "deleted": true}.`,
  flags: (command: Command) => command.argument('[id]', 'id of the OAuth client, oc-…'),
  calls: [oauthClients.show, oauthClients.remove],
  examples: ['svc oauth-client delete oc-0123456789abcdef --yes'],
  async run(context, _, typed) {
    const { output, platform } = context;
    const id = typed ?? (await pickOne(resource, context));
    const consequence = 'will lose the repository link and must be linked again by hand.';
    await consentTo({ id, verb: 'Delete', consequence }, context);
    await remove(resource, id, platform);
    await output.done(deletedView, { id, deleted: true }, `Deleted OAuth client ${id}.`);
  },
});

export const noun: Noun = {
  verbs: {
    Commands: [list, show, create, update, removeVerb],
  },
};
