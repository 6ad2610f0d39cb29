import { account, type HcpOrganization } from '../../api/contract/platform/account.ts';
import { columnsOf, type View } from '../../base/view.ts';
import { type Command, verb } from '../../cli/verb.ts';

const hcpOrganizationView: View<HcpOrganization> = {
  columns: columnsOf('id name hcp-owner-email is-hcp-admin'),
};

export const hcpOrganization = verb({
  words: 'hcp-organization',
  about: 'Show an HCP organization that you belong to',
  text: `The hosted edition shows the HCP organizations of its users. svc sandbox start --edition hosted prints the id of the HCP organization in the example; its members are the callers owner and
user.`,
  flags: (command: Command) => command.argument('<id>', 'id of the HCP organization'),
  calls: [account.hcpOrganization],
  examples: ['svc account hcp-organization 2f6b1d84-7c3e-4a59-9d02-8e51c7a4b360'],
  async run({ output, platform }, _, id) {
    const { data } = await platform(account.hcpOrganization, { id });
    await output.show(hcpOrganizationView, data);
  },
});
