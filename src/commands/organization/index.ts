import { type Organization, organizations } from '../../api/contract/platform/organizations.ts';
import { relatedId } from '../../api/contract/relationships.ts';
import { organizationName } from '../../cli/lookup.ts';
import { listVerb, showVerb } from '../../cli/resource-verbs.ts';
import { pageUrl } from '../../cli/web-page.ts';
import { organization as resource } from '../../platform/resources/organization.ts';

const opening = 'An organization owns workspaces, teams, agent pools and OAuth clients.';

const list = listVerb(resource, {
  about: 'List the organizations that you belong to',
  text: opening,
  examples: ['svc organization list', 'svc organization list --query acme --columns name'],
});

const show = showVerb<Organization>({
  about: 'Show an organization',
  text: opening,
  view: { columns: [...resource.view.columns, { name: 'subscription', of: (row) => relatedId(row, 'subscription') }] },
  argument: ['[name]', 'name of the organization (default: --organization, SVC_ORGANIZATION or the profile)'],
  calls: [organizations.show],
  page: ({ attributes, id }, context) => pageUrl('organization', context, { organization: attributes.name ?? id }),
  examples: ['svc organization show acme', 'svc organization show --jq .attributes.permissions'],
  async read(context, typed) {
    const name = typed ?? (await organizationName(context));
    return [(await context.platform(organizations.show, { organization_name: name })).data];
  },
});

export const noun = { verbs: [list, show] };
