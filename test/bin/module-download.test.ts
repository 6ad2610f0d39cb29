import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packTar } from 'modern-tar';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { program, requireBuild } from '../support/executable.ts';
import { hasGit } from '../support/git-repository.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { sendJson, tinyServer } from '../support/tiny-server.ts';

beforeAll(() => {
  requireBuild();
});

const files = Array.from({ length: 40 }, (_, n) => ({ name: `f${n}`, body: Buffer.from(`${n} `.repeat(5000 + n)) }));
// Not compressed, so that a file exists as soon as its bytes arrive.
const archive = await packTar(files.map(({ body, name }) => ({ header: { name, size: body.length }, body })));

/** A registry whose first archive stops half-way, and a folder to download into. */
async function halfway(dir = 'it') {
  const home = temporaryFolder();
  const folder = join(home, 'work');
  await mkdir(folder);
  let archives = 0;
  const { url } = await tinyServer((request, response) => {
    if (request.url?.endsWith('/versions')) {
      return sendJson(response, { modules: [{ versions: [{ version: '1.0.0' }] }] });
    }
    if (request.url?.endsWith('/download')) return void response.writeHead(204, { 'x-svc-get': '/m.tar' }).end();
    archives += 1;
    response.writeHead(200, { 'content-length': archive.length });
    if (archives === 1) response.write(archive.subarray(0, archive.length / 2));
    else response.end(archive);
  });
  const start = () =>
    spawn(program[0], [...program.slice(1), 'module', 'download', 'a/b/c', '--dir', dir], {
      cwd: folder,
      env: { HOME: home, SVC_REGISTRY: `${url}/v1/modules/`, SVC_RETRIES: '0' },
      stdio: 'ignore',
    });
  /** Ends a download when its first files exist. */
  const ended = async (signal: NodeJS.Signals) => {
    const run = start();
    onTestFinished(() => void run.kill('SIGKILL'));
    const exited = once(run, 'exit');
    const unpacked = async () => (await readdir(folder, { recursive: true })).some((path) => path.endsWith('f3'));
    while (!(await unpacked())) await new Promise((wake) => setTimeout(wake, 10));
    run.kill(signal);
    return (await exited) as [code: number | null, signal: NodeJS.Signals | null];
  };
  return { folder, ended, again: async () => (await once(start(), 'exit'))[0] as number };
}

describe('a download that ends half-way', () => {
  // trust: T-28
  test('a download ended by SIGKILL leaves no folder under its final name, and succeeds the next time', async () => {
    const { again, ended, folder } = await halfway();
    expect(await ended('SIGKILL')).toEqual([null, 'SIGKILL']);
    expect((await readdir(folder)).filter((name) => !/^\.svc-[0-9a-f-]+\.tmp$/.test(name))).toEqual([]);
    expect(await again()).toBe(0);
    expect(await readdir(folder)).toEqual(['it']);
    expect((await readdir(join(folder, 'it'))).length).toBe(files.length);
  });

  // trust: T-27, T-148
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('a download ended by %s leaves nothing at all, not even the parent folders', async (signal, code) => {
    const { ended, folder } = await halfway('on/the/way/to/it');
    expect(await ended(signal)).toEqual([code, null]);
    expect(await readdir(folder)).toEqual([]);
  });
});

test.runIf(hasGit())(
  'SIGHUP during a download also ends git, and no file with the password of the URL remains',
  async () => {
    const home = temporaryFolder();
    const asked = new EventEmitter();
    const { url } = await tinyServer((request, response) => {
      if (request.url?.endsWith('/versions')) {
        return sendJson(response, { modules: [{ versions: [{ version: '1.0.0' }] }] });
      }
      if (request.url?.startsWith('/m.git')) return void asked.emit('git', once(response, 'close'));
      const location = `git::${url.replace('//', '//user:pass-of-the-url@')}/m.git`;
      response.writeHead(204, { 'x-svc-get': location }).end();
    });
    const run = spawn(program[0], [...program.slice(1), 'module', 'download', 'a/b/c', '--dir', 'it'], {
      cwd: home,
      env: { HOME: home, TMPDIR: home, PATH: process.env.PATH, SVC_REGISTRY: `${url}/v1/modules/`, SVC_RETRIES: '0' },
      stdio: 'ignore',
    });
    const exited = once(run, 'exit');
    const [left] = await once(asked, 'git');
    const holding = async () => {
      const files = (await readdir(home, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
      const texts = files.map(({ name, parentPath }) => readFile(join(parentPath, name), 'utf8'));
      return (await Promise.all(texts)).filter((text) => text.includes('pass-of-the-url')).length;
    };
    expect(await holding()).toBe(0);
    run.kill('SIGHUP');
    // A closed terminal sends more than one signal.
    run.kill('SIGHUP');
    expect(await exited).toEqual([129, null]);
    // The connection was git's.
    await left;
    expect(await holding()).toBe(0);
  },
);
