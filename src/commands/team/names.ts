import { teams } from '../../api/contract/platform/teams.ts';
import { relatedId } from '../../api/contract/relationships.ts';
import { RejectedError, UsageError } from '../../base/errors.ts';
import { counted } from '../../base/text.ts';
import type { BatchNames } from '../../cli/batch.ts';
import type { Context } from '../../cli/context.ts';
import { placeOf, teamWords } from '../../cli/lookup.ts';
import { type InputName, namesFrom } from '../../cli/names.ts';
import { positive } from '../../cli/values.ts';
import type { Command } from '../../cli/verb.ts';
import { membership } from '../../platform/resources/membership.ts';
import { idsNamed } from '../../platform/resources/name-lookup.ts';

/** The first sentence of the help of each verb. */
export const teamSentence = 'A team is a named group of users of an organization, who get the same access.';

/** Declares the arguments and flags of a verb that changes the members of a team. */
export function namesFlags(verb: Command, argument: string, description: string) {
  return verb
    .argument('[team]', teamWords)
    .argument(`[${argument}...]`, `${description}; - reads them from stdin`)
    .option('--from-file <path>', `read ${argument}s from a file, one per line, - for stdin`)
    .option('--batch <n>', 'names per request', positive, 500);
}

const wordsIn = (text: string) => text.split(/[\s,]+/).filter(Boolean);

/**
 * Returns the typed names; prompts for names if none were typed.
 * @param current returns the names that the prompt offers
 * @throws {UsageError} if no names were typed and there is no terminal
 */
export async function typedOrPicked(
  args: readonly string[],
  file: string | undefined,
  { ask, read }: Pick<Context, 'ask' | 'read'>,
  current?: () => Promise<readonly string[]>,
): Promise<InputName[]> {
  const names = await namesFrom(args, file, read);
  if (names) return names;
  const hint = 'Specify them as arguments, with --from-file PATH, or - for stdin.';
  if (!ask.canAsk()) throw new UsageError('Missing names.', { hint });
  const initial = (await current?.())?.join(' ');
  const text = await ask.text('Names', { argument: 'name', initial, words: wordsIn });
  return (await namesFrom(wordsIn(text), undefined, read)) ?? [];
}

/**
 * Throws if a change failed. @throws the error that stopped the change; else an error with the rejected names and their input lines
 */
export function throwFailure(
  input: readonly InputName[],
  names: BatchNames,
  stopped: unknown,
  type: string,
  more = '',
): void {
  if (stopped !== undefined) throw stopped;
  const places = new Map(input.map(({ name, place }) => [name, place === null ? '' : `${place}: `]));
  const failure = names.failure(
    (count) => {
      const isRejected = [...names.failures.values()].every((error) => error instanceof RejectedError);
      return `${isRejected ? 'The service rejected' : 'Failed to change'} ${count} of ${countedNames(input.length, type)}.${more}`;
    },
    {
      what: 'names',
      flag: '--from-file',
      titleOf: (name) => `${places.get(name)}"${name}"`,
    },
  );
  if (failure) throw failure;
}

/** Returns a count with its noun, as in `2 users`. */
export function countedNames(count: number, type: string): string {
  return counted(count, type === 'users' ? 'user' : 'membership');
}

/**
 * Returns the ids of the memberships that e-mail addresses name. Rejects an address without a membership. @param team the team as typed
 */
export async function idsByEmail(
  { failures, names }: BatchNames,
  id: string,
  team: string | undefined,
  { platform, platformList, settings }: Context,
): Promise<Map<string, string>> {
  const emails = names.filter((name) => name.includes('@'));
  if (emails.length === 0) return new Map();
  const isId = team === undefined || team === id;
  const ofTeam = isId ? relatedId((await platform(teams.show, { team_id: id })).data, 'organization') : undefined;
  const { organization } = ofTeam ? { organization: ofTeam } : placeOf('membership', team ?? id, settings);
  const lookedUp = await idsNamed(membership, emails, organization, platformList);
  for (const [email, error] of lookedUp.failures) failures.set(email, error);
  return lookedUp.ids;
}
