import { basename, dirname, join } from 'node:path';
import { UsageError } from '../../base/errors.ts';
import { shellQuoted, shellWord } from '../../base/shell-word.ts';
import { requiredFile } from '../../base/system/own-file.ts';
import type { Host } from '../../cli/context.ts';

interface Shell {
  title: string;
  /** Name of the script in the folder `completions`. */
  script: string;
  /** Returns the file in which the shell looks for the script. A shell that looks nowhere gets a customary path. */
  path(env: Host['env'], home: string): string;
  /** Returns the line to add to a start-up file, for a shell that needs one. */
  line?(path: string): string;
  advice: string;
}

const config = (env: Host['env'], home: string) => env.XDG_CONFIG_HOME || join(home, '.config');
const data = (env: Host['env'], home: string) => env.XDG_DATA_HOME || join(home, '.local/share');

export const shells: Readonly<Record<ShellName, Shell>> = {
  bash: {
    title: 'bash',
    script: 'svc.bash',
    path: (env, home) =>
      join(env.BASH_COMPLETION_USER_DIR || join(data(env, home), 'bash-completion'), 'completions/svc'),
    line: (path) => `source ${shellWord(path, 'posix')}`,
    advice:
      'New shells load the script if the bash-completion package is set up. Otherwise add this line to ~/.bashrc:',
  },
  zsh: {
    title: 'zsh',
    script: 'svc.zsh',
    path: (env, home) => join(env.ZDOTDIR || home, '.zfunc/_svc'),
    line: (path) => `fpath=(${shellWord(dirname(path), 'posix')} $fpath); autoload -Uz compinit && compinit`,
    advice: 'Add this line to ~/.zshrc (if ~/.zshrc already runs compinit, add only the first half, before compinit):',
  },
  fish: {
    title: 'fish',
    script: 'svc.fish',
    path: (env, home) => join(config(env, home), 'fish/completions/svc.fish'),
    advice: 'New shells load the script.',
  },
  powershell: {
    title: 'PowerShell',
    script: 'svc.ps1',
    path: (env, home) => join(config(env, home), 'powershell/svc-completion.ps1'),
    line: (path) => `. ${shellQuoted(path, 'powershell')}`,
    advice: 'Add this line to the file in $PROFILE:',
  },
};

type ShellName = 'bash' | 'zsh' | 'fish' | 'powershell';
export const shellNames = Object.keys(shells) as ShellName[];

/** Returns the user's shell. @throws {UsageError} if the environment does not name a supported shell */
export function shellInUse({ env }: Pick<Host, 'env'>): ShellName {
  const name = basename(env.SHELL ?? '').replace(/\.exe$/, '');
  const shell = shellNames.find((each) => each === (name === 'pwsh' ? 'powershell' : name));
  if (shell) return shell;
  // Windows does not set SHELL; PowerShell sets PSModulePath.
  if (name === '' && env.PSModulePath) return 'powershell';
  throw new UsageError(name === '' ? 'Cannot detect the shell: SHELL is not set.' : `No completions for ${name}.`, {
    hint: `Name the shell: svc completion install ${shellNames.join('|')}`,
  });
}

/**
 * Reads the script of a shell from the package; to generate it would be slower, because that loads every command.
 * @throws {LocalError} for an installation without the script
 */
export function scriptOf(shell: ShellName): string {
  return requiredFile(`completions/${shells[shell].script}`);
}
