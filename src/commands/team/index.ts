import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { registerAddMembership } from './add-membership.ts';
import { registerAddUser } from './add-user.ts';
import { registerRemoveMembership } from './remove-membership.ts';
import { registerRemoveUser } from './remove-user.ts';

export function register(team: Command, context: Context): void {
  registerAddUser(team, context);
  registerRemoveUser(team, context);
  registerAddMembership(team, context);
  registerRemoveMembership(team, context);
}
