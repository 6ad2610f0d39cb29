import type { Command } from 'commander';
import { teamMembers } from '../../api/contract/platform/team-members.ts';
import { teams } from '../../api/contract/platform/teams.ts';
import { endDryRun } from '../../base/errors.ts';
import { columnsOf, type View } from '../../base/view.ts';
import type { Context } from '../../cli/context.ts';
import { teamId } from '../../cli/lookup.ts';
import { nonEmpty } from '../../cli/values.ts';
import { type FlagsOf, verb } from '../../cli/verb.ts';
import { batchOf, countedNames, namesFlags, namesGiven, throwFailure } from './names.ts';
import { type MemberChange, sendNames } from './send-names.ts';

/** A verb that adds or removes members. */
interface MemberVerb {
  change: MemberChange;
  about: string;
  text: string;
  examples: string[];
}

const verbs: Record<string, MemberVerb> = {
  'add-user': {
    change: { endpoint: teamMembers.addUsers, type: 'users', direction: 'to' },
    about: 'Add users to a team',
    text: 'Users must exist and have accepted the invitation to the organization; add-membership needs only an invitation.',
    examples: [
      'svc team add-user platform nell max',
      'svc team add-user acme/platform --from-file joiners.txt',
      'svc team add-user platform - < joiners.txt',
    ],
  },
  'remove-user': {
    change: { endpoint: teamMembers.removeUsers, type: 'users', direction: 'from' },
    about: 'Remove users from a team',
    text: 'They remain members of the organization.',
    examples: ['svc team remove-user platform uma', 'svc team remove-user platform - < leavers.txt'],
  },
  'add-membership': {
    change: { endpoint: teamMembers.addMemberships, type: 'organization-memberships', direction: 'to' },
    about: 'Add users to a team by organization membership',
    text: 'A pending invitation is enough.',
    examples: ['svc team add-membership platform ou-0123456789abcdef'],
  },
  'remove-membership': {
    change: { endpoint: teamMembers.removeMemberships, type: 'organization-memberships', direction: 'from' },
    about: 'Remove users from a team by organization membership',
    text: 'They remain members of the organization.',
    examples: ['svc team remove-membership network ou-0123456789abcdef'],
  },
};

const memberNotes = `Names are read from the arguments, from the lines of a file, or from stdin with -; empty lines and # comments are ignored. A request
changes all or nothing, so names that the service rejects are found and reported with their lines (exit 5), and the others are changed.
--failed-to writes the names that failed or were not sent to a file for --from-file; a wrong command line (exit 2) leaves the file as it is. The command can be repeated safely. It prints the names that are as requested, changed or unchanged, as {"type": ..., "id": ...}.`;

const referenceView = (type: string): View<{ type: string; id: string }> => ({
  columns: columnsOf('type', { name: type === 'users' ? 'username' : 'id', of: ({ id }) => id, fit: 'whole' }),
});

/** `add-user`, `remove-user`, `add-membership` and `remove-membership`. */
export const memberVerbs = Object.entries(verbs).map(([words, { change, about, examples, text }]) => {
  const [argument, shown] =
    change.type === 'users' ? ['user', 'user names'] : ['membership', 'ids of organization memberships, ou-…'];
  return verb({
    words,
    about,
    text: `${text}\n\n${memberNotes}`,
    flags: (command: Command) =>
      namesFlags(command, argument, shown).option(
        '--failed-to <file>',
        'write those that failed to a file, one per line',
        nonEmpty,
      ),
    calls: [change.endpoint, teams.list],
    examples,
    run: (context, flags, team, args) => changeMembers(context, change, flags, team, args),
  });
});

/** Sends the names to a team and reports the result of each. @throws {SvcError} when the server rejected some */
async function changeMembers(
  context: Context,
  change: MemberChange,
  { batch = 500, failedTo, fromFile }: FlagsOf<typeof namesFlags> & { failedTo?: string | undefined },
  team: string,
  args: readonly string[],
): Promise<void> {
  const { direction, type } = change;
  const { output } = context;
  const input = await namesGiven(args, fromFile, context);
  const names = batchOf(input, failedTo, context);
  const id = input.length === 0 ? '' : await teamId(team, context);
  const { requests, stopped, unchanged } = await sendNames(names, id, change, batch, context);
  endDryRun(requests);
  names.save(true);
  const done = names.done.size;
  if (done > unchanged) {
    const verb = direction === 'to' ? 'Added' : 'Removed';
    output.note(`${verb} ${countedNames(done - unchanged, type)} ${direction} team ${team}.`);
  }
  if (unchanged > 0) {
    const state = direction === 'to' ? 'already in it' : 'not in it';
    output.note(`${countedNames(unchanged, type)} ${unchanged === 1 ? 'was' : 'were'} ${state}.`);
  }
  if (stopped !== undefined && done > 0) {
    output.warn(`Stopped after ${done} of ${countedNames(input.length, type)}. The command can be repeated safely.`);
  }
  // An error without any result leaves stdout empty.
  if (done > 0 || input.length === 0) {
    const rows = input.filter(({ name }) => names.done.has(name)).map(({ name }) => ({ type, id: name }));
    await output.list(referenceView(type), rows, 'The list is empty: nothing was sent.');
  }
  throwFailure(input, names, stopped, type);
}
