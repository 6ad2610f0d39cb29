import { realpathSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { CheckFailedError, SvcError, UsageError } from '../../base/errors.ts';
import { type ShellLanguage, shellWord } from '../../base/shell-word.ts';
import { isFolder } from '../../base/system/files.ts';
import type { Tool } from '../../base/system/tools.ts';
import { firstOf } from '../../base/text.ts';
import type { View } from '../../base/view.ts';
import type { Context } from '../../cli/context.ts';
import { printable } from '../../cli/terminal/printable.ts';
import { isLocalPath } from '../../modules/address/address.ts';
import { toolOf } from './tool.ts';

/** Returns the real path of a folder, without links. @throws {UsageError} if it does not exist, or is not a folder */
export function existingFolder(typed: string, { cwd }: Pick<Context['host'], 'cwd'>): string {
  const path = resolve(cwd, typed);
  const status = statSync(path, { throwIfNoEntry: false });
  if (!status) throw new UsageError(`Folder ${typed} does not exist.`);
  if (!status.isDirectory()) throw new UsageError(`${typed} is not a folder.`);
  return realpathSync(path);
}

/** @throws {UsageError} for a call name that is also the name of a folder, with --recursive or outside a configuration */
export async function rejectFolderNames(
  { dirs, names, recursive }: { dirs: readonly string[]; names: readonly string[]; recursive?: true | undefined },
  { cwd }: Pick<Context['host'], 'cwd'>,
): Promise<void> {
  const folder = names.find((name) => isFolder(resolve(cwd, name)));
  if (folder === undefined || dirs.length > 0) return;
  const { configurationFiles } = await import('../../modules/lock/files.ts');
  if (!recursive && configurationFiles(cwd, cwd, 'tofu').length > 0) return;
  throw new UsageError(`${folder} is a folder.`, { hint: `Type ./${folder}, or . ${folder} for a call` });
}

type Checking = { [flag in 'check' | 'frozen' | 'recursive']?: true | undefined };

/**
 * Returns the typed folders, or with `recursive` the roots below them, without duplicates.
 * @throws {UsageError} for a folder that does not exist, and if a check finds no folder; {CheckFailedError} if a check has to skip a folder
 */
export async function dirsOf(
  { check, dirs, frozen, recursive, tool }: { dirs: readonly string[]; tool?: Tool | undefined } & Checking,
  { host, output, settings }: Context,
): Promise<string[]> {
  if (!recursive) return [...new Map(dirs.map((dir) => [resolve(host.cwd, dir), dir])).values()];
  const { rootsBelow } = await import('../../modules/lock/folder.ts');
  const tops = (dirs.length > 0 ? dirs : ['.']).map((dir) => existingFolder(dir, host));
  const rootsOfTops = tops.map((top) => rootsBelow(top, (dir) => toolOf(dir, tool, settings)));
  const shown = (paths: string[]) => [...new Set(paths)].map((dir) => relative(host.cwd, dir) || '.');
  const roots = shown(rootsOfTops.flatMap((each) => each.roots));
  const circle = firstOf(shown(rootsOfTops.flatMap((each) => each.circle)));
  const message = `Skipped, since only a circle of calls leads to them: ${circle}.`;
  if (circle && (check || frozen)) throw new CheckFailedError(message, { hint: 'Name the folders, or remove a call.' });
  if (circle) output.warn(message);
  if (roots.length === 0 && (check || frozen)) throw new UsageError('No folder with module calls to check.');
  return roots;
}

/** The result of one configuration: its rows, then one sentence, then the error. */
export interface Report<Row> {
  note?: string | undefined;
  /** The sentence that replaces `note` if there are no rows. */
  empty?: string;
  state?: 'good' | 'careful' | undefined;
  rows?: readonly Row[] | undefined;
  /** True if the rows already say what the sentence says. */
  isDescribed?: boolean;
  /** The text to print in place of the table, unless a format or columns are requested. */
  text?: string | undefined;
  error?: SvcError | undefined;
}

/** Returns the sentence of a report, if it has one. */
export function sentenceOf<Row>({ empty, note, rows }: Report<Row>): string | undefined {
  return rows?.length === 0 ? empty : note;
}

/** Prints the rows and the sentence of a report on a single folder. @throws {SvcError} the error of the report, with the folder in its hint */
export async function printReport<Row extends object>(
  report: Report<Row>,
  view: View<Row>,
  { dir, host, output }: Pick<Context, 'host' | 'output'> & { dir: string | undefined },
): Promise<void> {
  const { error, isDescribed, rows, state, text } = report;
  if (rows && isDescribed) await output.described(view, rows);
  else if (rows) await output.list(view, rows, '', text);
  const sentence = sentenceOf(report);
  if (sentence) await output.conclusion(sentence, state);
  if (error) throw namingFolder(error, dir, host.shell);
}

/** Returns a context whose warnings name the folder. A repeated warning is printed once, because several steps may find the same fault. */
export function atFolder(context: Context, dir?: string): Context {
  return { ...context, output: context.output.warningOnce(dir === undefined ? '' : `${printable(dir)}: `) };
}

/** Adds the typed folder to the command in the hint of an error. */
export function namingFolder<Thrown>(error: Thrown, dir: string | undefined, shell: ShellLanguage): Thrown {
  if (!(error instanceof SvcError) || dir === undefined || dir === '.') return error;
  const shown = shellWord(dir, shell);
  const hint = error.hint?.replace(/svc module (lock|install|tree|update)\b/, (command, verb) =>
    verb === 'update' && !isLocalPath(dir) ? `${command} ./${shown}` : `${command} ${shown}`,
  );
  return Object.assign(error, { hint });
}
