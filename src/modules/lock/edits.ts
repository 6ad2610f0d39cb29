import { statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { LocalError } from '../../base/errors.ts';
import { maskUrls } from '../../base/secrets.ts';
import { lookAt, replaceFile } from '../../base/system/files.ts';
import type { Temporaries } from '../../base/system/temporaries.ts';
import type { Tool } from '../../base/system/tools.ts';
import { unlessThrown } from '../../base/unless-thrown.ts';
import { onDisk } from '../archive/rejection.ts';
import { readCalls, readTestCalls } from '../hcl/calls.ts';
import { strayByte, type Token } from '../hcl/tokens.ts';
import { onlyToken } from '../hcl/values.ts';
import { testPath } from './calls.ts';
import { configurationFiles, testFiles, textOf } from './files.ts';

/** The replacement of a part of a line of a file. */
export interface Edit {
  path: string;
  /** The whole text of the file. */
  text: string;
  start: number;
  end: number;
  fresh: string;
  call: string;
}

interface EditedFile {
  path: string;
  before: string;
  after: string;
  /** The edits, sorted by line. */
  edits: readonly Edit[];
}

/** Returns the edit that replaces the last occurrence of a text in a string; undefined if the string has none. */
type Replace = (was: string, fresh: string) => Edit | undefined;

/**
 * Returns functions that edit the sources and versions of a folder's calls, by `CALL.PATH source` and `CALL.PATH version`. Only plain
 * strings in `*.tf` and test files can be edited, and only if the file is UTF-8 and not a link.
 */
export function literalsIn(dir: string, tool: Tool): Map<string, Replace> {
  const literals = new Map<string, Replace>();
  const tests = testFiles(dir, tool);
  // Override files come last, so their literals count.
  for (const name of [...tests, ...configurationFiles(dir, dir, tool)]) {
    const path = join(dir, name);
    const text = textOf(path, name);
    const isLink = !lookAt(path)?.isFile() || (name.includes('/') && !lookAt(dirname(path))?.isDirectory());
    const isOpen = !name.endsWith('.json') && !isLink && strayByte(text) === -1;
    const isTest = tests.includes(name);
    for (const { attributes, name: call } of (isTest ? readTestCalls : readCalls)(name, text).calls)
      for (const [part, tokens] of attributes)
        literals.set(
          `${isTest ? `${testPath(name)}.` : ''}${call} ${part}`,
          replaceIn({ path, text, call }, isOpen ? onlyToken(tokens) : undefined),
        );
  }
  return literals;
}

function replaceIn(file: Pick<Edit, 'call' | 'path' | 'text'>, token: Token | undefined): Replace {
  if (token?.value === undefined || token.text !== `"${token.value}"`) return () => undefined;
  return (old, replacement) => {
    const start = file.text.slice(0, token.end).lastIndexOf(old);
    return start > token.start ? { ...file, start, end: start + old.length, fresh: replacement } : undefined;
  };
}

/** Applies edits to the texts of their files; returns the edited files, sorted by path. */
export function editedFiles(edits: readonly Edit[]): EditedFile[] {
  const files = new Map<string, EditedFile>();
  for (const edit of [...edits].sort((a, b) => b.start - a.start)) {
    const { end, fresh, path, start, text } = edit;
    const { after, edits: later } = files.get(path) ?? { after: text, edits: [] };
    const edited = after.slice(0, start) + fresh + after.slice(end);
    files.set(path, { path, before: text, after: edited, edits: [edit, ...later] });
  }
  return [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Returns a unified diff without context, with paths relative to `from`. Secrets in URLs are masked, with a warning. */
export function diffOf(files: readonly EditedFile[], from: string, warn: (message: string) => void): string {
  const pieces = files.map(({ after, before, edits, path }) => {
    const [oldLines = [], newLines = []] = [before, after].map((text) => text.split(/(?<=\n)/));
    const shown = relative(from, path);
    const line = (text = '') => maskUrls(text.endsWith('\n') ? text : `${text}\n\\ No newline at end of file\n`);
    const blocks = edits.map(({ call, start }) => {
      const nth = before.slice(0, start).split('\n').length;
      if (maskUrls(oldLines[nth - 1]!) !== oldLines[nth - 1])
        warn(`${shown}:${nth}: this line of the diff cannot be applied: it has a secret, which is masked.`);
      return `@@ -${nth} +${nth} @@ module "${call}"\n-${line(oldLines[nth - 1])}+${line(newLines[nth - 1])}`;
    });
    // Quote the name as git does: a line break in it could otherwise start a command of a CI system.
    const quoted = (name: string) => (/[\p{Cc}"\\]/u.test(name) ? JSON.stringify(name) : name);
    return `--- ${quoted(`a/${shown}`)}\n+++ ${quoted(`b/${shown}`)}\n${blocks.join('')}`;
  });
  return pieces.join('');
}

/**
 * Writes each file in one step, with its owner and mode, then calls `act`. If a file cannot be written or `act` fails, restores the
 * previous texts as far as the disk permits.
 * @throws {LocalError} for a file that was changed meanwhile or cannot be written; what `act` throws
 */
export function writeEdited(files: readonly EditedFile[], temporaries: Temporaries, act: () => void): void {
  const has = (path: string, text: string) => unlessThrown(() => lookAt(path)?.isFile() && textOf(path, path)) === text;
  const write = (path: string, text: string) =>
    onDisk(path, () => {
      const owned = statSync(path);
      const temporaryPath = (folder: string) => join(folder, basename(path));
      temporaries.using(dirname(path), (at) => replaceFile(path, text, temporaryPath(at), owned.mode & 0o7777, owned));
    });
  const changed = files.find(({ before, path }) => !has(path, before));
  if (changed) {
    const hint = 'Run the same command again.';
    throw new LocalError(`${changed.path} was changed meanwhile. Nothing was written.`, { hint });
  }
  try {
    for (const { after, path } of files) write(path, after);
    act();
  } catch (error) {
    for (const { after, before, path } of files) if (has(path, after)) unlessThrown(() => write(path, before));
    throw error;
  }
}
