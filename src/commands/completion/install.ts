import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { LocalError } from '../../base/errors.ts';
import { scriptOf } from '../../cli/completion-script.ts';
import { shellInUse, shellNames, shells } from '../../cli/completion-shells.ts';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { nonEmpty, oneOf } from '../../cli/values.ts';
import { cannot, makeFolders, textIn } from '../../system/files.ts';
import type { View } from '../../terminal/view.ts';

/** The installed script, and the line to add to a start-up file. */
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
    notes: `Writes the script to the completion folder of the shell and prints the remaining steps. Start-up files such as ~/.bashrc are not
changed. With -o json: {"shell", "path", "line"}.`,
    examples: ['svc completion install bash', 'svc completion install zsh --dir ~/.zfunc'],
  })
    .description('Install the completion script')
    .argument('[shell]', `${shellNames.join(', ')} (default: $SHELL)`, oneOf(shellNames))
    .option('--dir <dir>', 'folder to write the script to', nonEmpty)
    .action(
      run(async ({ dryRun, host, output }, { dir }, named) => {
        const shell = named ?? shellInUse(host);
        const { advice, file, folder, title } = shells[shell];
        const into = dir === undefined ? folder(host) : resolve(host.cwd, dir);
        const path = join(into, file);
        const { line, message } = advice(path, into);
        const outcome = install(path, scriptOf(shell), dryRun);
        await output.done(installedView, { shell, path, line }, messageOf(outcome, title, path));
        output.note(message);
        if (line !== null) output.note(`  ${line}`);
      }),
    );
}

type Outcome = 'written' | 'unchanged' | 'not written';

function messageOf(outcome: Outcome, title: string, path: string): string {
  if (outcome === 'unchanged') return `Completions for ${title} in ${path} are already up to date.`;
  return `${outcome === 'written' ? 'Wrote' : 'Would write'} completions for ${title} to ${path}.`;
}

/** @throws {LocalError} for a folder that is not writable, and for an existing file of another program */
function install(path: string, script: string, dry: boolean): Outcome {
  try {
    const before = textIn(path);
    if (before === script) return 'unchanged';
    if (before !== undefined && !before.includes('Completions of svc')) {
      throw new LocalError(`${path} already exists and is not a completion script of svc.`, {
        hint: 'Move the file, or choose another folder with --dir DIR.',
      });
    }
    if (dry) return 'not written';
    makeFolders(join(path, '..'));
    writeFileSync(path, script);
    return 'written';
  } catch (error) {
    if (error instanceof LocalError) throw error;
    throw cannot(`write ${path}`, error, 'Choose another folder with --dir DIR.');
  }
}
