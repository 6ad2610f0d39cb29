import { ProtocolError } from '../../base/errors.ts';
import type { Context } from '../../cli/context.ts';
import { teamId } from '../../cli/lookup.ts';
import type { ReplyOf } from '../../contract/endpoint.ts';
import { type TeamMember, teams } from '../../contract/platform/teams.ts';
import { related } from '../../contract/relationships.ts';

/** A team and its users. */
export interface TeamWithMembers {
  id: string;
  /** Its name, or the text that was typed if the service does not show one. */
  name: string;
  members: TeamMember[];
}

/** Reads a team by its id or name. @throws {NotFoundError}; {ProtocolError} when the reply has no list of users */
export async function teamWithMembers(
  text: string,
  context: Pick<Context, 'platform' | 'platformList' | 'settings' | 'suggest'>,
): Promise<TeamWithMembers> {
  const id = await teamId(text, context);
  const reply = await context.platform(teams.show, { team_id: id, query: { include: 'users' } });
  return { id, name: reply.data.attributes.name ?? text, members: membersOf(reply) };
}

/** The users of a team; a user without details has only an id. @throws {ProtocolError} when the reply has no list of users */
function membersOf({ data, included }: ReplyOf<typeof teams.show>): TeamMember[] {
  const users = new Map(included?.filter(({ type }) => type === 'users').map((user) => [user.id, user]));
  const references = related(data, 'users');
  if (references) return references.map((reference) => users.get(reference.id) ?? (reference as TeamMember));
  if (included) return [...users.values()];
  throw new ProtocolError(`The response has no list of the users of team ${data.id}.`);
}
