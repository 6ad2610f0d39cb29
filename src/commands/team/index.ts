import type { Command } from 'commander';
import { registerAddMembership } from './add-membership.ts';
import { registerAddUser } from './add-user.ts';
import { registerList } from './list.ts';
import { registerMembers } from './members.ts';
import { registerRemoveMembership } from './remove-membership.ts';
import { registerRemoveUser } from './remove-user.ts';
import { registerSet } from './set.ts';
import { registerShow } from './show.ts';

export function register(team: Command): void {
  registerList(team);
  registerShow(team);
  registerMembers(team);
  registerSet(team);
  registerAddUser(team);
  registerRemoveUser(team);
  registerAddMembership(team);
  registerRemoveMembership(team);
}
