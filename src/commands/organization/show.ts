import type { Command } from 'commander';
import { z } from 'zod';
import type { Context } from '../../cli/context.ts';
import { explain } from '../../cli/help.ts';
import { organizationName } from '../../cli/lookup.ts';
import { action } from '../../cli/run.ts';
import { organizations } from '../../contract/platform/organizations.ts';
import { organizationView } from './view.ts';

export function registerShow(organization: Command, context: Context): void {
  const { output, platform } = context;
  explain(organization.command('show'), {
    calls: [organizations.show],
    examples: ['svc organization show acme', 'svc organization show --jq .attributes.permissions'],
  })
    .description('Show an organization')
    .argument('[name]', 'name of the organization (default: that of --organization, SVC_ORGANIZATION or the profile)')
    .action(
      action(z.object({}), async (_, typed?: string) => {
        const name = typed ?? (await organizationName(context));
        const { data } = await platform(organizations.show, { organization_name: name });
        await output.show(organizationView, data);
      }),
    );
}
