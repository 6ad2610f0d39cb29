import { type OauthClient, oauthClients, serviceProviders } from '../../api/contract/platform/oauth-clients.ts';
import { idNamed } from '../../cli/by-name.ts';
import { organizationName } from '../../cli/lookup.ts';
import { noneOf } from '../../cli/pick.ts';
import { deleteVerb, firstRows, nameWords, showVerb } from '../../cli/resource-verbs.ts';
import { knowing, nonEmpty, positive, unknownValues } from '../../cli/values.ts';
import { type Command, verb } from '../../cli/verb.ts';
import { oauthClient as resource } from '../../platform/resources/oauth-client.ts';
import { labelOf } from '../../platform/resources/resource.ts';
import { all } from '../../platform/site/service.ts';
import { create } from './create.ts';
import { clientSentence } from './flags.ts';
import { update, warnOfLinks } from './update.ts';

const list = verb({
  words: 'list',
  about: 'List OAuth clients',
  text: `${clientSentence} Set the organization with --organization, SVC_ORGANIZATION or in the profile. A client without a name is shown, and found, with the name
of its provider. The service cannot search, so --query and --service-provider read the whole list.`,
  flags: (command: Command) =>
    command
      .option('--query <text>', 'only OAuth clients with this text in their name')
      .option('--service-provider <name>', serviceProviders.join(', '), knowing(serviceProviders, nonEmpty))
      .option('--limit <n>', 'maximum number of items (default: all)', positive),
  lists: resource.view,
  calls: [oauthClients.list],
  examples: [
    'svc oauth-client list --organization acme',
    'svc oauth-client list --columns id,service-provider,api-url',
    'svc oauth-client list --query github --service-provider github_enterprise -o json',
  ],
  async run(context, { limit, query, serviceProvider: provider }) {
    const { output, platformList } = context;
    for (const doubt of unknownValues('--service-provider', provider, serviceProviders, '')) output.warn(doubt);
    const organization = await organizationName(context);
    const isWanted = (row: OauthClient) =>
      `${labelOf(resource, row)}`.toLowerCase().includes(query?.toLowerCase() ?? '') &&
      (provider === undefined || row.attributes['service-provider'] === provider);
    const isNarrowed = query !== undefined || provider !== undefined;
    const rows = (most?: number) =>
      platformList(oauthClients.list, { organization_name: organization }, { limit: most });
    const shown = isNarrowed ? firstRows((await all(rows())).filter(isWanted), limit, output) : rows(limit);
    await output.list(resource.view, shown, noneOf(resource, organization, isNarrowed ? 'matching ' : ''));
  },
});

const show = showVerb({
  view: resource.view,
  about: 'Show an OAuth client',
  argument: ['[client]', nameWords(resource)],
  text: `${clientSentence} A workspace that is linked to a repository refers to one of the oauth-tokens. Secrets are never shown. If several clients have the
name, all their ids are reported (exit 8).`,
  calls: [oauthClients.list, oauthClients.show],
  examples: [
    'svc oauth-client show "Our GitHub"',
    'svc oauth-client show oc-0123456789abcdef',
    `svc oauth-client show "Our GitHub" --jq '.relationships["oauth-tokens"].data[].id'`,
  ],
  async read(context, typed) {
    const id = await idNamed(resource, typed, 'client', context);
    return [(await context.platform(oauthClients.show, { id })).data];
  },
});

const removeVerb = deleteVerb(resource, {
  about: 'Delete OAuth clients',
  argument: 'client',
  text: `${clientSentence} Workspaces that use one lose their repository link and must be relinked manually.`,
  examples: [
    'svc oauth-client delete "Our GitHub" --yes',
    'svc oauth-client delete oc-0123456789abcdef --yes',
    'svc oauth-client delete - --failed-to failed.txt --yes < clients.txt',
  ],
  consider: ({ id }, isMany, context) =>
    warnOfLinks(id, 'will lose the repository link and must be relinked manually.', context, isMany),
});

export const noun = { verbs: [list, show, create, update, removeVerb] };
