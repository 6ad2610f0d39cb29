import { constants } from 'node:os';
import { PassThrough, Writable } from 'node:stream';
import { CancelledError } from '../../src/base/errors.ts';
import { run } from '../../src/program.ts';
import { isForExecutable, spawnExecutable } from './executable.ts';
import { collectOutput, type Output, type Texts } from './output.ts';
import type { Machine, RunResult } from './svc.ts';
import { onTestFinished } from './test-finished.ts';

/** A running command and its output so far. */
export interface Running {
  /** Resolves with the first match in its stdout or stderr. */
  said(pattern: RegExp): Promise<RegExpMatchArray>;
  stop(reason?: CancelledError): void;
  ended: Promise<Omit<RunResult, 'asked' | 'complaints'>>;
}

type Ended = Promise<Texts & { code: number }>;

/**
 * Starts a command, in this process or as the executable, and lets the test read its output; it is stopped after the test. In this process,
 * `storeMs` is the time in which a stream must store a delivery.
 */
export function start(machine: Machine, words: string[], storeMs?: number): Running {
  const output = collectOutput();
  const { ended, stop } = isForExecutable({}, words)
    ? startExecutable(machine, words, output.texts, output.add)
    : startHere(machine, words, output.texts, output.add, storeMs);
  onTestFinished(async () => {
    stop();
    await ended;
  });
  return { said: (pattern) => output.said(pattern, ended), stop, ended };
}

type OnText = Output['add'];
interface Started {
  ended: Ended;
  stop(reason?: CancelledError): void;
}

function startHere(
  { cwd, env, home }: Machine,
  words: string[],
  texts: Texts,
  onText: OnText,
  storeMs: number | undefined,
): Started {
  const cancelled = new AbortController();
  const sink = (name: keyof Texts) => {
    const stream = new Writable({
      write(chunk, _, done) {
        onText(name, String(chunk));
        done();
      },
    });
    return Object.assign(stream, { isTTY: false });
  };
  const stdin = Object.assign(new PassThrough(), { isTTY: false });
  const ended = run(words, {
    stdin: stdin.end(),
    stdout: sink('stdout'),
    stderr: sink('stderr'),
    env,
    cwd,
    home,
    signal: cancelled.signal,
    shell: 'posix',
    now: () => new Date(),
    ...(storeMs !== undefined && { storeMs }),
  }).then((code) => ({ code, ...texts }));
  return { ended, stop: (reason = new CancelledError()) => cancelled.abort(reason) };
}

/** The signal of each exit code of a cancelled run. */
const signals: Record<number, NodeJS.Signals> = { 129: 'SIGHUP', 130: 'SIGINT', 143: 'SIGTERM' };

function startExecutable(machine: Machine, words: string[], texts: Texts, onText: OnText): Started {
  const child = spawnExecutable(machine, words);
  child.stdin.end();
  child.stdout.setEncoding('utf8').on('data', (text) => onText('stdout', text));
  child.stderr.setEncoding('utf8').on('data', (text) => onText('stderr', text));
  const ended: Ended = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code: code ?? 128 + constants.signals[signal!], ...texts }));
  });
  return {
    ended,
    stop({ exit } = new CancelledError()) {
      child.kill(signals[exit] ?? 'SIGINT');
    },
  };
}
