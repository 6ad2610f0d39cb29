import type { Command } from 'commander';
import { showsUser } from '../../cli/user.ts';
import { registerHcpOrganization } from './hcp-organization.ts';
import { registerPassword } from './password.ts';
import { registerUpdate } from './update.ts';

export function register(account: Command): void {
  const show = account.command('show').description('Show your account');
  showsUser(show, ['svc account show', 'svc account show -o yaml']);
  registerUpdate(account);
  registerPassword(account);
  registerHcpOrganization(account);
}
