import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clearLine, cursorTo, type Direction, moveCursor } from 'node:readline';
import { PassThrough, Writable } from 'node:stream';
import type { ShellLanguage } from '../../src/base/shell-word.ts';
import type { Host } from '../../src/cli/context.ts';
import type { OutputStream } from '../../src/cli/terminal/io.ts';
import type { Check, Prompts } from '../../src/cli/terminal/prompts.ts';
import { complete } from '../../src/commands/complete/complete.ts';
import type { Disk } from '../../src/modules/archive/disk.ts';
import { run } from '../../src/program.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/server.ts';
import {
  isForExecutable,
  isForExecutableSandbox,
  type RemoteSandbox,
  runExecutable,
  startExecutableSandbox,
} from './executable.ts';
import { onTestFinished } from './test-finished.ts';
import { declaredFacts } from './tree.ts';

/** The options of a run. */
export interface RunOptions {
  env?: Record<string, string | undefined>;
  /** True if stdin, stdout and stderr are a terminal. */
  tty?: boolean;
  columns?: number;
  /** The width in which messages are wrapped; by default that of `columns`, and without one they have a line each. */
  messageColumns?: number;
  /** The text on stdin. */
  stdin?: string;
  /** The answers to the prompts, in order. An unexpected prompt or an unused answer fails. */
  answers?: (string | boolean | string[])[];
  signal?: AbortSignal;
  /** The shell in use; a POSIX shell by default. */
  shell?: ShellLanguage;
  cwd?: string;
  now?: () => Date;
  /** Receives all of stderr at each write; the terminal then moves, as a real one does. */
  onStderr?(text: string, stderr: OutputStream): void;
  /** For a test that changes the process itself, or runs every verb: never run the executable. */
  inProcess?: boolean;
  /** The disk on which modules are unpacked. */
  disk?: Disk;
}

/** The result of a run. */
export interface RunResult {
  code: number;
  stdout: string;
  stderr: string;
  /** The prompts that were shown. */
  asked: string[];
  /** The messages under rejected answers. */
  complaints: string[];
}

/** A user's machine: a home, a current folder, and an environment. */
export interface Machine {
  home: string;
  cwd: string;
  env: Record<string, string | undefined>;
  /** Runs the whole program, in this process or as the executable. A string is split at spaces; an array is not changed. */
  svc(words: string | readonly string[], options?: RunOptions): Promise<RunResult>;
}

/** A new machine that is deleted after the test. Retries are off by default. */
export async function machine(env: Record<string, string | undefined> = {}): Promise<Machine> {
  const home = mkdtempSync(join(tmpdir(), 'svc-test-'));
  onTestFinished(() => {
    // Cache and state are outside the home, where tests check the files that a command leaves.
    for (const folder of [home, `${home}-cache`, `${home}-state`]) rmSync(folder, { recursive: true, force: true });
  });
  const made: Machine = {
    home,
    cwd: home,
    env: { SVC_RETRIES: '0', XDG_CACHE_HOME: `${home}-cache`, XDG_STATE_HOME: `${home}-state`, ...env },
    svc: (words, options = {}) => runOnce(made, typeof words === 'string' ? words.split(' ') : words, options),
  };
  return made;
}

/** The cache folder of a machine. */
export function cacheOf({ env }: Machine): string {
  return join(env.XDG_CACHE_HOME ?? '', 'svc');
}

/** The state folder of a machine. */
export function stateFolderOf({ env }: Pick<Machine, 'env'>): string {
  return join(env.XDG_STATE_HOME ?? '', 'svc');
}

/** A new sandbox that is closed after the test, in this process or of the executable. */
export async function sandbox(options: SandboxOptions = {}): Promise<RemoteSandbox> {
  const started = isForExecutableSandbox(options) ? await startExecutableSandbox(options) : await startSandbox(options);
  onTestFinished(() => started.close());
  return {
    url: started.url,
    control: started.control,
    get info() {
      return started.info;
    },
    fail: async (rule) => started.fail(rule),
    close: started.close,
  };
}

/** A new sandbox in this process, for a test that reads or changes its state. */
export async function sandboxWithState(options: SandboxOptions = {}): Promise<Sandbox> {
  const started = await startSandbox(options);
  onTestFinished(() => started.close());
  return started;
}

export type Caller = keyof Sandbox['info']['tokens'] | 'anonymous';

/** A machine at a new sandbox in this process, and the requests that this gets, such as `GET /api/v2/feature-sets`. */
export async function watchedMachine(caller?: Caller, options: SandboxOptions = {}) {
  const requests: string[] = [];
  const service = await sandboxWithState({
    onRequest: ({ method, target }) => void requests.push(`${method} ${decodeURIComponent(target)}`),
    ...options,
  });
  return { ...(await machineAt(service, caller)), service, requests };
}

/** A machine that uses a new sandbox, with the token of a caller or without a token. */
export async function machineAt(service: Pick<RemoteSandbox, 'info'>, caller: Caller = 'site-admin'): Promise<Machine> {
  return machine({
    SVC_ADDRESS: service.info.address,
    SVC_ORGANIZATION: service.info.organization,
    SVC_REGISTRY: service.info.registry,
    SVC_TOKEN: caller === 'anonymous' ? undefined : service.info.tokens[caller],
  });
}

async function runOnce(machine: Machine, words: readonly string[], options: RunOptions): Promise<RunResult> {
  if (isForExecutable(options, words)) return runExecutable(machine, words, options);
  const { home, cwd, env } = machine;
  const { tty = false, answers = [], stdin, onStderr, signal = new AbortController().signal } = options;
  const { columns = 80, messageColumns = options.columns ?? 1000 } = options;
  const stdout = sink(tty, columns);
  const stderr = sink(tty, messageColumns, onStderr);
  const input = Object.assign(new PassThrough(), { isTTY: tty });
  input.end(stdin ?? '');
  const { prompts, asked, complaints } = scripted(answers);
  const host: Host = {
    stdin: input,
    stdout: stdout.stream,
    stderr: stderr.stream,
    env: { ...env, ...options.env },
    cwd: options.cwd ?? cwd,
    home,
    shell: options.shell ?? 'posix',
    signal,
    now: options.now ?? (() => new Date()),
    prompts,
    still: onStderr === undefined,
    ...(options.disk && { disk: options.disk }),
  };
  // As main.ts does, with a command tree that no build wrote.
  const isCompletion = words[0] === 'complete';
  const code = isCompletion
    ? await complete(words.slice(1), host, await declaredFacts()).then(() => 0)
    : await run(words, host);
  if (asked.length < answers.length) throw new Error(`answers left over: ${answers.slice(asked.length).join(', ')}`);
  return { code, stdout: stdout.text(), stderr: stderr.text(), asked, complaints };
}

function sink(isTTY: boolean, columns: number, onText?: RunOptions['onStderr']) {
  const chunks: Buffer[] = [];
  const text = () => Buffer.concat(chunks).toString('utf8');
  const stream = new Writable({
    write(chunk, _, done) {
      chunks.push(Buffer.from(chunk));
      onText?.(text(), stream);
      done();
    },
  });
  const cursor = {
    cursorTo: (x: number) => cursorTo(stream, x),
    moveCursor: (x: number, y: number) => moveCursor(stream, x, y),
    clearLine: (side: Direction) => clearLine(stream, side),
  };
  return { stream: Object.assign(stream, { isTTY, columns, ...cursor }), text };
}

function scripted(answers: readonly (string | boolean | string[])[]): {
  prompts: Prompts;
  asked: string[];
  complaints: string[];
} {
  const asked: string[] = [];
  const complaints: string[] = [];
  const answer = async (question: string) => {
    asked.push(question);
    const next = answers[asked.length - 1];
    if (next === undefined) throw new Error(`unexpected question: ${question}`);
    return next;
  };
  /** An invalid answer prints a message and prompts again, as in a terminal; true accepts the offered text. */
  const checked = async (question: string, check: Check | undefined, initial = 'true'): Promise<string> => {
    const given = await answer(question);
    const typed = given === true ? initial : String(given);
    const wrong = await check?.(typed);
    if (wrong === undefined) return typed;
    complaints.push(wrong);
    return checked(question, check, initial);
  };
  return {
    asked,
    complaints,
    prompts: {
      password: checked,
      input: (question, { check, initial } = {}) => checked(question, check, initial),
      confirm: async (question) => (await answer(question)) === true,
      select: async (question, choices) => chosen(choices, String(await answer(question))),
      checkbox: async (question, choices) =>
        [await answer(question)].flat().map((each) => chosen(choices, String(each))),
      search: async (question, choices) => {
        const typed = String(await answer(question));
        const found = choices.find(({ name, value }) => [value, name].some((text) => text.includes(typed)));
        return found?.value ?? chosen([], typed);
      },
    },
  };
}

/** Accepts only the offered choices. */
function chosen(choices: readonly string[], answer: string): string {
  if (!choices.includes(answer)) throw new Error(`${answer} is not offered, only ${choices.join(', ')}`);
  return answer;
}
