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
import { strayByte } from '../hcl/decode.ts';
import type { Token } from '../hcl/tokens.ts';
import { onlyToken, textOf as textOfTokens } from '../hcl/values.ts';
import { testPath } from './calls.ts';
import { configurationFiles, testFiles, textOf } from './files.ts';

/** A new text for a part of a line of a file. */
export interface Edit {
  path: string;
  /** Of the file. */
  text: string;
  start: number;
  end: number;
  fresh: string;
  /** The name of the module call. */
  call: string;
}

/** A file before and after its edits. */
interface EditedFile {
  path: string;
  before: string;
  after: string;
  /** In the order of their lines. */
  edits: readonly Edit[];
}

/** The edit of a string that replaces the last of a text in it; undefined without one. */
interface Replace {
  (was: string, fresh: string): Edit | undefined;
  /** Where the string is, if other calls or locals use it, so that it has no edit. */
  shared?: string;
}

/** An expression in a file, for a call. */
interface Written extends Pick<Edit, 'call' | 'path' | 'text'> {
  name: string;
  isOpen: boolean;
  tokens: readonly Token[];
}

/**
 * The sources and versions of a folder's calls that can be edited, by `CALL.PATH source` and `CALL.PATH version`: plain strings in `*.tf` and test
 * files that are UTF-8 and no links, in the call itself or in a local of its own.
 */
export function literalsIn(dir: string, tool: Tool): Map<string, Replace> {
  const [locals, parts] = [new Map<string, Written>(), new Map<string, Written>()];
  const tests = testFiles(dir, tool);
  // Override files come last.
  for (const name of [...tests, ...configurationFiles(dir, dir, tool)]) {
    const path = join(dir, name);
    const text = textOf(path, name);
    const isLink = !lookAt(path)?.isFile() || (name.includes('/') && !lookAt(dirname(path))?.isDirectory());
    const file = { name, path, text, isOpen: !name.endsWith('.json') && !isLink && strayByte(text) === -1 };
    const isTest = tests.includes(name);
    const { calls, names } = (isTest ? readTestCalls : readCalls)(name, text);
    for (const { attributes } of names.filter(({ type }) => type === 'locals'))
      for (const [local, tokens] of attributes) locals.set(local, { ...file, call: '', tokens });
    for (const { attributes, name: call } of calls)
      for (const [part, tokens] of [...attributes].filter(([each]) => /^(source|version)$/.test(each)))
        parts.set(`${isTest ? `${testPath(name)}.` : ''}${call} ${part}`, { ...file, call, tokens });
  }
  const used = [...parts.values(), ...locals.values()].flatMap(({ tokens }) => [
    ...new Set(textOfTokens(tokens).match(/\blocal\.[\p{L}\p{N}_-]+/gu)),
  ]);
  return new Map(
    [...parts].map(([key, written]) => {
      const text = textOfTokens(written.tokens);
      const local = locals.get(/^local\.(\S+)$/.exec(text)?.[1] ?? '');
      const isShared = used.filter((each) => each === text).length > 1;
      return [key, replaceIn({ ...written, ...local, call: written.call }, isShared)];
    }),
  );
}

function replaceIn({ call, isOpen, name, path, text, tokens }: Written, isShared: boolean): Replace {
  const token = onlyToken(tokens);
  const isPlain = isOpen && !isShared && token?.value !== undefined && token.text === `"${token.value}"`;
  const replace: Replace = (was, fresh) => {
    const start = isPlain ? text.slice(0, token.end).lastIndexOf(was) : -1;
    return start > (token?.start ?? 0) ? { path, text, start, end: start + was.length, fresh, call } : undefined;
  };
  if (isShared) replace.shared = `${name}:${text.slice(0, token?.start).split('\n').length}`;
  return replace;
}

/** The files that edits change, by path. */
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

/** A unified diff without context, with paths relative to `from`. Secrets in URLs are masked; `warn` tells of lines that have one. */
export function diffOf(files: readonly EditedFile[], from: string, warn: (message: string) => void): string {
  const pieces = files.map(({ after, before, edits, path }) => {
    const [was = [], is = []] = [before, after].map((text) => text.split(/(?<=\n)/));
    const shown = relative(from, path);
    const line = (text = '') => maskUrls(text.endsWith('\n') ? text : `${text}\n\\ No newline at end of file\n`);
    const blocks = edits.map(({ call, start }) => {
      const nth = before.slice(0, start).split('\n').length;
      if (maskUrls(was[nth - 1]!) !== was[nth - 1])
        warn(`${shown}:${nth}: this line of the diff cannot be applied: it has a secret, which is masked.`);
      return `@@ -${nth} +${nth} @@ module "${call}"\n-${line(was[nth - 1])}+${line(is[nth - 1])}`;
    });
    // As git does: a line of its own could be a command of a CI system.
    const quoted = (name: string) => (/[\p{Cc}"\\]/u.test(name) ? JSON.stringify(name) : name);
    return `--- ${quoted(`a/${shown}`)}\n+++ ${quoted(`b/${shown}`)}\n${blocks.join('')}`;
  });
  return pieces.join('');
}

/**
 * Writes each file in one step, with its owner and mode, unless one of them was changed meanwhile, and acts. If a file cannot be written or the
 * action fails, the files get their texts from before, as far as the disk permits.
 * @throws {LocalError} for a file that was changed, or that cannot be written; what the action throws
 */
export function writeEdited(files: readonly EditedFile[], temporaries: Temporaries, act: () => void): void {
  const has = (path: string, text: string) => unlessThrown(() => lookAt(path)?.isFile() && textOf(path, path)) === text;
  const write = (path: string, text: string) =>
    onDisk(path, () => {
      const owned = statSync(path);
      const fresh = (folder: string) => join(folder, basename(path));
      temporaries.using(dirname(path), (at) => replaceFile(path, text, fresh(at), owned.mode & 0o7777, owned));
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
