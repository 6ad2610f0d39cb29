import { statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { LocalError } from '../base/errors.ts';
import { maskUrls } from '../base/secrets.ts';
import { unlessThrown } from '../base/unless-thrown.ts';
import { readCalls } from '../hcl/calls.ts';
import { strayByte } from '../hcl/decode.ts';
import { onlyToken } from '../hcl/values.ts';
import { cannot, lookAt, replaceFile } from '../system/files.ts';
import type { Temporaries } from '../system/temporaries.ts';
import type { Tool } from '../system/tools.ts';
import { configurationFiles, textOf } from './files.ts';

/** A new text for a part of a line of a file. */
export interface Edit {
  path: string;
  /** Of the file. */
  text: string;
  start: number;
  end: number;
  fresh: string;
  /** Names the block in a diff. */
  heading: string;
}

/** The edit of a string that replaces the last of a text in it; undefined without one. */
type Replace = (was: string, fresh: string) => Edit | undefined;

/**
 * The sources and versions of a folder's calls that can be edited, by `NAME source` and `NAME version`: plain strings in `*.tf` files that are
 * UTF-8 and no links.
 */
export function literalsIn(dir: string, tool: Tool): Map<string, Replace> {
  const found = new Map<string, Replace>();
  for (const name of configurationFiles(dir, dir, tool)) {
    const path = join(dir, name);
    const text = textOf(path, name);
    const isOpen = !name.endsWith('.json') && lookAt(path)?.isFile() && strayByte(text) === -1;
    for (const { attributes, name: call } of readCalls(name, text).calls)
      for (const part of ['source', 'version'].filter((each) => attributes.has(each))) {
        const token = onlyToken(attributes.get(part));
        const isPlain = isOpen && token?.value !== undefined && token.text === `"${token.value}"`;
        const replace: Replace = (was, fresh) => {
          const start = token === undefined ? -1 : text.slice(0, token.end).lastIndexOf(was);
          if (!isPlain || start <= token.start) return undefined;
          return { path, text, start, end: start + was.length, fresh, heading: `module "${call}"` };
        };
        // Override files come last.
        found.set(`${call} ${part}`, replace);
      }
  }
  return found;
}

/** A unified diff without context, with paths relative to `from`. Secrets in URLs are masked. */
export function diffOf(edits: readonly Edit[], from: string): string {
  const pieces = edits.map(({ end, fresh, heading, path, start, text }, nth) => {
    const shown = relative(from, path);
    const files = path === edits[nth - 1]?.path ? '' : `--- a/${shown}\n+++ b/${shown}\n`;
    const [before = '', ...above] = text.slice(0, start).split('\n').reverse();
    const [after = '', ...below] = text.slice(end).split('\n');
    const line = (part: string) =>
      `${maskUrls(before + part + after)}\n${below.length > 0 ? '' : '\\ No newline at end of file\n'}`;
    const at = above.length + 1;
    return `${files}@@ -${at} +${at} @@ ${heading}\n-${line(text.slice(start, end))}+${line(fresh)}`;
  });
  return pieces.join('');
}

/** Edits by file and offset. */
export function inOrder(edits: readonly Edit[]): Edit[] {
  return [...edits].sort((a, b) => (a.path === b.path ? a.start - b.start : a.path < b.path ? -1 : 1));
}

/**
 * Writes edits that are in order, each file in one step and with its mode, and takes them back if the action fails. What another hand
 * changed meanwhile stays, which `warn` says.
 * @throws {LocalError} for a file that cannot be written; what the action throws
 */
export async function withEdits(
  edits: readonly Edit[],
  { temporaries, warn }: { temporaries: Temporaries; warn(message: string): void },
  act: () => Promise<unknown>,
) {
  const before = new Map(edits.map(({ path, text }) => [path, text]));
  const after = new Map(before);
  for (const { end, fresh, path, start } of [...edits].reverse()) {
    const text = after.get(path) ?? '';
    after.set(path, text.slice(0, start) + fresh + text.slice(end));
  }
  const changed = [...before].find(([path, text]) => !has(path, text));
  if (changed) {
    const hint = 'Run the same command again.';
    throw new LocalError(`${changed[0]} was changed meanwhile. Nothing was written.`, { hint });
  }
  try {
    for (const [path, text] of after) write(path, text, temporaries);
    await act();
  } catch (error) {
    for (const [path, text] of before) {
      if (has(path, text)) continue;
      const isBack = has(path, after.get(path)) && unlessThrown(() => write(path, text, temporaries) ?? true);
      if (!isBack) warn(`${path} was changed meanwhile, and keeps what was updated in it.`);
    }
    throw error;
  }
}

function has(path: string, text: string | undefined): boolean {
  return unlessThrown(() => lookAt(path)?.isFile() && textOf(path, path)) === text;
}

function write(path: string, text: string, temporaries: Temporaries): void {
  try {
    const mode = statSync(path).mode & 0o7777;
    temporaries.using(dirname(path), (folder) => replaceFile(path, text, join(folder, basename(path)), mode));
  } catch (cause) {
    throw cannot(`write ${path}`, cause);
  }
}
