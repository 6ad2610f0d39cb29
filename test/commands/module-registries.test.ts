import { writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { asFault } from '../../src/api/client/faults.ts';
import { ValueOrigin } from '../../src/base/value-origin.ts';
import { parseAddress } from '../../src/modules/address/address.ts';
import { openRegistry } from '../../src/modules/registry/registry.ts';
import { call, mapHost } from '../support/configuration.ts';
import { linesOf } from '../support/output.ts';
import { machine, sandbox } from '../support/svc.ts';
import { deadAddress, sendJson, tinyServer } from '../support/tiny-server.ts';

type Answers = (url: URL, request: IncomingMessage) => unknown;

/** A registry with the responses of a function, and 404 if it returns undefined. */
async function registry(answers: Answers) {
  const server = await tinyServer((request, response) => {
    const answer = answers(new URL(request.url ?? '/', 'http://127.0.0.1'), request);
    if (answer === undefined) return sendJson(response, { errors: ['Not Found'] }, { status: 404 });
    sendJson(response, answer);
  });
  return { ...server, svc: (await machine({ SVC_REGISTRY: `${server.url}/v1/modules/` })).svc };
}

const module = (n: number) => ({
  ...{ id: `a/m${n}/c/1.0.0`, namespace: 'a', name: `m${n}`, provider: 'c', version: '1.0.0' },
});
const names = (stdout: string) => linesOf(stdout).map((line) => line.split('\t')[0]?.split('/')[1]);
const meta = (offset: number, more: object = {}) => ({ limit: 2, current_offset: offset, ...more });
const offsetOf = ({ searchParams }: URL) => Number(searchParams.get('offset') ?? 0);

/** Four modules in two pages, the first naming the second. */
const twoPages = (next: object) => (url: URL) =>
  offsetOf(url) === 0
    ? { meta: meta(0, next), modules: [module(1), module(2)] }
    : { meta: meta(2), modules: [module(3), module(4)] };

test('a host that speaks plain http is reported with the --registry flag that reaches it', async () => {
  const { info } = await sandbox();
  const { host, origin } = new URL(info.registry);
  const me = await machine();
  const address = `${host}/acme/network/cloud`;
  expect(await me.svc(`module versions ${address}`)).toExit(
    6,
    `Hint: If it uses plain http: --registry ${host}=${origin}\n`,
  );
  expect(await me.svc(`module versions ${address} --registry ${host}=${origin}`)).toMatchObject({ code: 0 });
});

test('a hint never contains a shell command from a discovery document', async () => {
  const { svc, url } = await registry(({ pathname }) =>
    pathname.startsWith('/.well-known/') ? { 'modules.v1': '/$(id)/' } : undefined,
  );
  const { host } = new URL(url);
  expect(await svc(`module versions ${host}/a/b/c --registry ${host}=${url}`)).toExit(
    3,
    'Hint: svc module search b --registry URL/\n',
  );
});

describe('the pages of a list', () => {
  test('module list follows a whole next_url of the same origin, with its slash and query unchanged', async () => {
    let origin = '';
    const { svc, seen, url } = await registry((asked) => {
      if (asked.pathname === '/v1/modules/') {
        return { meta: meta(0, { next_url: `${origin}/cursor/x%2Fy?token=abc` }), modules: [module(1)] };
      }
      return asked.pathname === '/cursor/x%2Fy' ? { meta: meta(1), modules: [module(2)] } : undefined;
    });
    origin = url;
    expect(names((await svc('module list')).stdout)).toEqual(['m1', 'm2']);
    expect(seen.at(-1)?.path).toBe('/cursor/x%2Fy?token=abc');
  });

  test('module list cuts a page that is longer than requested, and says so', async () => {
    const { svc } = await registry(() => ({ meta: meta(0), modules: [module(1), module(2), module(3)] }));
    const { stdout, stderr } = await svc('module list --limit 2');
    expect(names(stdout)).toEqual(['m1', 'm2']);
    expect(stderr).toContain('Show more with');
  });

  test('module list ends without a warning at an empty last page', async () => {
    const { svc } = await registry((url) =>
      offsetOf(url) === 0
        ? { meta: meta(0, { next_offset: 2 }), modules: [module(1), module(2)] }
        : { meta: meta(2), modules: [] },
    );
    expect(await svc('module list --all')).toMatchObject({ code: 0, stderr: '' });
  });

  test('module list rejects a next page on another origin', async () => {
    const elsewhere = await tinyServer((_, response) => sendJson(response, { meta: meta(2), modules: [module(9)] }));
    const { svc } = await registry(twoPages({ next_url: `${elsewhere.url}/v1/modules/?offset=2` }));
    const { code, stdout, stderr } = await svc('module list');
    expect([code, names(stdout)]).toEqual([9, ['m1', 'm2']]);
    expect(stderr).toContain('next page is on another origin');
    expect(elsewhere.seen).toEqual([]);
  });

  test.each([
    ['the same offset', { next_offset: 0 }, 'offset 0 follows offset 0'],
    ['an invalid offset', { next_offset: -1 }, 'offset -1 follows offset 0'],
    ['half an offset', { next_offset: 1.5 }, 'offset 1.5 follows'],
  ])('module list exits with 9 if the next page has %s', async (_, next, words) => {
    const { svc } = await registry(() => ({ meta: meta(0, next), modules: [module(1)] }));
    expect(await svc('module list --all')).toExit(9, words);
  });

  // docs/protocol/registry.md#pages: next_offset "only when more results exist"; next_url "present in list and search samples".
  // spec: R-47
  test('module list ends at the last next_offset, even if there is a next_url', async () => {
    const { svc, seen } = await registry((url) => ({
      meta: meta(offsetOf(url), {
        ...(offsetOf(url) === 0 ? { next_offset: 2 } : {}),
        next_url: `/v1/modules/?offset=${offsetOf(url) + 2}`,
      }),
      modules: [module(offsetOf(url) + 1), module(offsetOf(url) + 2)],
    }));
    const { code, stdout, stderr } = await svc('module list --all');
    expect([code, names(stdout), stderr, seen.length]).toEqual([0, ['m1', 'm2', 'm3', 'm4'], '', 2]);
    expect(await svc('module list --limit 4')).toMatchObject({ code: 0, stderr: '' });
  });

  test.each([
    ['goes on for ever', (offset: number) => `/v1/modules/?offset=${offset + 2}`],
    ['is the page itself', (offset: number) => `/v1/modules/?offset=${Math.min(offset + 2, 2)}`],
    ['is the first page again', (offset: number) => `/v1/modules/?offset=${(offset + 2) % 4}`],
  ])('module list ends at a page that is empty or repeats rows if the last next_url %s', async (_, after) => {
    const { svc } = await registry((url) => ({
      meta: meta(offsetOf(url), { next_url: after(offsetOf(url)) }),
      modules: offsetOf(url) > 2 ? [] : [module(offsetOf(url) + 1), module(offsetOf(url) + 2)],
    }));
    const all = { code: 0, stderr: '', stdout: expect.stringMatching(/m1.*\n.*m2.*\n.*m3.*\n.*m4.*\n$/) };
    expect(await svc('module list --all')).toMatchObject(all);
    expect(await svc('module list --limit 4')).toMatchObject(all);
    expect(await svc('module list --limit 2')).toExit(0, 'Show more with');
  });

  test('module list ends at a page that repeats an earlier URL', async () => {
    const { svc, seen } = await registry(({ searchParams }) => {
      const at = searchParams.get('at') ?? '0';
      const next = at === '2' ? '1' : String(Number(at) + 1);
      return { meta: meta(0, { next_url: `/v1/modules?at=${next}` }), modules: [module(Number(at))] };
    });
    const { code, stdout, stderr } = await svc('module list --all');
    expect([code, names(stdout), seen.length, stderr]).toEqual([0, ['m0', 'm1', 'm2'], 3, '']);
  });

  test.each([
    ['the same', [module(1)], 2],
    ['empty', [], 1],
  ])('module list warns that it may be incomplete if its pages are all %s', async (_, modules, requests) => {
    const { svc, seen } = await registry((url) => ({
      meta: meta(offsetOf(url), { next_offset: offsetOf(url) + 1 }),
      modules,
    }));
    const { code, stderr } = await svc('module list --all');
    expect([code, seen.length]).toEqual([0, requests]);
    expect(stderr).toContain('the list may be incomplete');
  });

  test.each([
    ['tsv', ['-o', 'tsv'], true],
    ['JSON', ['-o', 'json'], true],
    ['a filter', ['--jq', 'length'], false],
  ])(
    'module list prints the pages before a failure as %s, and the error mentions them only if they were printed',
    async (_, flags, isShown) => {
      const { svc } = await registry((url) => ({
        meta: meta(offsetOf(url), { next_offset: offsetOf(url) === 0 ? 4 : 2 }),
        modules: [module(offsetOf(url))],
      }));
      const { code, stdout, stderr } = await svc(['module', 'list', '--all', ...flags]);
      expect([code, stdout.includes('m0'), stderr.includes('What came before')]).toEqual([9, isShown, isShown]);
    },
  );

  test('module list -o raw prints the bodies of the pages one after another', async () => {
    const { svc } = await registry(twoPages({ next_url: '?offset=2' }));
    const { stdout } = await svc('module list -o raw');
    expect(stdout).toBe(
      JSON.stringify(twoPages({ next_url: '?offset=2' })(new URL('http://x/'))) +
        JSON.stringify(twoPages({})(new URL('http://x/?offset=2'))),
    );
  });
});

describe('a registry with only the endpoints for versions and downloads', () => {
  const versions = { modules: [{ versions: [{ version: '1.0.0' }, { version: '1.2.0' }, { version: '2.0.0-rc1' }] }] };
  const minimal: Answers = ({ pathname }) => (pathname.endsWith('/a/b/c/versions') ? versions : undefined);

  // spec: R-2
  test('module latest finds the latest version at a registry with only versions and downloads', async () => {
    const { svc } = await registry(minimal);
    const { code, stdout } = await svc('module latest a/b/c --json');
    expect(code).toBe(0);
    const named = { namespace: 'a', name: 'b', provider: 'c' };
    expect(JSON.parse(stdout)).toEqual({ id: 'a/b/c/1.2.0', ...named, version: '1.2.0' });
  });

  test('module show exits with 3 at a registry with only versions and downloads, and suggests module download', async () => {
    const { svc } = await registry(minimal);
    for (const address of ['a/b/c', 'a/b/c@1.0.0', 'a/b/c@~>1.0']) {
      expect(await svc(`module show ${address}`)).toExit(
        3,
        'has no description of it.',
        'Hint: svc module download a/b/c@1.',
      );
    }
  });

  test('module show requests a version in the spelling of the registry', async () => {
    const detail = { ...module(1), version: 'v1.0', root: { path: '' } };
    const { svc } = await registry(({ pathname }) => {
      if (pathname.endsWith('/versions')) return { modules: [{ versions: [{ version: 'v1.0' }] }] };
      return pathname.endsWith('/a/b/c/v1.0') ? detail : undefined;
    });
    expect(JSON.parse((await svc('module show a/b/c@1.0.0 --json')).stdout)).toEqual(detail);
  });
});

describe('what a registry says about a module', () => {
  const described = (part: object, names = {}) =>
    registry(() => ({ ...module(1), ...names, root: { path: '', ...part } }));

  test('module show escapes control characters of the registry on a terminal', async () => {
    const evil = 'a\u001b[2Jb\u202ec';
    const { svc } = await described({ readme: `# ${evil}\n`, inputs: [{ name: evil, description: evil }] });
    for (const flags of ['', '--section readme ', '--section inputs ']) {
      const { code, stdout } = await svc(`module show a/b/c ${flags}--no-color`, { tty: true });
      expect(code).toBe(0);
      expect(stdout).toContain('a\\u001b[2Jb\\u202ec');
      expect(stdout).not.toMatch(/[\u001b\u202e]/);
    }
  });

  // spec: R-4
  test('a registry may omit every optional field of a module', async () => {
    const { svc } = await described({});
    const { code, stdout, stderr } = await svc('module show a/m1/c --no-color', { tty: true });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^address +a\/m1\/c\nversion +1\.0\.0\n$/);
    expect((await svc('module show a/m1/c --section readme --json')).stdout).toBe('""\n');
  });

  test('the dependency of a module in a registry may be only a text', async () => {
    const { svc } = await described({ dependencies: ['other'] });
    expect((await svc('module show a/b/c --section dependencies --json')).stdout).toBe('[\n  "other"\n]\n');
    expect((await svc('module show a/b/c --section dependencies')).stdout).toBe('other\t\t\n');
  });

  test('module show cuts a long readme, and says how to read the rest', async () => {
    const readme = Array.from({ length: 50 }, (_, n) => `line ${n}`).join('\n');
    const { svc } = await described({ readme }, { name: 'b' });
    const { stdout, stderr } = await svc('module show a/b/c@1.0.0 --no-color', { tty: true });
    expect(stdout).toContain('line 19\n');
    expect(stdout).not.toContain('line 20');
    expect(stderr).toBe('Readme: 30 more lines; full text: svc module show a/b/c@1.0.0 --section readme\n');
    expect((await svc('module show a/b/c --section readme')).stdout).toBe(`${readme}\n`);
  });
});

describe('a host that the CLI configuration of the stock tool moves', () => {
  test.each([
    'versions modules.example.com/acme/network/cloud',
    'latest modules.example.com/acme/network/cloud',
    'latest modules.example.com/acme/network',
    'show modules.example.com/acme/network/cloud',
    'source modules.example.com/acme/network/cloud',
    'downloads modules.example.com/acme/network/cloud',
    'download modules.example.com/acme/network/cloud --dir here',
    'diff modules.example.com/acme/network/cloud@1.1.0 modules.example.com/acme/network/cloud',
    'versions acme/network/cloud',
    'latest acme/network',
    'show acme/network/cloud',
    'download acme/network/cloud --dir here',
  ])(
    'a host block in the stock CLI configuration changes the registry of svc module %s, unless --registry is given',
    async (words) => {
      const { info } = await sandbox();
      const { home, svc } = await machine();
      const named = words.includes('modules.example.com');
      const host = named ? 'modules.example.com' : 'registry.terraform.io';
      await mapHost(home, info.registry, host);
      expect(await svc(`module ${words} -o json`)).toMatchObject({ code: 0 });
      const dead = `${await deadAddress()}/v1/modules/`;
      for (const elsewhere of [`${host}=${dead}`, ...(named ? [] : [dead])]) {
        const other = `module ${words.replace('here', 'there')} --registry ${elsewhere}`;
        expect(await svc(other)).toMatchObject({ code: 6 });
      }
    },
  );

  test('the stock CLI configuration is not read for addresses without a host if a registry is set', async () => {
    const { info } = await sandbox();
    const { home, svc } = await machine({ SVC_REGISTRY: info.registry, TF_CLI_CONFIG_FILE: '/dev/null/x.json' });
    await mapHost(home, 'http://127.0.0.1:9/');
    expect(await svc('module versions acme/label/null')).toMatchObject({ code: 0, stderr: '' });
    const { stderr } = await svc('module versions modules.example.com/acme/label/null');
    expect(stderr).toContain('Cannot read the CLI configuration /dev/null/x.json');
    // The file of svc sandbox env is deleted with the sandbox.
    const env = { TF_CLI_CONFIG_FILE: join(home, '.cache/svc/sandbox-4000-1a-2-3b.tfrc') };
    const quiet = await svc('module versions modules.example.com/acme/label/null', { env });
    expect(quiet.stderr).not.toContain('CLI configuration');
  });
});

describe('several registries in one value, with commas between them', () => {
  test('each of several comma-separated registries serves its own host, as a flag, a variable and a setting', async () => {
    const [one, two, plain] = [await sandbox(), await sandbox(), await sandbox()];
    const value = `one.test=${one.info.registry},two.test=${two.info.registry}, ${plain.info.registry}`;
    const base = async (me: Awaited<ReturnType<typeof machine>>, address: string, more: string[] = []) => {
      const { stdout } = await me.svc(['module', 'source', `${address}acme/network/cloud`, '--json', ...more]);
      return new URL(JSON.parse(stdout).location).origin;
    };
    const places = [one.url, two.url, plain.url];
    const stored = await machine();
    expect(await stored.svc(['config', 'set', 'registry', value])).toMatchObject({ code: 0 });
    for (const [me, more] of [
      [await machine(), ['--registry', value]],
      [await machine({ SVC_REGISTRY: value }), []],
      [stored, []],
    ] as const) {
      const found = [];
      for (const address of ['one.test/', 'two.test/', '']) found.push(await base(me, address, [...more]));
      expect(found).toEqual(places);
    }
  });

  test.each([
    ['a value that is not a URL', 'one.test=http://127.0.0.1:9/v1/modules/,no url', 'no url'],
    ['a mapping of nothing', 'one.test=', 'empty'],
    ['a mapping of no host', '=http://127.0.0.1:9/', 'host'],
    ['a comma too many', 'http://127.0.0.1:9/,', 'empty'],
    ['another scheme', 'two.test=ftp://127.0.0.1/', 'ftp'],
    ['a path without its slash', 'one.test=http://127.0.0.1:9/v1', 'slash'],
  ])(
    'a value with several registries is rejected because of %s, whichever host is requested',
    async (_, value, named) => {
      const me = await machine();
      for (const words of [
        ['module', 'versions', 'three.test/acme/network/cloud', '--registry', value],
        ['config', 'set', 'registry', value],
      ]) {
        expect(await me.svc(words)).toExit(2, named);
      }
      await writeFile(join(me.home, 'main.tf'), call('label', 'one.test/acme/label/null'));
      const locking = await me.svc('module lock', { env: { SVC_REGISTRY: value } });
      expect(locking).toExit(2, named);
    },
  );
});

test.each([
  {
    address: parseAddress('modules.nowhere.test/acme/label/null'),
    asked: 'modules.nowhere.test',
    message: "Can't resolve modules.nowhere.test.",
    hint: 'If its registry is elsewhere: --registry modules.nowhere.test=URL',
  },
  {
    address: parseAddress('acme/label/null@1.1.0'),
    asked: 'registry.terraform.io',
    message: "Can't resolve registry.terraform.io. acme/label/null has no host, so it means the public registry.",
    hint: 'To use another: --registry registry.terraform.io=URL',
  },
  {
    address: undefined,
    asked: 'registry.terraform.io',
    message: "Can't resolve registry.terraform.io. Without --registry, this command uses the public registry.",
    hint: 'To use another: --registry registry.terraform.io=URL',
  },
  {
    address: parseAddress('acme/label/null'),
    asked: 'registry.terraform.io',
    named: 'registry.terraform.io',
    message: "Can't resolve registry.terraform.io.",
    hint: 'If its registry is elsewhere: --registry registry.terraform.io=URL',
  },
])('a host that does not resolve causes the error: $message', async ({ address, asked, hint, message, named }) => {
  const fault = asFault(Object.assign(new Error('dns'), { code: 'ENOTFOUND' }), 'GET', new URL(`https://${asked}/`));
  const opening = openRegistry(
    {
      client: () => new Promise(() => {}),
      discover: () => Promise.reject(fault),
      named: named === undefined ? [] : [{ value: named, origin: new ValueOrigin('flag', '--registry') }],
      insecureHttp: false,
    },
    address,
  );
  await expect(opening).rejects.toMatchObject({ message, hint });
});
