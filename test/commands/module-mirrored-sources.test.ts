import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { zip } from '../modules/archive/zip-builder.ts';
import { call, writeFiles } from '../support/configuration.ts';
import { hasGit, repository } from '../support/git-repository.ts';
import { gitServer } from '../support/git-server.ts';
import { start } from '../support/running.ts';
import { machine } from '../support/svc.ts';
import { tinyServer } from '../support/tiny-server.ts';

/** A locked repository and a locked archive, their mirror, and a count of the requests to their origins. */
async function world() {
  const me = await machine({ PATH: process.env.PATH });
  const { commit, folder } = repository();
  const id = commit({ 'main.tf': '# git' });
  const server = await gitServer(dirname(folder));
  const files = await tinyServer((_, response) => void response.end(zip([{ name: 'main.tf', content: '# zip' }])));
  await writeFiles(me.home, { 'main.tf': call('g', `git::${server.url}/m.git`) + call('z', `${files.url}/m.zip`) });
  expect(await me.svc('module lock')).toMatchObject({ code: 0 });
  expect(await me.svc('module mirror mirror --from-lock .')).toMatchObject({ code: 0 });
  const before = server.asked.length + files.seen.length;
  const install = async (registry: string, more = '') => {
    const { code, stderr } = await me.svc(`module install --frozen --no-cache --registry any.test=${registry} ${more}`);
    return { code, stderr, asked: server.asked.length + files.seen.length - before };
  };
  const list = JSON.parse(await readFile(join(me.home, 'mirror/mirror.json'), 'utf8')).packages;
  return { me, id, install, list };
}

/** A file server with the files of a folder, or those of `instead`. */
const fileServer = (folder: string, instead: Record<string, string | Buffer> = {}) =>
  tinyServer(async ({ url = '' }, response) => {
    const body = instead[url] ?? (await readFile(join(folder, url)).catch(() => undefined));
    response.writeHead(body === undefined ? 404 : 200).end(body);
  });

describe.skipIf(!hasGit())('git and archive sources that only a mirror has', () => {
  test.each(['any.test/', '_sources/'])(
    'git and archive sources are installed from the mirror that --registry names at %s',
    async (path) => {
      const { install, me } = await world();
      const { seen, url } = await fileServer(join(me.home, 'mirror'));
      expect(await install(`${url}/${path}`)).toMatchObject({ code: 0, asked: 0 });
      expect(seen.filter(({ path }) => path === '/mirror.json')).toHaveLength(1);
      expect(await readFile(join(me.home, '.terraform/modules/g/main.tf'), 'utf8')).toBe('# git');
      expect(await me.svc('module verify --offline')).toMatchObject({ code: 0 });
    },
  );

  test('svc module serve serves git and archive sources of a mirror, also with a token', async () => {
    const { install, me } = await world();
    await writeFile(join(me.home, 'token'), 'canary-token');
    const running = start(me, ['module', 'serve', 'mirror', '--token-file', 'token']);
    const [, url = ''] = await running.said(/ at (https?:\/\/\S+)\n/);
    expect(await install(`${url}/_sources/`)).toMatchObject({ code: 0, asked: expect.any(Number) });
    const env = { [`SVC_TOKEN_127_0_0_1_${new URL(url).port}`]: 'canary-token' };
    await writeFiles(me.home, { 'again/main.tf': await readFile(join(me.home, 'main.tf'), 'utf8') });
    await writeFiles(me.home, {
      'again/svc.modules.lock.json': await readFile(join(me.home, 'svc.modules.lock.json'), 'utf8'),
    });
    const words = `module install again --frozen --no-cache --registry any.test=${url}/any.test/`;
    expect(await me.svc(words, { env })).toMatchObject({ code: 0 });
  });

  test('git and archive sources of a mirror can be mirrored again, with their commit', async () => {
    const { id, me } = await world();
    const { url } = await fileServer(join(me.home, 'mirror'));
    const mirroring = await me.svc(
      `module mirror second --from-lock . --no-cache --registry any.test=${url}/any.test/`,
    );
    expect(mirroring.code, mirroring.stderr).toBe(0);
    const { packages } = JSON.parse(await readFile(join(me.home, 'second/mirror.json'), 'utf8'));
    expect(packages.map(({ commit }: { commit?: string }) => commit)).toContain(id);
  });

  // trust: T-44
  test.each([
    ['no list', '/none', ''],
    ['a list that is not JSON', '/mirror.json', '<html>'],
    ['an odd list', '/mirror.json', '{"packages":[1,{"file":"../../etc/passwd"},{"file":"_sources/x.zip"}]}'],
  ])('git and archive sources are fetched from their origins if the mirror has %s', async (_, path, text) => {
    const { install, me } = await world();
    const folder = path === '/none' ? join(me.home, 'nowhere') : join(me.home, 'mirror');
    const { url } = await fileServer(folder, { [path]: text });
    expect((await install(`${url}/any.test/`)).asked).toBeGreaterThan(1);
    expect((await install(`${url}/elsewhere/`)).code).toBe(0);
  });

  // trust: T-44
  test('module install rejects a mirrored git source that differs from the manifest of the mirror or from the lock', async () => {
    const { id, install, list, me } = await world();
    const other = zip([{ name: 'main.tf', content: '# evil' }]);
    const file = `/${list.find(({ commit }: { commit?: string }) => commit === id).file}`;
    const damaged = await fileServer(join(me.home, 'mirror'), { [file]: other });
    expect(await install(`${damaged.url}/any.test/`)).toMatchObject({ code: 8 });
    const { createHash } = await import('node:crypto');
    const sha256 = createHash('sha256').update(other).digest('hex');
    const lie = JSON.stringify({ packages: list.map((each: object) => ({ ...each, sha256 })) });
    const lying = await fileServer(join(me.home, 'mirror'), { [file]: other, '/mirror.json': lie });
    expect(await install(`${lying.url}/any.test/`)).toExit(8, 'the lock has h1:');
  });
});
