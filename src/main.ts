import { homedir } from 'node:os';
import { CancelledError } from './errors.ts';
import { run } from './program.ts';

const cancelled = new AbortController();

/** The first signal asks the run to end tidily, the second ends it. */
function cancelOn(signal: 'SIGINT' | 'SIGTERM', exit: number): void {
  process.on(signal, () => {
    if (cancelled.signal.aborted) process.exit(exit);
    cancelled.abort(new CancelledError('Cancelled.', exit));
  });
}

cancelOn('SIGINT', 130);
cancelOn('SIGTERM', 143);

run(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: process.cwd(),
  home: homedir(),
  signal: cancelled.signal,
  now: () => new Date(),
}).then((exitCode) => {
  process.exitCode = exitCode;
});
