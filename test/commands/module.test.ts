import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
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

describe('module search', () => {
  test('module search suggests similar names for a mistyped name', async () => {
    const { svc } = await world();
    const { code, stderr } = await svc('module search netwrok', { tty: true });
    expect([code, stderr]).toEqual([0, 'No modules match netwrok.\nDid you mean network?\n']);
    expect((await svc('module search netwrok --json')).stderr).toBe('');
  });

  test('module search suggests nothing if the registry has no list of modules', async () => {
    const server = await tinyServer(({ url = '' }, response) =>
      url.includes('search') ? sendJson(response, { meta: {}, modules: [] }) : sendJson(response, {}, { status: 404 }),
    );
    const { svc } = await machine({ SVC_REGISTRY: `${server.url}/v1/modules/` });
    expect(await svc('module search netwrok')).toMatchObject({ code: 0, stderr: 'No modules match netwrok.\n' });
  });
});

describe('module versions', () => {
  test('module versions exits with 3 for a missing module, and suggests what to type', async () => {
    const { svc } = await world();
    expect(await svc('module versions acme/netwrok/cloud')).toExit(
      3,
      'has no module acme/netwrok/cloud',
      'svc module search netwrok',
    );
  });
});

describe('module download', () => {
  test('module download puts the newest release below the current folder and names its version', async () => {
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

  // spec: R-5
  test('module download discovers the registry of the host in the address', async () => {
    const { service, me } = await world();
    const registry = `--registry modules.test=${service.info.address}`;
    const { code, stdout } = await me.svc(`module download modules.test/acme/label/null ${registry} --json`);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)[0].address).toMatch(/^modules\.test\/acme\/label\/null@/);
  });
});

describe('a failed download', () => {
  test.each([
    ['no such version, the newest named', 'acme/network/cloud@9.9.9', 3, '1.2.0'],
    ['no matching version, the newest named', 'acme/network/cloud@~> 9.0', 3, '1.2.0'],
    ['no such module', 'acme/nope/aws', 3, 'acme/nope/aws'],
    ['no address', 'acme/network', 2, 'acme/network'],
  ])('a failed download of a version leaves no files: %s', async (_title, address, exit, words) => {
    const { svc, me } = await world();
    expect(await svc(['module', 'download', address])).toFail(exit, words);
    expect(await readdir(me.cwd)).toEqual([]);
  });

  test.each<[title: string, rule: Parameters<Awaited<ReturnType<typeof sandbox>>['fail']>[0], exit: number]>([
    ['HTML instead of versions', { kind: 'html', status: 200, path: '/acme/network/cloud/versions' }, 9],
    ['nothing instead of versions', { kind: 'empty', path: '/acme/network/cloud/versions' }, 9],
    ['a location endpoint without one', { kind: 'empty', status: 204, path: '/acme/network/cloud/1.2.0/download' }, 9],
    ['a registry out of order', { status: 500, path: '/acme/network/cloud/versions' }, 7],
    ['a registry that is busy', { status: 429, retryAfter: 61, path: '/acme/network/cloud/versions' }, 7],
    ['an archive that is not there', { status: 404, path: '/archives' }, 3],
    ['an archive that is cut', { kind: 'cut', path: '/archives' }, 6],
    ['an archive that stalls', { kind: 'stall', path: '/archives' }, 6],
    ['an archive whose connection is reset', { kind: 'reset', path: '/archives' }, 6],
    ['HTML instead of an archive', { kind: 'html', status: 200, path: '/archives' }, 8],
    ['nothing instead of an archive', { kind: 'empty', path: '/archives' }, 8],
  ])('a failed download of an archive leaves no files: %s', async (_title, rule, exit) => {
    const { svc, me, service } = await world();
    await service.fail(rule);
    const { code, stdout, stderr } = await svc(
      `module download acme/network/cloud -o json${rule.kind === 'stall' ? ' --timeout 500ms' : ''}`,
    );
    expect([code, stdout]).toEqual([exit, '']);
    expect(JSON.parse(stderr).error.exit).toBe(exit);
    expect(await filesIn(me.cwd)).toEqual([]);
  });

  test('a download response with two locations exits with 9', async () => {
    const { url } = await tinyServer((_, response) =>
      response.writeHead(204, ['x-svc-get', './a.tar.gz', 'x-svc-get', './b.tar.gz']).end(),
    );
    const { svc } = await machine({ SVC_REGISTRY: `${url}/v1/modules/` });
    expect((await svc('module download a/b/c@1.0.0')).code).toBe(9);
  });
});

test('a registry that is neither a host nor a URL is a usage error that names its source', async () => {
  const { svc } = await machine();
  const urls = ['http://registry.test/', 'https://registry.test/path', 'https://me:canary@registry.test/'];
  for (const registry of [...urls, 'not a host']) {
    const { code, stderr } = await svc(['module', 'versions', 'a/b/c', '--registry', registry]);
    expect(code, registry).toBe(2);
    expect(stderr).not.toContain('canary');
  }
});
