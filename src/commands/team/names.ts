import { UsageError } from '../../errors.ts';
import type { ReadInput } from '../../terminal/input.ts';

/**
 * The names that a command is about: its arguments, the lines of stdin where one of them is `-`, and those of a file, each once.
 * Undefined where none of the three was given.
 * @throws {UsageError} when stdin is wanted twice, or a file cannot be read
 */
export async function namesFrom(
  words: readonly string[],
  file: string | undefined,
  read: ReadInput,
): Promise<string[] | undefined> {
  if (words.length === 0 && file === undefined) return undefined;
  if ([...words, file].filter((word) => word === '-').length > 1) throw new UsageError('Stdin can be read only once.');
  const names = new Set<string>();
  for (const word of words) {
    for (const name of word === '-' ? linesOf(await read('-', '-')) : [word.trim()]) names.add(name);
  }
  if (file !== undefined) for (const name of linesOf(await read('--from-file', file))) names.add(name);
  if (names.has('')) throw new UsageError('One of the names is empty.');
  return [...names];
}

/** One name a line; empty lines and comments are none. */
function linesOf(text: string): string[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
}
