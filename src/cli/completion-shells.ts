import { basename, join } from 'node:path';
import { UsageError } from '../base/errors.ts';
import { shellQuoted, shellWord } from '../base/shell-word.ts';

/** The user's environment and home folder. */
export interface Home {
  env: Readonly<Record<string, string | undefined>>;
  home: string;
}

interface Shell {
  title: string;
  /** Name of the script in the folder completions. */
  script: string;
  example: string;
  /** The folder that the shell searches, or a customary one if it searches none. */
  folder(home: Home): string;
  file: string;
  /** The remaining manual step, given the path of the script and of its folder. */
  advice(path: string, folder: string): Advice;
}

/** The remaining manual step. */
export interface Advice {
  /** The line to add to a start-up file, or null. */
  line: string | null;
  message: string;
}

export const shellNames = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type ShellName = (typeof shellNames)[number];

export const shells: Record<ShellName, Shell> = {
  bash: {
    title: 'bash',
    script: 'svc.bash',
    example: 'source <(svc completion bash)',
    folder: ({ env, home }) =>
      join(
        env.BASH_COMPLETION_USER_DIR || join(env.XDG_DATA_HOME || join(home, '.local/share'), 'bash-completion'),
        'completions',
      ),
    file: 'svc',
    advice: (path) => ({
      line: `source ${shellWord(path, 'posix')}`,
      message:
        'New shells load the script if the bash-completion package is set up. Otherwise add this line to ~/.bashrc:',
    }),
  },
  zsh: {
    title: 'zsh',
    script: 'svc.zsh',
    example: 'svc completion zsh > _svc',
    folder: ({ env, home }) => join(env.ZDOTDIR || home, '.zfunc'),
    file: '_svc',
    advice: (_, folder) => ({
      line: `fpath=(${shellWord(folder, 'posix')} $fpath); autoload -Uz compinit && compinit`,
      message:
        'Add this line to ~/.zshrc (if ~/.zshrc already runs compinit, add only the first half, before compinit):',
    }),
  },
  fish: {
    title: 'fish',
    script: 'svc.fish',
    example: 'svc completion fish > svc.fish',
    folder: ({ env, home }) => join(env.XDG_CONFIG_HOME || join(home, '.config'), 'fish/completions'),
    file: 'svc.fish',
    advice: () => ({ line: null, message: 'New shells load the script.' }),
  },
  powershell: {
    title: 'PowerShell',
    script: 'svc.ps1',
    example: 'svc completion powershell > svc.ps1',
    folder: ({ env, home }) => join(env.XDG_CONFIG_HOME || join(home, '.config'), 'powershell'),
    file: 'svc-completion.ps1',
    advice: (path) => ({
      line: `. ${shellQuoted(path, 'powershell')}`,
      message: 'Add this line to the file in $PROFILE:',
    }),
  },
};

/** The user's shell. @throws {UsageError} if the environment does not name a supported shell */
export function shellInUse({ env }: Home): ShellName {
  const name = basename(env.SHELL ?? '').replace(/\.exe$/, '');
  const found = shellNames.find((each) => each === (name === 'pwsh' ? 'powershell' : name));
  if (found) return found;
  // Windows does not set SHELL; PowerShell sets PSModulePath.
  if (name === '' && env.PSModulePath) return 'powershell';
  throw new UsageError(name === '' ? 'Cannot detect the shell: SHELL is not set.' : `No completions for ${name}.`, {
    hint: `Name the shell: svc completion install ${shellNames.join('|')}`,
  });
}
