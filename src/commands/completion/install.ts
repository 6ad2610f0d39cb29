import { writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { LocalError } from '../../base/errors.ts';
import { cannot, makeFolders, textIn } from '../../base/system/files.ts';
import { columnsOf, type View } from '../../base/view.ts';
import { nonEmpty, oneOf } from '../../cli/values.ts';
import { type Command, verb } from '../../cli/verb.ts';
import { scriptOf, shellInUse, shellNames, shells } from './shells.ts';

const installedView: View<{ shell: string; path: string; line: string | null }> = {
  columns: columnsOf('shell path:whole line'),
};

export const installVerb = verb({
  words: 'install',
  about: 'Install the completion script',
  text: `Writes the script to the completion folder of the shell and prints the remaining steps. Start-up files such as ~/.bashrc are not
changed. With -o json: {"shell", "path", "line"}.`,
  flags: (command: Command) =>
    command
      .argument('[shell]', `${shellNames.join(', ')} (default: $SHELL)`, oneOf(shellNames))
      .option('--dir <dir>', 'folder to write the script to (default: that of the shell)', nonEmpty),
  examples: ['svc completion install bash', 'svc completion install zsh --dir ~/.zfunc'],
  async run({ dryRun, host, output }, { dir }, named) {
    const shell = named ?? shellInUse(host);
    const { advice, line: lineFor, path: pathIn, title } = shells[shell];
    const usual = pathIn(host.env, host.home);
    const path = dir === undefined ? usual : join(resolve(host.cwd, dir), basename(usual));
    const line = lineFor?.(path) ?? null;
    const outcome = install(path, scriptOf(shell), dryRun);
    await output.done(installedView, { shell, path, line }, `${outcome} completions for ${title} to ${path}.`);
    output.note(line === null ? advice : `${advice}\n  ${line}`);
  },
});

/**
 * Writes the script to its file. @throws {LocalError} for a folder that is not writable, and for an existing file of another program
 */
function install(path: string, script: string, dry: boolean): string {
  try {
    if (!(textIn(path) ?? script).includes('Completions of svc')) {
      throw new LocalError(`${path} already exists and is not a completion script of svc.`, {
        hint: 'Move the file, or choose another folder with --dir DIR.',
      });
    }
    if (dry) return 'Would write';
    makeFolders(dirname(path));
    writeFileSync(path, script);
    return 'Wrote';
  } catch (error) {
    if (error instanceof LocalError) throw error;
    throw cannot(`write ${path}`, error, 'Choose another folder with --dir DIR.');
  }
}
