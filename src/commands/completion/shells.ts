import { basename, join } from 'node:path';
import { UsageError } from '../../errors.ts';
import { shellWord } from '../../shell-word.ts';

/** Where a person keeps things. */
export interface Home {
  env: Readonly<Record<string, string | undefined>>;
  home: string;
}

interface Shell {
  title: string;
  /** The script among the completions. */
  script: string;
  example: string;
  /** Where the shell looks for it, or where it is as good as anywhere. */
  folder(home: Home): string;
  file: string;
  /** What remains to be done, given the path of the script and that of its folder. */
  advice(path: string, folder: string): Advice;
}

/** What remains to be done by hand. */
export interface Advice {
  /** The one line to add, null when there is none. */
  line: string | null;
  words: string;
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
      line: `source ${shellWord(path)}`,
      words: 'Where the bash-completion package is set up, new shells find it. Where it is not, add this to ~/.bashrc:',
    }),
  },
  zsh: {
    title: 'zsh',
    script: 'svc.zsh',
    example: 'svc completion zsh > _svc',
    folder: ({ env, home }) => join(env.ZDOTDIR || home, '.zfunc'),
    file: '_svc',
    advice: (_, folder) => ({
      line: `fpath=(${shellWord(folder)} $fpath); autoload -Uz compinit && compinit`,
      words: 'Add this to ~/.zshrc (the first half is enough before a compinit that is there already):',
    }),
  },
  fish: {
    title: 'fish',
    script: 'svc.fish',
    example: 'svc completion fish > svc.fish',
    folder: ({ env, home }) => join(env.XDG_CONFIG_HOME || join(home, '.config'), 'fish/completions'),
    file: 'svc.fish',
    advice: () => ({ line: null, words: 'New shells find it; there is nothing to add.' }),
  },
  powershell: {
    title: 'PowerShell',
    script: 'svc.ps1',
    example: 'svc completion powershell > svc.ps1',
    folder: ({ env, home }) => join(env.XDG_CONFIG_HOME || join(home, '.config'), 'powershell'),
    file: 'svc-completion.ps1',
    advice: (path) => ({
      line: `. '${path.replaceAll("'", "''")}'`,
      words: 'Add this to the file that $PROFILE names:',
    }),
  },
};

/** The shell of a person. @throws {UsageError} asking for its name when the environment does not tell */
export function shellInUse({ env }: Home): ShellName {
  const name = basename(env.SHELL ?? '').replace(/\.exe$/, '');
  const found = shellNames.find((each) => each === (name === 'pwsh' ? 'powershell' : name));
  if (found) return found;
  // Windows tells no SHELL; PowerShell is known by its modules.
  if (name === '' && env.PSModulePath) return 'powershell';
  throw new UsageError(
    name === '' ? 'SHELL does not say which shell you use.' : `There are no completions for ${name}.`,
    {
      hint: `svc completion install ${shellNames.join('|')}`,
    },
  );
}
