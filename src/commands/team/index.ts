import type { Command } from 'commander';
import { registerList } from '../../cli/resource-verbs.ts';
import { team as resource } from '../../resources/team.ts';
import { registerMemberVerbs } from './change-members.ts';
import { registerMembers } from './members.ts';
import { registerSet } from './set.ts';
import { registerShow } from './show.ts';

export function register(team: Command): void {
  registerList(team, resource, {
    description: 'List the teams of an organization',
    notes: 'Set the organization with --organization, SVC_ORGANIZATION or in the profile.',
    search: 'q',
    examples: ['svc team list', 'svc team list --organization acme --query net -o json'],
  });
  registerShow(team);
  registerMembers(team);
  registerSet(team);
  registerMemberVerbs(team);
}
