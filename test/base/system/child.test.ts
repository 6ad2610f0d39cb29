import { platform } from 'node:os';
import { describe, expect, onTestFinished, test } from 'vitest';
import { LocalError } from '../../../src/base/errors.ts';
import { runChild, startChild } from '../../../src/base/system/child.ts';

const sh = (script: string) => ['/bin/sh', '-c', script] as const;
const env = { PATH: process.env.PATH };

describe.skipIf(platform() === 'win32')('a child process', () => {
  test('a child process returns its exit code and its output', async () => {
    const ended = await runChild(sh('cat; echo wrong >&2; exit 3'), { env, input: Buffer.from('in') });
    expect(ended).toEqual({ exit: 3, timedOut: false, stdout: 'in', stderr: 'wrong\n' });
  });

  test('a child process has an empty stdin and only the given environment', async () => {
    const { stdout } = await runChild(sh('cat; echo $GIVEN $HOME'), { env: { ...env, GIVEN: 'x' } });
    expect(stdout).toBe('x\n');
  });

  test('a program that does not exist is a LocalError, even if its output is streamed', async () => {
    const message = 'Cannot run /nonexistent (ENOENT: no such file or folder).';
    await expect(runChild(['/nonexistent'], { env })).rejects.toEqual(new LocalError(message));
    const child = await startChild(['/nonexistent'], { env });
    for await (const _ of child.stdout);
    await expect(child.ended).rejects.toThrow(message);
  });

  test('a child process that ignores SIGTERM is killed after the grace period, with all processes that it started', async () => {
    const script = "trap '' TERM; sleep 1000 & sleep 1000";
    const options = { env, timeoutMs: 100, graceMs: 100 };
    expect(await runChild(sh(script), options)).toMatchObject({ exit: null, timedOut: true });
  });

  test('a child process ends when the signal fires, or at once if it has already fired', async () => {
    const running = new AbortController();
    const child = await startChild(sh('echo ready; sleep 1000'), { env, signal: running.signal, graceMs: 0 });
    for await (const _ of child.stdout) running.abort();
    expect(await child.ended).toMatchObject({ exit: null, timedOut: false });
    expect(await runChild(sh('sleep 1000'), { env, signal: AbortSignal.abort() })).toMatchObject({ exit: null });
  });

  test('a child process ends when its output is no longer read', async () => {
    const child = await startChild(sh('echo ready; sleep 1000'), { env });
    for await (const _ of child.stdout) break;
    expect(await child.ended).toMatchObject({ exit: null, timedOut: false });
  });

  test('a child process that prints too much is ended, and the end of its stderr is kept', async () => {
    expect(await runChild(sh('yes'), { env, maxStdout: 1000 })).toMatchObject({ exit: null });
    const { stderr } = await runChild(sh('for n in 1 2 3 4 5 6 7; do echo $n; done >&2'), { env, maxStderr: 4 });
    expect(stderr).toBe('6\n7\n');
  });

  test('a background process that keeps stderr open does not delay the end of the child process', async () => {
    const child = await startChild(sh('sleep 1000 >/dev/null & echo $!'), { env });
    for await (const piece of child.stdout) onTestFinished(() => void process.kill(Number(String(piece)), 'SIGKILL'));
    expect(await child.ended).toMatchObject({ exit: 0 });
  });
});
