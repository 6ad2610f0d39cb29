import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { execa } from 'execa';
import { packTar } from 'modern-tar';
import { expect, test } from 'vitest';
import { program, requireBuild } from '../support/executable.ts';
import { machine } from '../support/svc.ts';
import { times } from '../support/times.ts';
import { sendJson, tinyServer } from '../support/tiny-server.ts';

const modules = Array.from({ length: times(10, 50) }, (_, at) => `m${at}`);
const processes = times(3, 8);

// trust: T-34
test('processes that share a cache all get whole modules, and download each module at most three times', async () => {
  requireBuild();
  const text = (name: string) => `# ${name}\n`.repeat(500);
  const fetched = new Map<string, number>();
  const server = await tinyServer(async ({ url = '' }, response) => {
    if (url === '/.well-known/terraform.json') return sendJson(response, { 'modules.v1': '/v1/modules/' });
    const [, name = ''] = /(m\d+)/.exec(url) ?? [];
    if (url.endsWith('/download')) {
      return void response.writeHead(204, { 'x-svc-get': `/archives/${name}.tar.gz` }).end();
    }
    fetched.set(name, (fetched.get(name) ?? 0) + 1);
    const body = Buffer.from(text(name));
    response.end(gzipSync(await packTar([{ header: { name: 'main.tf', size: body.length }, body }])));
  });
  const { cwd, env } = await machine();
  const runs = Array.from({ length: processes }, (_, at) =>
    execa(program[0], [...program.slice(1), 'module', 'download', '-f', '-', '--dir', `out${at}`, '--json'], {
      cwd,
      input: modules.map((name) => `a/${name}/null@1.0.0`).join('\n'),
      env: { ...env, SVC_REGISTRY: `${server.url}/v1/modules/` },
      reject: false,
    }),
  );
  for (const { exitCode, stderr, stdout } of await Promise.all(runs)) {
    expect(exitCode, stderr).toBe(0);
    expect(JSON.parse(stdout)).toHaveLength(modules.length);
  }
  expect(Math.max(...fetched.values())).toBeLessThanOrEqual(3);
  expect([...fetched.values()].reduce((sum, count) => sum + count)).toBeLessThanOrEqual(modules.length + 5);
  for (const name of modules) {
    for (let at = 0; at < processes; at += 1) {
      expect(await readFile(join(cwd, `out${at}/a/${name}/null/1.0.0/main.tf`), 'utf8')).toBe(text(name));
    }
  }
  expect(await readdir(join(env.XDG_CACHE_HOME!, 'svc/modules/locks'))).toEqual([]);
  const verified = await execa(program[0], [...program.slice(1), 'module', 'cache', 'verify'], { env });
  expect(verified.exitCode).toBe(0);
});
