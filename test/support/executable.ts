import { spawn } from 'node:child_process';
import { appendFileSync, existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'vitest';
import type { FailRule } from '../../src/sandbox/faults.ts';
import type { SandboxInfo } from '../../src/sandbox/info.ts';
import type { SandboxOptions } from '../../src/sandbox/server.ts';
import { fixedTokens } from '../../src/sandbox/tokens.ts';
import type { RunOptions } from './svc.ts';

/** The executable under test (`SVC_BIN=path`); undefined where the tests run the sources in their own process. */
export const executable = process.env.SVC_BIN === undefined ? undefined : resolve(process.env.SVC_BIN);

/** The command that starts the built program: the executable under test, or Node with the launcher. */
export const program: readonly [string, ...string[]] =
  executable === undefined ? [process.execPath, resolve(import.meta.dirname, '../../bin/svc.js')] : [executable];

/** The command that starts a copy of the built program in another folder. */
export async function copyOfProgram(folder: string): Promise<typeof program> {
  const parts = executable === undefined ? ['bin', 'dist'] : [executable];
  for (const part of parts)
    await cp(resolve(import.meta.dirname, '../..', part), join(folder, basename(part)), { recursive: true });
  return executable === undefined
    ? [process.execPath, join(folder, 'bin/svc.js')]
    : [join(folder, basename(executable))];
}

/** The command line of the program for a shell. */
export const programInShell = program.map((word) => `"${word}"`).join(' ');

/** Fails where the built program is missing, except in a run of the executable. */
export function requireBuild(): void {
  if (executable === undefined && !existsSync(resolve(import.meta.dirname, '../../dist/main.cjs')))
    throw new Error('dist/main.cjs is missing: run `npm run build` before these tests.');
}

/** Options that a test passes to the program in-process and that another process cannot receive. */
const handedOver = ['answers', 'disk', 'now', 'onStderr', 'shell', 'signal', 'tty'] as const;

/** Returns whether a test runs the executable with these options and words. */
export function isForExecutable(options: RunOptions, words: readonly string[]): boolean {
  const inProcess =
    executable === undefined ||
    options.inProcess ||
    handedOver.some((name) => (options[name] ?? false) !== false) ||
    isRepeated(words, options);
  count(inProcess ? 'program in-process' : 'program');
  return !inProcess;
}

/** Matches flags that only select, count or print: with or without them, a command takes the same way through the runtime. */
const selecting = /^(-[oq]|--(as|columns|count|filter|from-sequence|json|max-deliver|since|tamper|unsigned|until))$/;

/** The verbs and flags with which each file of `test/commands` has run the executable. */
const ran = new Set<string>();

/**
 * Returns whether a file of `test/commands` has run the executable with this verb and these flags. Another value of a flag or an argument takes
 * the same way through the runtime, except on a full disk, so only a run with `SVC_BIN_ALL` starts the executable for each.
 */
function isRepeated(words: readonly string[], { cwd, env = {}, stdin }: RunOptions): boolean {
  const { testPath = '' } = expect.getState();
  if (process.env.SVC_BIN_ALL || !/[\\/]commands[\\/](?!full-disk)/.test(testPath)) return false;
  const verb = words.slice(0, words[1] === 'cache' ? 3 : 2).filter((word) => /^[a-z][a-z-]*$/.test(word));
  const flags = words.filter((word) => word.startsWith('-')).map((flag) => flag.split('=', 1)[0]!);
  const given = [cwd !== undefined, stdin !== undefined, ...Object.keys(env)];
  const key = JSON.stringify([testPath, verb, flags.filter((flag) => !selecting.test(flag)).sort(), given]);
  const is = ran.has(key);
  ran.add(key);
  return is;
}

/** The files of `test/commands` that have started a sandbox. */
const begun = new Set<string>();

/**
 * Returns whether a sandbox runs in the executable: it has flags for its options, and in `test/commands`, where the client is
 * under test, it is the first of its file. A process for each would take as long as all other runs.
 */
export function isForExecutableSandbox({ edition: _, modulesDir: __, tokens, ...others }: SandboxOptions): boolean {
  const inProcess =
    executable === undefined ||
    isLater(expect.getState().testPath) ||
    (tokens !== undefined && tokens !== fixedTokens) ||
    Object.keys(others).length > 0;
  count(inProcess ? 'sandbox in-process' : 'sandbox');
  return !inProcess;
}

function isLater(testPath = ''): boolean {
  const is = begun.has(testPath);
  if (/[\\/]commands[\\/]/.test(testPath)) begun.add(testPath);
  return is;
}

export type Way = 'program' | 'program in-process' | 'sandbox' | 'sandbox in-process';

/** Notes how a test runs the program or the sandbox, for the counts at the end of a run. */
function count(way: Way): void {
  const folder = process.env.SVC_BIN_COUNTS;
  if (executable === undefined || folder === undefined) return;
  const { currentTestName, testPath } = expect.getState();
  appendFileSync(join(folder, String(process.pid)), `${JSON.stringify([way, `${testPath} ${currentTestName}`])}\n`);
}

interface Place {
  home: string;
  cwd: string;
  env: Record<string, string | undefined>;
}

/** Starts the executable with the home, folder and variables of a machine. */
export function spawnExecutable({ cwd, env, home }: Place, words: readonly string[]) {
  if (executable === undefined) throw new Error('SVC_BIN is not set.');
  const all = { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, HOME: home, USERPROFILE: home, ...env };
  return spawn(executable, words, { cwd, env: all, stdio: 'pipe' });
}

/** Runs a command of the executable to its end. */
export async function runExecutable(
  { home, cwd, env }: Place,
  words: readonly string[],
  options: RunOptions,
): Promise<{ code: number; stdout: string; stderr: string; asked: string[]; complaints: string[] }> {
  const place = { home, cwd: options.cwd ?? cwd, env: { COLUMNS: '80', ...env, ...options.env } };
  const child = spawnExecutable(place, words);
  // A command that ends without reading it closes its stdin.
  child.stdin.on('error', () => undefined).end(options.stdin ?? '');
  const ended = new Promise<number>((done, failed) => {
    child.on('error', failed);
    child.on('close', (code, signal) =>
      code === null ? failed(new Error(`svc ${words.join(' ')} was ended by ${signal}`)) : done(code),
    );
  });
  const [stdout, stderr, code] = await Promise.all([textOf(child.stdout), textOf(child.stderr), ended]);
  return { code, stdout, stderr, asked: [], complaints: [] };
}

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}

/** The parts of a sandbox in another process that a test can use. */
export interface RemoteSandbox {
  readonly url: string;
  readonly info: SandboxInfo;
  readonly control: string;
  /** Makes the next matching requests fail. */
  fail(rule: FailRule): Promise<void>;
  close(): Promise<void>;
}

/** Starts `svc sandbox start` of the executable. */
export async function startExecutableSandbox({ edition, modulesDir, tokens }: SandboxOptions): Promise<RemoteSandbox> {
  const home = await mkdtemp(join(tmpdir(), 'svc-sandbox-'));
  const words = ['sandbox', 'start', '--json', ...(edition ? ['--edition', edition] : [])];
  if (modulesDir !== undefined) words.push('--modules', modulesDir);
  if (tokens !== undefined) words.push('--fixed-tokens');
  const child = spawnExecutable({ home, cwd: home, env: { XDG_RUNTIME_DIR: home } }, words);
  const closed = new Promise<void>((done) => child.on('close', () => done()));
  const stderr = textOf(child.stderr);
  const line = await new Promise<string>((first, failed) => {
    createInterface(child.stdout).once('line', first);
    void closed.then(async () => failed(new Error(`svc sandbox start ended: ${await stderr}`)));
  });
  const info = JSON.parse(line) as SandboxInfo;
  const control = await controlToken(home);
  return {
    info,
    control,
    url: info.address,
    async fail(rule) {
      const reply = await fetch(`${info.address}/sandbox/fail`, {
        method: 'POST',
        headers: { authorization: `Bearer ${control}`, 'content-type': 'application/json' },
        body: JSON.stringify(rule),
      });
      if (!reply.ok) throw new Error(`/sandbox/fail: ${reply.status} ${await reply.text()}`);
    },
    async close() {
      child.kill('SIGTERM');
      await closed;
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** The token of the control endpoints, from the note of the only sandbox of a machine. */
async function controlToken(home: string): Promise<string> {
  const notes = (await readdir(join(home, 'svc'))).filter((name) => name.endsWith('.json'));
  const note = JSON.parse(await readFile(join(home, 'svc', notes[0]!), 'utf8')) as { control: string };
  return note.control;
}
