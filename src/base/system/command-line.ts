import { delimiter, resolve } from 'node:path';
import { LocalError, UsageError } from '../errors.ts';
import { isFile } from './files.ts';
import { hasGroups as isPosix } from './processes.ts';
import { type Environment, isProgram, variable } from './programs.ts';

/**
 * Splits a command into words: blanks separate, quotes join, a backslash quotes the next character. On Windows a backslash is part of
 * a path and quotes only a quotation mark. @throws {UsageError} for an unclosed quote, and for an empty command
 */
export function commandWords(flag: string, command: string, isWindows = !isPosix): readonly [string, ...string[]] {
  const isQuoted = (next: string) => !isWindows || next === '"';
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let at = 0; at < command.length; at += 1) {
    const character = command[at]!;
    if (character === '\\' && quote !== "'" && at + 1 < command.length && isQuoted(command[at + 1]!))
      word = (word ?? '') + command[++at];
    else if (quote !== '' ? character === quote : character === '"' || character === "'") {
      quote = quote === '' ? character : '';
      word ??= '';
    } else if (quote === '' && /\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + character;
  }
  if (quote !== '') throw new UsageError(`${flag}: unclosed ${quote} in ${command}.`);
  if (word !== undefined) words.push(word);
  const [file, ...args] = words;
  if (!file) throw new UsageError(`${flag} must not be empty.`);
  return [file, ...args];
}

/** Checks that a program exists, by its path or on PATH, and can be executed. @throws {LocalError} */
export function checkProgram(
  flag: string,
  file: string,
  { cwd = '.', env }: { cwd?: string | undefined; env: Environment },
): void {
  const isPath = (isPosix ? /\// : /[/\\]/).test(file);
  const path = variable(env, 'PATH');
  // Without PATH the system searches default folders, which svc does not know.
  if (!isPath && path === undefined) return;
  // Windows looks in the current folder first.
  const currentFolder = isPath || !isPosix ? [''] : [];
  const folders = isPath ? currentFolder : [...currentFolder, ...(path ?? '').split(delimiter)];
  const endings = isPosix ? [''] : ['', ...(variable(env, 'PATHEXT') ?? '.EXE;.CMD;.BAT;.COM').split(';')];
  const files = folders
    .flatMap((folder) => endings.map((ending) => resolve(cwd, folder, `${file}${ending}`)))
    .filter(isFile);
  if (files.some(isProgram)) return;
  if (files.length > 0) throw new LocalError(`${flag}: ${file} is not executable.`, { hint: `chmod +x ${files[0]}` });
  throw new LocalError(`${flag}: program ${file} not found${isPath ? '' : ' on PATH'}.`, {
    hint: `It runs without a shell; for shell syntax use ${isPosix ? 'sh -c' : 'powershell -Command'} "…".`,
  });
}
