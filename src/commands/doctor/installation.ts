import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { scriptOf } from '../../cli/completion-script.ts';
import { shellInUse, shells } from '../../cli/completion-shells.ts';
import { announced } from '../../cli/sandbox-notes.ts';
import { UsageError } from '../../errors.ts';
import { textIn } from '../../files.ts';
import { runtime } from '../../processes.ts';
import { version } from '../../version.ts';
import { type Finding, ok, Skipped, warning } from './result.ts';
import type { Subject } from './subject.ts';

/** The version, the runtime and the machine. */
export async function checkVersion(): Promise<Finding> {
  const form = runtime.startsWith('Bun') ? ', executable with' : ' on';
  return ok(`svc ${version}${form} ${runtime}, ${platform()}-${arch()}.`);
}

/** The completions of the current shell, as `svc completion install` installs them. */
export async function checkCompletion({ context: { host } }: Subject): Promise<Finding> {
  let shell: ReturnType<typeof shellInUse>;
  try {
    shell = shellInUse(host);
  } catch (error) {
    if (error instanceof UsageError) throw new Skipped(error.message);
    throw error;
  }
  const { file, folder, title } = shells[shell];
  const path = join(folder(host), file);
  const fix = `svc completion install ${shell}`;
  // A package or a start-up file may load them from elsewhere.
  const text = textIn(path);
  if (text === undefined) throw new Skipped(`No completions for ${title} in ${path}.`, fix);
  if (text === scriptOf(shell)) return ok(`Installed for ${title} in ${path}.`);
  return warning(`The completions for ${title} in ${path} are of another version.`, fix);
}

/** The sandboxes that run on this machine. */
export async function checkSandbox({ context: { host } }: Subject): Promise<Finding> {
  const running = announced(host).map(({ address }) => address);
  if (running.length === 0) throw new Skipped('No sandbox is running.');
  return ok(`Running at ${running.join(', ')}.`);
}
