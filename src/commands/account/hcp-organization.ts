import type { Command } from 'commander';
import { account, type HcpOrganization } from '../../api/contract/platform/account.ts';
import { columnsOf, type View } from '../../base/view.ts';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';

const hcpOrganizationView: View<HcpOrganization> = {
  columns: columnsOf('id name hcp-owner-email is-hcp-admin'),
};

export function registerHcpOrganization(noun: Command): void {
  explain(noun.command('hcp-organization'), {
    calls: [account.hcpOrganization],
    notes: `svc sandbox start --edition hosted prints the id of the HCP organization in the example; its members are the callers owner and
user.`,
    examples: ['svc account hcp-organization 2f6b1d84-7c3e-4a59-9d02-8e51c7a4b360'],
  })
    .description('Show an HCP organization that you belong to')
    .argument('<id>', 'id of the HCP organization')
    .action(
      run(async ({ output, platform }, _, id) => {
        const { data } = await platform(account.hcpOrganization, { id });
        await output.show(hcpOrganizationView, data);
      }),
    );
}
