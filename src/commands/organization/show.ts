import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { organizationName } from '../../cli/lookup.ts';
import { run } from '../../cli/run.ts';
import { organizations } from '../../contract/platform/organizations.ts';
import { organization as resource } from '../../resources/organization.ts';

export function registerShow(organization: Command): void {
  explain(organization.command('show'), {
    calls: [organizations.show],
    examples: ['svc organization show acme', 'svc organization show --jq .attributes.permissions'],
  })
    .description('Show an organization')
    .argument('[name]', 'name of the organization (default: --organization, SVC_ORGANIZATION or the profile)')
    .action(
      run(async (context, _, typed) => {
        const { output, platform } = context;
        const name = typed ?? (await organizationName(context));
        const { data } = await platform(organizations.show, { organization_name: name });
        await output.show(resource.view, data);
      }),
    );
}
