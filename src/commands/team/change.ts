import type { Command } from 'commander';
import type { ServerProblem } from '../../base/errors.ts';
import { AuthError, DryRun, endDryRun, RejectedError, type UnsentRequest, UsageError } from '../../base/errors.ts';
import { shellWord } from '../../base/shell-word.ts';
import { counted } from '../../base/text.ts';
import type { Context } from '../../cli/context.ts';
import { writeFailed } from '../../cli/failed-names.ts';
import { teamId, teamWords } from '../../cli/lookup.ts';
import { type InputName, namesFrom } from '../../cli/names.ts';
import type { FlagsOf } from '../../cli/run.ts';
import { nonEmpty, positive } from '../../cli/values.ts';
import type { teamMembers } from '../../contract/platform/team-members.ts';
import { holdSignals } from '../../system/signals.ts';
import type { View } from '../../terminal/view.ts';
import { type BulkResult, sendInBulk } from './bulk.ts';

/** The most rejected names that an error shows. */
const shownNames = 20;

/** The hint of a command without names. */
export const howToGiveNames = 'Give them as arguments, with --from-file PATH, or - for stdin.';

/** One of the four operations on members. */
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

/** The help that the four share. */
export const memberNotes = `Names are read from the arguments, from the lines of a file, or from stdin with -; empty lines and # comments are ignored. A request
changes all or nothing, so names that the service rejects are found and reported with their lines (exit 5), and the others are changed.
--failed-to writes the names that failed or were not sent to a file for --from-file; a wrong command line (exit 2) leaves the file as it is. The command can be repeated safely. It prints the names that are as requested, changed or unchanged, as {"type": ..., "id": ...}.`;

/** Declares the arguments and flags that the four share. */
export function declareMembers(verb: Command, argument: string, description: string) {
  return verb
    .argument('<team>', teamWords)
    .argument(`[${argument}...]`, `${description}; - reads them from stdin`)
    .option('--from-file <path>', 'read them from a file, one per line')
    .option('--failed-to <file>', 'write those that failed to a file, one per line', nonEmpty)
    .option('--batch <n>', 'number per request', positive, 500);
}

/** Sends the names to a team and reports the result of each. @throws {RejectedError} when the server rejected some */
export async function changeMembers<Type extends 'users' | 'organization-memberships'>(
  context: Pick<
    Context,
    'dryRun' | 'host' | 'output' | 'platform' | 'platformList' | 'progress' | 'read' | 'settings' | 'suggest'
  >,
  { endpoint, type, direction }: MemberChange<Type>,
  { batch = 500, failedTo, fromFile }: FlagsOf<typeof declareMembers>,
  team: string,
  args: readonly string[],
): Promise<void> {
  const { dryRun, host, output, platform, progress, read } = context;
  const input = await namesFrom(args, fromFile, read);
  if (input === undefined) throw new UsageError('Missing names.', { hint: howToGiveNames });
  const names = input.map(({ name }) => name);
  // Before anything is sent: a killed run leaves a complete list.
  if (failedTo !== undefined && !dryRun) writeFailed(failedTo, names, host);
  const id = names.length === 0 ? '' : await teamId(team, context);
  const change = { endpoint, type, direction };
  if (dryRun) {
    const requests = await requestsOf(names, id, change, batch, { platform, progress });
    const count = `${countedNames(names.length, type)} in ${requests.length} requests.`;
    if (requests.length > 1) output.note(`${count} Names that the service rejects take more requests.`);
    endDryRun(requests);
  }
  const result = await sendNames(names, id, change, batch, { platform, progress });
  result.stopped = withoutToken(result.stopped, team, host);
  if (failedTo !== undefined && !dryRun) {
    const done = new Set([...result.changed, ...result.unchanged]);
    writeFailed(
      failedTo,
      names.filter((name) => !done.has(name)),
      host,
    );
  }
  await showResult(input, result, { direction, failedTo, host, team, type, output });
}

/** The rejection to remove the last owner, whom another token cannot remove either; any other error as it is. */
function withoutToken(error: unknown, team: string, host: Context['host']): unknown {
  if (!(error instanceof AuthError) || !error.errors.some(({ detail = '' }) => /last owner/i.test(detail)))
    return error;
  const hint = `Add another owner first: svc team add-user ${shellWord(team, host.shell)} USERNAME`;
  return new AuthError('The service rejected the removal.', { ...error, hint });
}

/** Sends names to the team with this id, in batches, and returns the result of each. */
export async function sendNames<Type extends string>(
  names: readonly string[],
  team_id: string,
  { direction, endpoint, type }: MemberChange<Type>,
  batch: number,
  { platform, progress }: Pick<Context, 'platform' | 'progress'>,
): Promise<BulkResult> {
  const doing = `${direction === 'to' ? 'Adding' : 'Removing'} ${countedNames(names.length, type)}`;
  const spinner = progress(doing);
  return sendInBulk(names, {
    batch,
    send: async (some) => {
      const data = some.map((name) => ({ type, id: name }));
      await platform(endpoint as typeof teamMembers.addUsers, { team_id, body: { data } });
    },
    isUnchanged: (problem) => isUnchanged(problem, direction),
    settled: (done) => spinner.update(`${doing}: ${done} done`),
  })
    .finally(() => spinner.stop())
    .finally(holdSignals());
}

/** The requests for names, in a dry run. @throws {Error} for any that fails before it could be sent */
export async function requestsOf<Type extends string>(
  names: readonly string[],
  team_id: string,
  change: MemberChange<Type>,
  batch: number,
  context: Pick<Context, 'platform' | 'progress'>,
): Promise<UnsentRequest[]> {
  const requests: UnsentRequest[] = [];
  for (let at = 0; at < names.length; at += batch) {
    const { stopped } = await sendNames(names.slice(at, at + batch), team_id, change, batch, context);
    if (!(stopped instanceof DryRun)) throw stopped;
    requests.push(stopped.request);
  }
  return requests;
}

interface Showing extends Pick<Context, 'host' | 'output'> {
  direction: 'to' | 'from';
  failedTo: string | undefined;
  team: string;
  type: string;
}

async function showResult(input: readonly InputName[], result: BulkResult, showing: Showing): Promise<void> {
  const { direction, failedTo, host, output, team, type } = showing;
  const { changed, rejected, stopped, unchanged } = result;
  const done = new Set([...changed, ...unchanged]);
  const verb = direction === 'to' ? 'Added' : 'Removed';
  const state = direction === 'to' ? 'already in it' : 'not in it';
  if (changed.length > 0) output.note(`${verb} ${countedNames(changed.length, type)} ${direction} team ${team}.`);
  if (unchanged.length > 0)
    output.note(`${countedNames(unchanged.length, type)} ${unchanged.length === 1 ? 'was' : 'were'} ${state}.`);
  if (stopped !== undefined && done.size > 0) {
    const rerun =
      failedTo === undefined ? 'the full list is safe' : `--from-file ${shellWord(failedTo, host.shell)} continues`;
    output.warn(`Stopped after ${done.size} of ${countedNames(input.length, type)}. Rerunning with ${rerun}.`);
  }
  // An error without any result leaves stdout empty.
  if (done.size > 0 || (rejected.length === 0 && stopped === undefined)) {
    const rows = input.filter(({ name }) => done.has(name)).map(({ name }) => ({ type, id: name }));
    await output.list(referenceView, rows, 'The list is empty: nothing was sent.');
  }
  if (stopped !== undefined) throw stopped;
  if (rejected.length > 0) throw rejection(input, result, showing);
}

/** The rejected names, with their lines in the input. */
export function rejection(
  input: readonly InputName[],
  { changed, rejected, unchanged }: BulkResult,
  { direction, failedTo, host, type }: Omit<Showing, 'output' | 'team'>,
): RejectedError {
  const problems = new Map(rejected.map(({ name, problem }) => [name, problem]));
  const errors = input.flatMap(({ name, place }) => {
    const problem = problems.get(name);
    if (!problem) return [];
    const title = place === null ? `"${name}"` : `${place}: "${name}"`;
    return [{ title, detail: problem.detail ?? problem.title ?? 'rejected' }];
  });
  const hidden = errors.length - shownNames;
  const words = type === 'users' ? 'names' : 'ids';
  const hint = [
    hidden > 0 ? `${counted(hidden, 'more name')} ${hidden === 1 ? 'is' : 'are'} not shown` : '',
    hidden > 0 ? (failedTo === undefined ? '; --failed-to FILE writes all of them. ' : '. ') : '',
    changed.length + unchanged.length > 0
      ? `The other ${plural(type)} were ${direction === 'to' ? 'added' : 'removed'}. `
      : '',
    failedTo === undefined
      ? `Fix these ${words} and rerun${changed.length + unchanged.length > 0 ? '; rerunning with the full list is safe' : ''}.`
      : `Fix the ${words} in ${failedTo} and rerun with: --from-file ${shellWord(failedTo, host.shell)}`,
  ];
  return new RejectedError(`The service rejected ${errors.length} of ${countedNames(input.length, type)}.`, {
    errors: errors.slice(0, shownNames),
    hint: hint.join(''),
  });
}

/** Whether the server rejects a name because it is already as requested (docs/protocol/teams.md#membership-writes). */
function isUnchanged({ detail = '', title = '' }: ServerProblem, direction: 'to' | 'from'): boolean {
  const text = `${title} ${detail}`;
  if (direction === 'to') return /^(?:(?!\balready\b).)*\balready\b.*\b(member|team)\b/is.test(text);
  return (
    /\bnot (an? |in |on )?(the )?(team|member)\b/i.test(text) && !/\bof (the |this )?organi[sz]ation\b/i.test(text)
  );
}

/** `2 users`. */
export function countedNames(count: number, type: string): string {
  return counted(count, type === 'users' ? 'user' : 'membership');
}

const plural = (type: string) => (type === 'users' ? 'users' : 'memberships');
