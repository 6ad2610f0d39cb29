import { UsageError } from '../base/errors.ts';
import type { ReadInput } from './terminal/input.ts';

/** A name, and the number of its input line; null for a name that was an argument. */
export interface InputName {
  name: string;
  place: string | null;
}

/**
 * Returns the distinct names from three sources: the arguments, the lines of stdin for `-`, and the lines of a file; undefined if none
 * of the three is given. `flag` names the file.
 * @throws {UsageError} if stdin is requested twice, or a file cannot be read
 */
export async function namesFrom(
  args: readonly string[],
  file: string | undefined,
  read: ReadInput,
  flag = '--from-file',
): Promise<InputName[] | undefined> {
  if (args.length === 0 && file === undefined) return undefined;
  if ([...args, file].filter((arg) => arg === '-').length > 1) throw new UsageError('Stdin can be read only once.');
  const readsBoth = file !== undefined && args.includes('-');
  const sourceOf = (source: string) => (readsBoth ? `${source} ` : '');
  const names = new Map<string, InputName>();
  const add = (found: readonly InputName[]) => {
    for (const each of found) if (!names.has(each.name)) names.set(each.name, each);
  };
  for (const arg of args) {
    add(arg === '-' ? linesOf(await read('-', '-'), sourceOf('stdin')) : [{ name: arg.trim(), place: null }]);
  }
  if (file !== undefined) add(linesOf(await read(flag, file), sourceOf(file === '-' ? 'stdin' : file)));
  if (names.has('')) throw new UsageError('A name or an id must not be empty.');
  return [...names.values()];
}

/** Returns the name on each line; ignores empty lines and comments. */
function linesOf(text: string, source: string): InputName[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ name: line.trim(), place: `${source}line ${index + 1}` }))
    .filter(({ name }) => name !== '' && !name.startsWith('#'));
}
