import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { cancellation, UsageError } from '../../base/errors.ts';
import { exportOf, type ShellLanguage } from '../../base/shell-word.ts';
import { reasonOf } from '../../base/system/files.ts';
import type { ReadInput } from './input.ts';

const isWindows = platform() === 'win32';

export interface Editing {
  /** The noun of the text, for messages. */
  what: string;
  initial: string;
  env: Readonly<Record<string, string | undefined>>;
  read: ReadInput;
  shell: ShellLanguage;
  signal: AbortSignal;
}

/** Opens a text in the user's editor, as a private file. @throws {UsageError} if the text was not changed */
export async function editText({ env, initial, read, shell, signal, what }: Editing): Promise<string> {
  const editor = env.VISUAL || env.EDITOR;
  if (!editor) {
    throw new UsageError('--editor: neither VISUAL nor EDITOR is set.', {
      hint: exportOf({ EDITOR: isWindows ? 'notepad' : 'nano' }, shell),
    });
  }
  const folder = await mkdtemp(join(tmpdir(), 'svc-edit-'));
  try {
    const file = join(folder, 'text.html');
    await writeFile(file, initial, { mode: 0o600 });
    await runEditor(editor, file, { env, signal });
    const text = (await read('--editor', file)).trimEnd();
    if (text.trim() === '') throw new UsageError(`${what} is empty.`);
    if (text === initial.trimEnd()) throw new UsageError(`${what} was not changed.`);
    return text;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs the editor on the terminal. Its stdout goes to stderr, because stdout is for data. */
async function runEditor(editor: string, file: string, { env, signal }: Pick<Editing, 'env' | 'signal'>) {
  const [program, args] = isWindows ? [`${editor} "${file}"`, []] : ['sh', ['-c', `${editor} "$@"`, editor, file]];
  const child = spawn(program, args, { env, shell: isWindows, stdio: [0, 2, 2] });
  const end = () => void child.kill();
  signal.addEventListener('abort', end, { once: true });
  const closed = (await once(child, 'close')
    .catch((cause: unknown) => {
      throw new UsageError(`The editor "${editor}" could not be started (${reasonOf(cause)}).`, { cause });
    })
    .finally(() => signal.removeEventListener('abort', end))) as [number | null, string | null];
  if (signal.aborted) throw cancellation(signal);
  const [code, killed] = closed;
  if (code !== 0) throw new UsageError(`The editor "${editor}" failed (${killed ?? `exit code ${code}`}).`);
}
