import type { Command } from 'commander';
import { registerHcpOrganization } from './hcp-organization.ts';
import { registerPassword } from './password.ts';
import { registerShow } from './show.ts';
import { registerUpdate } from './update.ts';

export function register(account: Command): void {
  registerShow(account);
  registerUpdate(account);
  registerPassword(account);
  registerHcpOrganization(account);
}
