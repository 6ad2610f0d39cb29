import { teamMembers } from '../../api/contract/platform/team-members.ts';
import { teams } from '../../api/contract/platform/teams.ts';
import { endDryRun } from '../../base/errors.ts';
import { columnsOf, type View } from '../../base/view.ts';
import { BatchNames } from '../../cli/batch.ts';
import { idNamed } from '../../cli/by-name.ts';
import type { Context } from '../../cli/context.ts';
import { pickOne } from '../../cli/pick.ts';
import { nonEmpty } from '../../cli/values.ts';
import { type Command, type FlagsOf, verb } from '../../cli/verb.ts';
import { membership } from '../../platform/resources/membership.ts';
import { team } from '../../platform/resources/team.ts';
import { countedNames, idsByEmail, namesFlags, teamSentence, throwFailure, typedOrPicked } from './names.ts';
import { type MemberChange, sendNames } from './send-names.ts';

const verbs: Record<string, Pick<MemberChange, 'endpoint'> & { text: string; examples: string[] }> = {
  'add-user': {
    endpoint: teamMembers.addUsers,
    text: 'Users must exist and have accepted the invitation to the organization; add-membership needs only an invitation.',
    examples: [
      'svc team add-user platform nell max',
      'svc team add-user acme/platform --from-file joiners.txt',
      'svc team add-user platform - < joiners.txt',
    ],
  },
  'remove-user': {
    endpoint: teamMembers.removeUsers,
    text: 'They remain members of the organization.',
    examples: ['svc team remove-user platform uma', 'svc team remove-user platform - < leavers.txt'],
  },
  'add-membership': {
    endpoint: teamMembers.addMemberships,
    text: 'A pending invitation is enough. An e-mail address is looked up in the organization of the team.',
    examples: ['svc team add-membership platform ivo@acme.example ou-0123456789abcdef'],
  },
  'remove-membership': {
    endpoint: teamMembers.removeMemberships,
    text: 'They remain members of the organization. An e-mail address is looked up in the organization of the team.',
    examples: ['svc team remove-membership network max@acme.example'],
  },
};

const memberNotes = `Names are read from the arguments, from the lines of a file, or from stdin with -; empty lines and # comments are ignored. A request
changes all or nothing, so names that the service rejects are found and reported with their lines (exit 5), and the others are changed.
--failed-to writes the names that failed or were not sent to a file for --from-file; a wrong command line (exit 2) leaves the file as it is. The command can be repeated safely. It prints the names that are as requested, changed or unchanged, as {"type": ..., "id": ...}, with "email" for an address.`;

const referenceView = (type: string): View<{ type: string; id: string; email?: string }> => ({
  columns: columnsOf(
    'type',
    { name: type === 'users' ? 'username' : 'id', of: ({ id }) => id, fit: 'whole' },
    ...(type === 'users' ? [] : ['email:whole']),
  ),
});

/** The verbs `add-user`, `remove-user`, `add-membership` and `remove-membership`. */
export const memberVerbs = Object.entries(verbs).map(([words, { endpoint, examples, text }]) => {
  const change: MemberChange = {
    endpoint,
    type: words.endsWith('user') ? 'users' : 'organization-memberships',
    direction: words.startsWith('add') ? 'to' : 'from',
  };
  const isUser = change.type === 'users';
  return verb({
    words,
    about: `${change.direction === 'to' ? 'Add users to' : 'Remove users from'} a team${isUser ? '' : ' by organization membership'}`,
    text: `${teamSentence} ${text}\n\n${memberNotes}`,
    flags: (command: Command) =>
      (isUser
        ? namesFlags(command, 'user', 'user names')
        : namesFlags(command, 'membership', 'e-mail addresses, or ids of organization memberships, ou-…')
      ).option('--failed-to <file>', 'file for the failed names, one per line', nonEmpty),
    calls: [endpoint, teams.list, ...(isUser ? [] : [membership.list])],
    examples,
    run: (context, flags, typed, args) => changeMembers(context, change, flags, typed, args),
  });
});

/** Sends the names to a team and reports the result of each. @throws {SvcError} if the server rejected one or more names */
async function changeMembers(
  context: Context,
  change: MemberChange,
  { batch = 500, failedTo, fromFile }: FlagsOf<typeof namesFlags> & { failedTo?: string | undefined },
  typed: string | undefined,
  args: readonly string[],
): Promise<void> {
  const { direction, type } = change;
  const { ask, output } = context;
  const isTo = direction === 'to';
  const canPick = type !== 'users' && args.length === 0 && fromFile === undefined && ask.canAsk();
  const picked = typed ?? (await idNamed(team, typed, 'team', context));
  const typedNames = canPick ? [await pickOne(membership, context, '<membership>')] : args;
  const input = await typedOrPicked(typedNames, fromFile, context);
  const names = new BatchNames(input, failedTo, context);
  const id = input.length === 0 ? '' : await idNamed(team, picked, 'team', context);
  const ids = type === 'users' ? new Map() : await idsByEmail(names, id, picked, context);
  const { requests, stopped, unchanged } = await sendNames(names, id, { ...change, ids }, batch, context);
  endDryRun(requests);
  names.save(true);
  const done = names.done.size;
  const changed = countedNames(done - unchanged, type);
  if (done > unchanged) output.note(`${isTo ? 'Added' : 'Removed'} ${changed} ${direction} team ${picked}.`);
  const state = `${unchanged === 1 ? 'was' : 'were'} ${isTo ? 'already' : 'not'} in team ${picked}`;
  if (unchanged > 0) output.note(`${countedNames(unchanged, type)} ${state}.`);
  if (stopped !== undefined && done > 0)
    output.warn(`Stopped after ${done} of ${countedNames(input.length, type)}. The command can be repeated safely.`);
  const rows = input.flatMap(({ name }) => {
    if (!names.done.has(name)) return [];
    const membershipId = ids.get(name);
    return [membershipId === undefined ? { type, id: name } : { type, id: membershipId, email: name }];
  });
  if (input.length === 0) output.note('The list is empty: nothing was sent.');
  // Print nothing on stdout if an error prevented every result.
  if (done > 0 || input.length === 0) await output.described(referenceView(type), rows);
  throwFailure(input, names, stopped, type);
}
