import { teams } from '../../api/contract/platform/teams.ts';
import { columnsOf, viewOf } from '../../base/view.ts';
import { idNamed } from '../../cli/by-name.ts';
import type { Context } from '../../cli/context.ts';
import { teamWords } from '../../cli/lookup.ts';
import { type Command, verb } from '../../cli/verb.ts';
import { emailOf, membersOf, team as resource, type TeamMember, withMembers } from '../../platform/resources/team.ts';
import { teamSentence } from './names.ts';

const memberView = viewOf<TeamMember>(
  'username email status service=is-service-account id',
  columnsOf(
    'id username is-service-account',
    { name: 'email', of: emailOf },
    { name: 'status', of: ({ membership }) => Reflect.get(membership?.attributes ?? {}, 'status'), state: true },
  ),
);

export const members = verb({
  words: 'members',
  about: 'List the users of a team',
  text: `${teamSentence} The e-mail address and the status, active or invited, are those of the membership in the organization; with -o json each user has it as
membership.`,
  flags: (command: Command) => command.argument('[team]', teamWords),
  calls: [teams.list, teams.show],
  reads: true,
  examples: [
    'svc team members platform',
    "svc team members acme/platform --jq '.[].attributes.username'",
    'svc team members platform --columns username,email',
  ],
  async run(context, _, typed) {
    const { members, name } = await teamWithMembers(typed, context);
    await context.output.list(memberView, members, `Team ${name} has no members.`);
  },
});

/**
 * Reads a team by its id or name, with its users; prompts for a team if none is given.
 * @throws {NotFoundError} for an unknown team; {ProtocolError} if the reply has no list of users
 */
export async function teamWithMembers(
  typed: string | undefined,
  context: Context,
): Promise<{ id: string; name: string; members: TeamMember[] }> {
  const id = await idNamed(resource, typed, 'team', context);
  const reply = await context.platform(teams.show, { team_id: id, query: withMembers });
  return { id, name: reply.data.attributes.name ?? typed ?? id, members: membersOf(reply) };
}
