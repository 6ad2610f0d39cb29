import type { Command } from 'commander';
import { type Organization, organizations } from '../../api/contract/platform/organizations.ts';
import { relatedId } from '../../api/contract/relationships.ts';
import type { Context } from '../../cli/context.ts';
import { organizationName } from '../../cli/lookup.ts';
import { registerList, registerShowing } from '../../cli/resource-verbs.ts';
import { pageUrl } from '../../cli/web-page.ts';
import { organization as resource } from '../../platform/resources/organization.ts';

export function register(organization: Command): void {
  registerList(organization, resource, {
    description: 'List the organizations that you belong to',
    search: 'q',
    examples: ['svc organization list', 'svc organization list --query acme --columns name'],
  });
  registerShowing(
    organization,
    { columns: [...resource.view.columns, { name: 'subscription', of: (row) => relatedId(row, 'subscription') }] },
    {
      description: 'Show an organization',
      argument: ['[name]', 'name of the organization (default: --organization, SVC_ORGANIZATION or the profile)'],
      calls: [organizations.show],
      page: ({ attributes, id }: Organization, context: Context) =>
        pageUrl('organization', context, { organization: attributes.name ?? id }),
      examples: ['svc organization show acme', 'svc organization show --jq .attributes.permissions'],
    },
    async (context, typed) => {
      const name = typed ?? (await organizationName(context));
      return [(await context.platform(organizations.show, { organization_name: name })).data];
    },
  );
}
