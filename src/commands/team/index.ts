import type { Command } from 'commander';
import type { Context } from '../../cli/context.ts';
import { registerAddMembership } from './add-membership.ts';
import { registerAddUser } from './add-user.ts';
import { registerList } from './list.ts';
import { registerMembers } from './members.ts';
import { registerRemoveMembership } from './remove-membership.ts';
import { registerRemoveUser } from './remove-user.ts';
import { registerShow } from './show.ts';

export function register(team: Command, context: Context): void {
  registerList(team, context);
  registerShow(team, context);
  registerMembers(team, context);
  registerAddUser(team, context);
  registerRemoveUser(team, context);
  registerAddMembership(team, context);
  registerRemoveMembership(team, context);
}
