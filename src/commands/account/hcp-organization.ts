import type { Command } from 'commander';
import { z } from 'zod';
import { account, type HcpOrganization } from '../../contract/platform/account.ts';
import type { View } from '../../terminal/view.ts';
import { action } from '../action.ts';
import type { Context } from '../context.ts';
import { explain } from '../explain.ts';

const hcpOrganizationView: View<HcpOrganization> = {
  columns: [
    { name: 'id', of: ({ id }) => id, fit: 'whole' },
    { name: 'name', of: ({ attributes }) => attributes.name },
    { name: 'hcp-owner-email', of: ({ attributes }) => attributes['hcp-owner-email'] },
    { name: 'is-hcp-admin', of: ({ attributes }) => attributes['is-hcp-admin'] },
  ],
};

export function registerHcpOrganization(noun: Command, { output, platform }: Context): void {
  explain(noun.command('hcp-organization'), {
    calls: [account.hcpOrganization],
    examples: ['svc account hcp-organization hcp-org-0123456789abcdef'],
  })
    .description('Show an HCP organization you belong to')
    .argument('<id>', 'id of the HCP organization')
    .action(
      action(z.object({}), async (_, id: string) => {
        const { data } = await platform(account.hcpOrganization, { id });
        await output.show(hcpOrganizationView, data);
      }),
    );
}
