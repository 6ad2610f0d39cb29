import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { nonEmpty, oneOf } from '../../cli/values.ts';
import { LocalError } from '../../errors.ts';
import { cannot, makeFolders } from '../../files.ts';
import type { View } from '../../terminal/view.ts';
import { scriptOf } from './script.ts';
import { shellInUse, shellNames, shells } from './shells.ts';

/** Where the completions of a shell are, and the line that a start-up file still needs. */
interface Installed {
  shell: string;
  path: string;
  line: string | null;
}

const installedView: View<Installed> = {
  columns: [
    { name: 'shell', of: ({ shell }) => shell },
    { name: 'path', of: ({ path }) => path, fit: 'whole' },
    { name: 'line', of: ({ line }) => line },
  ],
};

export function registerInstall(completion: Command): void {
  explain(completion.command('install'), {
    notes: `Writes the script to the folder of the shell and prints what else to do. Start-up files such as ~/.bashrc are never
changed. With -o json: {"shell", "path", "line"}.`,
    examples: ['svc completion install bash', 'svc completion install zsh --dir ~/.zfunc'],
  })
    .description('Install the completion script')
    .argument('[shell]', `${shellNames.join(', ')} (default: $SHELL)`, oneOf(shellNames))
    .option('--dir <dir>', 'folder of the script', nonEmpty)
    .action(
      run(async ({ dryRun, host, output }, { dir }, named) => {
        const shell = named ?? shellInUse(host);
        const { advice, file, folder, title } = shells[shell];
        const into = dir === undefined ? folder(host) : resolve(host.cwd, dir);
        const path = join(into, file);
        const { line, words } = advice(path, into);
        const done = place(path, scriptOf(shell), dryRun);
        await output.done(installedView, { shell, path, line }, said(done, title, path));
        output.note(words);
        if (line !== null) output.note(`  ${line}`);
      }),
    );
}

type Done = 'written' | 'kept' | 'not written';

function said(done: Done, title: string, path: string): string {
  if (done === 'kept') return `The completions for ${title} in ${path} are up to date.`;
  return `${done === 'written' ? 'Wrote' : 'Would write'} the completions for ${title} to ${path}.`;
}

/** @throws {LocalError} for a folder that cannot be written to, and for a file that somebody else put there */
function place(path: string, script: string, dry: boolean): Done {
  try {
    const before = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
    if (before === script) return 'kept';
    if (before !== undefined && !before.includes('Completions of svc, generated')) {
      throw new LocalError(`${path} is there already and is not ours.`, {
        hint: 'Move it away, or choose another folder: --dir DIR',
      });
    }
    if (dry) return 'not written';
    makeFolders(join(path, '..'));
    writeFileSync(path, script);
    return 'written';
  } catch (error) {
    if (error instanceof LocalError) throw error;
    throw cannot(`write ${path}`, error, 'Choose another folder: --dir DIR');
  }
}
