import { workspaceWords } from '../../cli/lookup.ts';
import { collect } from '../../cli/set-flag.ts';
import { nonEmpty, positive } from '../../cli/values.ts';
import { both, type Command, excludes, type FlagsOf } from '../../cli/verb.ts';

/** Declares the flags that name workspaces. */
export function workspaceFlags(verb: Command) {
  return verb
    .optionsGroup('Workspaces:')
    .option('-w, --workspace <workspace>', `${workspaceWords}; patterns with * and ?; repeatable`, collect)
    .option('--workspaces-from <path>', 'read workspaces from a file, one per line, - for stdin')
    .option('--all-workspaces', 'all workspaces of the organization, instead of -w')
    .optionsGroup('Flags:');
}

export const workspaceRules = [excludes('allWorkspaces', 'workspace', 'workspacesFrom')];
export type WorkspaceFlags = FlagsOf<typeof workspaceFlags>;

/** Returns whether a flag names workspaces. */
export function namesWorkspaces({ allWorkspaces, workspace, workspacesFrom }: WorkspaceFlags): boolean {
  return allWorkspaces === true || workspace !== undefined || workspacesFrom !== undefined;
}

/** Returns whether the flags can name several workspaces, even if they name only one this time. */
export function namesSeveral({ allWorkspaces, workspace = [], workspacesFrom }: WorkspaceFlags): boolean {
  if (allWorkspaces || workspacesFrom !== undefined) return true;
  return new Set(workspace).size > 1 || workspace.some(isPattern);
}

export const isPattern = (word: string) => /[*?]/.test(word);

/** Declares the flags of a verb for many workspaces. Without them, the verb prompts for workspaces. */
export function workspacesFlags(verb: Command) {
  return both(workspaceFlags(verb), verb)
    .optionsGroup('Workspaces:')
    .option('--failed-to <file>', 'file for the failed workspaces, one per line', nonEmpty)
    .option('--jobs <n>', 'number of parallel requests', positive, 8)
    .optionsGroup('Flags:');
}

export type WorkspacesFlags = FlagsOf<typeof workspacesFlags>;

/** Returns whether the output is a list. It is one if the flags can name several workspaces. */
export function isForSeveral(flags: WorkspacesFlags): boolean {
  return flags.failedTo !== undefined || namesSeveral(flags);
}

/** The first sentence of the help of each verb. */
export const opening = 'A notification configuration sends a message when a run of a workspace changes state.';

/** The paragraph of a help text about several workspaces. */
export const severalNotes = `-w accepts patterns and may be repeated; --workspaces-from reads names from a file, and --all-workspaces means all of the organization.
With one of these, or --failed-to, -o json prints an array, each workspace has one line on stderr, and a failure does not stop the others.
The exit code is that of the first failure, and --failed-to writes the workspaces that failed or were not tried for --workspaces-from.
If none was tried, it has the names and patterns as given; a wrong command line (exit 2) leaves the file as it is.`;
