import { readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from '../base/errors.ts';
import { missingRequired } from '../base/text.ts';
import type { Source } from '../site/document.ts';
import { cannot, isFolder } from '../system/files.ts';
import type { Context } from './context.ts';

/**
 * The documents of `--file`: files, the *.yaml, *.yml and *.json files of a folder, and stdin for `-`.
 * @throws {UsageError} without any
 */
export async function siteSources(
  paths: readonly string[] | undefined,
  { host, read }: Pick<Context, 'host' | 'read'>,
): Promise<Source[]> {
  if (paths === undefined)
    throw new UsageError(`${missingRequired(['--file'])}.`, { hint: 'Give a file, a folder, or - for stdin.' });
  if (paths.filter((path) => path === '-').length > 1) throw new UsageError('Stdin can be read only once.');
  const sources: Source[] = [];
  for (const path of paths) {
    for (const file of filesOf(path, host)) {
      const folder = file === '-' ? host.cwd : dirname(resolve(host.cwd, file));
      sources.push({ file: file === '-' ? 'stdin' : file, folder, text: await read('--file', file) });
    }
  }
  return sources;
}

function filesOf(path: string, { cwd }: Pick<Context['host'], 'cwd'>): string[] {
  const folder = resolve(cwd, path);
  if (path === '-' || !isFolder(folder)) return [path];
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => /^[^.].*\.(ya?ml|json)$/.test(name));
  } catch (cause) {
    throw cannot(`read ${path}`, cause);
  }
  if (names.length === 0) throw new UsageError(`--file: ${path} has no *.yaml, *.yml or *.json files.`);
  return names.sort().map((name) => join(path, name));
}
