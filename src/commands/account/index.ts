import type { Command } from 'commander';
import type { Context } from '../../cli/context.ts';
import { registerHcpOrganization } from './hcp-organization.ts';
import { registerPassword } from './password.ts';
import { registerShow } from './show.ts';
import { registerUpdate } from './update.ts';

export function register(account: Command, context: Context): void {
  registerShow(account, context);
  registerUpdate(account, context);
  registerPassword(account, context);
  registerHcpOrganization(account, context);
}
