import type { Command } from 'commander';
import { endDryRun, RejectedError, UsageError } from '../../base/errors.ts';
import type { Context } from '../../cli/context.ts';
import { explain } from '../../cli/help.ts';
import { teamWords } from '../../cli/lookup.ts';
import { type InputName, namesFrom } from '../../cli/names.ts';
import { run } from '../../cli/run.ts';
import { positive } from '../../cli/values.ts';
import { teamMembers } from '../../contract/platform/team-members.ts';
import type { TeamMember } from '../../contract/platform/teams.ts';
import { teams } from '../../contract/platform/teams.ts';
import type { View } from '../../terminal/view.ts';
import { countedNames, howToGiveNames, type MemberChange, rejection, requestsOf, sendNames } from './change.ts';
import { type TeamWithMembers, teamWithMembers } from './team-with-members.ts';

const adding = { endpoint: teamMembers.addUsers, type: 'users', direction: 'to' } as const;
const removing = { endpoint: teamMembers.removeUsers, type: 'users', direction: 'from' } as const;

/** The result for one user. */
interface Membership {
  username: string;
  change: 'added' | 'removed' | 'unchanged';
}

const membershipView: View<Membership> = {
  columns: [
    { name: 'username', of: ({ username }) => username, fit: 'whole' },
    { name: 'change', of: ({ change }) => change },
  ],
};

export function registerSet(team: Command): void {
  explain(team.command('set'), {
    notes: `Adds the given users who are not in the team, then removes all others. Asks before it removes anyone, unless --yes is given. If the service
rejects a user (exit 5), no user is removed. --dry-run shows every request. Service accounts of tokens stay. A list without names is an error, so that an empty file removes no one; the last owner of an
organization cannot be removed. The command can be repeated safely.

Names are read from the arguments, from the lines of a file, or from stdin with -; empty lines and # comments are ignored. Users must have
accepted the invitation to the organization.`,
    calls: [teams.list, teams.show, adding.endpoint, removing.endpoint],
    examples: [
      'svc team set platform nell uma --yes',
      'svc team set acme/platform --from-file members.txt --yes',
      'svc team set platform nell uma --dry-run',
    ],
  })
    .description('Set the users of a team: add those missing, remove the others')
    .argument('<team>', teamWords)
    .argument('[user...]', 'user names; - reads them from stdin')
    .option('--from-file <path>', 'read them from a file, one per line')
    .option('--batch <n>', 'number per request', positive, 500)
    .action(
      run(async (context, { batch = 500, fromFile }, typed, args) => {
        const { ask, dryRun, output, read } = context;
        const input = await namesFrom(args, fromFile, read);
        if (input === undefined) throw new UsageError('Missing names.', { hint: howToGiveNames });
        if (input.length === 0) throw new UsageError('The list of users is empty. No user was removed.');
        const found = await teamWithMembers(typed, context);
        const { joining, leaving, staying } = compare(input, found.members);
        output.note(summary(found, joining, leaving));
        if (leaving.length > 0 && !dryRun) {
          await ask.consent(`Remove ${countedNames(leaving.length, 'users')} from team ${found.name}?`);
        }
        const removed = leaving.map((name) => ({ name, place: null }));
        if (dryRun) {
          const names = joining.map(({ name }) => name);
          endDryRun([
            ...(await requestsOf(names, found.id, adding, batch, context)),
            ...(await requestsOf(leaving, found.id, removing, batch, context)),
          ]);
        }
        await change(joining, found, adding, batch, context);
        await change(removed, found, removing, batch, context);
        const rows: Membership[] = [
          ...joining.map(({ name }) => ({ username: name, change: 'added' as const })),
          ...leaving.map((name) => ({ username: name, change: 'removed' as const })),
          ...staying.map((name) => ({ username: name, change: 'unchanged' as const })),
        ];
        await output.list(membershipView, rows, `Team ${found.name} has no members.`);
      }),
    );
}

/** The requested users who are missing, the present users who were not requested, and the others, by name. */
function compare(input: readonly InputName[], members: readonly TeamMember[]) {
  const present = members.map(({ attributes, id }) => ({
    id,
    name: attributes?.username ?? id,
    isService: attributes?.['is-service-account'] === true,
  }));
  const wanted = new Set(input.map(({ name }) => name));
  const isWanted = ({ id, name }: { id: string; name: string }) => wanted.has(name) || wanted.has(id);
  const known = new Set(present.flatMap(({ id, name }) => [id, name]));
  return {
    joining: input.filter(({ name }) => !known.has(name)),
    // Service accounts belong to tokens and stay.
    leaving: present.filter((member) => !isWanted(member) && !member.isService).map(({ name }) => name),
    staying: present.filter(isWanted).map(({ name }) => name),
  };
}

function summary({ name }: TeamWithMembers, joining: readonly InputName[], leaving: readonly string[]): string {
  if (joining.length + leaving.length === 0) return `Team ${name} has exactly these users already.`;
  const lines = [...joining.map((user) => `  + ${user.name}`), ...leaving.map((user) => `  - ${user}`)];
  return [`Team ${name}:`, ...lines].join('\n');
}

/** Sends one half of the change. @throws {RejectedError} naming the rejected users; any error that stops it */
async function change(
  input: readonly InputName[],
  { id, name }: TeamWithMembers,
  half: MemberChange<'users'>,
  batch: number,
  { host, output, platform, progress }: Pick<Context, 'host' | 'output' | 'platform' | 'progress'>,
): Promise<void> {
  if (input.length === 0) return;
  const names = input.map((each) => each.name);
  const result = await sendNames(names, id, half, batch, { platform, progress });
  const isAdding = half.direction === 'to';
  if (result.stopped !== undefined) throw result.stopped;
  if (result.rejected.length > 0) {
    const { errors, hint, message } = rejection(input, result, { ...half, failedTo: undefined, host });
    throw new RejectedError(isAdding ? `${message} No user was removed.` : message, { errors, hint });
  }
  output.note(
    `${isAdding ? 'Added' : 'Removed'} ${countedNames(names.length, 'users')} ${half.direction} team ${name}.`,
  );
}
