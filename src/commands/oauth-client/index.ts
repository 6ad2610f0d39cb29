import type { Command } from 'commander';
import { registerList, registerShow } from '../../cli/resource-verbs.ts';
import { oauthClients } from '../../contract/platform/oauth-clients.ts';
import { oauthClient as resource } from '../../resources/oauth-client.ts';
import { registerCreate } from './create.ts';
import { registerDelete } from './delete.ts';
import { registerUpdate } from './update.ts';

export function register(oauthClient: Command): void {
  registerList(oauthClient, resource, {
    description: 'List VCS connections',
    notes: `Set the organization with --organization, SVC_ORGANIZATION or in the profile. A client without a name is shown with the name of its provider.`,
    examples: [
      'svc oauth-client list --organization acme',
      'svc oauth-client list --columns id,service-provider,api-url',
    ],
  });
  registerShow(
    oauthClient,
    { ...resource, show: oauthClients.show },
    {
      description: 'Show a VCS connection',
      argument: 'id of the OAuth client, oc-…',
      notes: `A workspace that is linked to a repository refers to one of the oauth-tokens. Secrets are never shown.`,
      examples: [
        'svc oauth-client show oc-0123456789abcdef',
        `svc oauth-client show oc-0123456789abcdef --jq '.relationships["oauth-tokens"].data[].id'`,
      ],
    },
  );
  registerCreate(oauthClient);
  registerUpdate(oauthClient);
  registerDelete(oauthClient);
}
