import { statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { SvcError, UsageError } from '../../base/errors.ts';
import { type ShellLanguage, shellWord } from '../../base/shell-word.ts';
import type { Context } from '../../cli/context.ts';
import { isFolder } from '../../system/files.ts';
import type { Tool } from '../../system/tools.ts';
import { toolOf } from './tool.ts';

/** The path of a folder of the command line. @throws {UsageError} if it does not exist, or is not a folder */
export function existingFolder(typed: string, { cwd }: Pick<Context['host'], 'cwd'>): string {
  const path = resolve(cwd, typed);
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new UsageError(`Folder ${typed} does not exist.`);
  if (!found.isDirectory()) throw new UsageError(`${typed} is not a folder.`);
  return path;
}

/** @throws {UsageError} for a folder that is typed as the name of a call, with --recursive or where no configuration is */
export async function rejectFolderNames(
  { dirs, names, recursive }: { dirs: readonly string[]; names: readonly string[]; recursive?: true | undefined },
  { cwd }: Pick<Context['host'], 'cwd'>,
): Promise<void> {
  const folder = names.find((name) => isFolder(resolve(cwd, name)));
  if (folder === undefined || dirs.length > 0) return;
  const { configurationFiles } = await import('../../lock/files.ts');
  if (!recursive && configurationFiles(cwd, cwd, 'tofu').length > 0) return;
  throw new UsageError(`${folder} is a folder.`, { hint: `Type ./${folder}, or . ${folder} for a call` });
}

/** The folders as typed, or below these, each once. @throws {UsageError} for one that does not exist */
export async function dirsOf(
  { dirs, recursive, tool }: { dirs: readonly string[]; recursive?: true | undefined; tool?: Tool | undefined },
  { host, settings }: Context,
): Promise<string[]> {
  if (!recursive) return [...new Map(dirs.map((dir) => [resolve(host.cwd, dir), dir])).values()];
  const { rootsBelow } = await import('../../lock/roots.ts');
  const tops = (dirs.length > 0 ? dirs : ['.']).map((dir) => existingFolder(dir, host));
  const found = tops.flatMap((top) => rootsBelow(top, (dir) => toolOf(dir, tool, settings)));
  return [...new Set(found)].map((dir) => relative(host.cwd, dir) || '.');
}

/** An error whose hint repeats the typed folder. */
export function namingFolder<Thrown>(error: Thrown, dir: string | undefined, shell: ShellLanguage): Thrown {
  if (!(error instanceof SvcError) || dir === undefined || dir === '.') return error;
  const shown = shellWord(dir, shell);
  const hint = error.hint?.replace(/svc module (lock|install|tree)\b/, (command) => `${command} ${shown}`);
  return Object.assign(error, { hint });
}
