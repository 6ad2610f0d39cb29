import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { describe, expect, test } from 'vitest';
import { machine, type sandbox, watchedMachine } from '../support/svc.ts';
import { sendJson, tinyServer } from '../support/tiny-server.ts';

const world = async () => {
  const me = await watchedMachine('anonymous');
  return { ...me, me };
};

/** Every file below a folder, by its path. */
const filesIn = async (folder: string) => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
};

const versions = { modules: [{ source: 'a/b/c', versions: [{ version: '1.0.0' }] }] };

/** A registry with one module, `a/b/c` 1.0.0, whose location and archive the test makes. */
const registryWith = async (
  locate: (response: ServerResponse, url: string) => void,
  archive?: (response: ServerResponse) => void,
) => {
  const server = await tinyServer((request, response) => {
    if (request.url?.endsWith('/versions')) return sendJson(response, versions);
    if (request.url?.endsWith('/download')) return locate(response, server.url);
    if (archive) return archive(response);
    response.writeHead(404).end();
  });
  const me = await machine({ SVC_REGISTRY: `${server.url}/v1/modules/` });
  return { server, me, svc: me.svc };
};
const at = (location: string) => (response: ServerResponse) =>
  void response.writeHead(204, { 'x-svc-get': location }).end();
const tarGz = async (...files: [name: string, text: string][]) =>
  gzipSync(await packTar(files.map(([name, body]) => ({ header: { name, size: Buffer.byteLength(body) }, body }))));

describe('module search', () => {
  test('that finds nothing is an empty result', async () => {
    const { svc } = await world();
    expect(await svc('module search xyzzy --json')).toMatchObject({ code: 0, stdout: '[]\n' });
    expect(await svc('module search xyzzy', { tty: true })).toMatchObject({
      code: 0,
      stderr: 'No modules match xyzzy.\n',
    });
  });

  test('for a mistyped name names those that are like it', async () => {
    const { svc } = await world();
    const { code, stderr } = await svc('module search netwrok', { tty: true });
    expect([code, stderr]).toEqual([0, 'No modules match netwrok.\nDid you mean network?\n']);
    expect((await svc('module search netwrok --json')).stderr).toBe('');
  });

  test('of a registry without a list names none', async () => {
    const server = await tinyServer(({ url = '' }, response) =>
      url.includes('search') ? sendJson(response, { meta: {}, modules: [] }) : sendJson(response, {}, { status: 404 }),
    );
    const { svc } = await machine({ SVC_REGISTRY: `${server.url}/v1/modules/` });
    expect(await svc('module search netwrok')).toMatchObject({ code: 0, stderr: 'No modules match netwrok.\n' });
  });

  test.each(['module search', 'module search x --limit 0', 'module search x --limit many'])(
    '%s is a usage error',
    async (words) => {
      expect((await (await world()).svc(words)).code).toBe(2);
    },
  );
});

describe('module versions', () => {
  test('of a module that is not there is exit 3 with what to type', async () => {
    const { svc } = await world();
    expect(await svc('module versions acme/netwrok/cloud')).toExit(
      3,
      'has no module acme/netwrok/cloud',
      'svc module search netwrok',
    );
  });
});

describe('module download', () => {
  test('puts the newest release below the current folder and says what it got', async () => {
    const { svc, me } = await world();
    const { code, stdout, stderr } = await svc('module download acme/network/cloud --json');
    expect(code).toBe(0);
    const dir = join(me.cwd, 'acme', 'network', 'cloud', '1.2.0');
    expect(JSON.parse(stdout)).toEqual([
      {
        address: 'acme/network/cloud@1.2.0',
        version: '1.2.0',
        location: expect.stringMatching(/^http:.*\.tar\.gz$/),
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        bytes: expect.any(Number),
        seconds: expect.any(Number),
        cached: false,
        dir,
      },
    ]);
    expect(stderr).toBe(`Downloaded acme/network/cloud@1.2.0 to ${dir}.\n`);
    expect(await filesIn(dir)).toContain('main.tf');
    expect(await readdir(join(me.cwd, 'acme', 'network', 'cloud'))).toEqual(['1.2.0']);
  });

  // spec
  test.each([
    ['beside the endpoint', 'acme/label/null'],
    ['from the root of the host', 'acme/application/cloud'],
    ['in full', 'acme/network/cloud'],
  ])('follows a location written %s', async (_title, address) => {
    const { svc, me, requests } = await world();
    const { code, stdout } = await svc(['module', 'download', address, '--dir', 'here', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)[0].dir).toBe(join(me.cwd, 'here'));
    expect(await filesIn(join(me.cwd, 'here'))).toContain('main.tf');
    expect(requests.at(-1)).toMatch(/archive/);
  });

  test('of a folder that is not in the module is exit 3 and leaves nothing', async () => {
    const { svc, me } = await world();
    expect((await svc('module download acme/network/cloud//modules/nope --dir x')).code).toBe(3);
    expect(await readdir(me.cwd)).toEqual([]);
  });

  // spec: R-5
  test('asks a host for its registry, where the address names one', async () => {
    const { service, me } = await world();
    const registry = `--registry modules.test=${service.info.address}`;
    const { code, stdout } = await me.svc(`module download modules.test/acme/label/null ${registry} --json`);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)[0].address).toMatch(/^modules\.test\/acme\/label\/null@/);
  });
});

describe('a download that cannot be had leaves nothing behind', () => {
  test.each([
    ['no such version, the newest named', 'acme/network/cloud@9.9.9', 3, '1.2.0'],
    ['no matching version, the newest named', 'acme/network/cloud@~> 9.0', 3, '1.2.0'],
    ['no such module', 'acme/nope/aws', 3, 'acme/nope/aws'],
    ['no address', 'acme/network', 2, 'acme/network'],
    ['an invalid version', 'acme/network/cloud@^1.0', 2, '^'],
    ['a folder outside of the module', 'acme/network/cloud//../x', 2, 'outside'],
    ['a URL', 'https://example.com/x.tar.gz', 2, 'URL'],
    ['a local path', './modules', 2, 'local path'],
  ])('%s', async (_title, address, exit, words) => {
    const { svc, me } = await world();
    expect(await svc(['module', 'download', address])).toFail(exit, words);
    expect(await readdir(me.cwd)).toEqual([]);
  });

  test.each<[title: string, rule: Parameters<Awaited<ReturnType<typeof sandbox>>['fail']>[0], exit: number]>([
    ['HTML instead of versions', { kind: 'html', status: 200, path: '/acme/network/cloud/versions' }, 9],
    ['nothing instead of versions', { kind: 'empty', path: '/acme/network/cloud/versions' }, 9],
    [
      'a location endpoint that names none',
      { kind: 'empty', status: 204, path: '/acme/network/cloud/1.2.0/download' },
      9,
    ],
    ['a registry out of order', { status: 500, path: '/acme/network/cloud/versions' }, 7],
    ['a registry that is busy', { status: 429, retryAfter: 61, path: '/acme/network/cloud/versions' }, 7],
    ['an archive that is not there', { status: 404, path: '/archives' }, 3],
    ['an archive that is cut', { kind: 'cut', path: '/archives' }, 6],
    ['an archive that stalls', { kind: 'stall', path: '/archives' }, 6],
    ['an archive whose connection is reset', { kind: 'reset', path: '/archives' }, 6],
    ['HTML instead of an archive', { kind: 'html', status: 200, path: '/archives' }, 8],
    ['nothing instead of an archive', { kind: 'empty', path: '/archives' }, 8],
  ])('%s', async (_title, rule, exit) => {
    const { svc, me, service } = await world();
    await service.fail(rule);
    const { code, stdout, stderr } = await svc(
      `module download acme/network/cloud -o json${rule.kind === 'stall' ? ' --timeout 500ms' : ''}`,
    );
    expect([code, stdout]).toEqual([exit, '']);
    expect(JSON.parse(stderr).error.exit).toBe(exit);
    expect(await filesIn(me.cwd)).toEqual([]);
  });

  test('two locations at once', async () => {
    const { svc } = await registryWith((response) =>
      response.writeHead(204, ['x-svc-get', './a.tar.gz', 'x-svc-get', './b.tar.gz']).end(),
    );
    expect((await svc('module download a/b/c')).code).toBe(9);
  });

  test.each<[title: string, archive: () => Promise<Buffer>]>([
    [
      'an archive that is truncated though the connection was not',
      async () => (await tarGz(['main.tf', 'x'.repeat(5000)])).subarray(0, -20),
    ],
    ['an archive with a path that leads out', () => tarGz(['main.tf', 'x'], ['../evil.txt', 'evil'])],
  ])('%s', async (_title, archive) => {
    const bytes = await archive();
    const { svc, me } = await registryWith(at('./m.tar.gz'), (response) => response.end(bytes));
    const { code, stdout, stderr } = await svc('module download a/b/c --dir deep/here -o json');
    expect([code, stdout]).toEqual([8, '']);
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'check_failed', exit: 8, retryable: false } });
    expect(await filesIn(me.cwd)).toEqual([]);
    expect(existsSync(join(me.cwd, '..', 'evil.txt'))).toBe(false);
  });

  test('a token that the registry rejects, and none where it wants one', async () => {
    const server = await tinyServer((_, response) => sendJson(response, { errors: ['Unauthorized'] }, { status: 401 }));
    const { svc } = await machine({ SVC_REGISTRY: `${server.url}/v1/modules/` });
    const nobody = await svc('module download a/b/c');
    expect(nobody.code).toBe(4);
    expect(nobody.stderr).toContain(' requires a token.');
    const wrong = await svc('module download a/b/c', { env: { SVC_ADDRESS: server.url, SVC_TOKEN: 'wrong-token' } });
    expect(wrong.code).toBe(4);
    expect(wrong.stderr).toContain('environment SVC_TOKEN');
    expect(wrong.stderr).not.toContain('wrong-token');
  });
});

test('a registry that is no host and no URL is a usage error that says where it came from', async () => {
  const { svc } = await machine();
  const urls = ['http://registry.test/', 'https://registry.test/path', 'https://me:canary@registry.test/'];
  for (const registry of [...urls, 'not a host']) {
    const { code, stderr } = await svc(['module', 'versions', 'a/b/c', '--registry', registry]);
    expect(code, registry).toBe(2);
    expect(stderr).not.toContain('canary');
  }
});
