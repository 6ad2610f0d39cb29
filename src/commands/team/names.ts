import type { Command } from 'commander';
import { UsageError } from '../../base/errors.ts';
import { counted } from '../../base/text.ts';
import { BatchNames } from '../../cli/batch.ts';
import type { Context } from '../../cli/context.ts';
import { teamWords } from '../../cli/lookup.ts';
import { type InputName, namesFrom } from '../../cli/names.ts';
import { positive } from '../../cli/values.ts';

/** Declares the arguments and flags of a verb that changes the members of a team. */
export function namesFlags(verb: Command, argument: string, description: string) {
  return verb
    .argument('<team>', teamWords)
    .argument(`[${argument}...]`, `${description}; - reads them from stdin`)
    .option('--from-file <path>', 'read them from a file, one per line')
    .option('--batch <n>', 'number per request', positive, 500);
}

/** The given names. @throws {UsageError} without any */
export async function namesGiven(
  args: readonly string[],
  file: string | undefined,
  { read }: Pick<Context, 'read'>,
): Promise<InputName[]> {
  const names = await namesFrom(args, file, read);
  if (names) return names;
  throw new UsageError('Missing names.', {
    hint: 'Give them as arguments, with --from-file PATH, or - for stdin.',
  });
}

/** @throws the error that stopped a change; the names that the server rejected, with their lines in the input */
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
    (count) => `The service rejected ${count} of ${countedNames(input.length, type)}.${more}`,
    {
      what: 'names',
      flag: '--from-file',
      titleOf: (name) => `${places.get(name)}"${name}"`,
    },
  );
  if (failure) throw failure;
}

/** @throws {LocalError} if the file of --failed-to cannot be written */
export function batchOf(input: readonly InputName[], failedTo: string | undefined, context: Context): BatchNames {
  const names = input.map(({ name }) => name);
  return new BatchNames(names, failedTo, context);
}

/** `2 users`. */
export function countedNames(count: number, type: string): string {
  return counted(count, type === 'users' ? 'user' : 'membership');
}
