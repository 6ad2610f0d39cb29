import { PassThrough, Writable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { CancelledError } from '../../src/errors.ts';
import { run } from '../../src/program.ts';
import type { Machine, RunResult } from './svc.ts';

/** A running command and its output so far. */
export interface Running {
  /** Resolves with the first match in its stdout or stderr. */
  said(pattern: RegExp): Promise<RegExpMatchArray>;
  stop(reason?: CancelledError): void;
  ended: Promise<Omit<RunResult, 'asked' | 'complaints'>>;
}

/** Starts a command and lets the test read its output; it is stopped after the test. */
export function start({ env, home }: Machine, words: string[]): Running {
  const cancelled = new AbortController();
  const texts = { stdout: '', stderr: '' };
  const watchers = new Set<() => void>();
  const sink = (name: keyof typeof texts) => {
    const stream = new Writable({
      write(chunk, _, done) {
        texts[name] += String(chunk);
        for (const watch of watchers) watch();
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
    cwd: home,
    home,
    signal: cancelled.signal,
    now: () => new Date(),
  }).then((code) => ({ code, ...texts }));
  const stop = (reason = new CancelledError()) => cancelled.abort(reason);
  onTestFinished(async () => {
    stop();
    await ended;
  });
  const said = (pattern: RegExp) =>
    new Promise<RegExpMatchArray>((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(texts.stdout) ?? pattern.exec(texts.stderr);
        if (found) resolve(found);
        return found !== null;
      };
      if (look()) return;
      watchers.add(look);
      void ended.then(({ stderr }) => look() || reject(new Error(`it ended: ${stderr}`)));
    });
  return { said, stop, ended };
}
