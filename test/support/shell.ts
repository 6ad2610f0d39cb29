import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { CancelledError } from '../../src/base/errors.ts';
import type { Machine } from './svc.ts';
import { onTestFinished } from './test-finished.ts';

/**
 * The `svc` of a shell: sends its arguments, variables and stdin to the program in the test's process, which saves a start
 * for every command of a line, and prints the output.
 */
const handOver = (folder: string, port: number) => `#!/bin/bash
call='${folder}'/$$-$RANDOM
[ $# -eq 0 ] || printf '%s\\0' "$@" > "$call.words"
env -0 > "$call.env"
[ /dev/stdin -ef /dev/null ] || cat > "$call.stdin"
exec 3<> /dev/tcp/127.0.0.1/${port}
echo "$call" >&3
read -r code <&3
[ ! -s "$call.stdout" ] || cat "$call.stdout"
[ ! -s "$call.stderr" ] || cat "$call.stderr" >&2
exit "$code"
`;

/** Texts that end with a NUL each. */
export const textsIn = async (file: string) => (await readFile(file, 'utf8').catch(() => '')).split('\0').slice(0, -1);

/** Writes a program `svc` to a folder for programs: the `svc` of a machine, for a shell. It is deleted after the test. */
export async function svcForShells(machine: Machine, bin: string): Promise<void> {
  const calls = await mkdtemp(`${machine.home}-calls-`);
  const answer = async (call: string, signal: AbortSignal): Promise<number> => {
    const env = Object.fromEntries(
      (await textsIn(`${call}.env`)).map((line) => [line.split('=', 1)[0]!, line.slice(line.indexOf('=') + 1)]),
    );
    const stdin = await readFile(`${call}.stdin`, 'utf8').catch(() => '');
    const words = await textsIn(`${call}.words`);
    const { code, stderr, stdout } = await machine.svc(words, {
      env,
      stdin,
      signal,
      ...(env.PWD ? { cwd: env.PWD } : {}),
    });
    await writeFile(`${call}.stdout`, stdout);
    await writeFile(`${call}.stderr`, stderr);
    return code;
  };
  const sockets = new Set<Socket>();
  const running = new Set<Promise<unknown>>();
  const server = createServer((socket) => {
    // A command ends with the program that was started in its place.
    const stop = new AbortController();
    sockets.add(socket.on('error', () => {}).on('close', () => stop.abort(new CancelledError())));
    createInterface(socket).once('line', (call) => {
      const ended = answer(call, stop.signal).then((code) => socket.end(`${code}\n`));
      running.add(ended);
      void ended.finally(() => running.delete(ended));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await Promise.all(running);
    await rm(calls, { recursive: true, force: true });
  });
  await mkdir(bin, { recursive: true });
  await writeFile(join(bin, 'svc'), handOver(calls, (server.address() as AddressInfo).port));
  await chmod(join(bin, 'svc'), 0o755);
}

/** Runs a line in bash, in a folder and with empty stdin. */
export async function inBash(
  line: string,
  cwd: string,
  env: Record<string, string | undefined>,
): Promise<{ code: number; stderr: string }> {
  return new Promise((ended) => {
    const child = spawn('bash', ['-c', line], { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
    const pieces: Buffer[] = [];
    child.stderr.on('data', (piece) => pieces.push(piece));
    child.on('close', (code) => ended({ code: code ?? -1, stderr: Buffer.concat(pieces).toString('utf8') }));
  });
}
