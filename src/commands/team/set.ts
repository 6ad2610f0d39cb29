import { teamMembers } from '../../api/contract/platform/team-members.ts';
import { teams } from '../../api/contract/platform/teams.ts';
import { endDryRun, UsageError } from '../../base/errors.ts';
import { columnsOf, type View } from '../../base/view.ts';
import { BatchNames } from '../../cli/batch.ts';
import { idNamed } from '../../cli/by-name.ts';
import type { InputName } from '../../cli/names.ts';
import { type Command, verb } from '../../cli/verb.ts';
import { isNamedIn, namesOneOf, team as resource, type TeamMember, usernameOf } from '../../platform/resources/team.ts';
import { teamWithMembers } from './members.ts';
import { countedNames, namesFlags, teamSentence, throwFailure, typedOrPicked } from './names.ts';
import { type MemberChange, sendNames } from './send-names.ts';

const adding: MemberChange = { endpoint: teamMembers.addUsers, type: 'users', direction: 'to' };
const removing: MemberChange = { endpoint: teamMembers.removeUsers, type: 'users', direction: 'from' };

/** The result for one user. */
interface Membership {
  username: string;
  change: 'added' | 'removed' | 'unchanged';
}

const membershipView: View<Membership> = {
  columns: columnsOf({ name: 'username', fit: 'whole' }, 'change'),
};

export const set = verb({
  words: 'set',
  about: 'Set the users of a team: add those missing, remove the others',
  text: `${teamSentence} Adds the given users who are not in the team, then removes all others. Asks before it removes anyone, unless --yes is given. If the service
rejects a user (exit 5), no user is removed. --dry-run shows every request. Service accounts of tokens stay. A list without names is an error, so that an empty file removes no one; the last owner of an
organization cannot be removed. The command can be repeated safely.

Names are read from the arguments, from the lines of a file, or from stdin with -; empty lines and # comments are ignored. Users must have
accepted the invitation to the organization. On a terminal, without names, svc prompts for them, and offers the current ones.`,
  flags: (command: Command) => namesFlags(command, 'user', 'user names'),
  calls: [teams.list, teams.show, adding.endpoint, removing.endpoint],
  examples: [
    'svc team set platform nell uma --yes',
    'svc team set acme/platform --from-file members.txt --yes',
    'svc team set platform nell uma --dry-run',
  ],
  async run(context, { batch = 500, fromFile }, typed, args) {
    const { ask, dryRun, output } = context;
    const picked = typed ?? (await idNamed(resource, typed, 'team', context));
    const current = async () =>
      (await teamWithMembers(picked, context)).members.filter((each) => !isService(each)).map(usernameOf);
    const input = await typedOrPicked(args, fromFile, context, current);
    if (input.length === 0) throw new UsageError('The list of users is empty. No user was removed.');
    const { id, members, name: team } = await teamWithMembers(picked, context);
    const { joining, leaving, staying } = compare(input, members);
    output.note(summary(team, joining, leaving));
    if (leaving.length > 0 && !dryRun) {
      await ask.consent(`Remove ${countedNames(leaving.length, 'users')} from team ${team}?`);
    }
    const change = async (half: readonly InputName[], how: MemberChange, done: string, after?: string) => {
      const names = new BatchNames(half, undefined, context);
      const { requests, stopped } = await sendNames(names, id, how, batch, context);
      throwFailure(half, names, stopped, 'users', after);
      if (names.done.size > 0)
        output.note(`${done} ${countedNames(half.length, 'users')} ${how.direction} team ${team}.`);
      return requests;
    };
    const added = await change(joining, adding, 'Added', ' No user was removed.');
    endDryRun([...added, ...(await change(leaving, removing, 'Removed'))]);
    const rows = (some: readonly InputName[], how: Membership['change']) =>
      some.map(({ name }) => ({ username: name, change: how }));
    await output.described(membershipView, [
      ...rows(joining, 'added'),
      ...rows(leaving, 'removed'),
      ...rows(staying, 'unchanged'),
    ]);
  },
});

const isService = ({ attributes }: TeamMember) => attributes?.['is-service-account'] === true;

/** Returns the requested users who are not in the team, the users in the team who were not requested, and the users who are both, by name. */
function compare(input: readonly InputName[], members: readonly TeamMember[]) {
  const isPresent = namesOneOf(members);
  const isRequested = isNamedIn(input.map(({ name }) => name));
  const names = (some: readonly TeamMember[]) => some.map((member) => ({ name: usernameOf(member), place: null }));
  return {
    joining: input.filter(({ name }) => !isPresent(name)),
    // Keep service accounts: they are the users of tokens.
    leaving: names(members.filter((member) => !isRequested(member) && !isService(member))),
    staying: names(members.filter(isRequested)),
  };
}

function summary(team: string, joining: readonly InputName[], leaving: readonly InputName[]): string {
  if (joining.length + leaving.length === 0) return `Team ${team} has exactly these users already.`;
  const lines = [...joining.map(({ name }) => `  + ${name}`), ...leaving.map(({ name }) => `  - ${name}`)];
  return [`Team ${team}:`, ...lines].join('\n');
}
