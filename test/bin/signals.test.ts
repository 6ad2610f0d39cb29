import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, test } from 'vitest';
import { program, requireBuild } from '../support/executable.ts';
import { onTestFinished } from '../support/test-finished.ts';
import { sendJson, tinyServer } from '../support/tiny-server.ts';

/** Starts svc in a folder of its own; `ended` has its exit code and its signal. */
async function started(words: (home: string) => string[], stdin: 'ignore' | 'pipe' = 'ignore') {
  const home = await mkdtemp(join(tmpdir(), 'svc-signals-'));
  const env = { HOME: home, PATH: process.env.PATH, SVC_RETRIES: '0', T: 'the-token-of-the-hook' };
  const [command, ...first] = program;
  const child = spawn(command, [...first, ...words(home)], { cwd: home, env, stdio: [stdin, 'pipe', 'pipe'] });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await rm(home, { recursive: true, force: true });
  });
  return { child, home, ended: once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]> };
}

const until = async (isSo: () => boolean | Promise<boolean>) => {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
};

describe.skipIf(process.platform === 'win32')('the first signal', { concurrent: true }, () => {
  beforeAll(requireBuild);

  // trust: T-148
  test.runIf(process.platform === 'linux')(
    'the first signal ends a busy loop that never returns to the event loop',
    async ({ expect }) => {
      const { url } = await tinyServer((_, response) => sendJson(response, {}));
      const { child, ended } = await started(() => ['api', `${url}/x`, '--jq', 'reduce range(1e12) as $i (0; . + 1)']);
      // In hundredths of a second; a start takes less than one second.
      const used = async () =>
        (await readFile(`/proc/${child.pid}/stat`, 'utf8'))
          .split(' ')
          .slice(13, 15)
          .reduce((sum, part) => sum + Number(part), 0);
      await until(async () => (await used()) > 100);
      child.kill('SIGINT');
      expect(await ended).toEqual([null, 'SIGINT']);
    },
  );

  // trust: T-148
  test('the first signal ends a request that hangs', async ({ expect }) => {
    const requests = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void requests.close());
    await once(requests, 'listening');
    const { port } = requests.address() as { port: number };
    const { child, ended } = await started(() => ['api', `http://127.0.0.1:${port}/x`]);
    await once(requests, 'connection');
    child.kill('SIGTERM');
    expect(await ended).toEqual([null, 'SIGTERM']);
  });

  // trust: T-55
  test('the first signal after a write was sent reports that the write may have been carried out', async ({
    expect,
  }) => {
    const { seen, url } = await tinyServer(() => {});
    const { child, ended } = await started(() => ['api', 'post', `${url}/x`]);
    const text: string[] = [];
    child.stderr!.on('data', (chunk) => text.push(String(chunk)));
    await until(() => seen.length > 0);
    child.kill('SIGINT');
    expect(await ended).toEqual([130, null]);
    await until(() => text.join('').includes('Hint'));
    expect(text.join('')).toMatch(
      /^Cancelled\. The POST was sent and may have been carried out\.\nHint: To check before sending it again: svc api http.*\/x\n$/,
    );
  });

  // trust: T-148
  test('the first signal ends a command that waits for stdin', async ({ expect }) => {
    const { child, ended } = await started(() => ['webhook', 'sign', '-', '--token-env', 'T'], 'pipe');
    // More than the pipe holds: the command reads.
    child.stdin!.on('error', () => undefined);
    await new Promise((resolve) => child.stdin!.write(Buffer.alloc(1024 * 1024), resolve));
    child.kill('SIGHUP');
    expect(await ended).toEqual([null, 'SIGHUP']);
  });
});

test('a wrong --jq exits with 2, whatever exit code the jq library sets for the process', async ({ expect }) => {
  requireBuild();
  const { url } = await tinyServer((_, response) => sendJson(response, {}));
  const { ended } = await started(() => ['api', `${url}/x`, '--jq', '.[']);
  expect(await ended).toEqual([2, null]);
});

describe.skipIf(process.platform === 'win32')('the second signal', () => {
  // trust: T-148
  test('the second signal ends the run at once, before a command of --exec has ended', async ({ expect }) => {
    const { child, ended, home } = await started((at) => {
      const stubborn = `"${process.execPath}" "${join(at, 'stubborn.cjs')}"`;
      return ['webhook', 'listen', '--allow-unsigned', '-o', 'ndjson', '--exec', stubborn];
    });
    await writeFile(
      join(home, 'stubborn.cjs'),
      `const { writeFileSync } = require('fs');
       process.on('SIGTERM', () => writeFileSync('asked', ''));
       setInterval(() => {}, 1000);
       writeFileSync('pid', String(process.pid));`,
    );
    const [line] = (await once(child.stdout!, 'data')) as [Buffer];
    await fetch(JSON.parse(String(line).split('\n')[0]!).url, { method: 'POST', body: '{}' });
    await until(() => existsSync(join(home, 'pid')));
    const pid = Number(await readFile(join(home, 'pid'), 'utf8'));
    onTestFinished(() => void process.kill(pid, 'SIGKILL'));
    child.kill('SIGINT');
    await until(() => existsSync(join(home, 'asked')));
    child.kill('SIGINT');
    expect(await ended).toEqual([130, null]);
    // The cleanup would have killed it.
    expect(process.kill(pid, 0)).toBe(true);
  });
});
