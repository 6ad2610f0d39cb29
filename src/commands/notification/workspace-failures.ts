import { AuthError, detailOf, SomeFailedError, type SvcError, UsageError } from '../../base/errors.ts';
import { type ShellLanguage, shellWord } from '../../base/shell-word.ts';
import { counted } from '../../base/text.ts';

/** The most failures that an error shows. */
const shownFailures = 20;

/** Whether an error has nothing to do with a workspace, such as a missing token. */
export function isAboutCommand(error: SvcError): boolean {
  return error instanceof UsageError || (error instanceof AuthError && error.status === undefined);
}

/** The counts of a command in many workspaces. */
interface Counts {
  /** What was done: `create the configuration`. */
  words: string;
  failedTo: string | undefined;
  all: number;
  /** The workspaces in which it is not done: they failed or were not tried. */
  left: number;
  shell: ShellLanguage;
}

/** The summary of failures, at least one, with the exit code of the first. */
export function failureOf(
  failed: readonly [workspace: string, error: SvcError][],
  { all, failedTo, left, shell, words }: Counts,
): SvcError {
  const [[, first]] = failed as [[string, SvcError]];
  const errors = failed.slice(0, shownFailures).map(([name, error]) => ({ title: name, detail: detailOf(error) }));
  const untried = left > failed.length ? `; ${left - failed.length} more were not tried` : '';
  const message = `Failed to ${words} in ${failed.length} of ${counted(all, 'workspace')}${untried}.`;
  const hidden = failed.length - errors.length;
  const more = hidden > 0 ? `${counted(hidden, 'more failure')} ${hidden === 1 ? 'is' : 'are'} not shown. ` : '';
  const file =
    failedTo === undefined
      ? 'To write all workspaces that failed to a file: --failed-to FILE'
      : `To try these workspaces again: --workspaces-from ${shellWord(failedTo, shell)}`;
  const hint = failedTo === undefined && hidden === 0 ? first.hint : `${more}${file}`;
  return new SomeFailedError(message, first, { errors, hint });
}
