import type { Command } from 'commander';
import { bridge } from '../../cli/old.ts';
import { showsUser } from '../../cli/user.ts';
import { hcpOrganization } from './hcp-organization.ts';
import { password } from './password.ts';
import { update } from './update.ts';

export function register(account: Command): void {
  const show = account.command('show').description('Show your account');
  showsUser(show, ['svc account show', 'svc account show -o yaml']);
  bridge(account, update);
  bridge(account, password);
  bridge(account, hcpOrganization);
}
