import type { Command } from 'commander';
import type { Context } from '../../cli/context.ts';
import { teamId, teamWords } from '../../cli/lookup.ts';
import type { FlagsOf } from '../../cli/run.ts';
import { positive } from '../../cli/values.ts';
import type { teamMembers } from '../../contract/platform/team-members.ts';
import type { ServerProblem } from '../../errors.ts';
import { RejectedError, UsageError } from '../../errors.ts';
import type { View } from '../../terminal/view.ts';
import { counted } from '../../text.ts';
import { type Bulk, type RefusedName, sendInBulk } from './bulk.ts';
import { namesFrom } from './names.ts';

/** One of the four operations, and the words about it. */
export interface MemberChange<Type extends string> {
  endpoint: (typeof teamMembers)[keyof typeof teamMembers];
  type: Type;
  direction: 'to' | 'from';
}

type Reference = { type: string; id: string };

const referenceView: View<Reference> = {
  columns: [
    { name: 'type', of: ({ type }) => type },
    { name: 'id', of: ({ id }) => id, fit: 'whole' },
  ],
};

/** What the four have to say about themselves. */
export const memberNotes = `Names are read from the arguments, from the lines of a file, or from stdin with -; empty lines and # comments are ignored. A request
changes all or nothing, so names that the service rejects are found and reported one by one (exit 5), and the others are changed. The command
can be repeated safely. It prints the names that are as requested, changed or unchanged, as {"type": ..., "id": ...}.`;

/** Declares the arguments and flags that the four share. */
export function declareMembers(verb: Command, argument: string, description: string) {
  return verb
    .argument('<team>', teamWords)
    .argument(`[${argument}...]`, `${description}; - reads them from stdin`)
    .option('--from-file <path>', 'read them from a file, one per line')
    .option('--batch <n>', 'number per request', positive, 500);
}

/** Sends the names to a team and tells what became of each. @throws {RejectedError} when the server refused some */
export async function changeMembers<Type extends 'users' | 'organization-memberships'>(
  context: Pick<
    Context,
    'dryRun' | 'output' | 'platform' | 'platformList' | 'progress' | 'read' | 'settings' | 'suggest'
  >,
  { endpoint, type, direction }: MemberChange<Type>,
  { batch = 500, fromFile }: FlagsOf<typeof declareMembers>,
  team: string,
  words: readonly string[],
): Promise<void> {
  const { dryRun, output, platform, progress, read } = context;
  const names = await namesFrom(words, fromFile, read);
  if (names === undefined) throw new UsageError('There are no names.', { hint: 'Give some, --from-file PATH, or -.' });
  const id = names.length === 0 ? '' : await teamId(team, context);
  const requests = Math.ceil(names.length / batch);
  if (dryRun && requests > 1)
    output.note(`${countedNames(names.length, type)} in ${requests} requests; this is the first.`);
  const doing = direction === 'to' ? 'Adding' : 'Removing';
  const spinner = progress(`${doing} ${counted(names.length, type)}`);
  const bulk = await sendInBulk(names, {
    batch,
    send: async (some) => {
      const data = some.map((name) => ({ type, id: name }));
      await platform(endpoint as typeof teamMembers.addUsers, { team_id: id, body: { data: data as never } });
    },
    isAlready: (problem) => isAlready(problem, direction),
    settled: (done) => spinner.update(`${doing} ${counted(names.length, type)}: ${done} done`),
  }).finally(() => spinner.stop());
  await tell(names, bulk, { direction, team, type, output });
}

interface Telling extends Pick<Context, 'output'> {
  direction: 'to' | 'from';
  team: string;
  type: string;
}

async function tell(names: readonly string[], bulk: Bulk, { direction, output, team, type }: Telling): Promise<void> {
  const { already, ended, refused, taken } = bulk;
  const settled = new Set([...taken, ...already]);
  const done = direction === 'to' ? 'Added' : 'Removed';
  const were = direction === 'to' ? 'in it already' : 'not in it';
  if (taken.length > 0) output.note(`${done} ${countedNames(taken.length, type)} ${direction} team ${team}.`);
  if (already.length > 0)
    output.note(`${countedNames(already.length, type)} ${already.length === 1 ? 'was' : 'were'} ${were}.`);
  if (ended !== undefined && settled.size > 0) {
    output.warn(`It ended after ${settled.size} of ${counted(names.length, type)}; run it again for the others.`);
  }
  // An error without anything done leaves stdout empty.
  if (settled.size > 0 || (refused.length === 0 && ended === undefined)) {
    const rows = names.filter((name) => settled.has(name)).map((id) => ({ type, id }));
    await output.list(referenceView, rows, 'There are no names, so nothing was sent.');
  }
  if (ended !== undefined) throw ended;
  if (refused.length > 0) throw refusal(refused, names.length, type, settled.size);
}

function refusal(refused: readonly RefusedName[], all: number, type: string, settled: number): RejectedError {
  const errors = refused.map(({ name, words }) => ({ title: name, detail: words.detail ?? words.title ?? 'refused' }));
  return new RejectedError(`The service refused ${refused.length} of ${countedNames(all, type)}.`, {
    errors,
    hint: `${settled > 0 ? 'The others are done: correct' : 'Correct'} these and run it again with them or with all.`,
  });
}

/** Whether the server says no because there is nothing to do (docs/protocol/teams.md#membership-writes). */
function isAlready({ detail = '', title = '' }: ServerProblem, direction: 'to' | 'from'): boolean {
  const said = `${title} ${detail}`;
  if (direction === 'to') return /\balready\b.*\b(member|team)\b/i.test(said);
  return (
    /\bnot (an? |in |on )?(the )?(team|member)\b/i.test(said) && !/\bof (the |this )?organi[sz]ation\b/i.test(said)
  );
}

function countedNames(count: number, type: string): string {
  return counted(count, type === 'users' ? 'user' : 'membership');
}
