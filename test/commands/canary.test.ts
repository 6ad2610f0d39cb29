import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { type Machine, machine, type RunOptions } from '../support/svc.ts';
import { sendJson, type TinyServer, tinyServer } from '../support/tiny-server.ts';

const canary = 'c4n4ry-7Hk2+/=Zq';
/** How it would look in a URL, in JSON and in a Basic header. */
const forms = [canary, encodeURIComponent(canary), Buffer.from(`me:${canary}`).toString('base64'), 'c4n4ry'];

function expectNoCanary(text: string, where: string): void {
  expect(
    forms.filter((form) => text.includes(form)),
    where,
  ).toEqual([]);
}

/** Starts a platform that returns everything it receives, in every part of a response. */
function parrot(status: number): Promise<TinyServer> {
  return tinyServer((request, response) => {
    const heard = request.headers.authorization ?? '';
    if (status === 302) return void response.writeHead(302, { location: `/api/v2/again?token=${canary}` }).end();
    response.setHeader('x-heard', heard);
    response.setHeader('set-cookie', `session=${canary}`);
    const attributes = { username: heard, email: heard, token: heard, 'is-service-account': false };
    if (status === 200) return sendJson(response, { data: { id: 'user-1', type: 'users', attributes } });
    sendJson(response, { errors: [{ status: String(status), title: heard, detail: `You sent ${heard}` }] }, { status });
  });
}

const formats = [
  ['-o', 'table'],
  ['-o', 'json'],
  ['-o', 'yaml'],
];
/** Errors and traces are written as text or as JSON. */
const texts = formats.slice(0, 2);

/** Runs a line with a trace, as text and as JSON, and looks for the canary in everything a person or a log could see. */
async function expectSilence(me: Machine, line: readonly string[], options: RunOptions = {}): Promise<void> {
  for (const format of texts) {
    const words = [...line, '--debug', ...format];
    expectNoCanary(words.join(' '), 'argv');
    const { code, stdout, stderr, asked } = await me.svc(words, options);
    expect(code, `${words.join(' ')}\n${stderr}`).not.toBe(1);
    expectNoCanary(stderr, `stderr of ${words.join(' ')}`);
    expectNoCanary(asked.join(' '), 'questions');
    expectNoCanary(code === 0 ? '' : stdout, `stdout of ${words.join(' ')}`);
  }
}

/** Returns every file below a folder with its content. */
async function filesBelow(folder: string): Promise<[string, string][]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as [string, string]));
}

describe.each([401, 403, 404, 422, 500, 302])('a platform that responds with %i and repeats the token', (status) => {
  const platforms: [title: string, how: (me: Machine, url: string) => Promise<RunOptions>][] = [
    ['SVC_TOKEN', async () => ({ env: { SVC_TOKEN: canary } })],
    ['SVC_TOKEN_<HOST>', async () => ({ env: { SVC_TOKEN_127_0_0_1: canary } })],
    ['TF_TOKEN_<host>', async () => ({ env: { TF_TOKEN_127_0_0_1: canary } })],
    [
      'the credentials file',
      async (me, url) => {
        await mkdir(join(me.home, '.terraform.d'));
        const text = JSON.stringify({ credentials: { [new URL(url).host]: { token: canary } } });
        await writeFile(join(me.home, '.terraform.d', 'credentials.tfrc.json'), text);
        return {};
      },
    ],
    [
      'the profile',
      async (me, url) => {
        await mkdir(join(me.home, '.config', 'svc'), { recursive: true, mode: 0o700 });
        const config = { profiles: { default: { address: `${url}/api/v2`, token: canary } } };
        await writeFile(join(me.home, '.config', 'svc', 'config.json'), JSON.stringify(config));
        return {};
      },
    ],
  ];
  // The source of a token does not depend on the response: test every source with one response, and one source with each.
  // trust: T-134
  test.each(status === 401 ? platforms : platforms.slice(0, 1))(
    'never shows a rejected token from %s that the platform repeats',
    async (_title, how) => {
      const server = await parrot(status);
      const me = await machine({ SVC_ADDRESS: server.url, SVC_REGISTRY: `${server.url}/v1/modules/` });
      const options = await how(me, server.url);
      for (const line of ['whoami', 'auth status', 'banner list', 'api GET /x', 'module versions acme/network/cloud']) {
        await expectSilence(me, line.split(' '), options);
      }
      expect(server.seen.some(({ headers }) => headers.authorization === `Bearer ${canary}`)).toBe(true);
    },
  );
});

describe('a token that the platform accepts', () => {
  const inputs: [title: string, words: string[], options: RunOptions][] = [
    ['a file', ['--token-file', 'secret.txt'], {}],
    ['stdin', ['--token-file', '-'], { stdin: `${canary}\n` }],
    ['the environment', ['--token-env', 'CI_TOKEN'], { env: { CI_TOKEN: canary } }],
    ['the prompt', [], { tty: true, answers: [canary] }],
  ];
  test.each(inputs)(
    'login stores a token from %s in the config file and nowhere else',
    async (_title, words, options) => {
      const server = await parrot(200);
      const me = await machine();
      await writeFile(join(me.cwd, 'secret.txt'), canary);
      await expectSilence(me, ['login', server.url, ...words, '--dry-run'], options);
      await expectSilence(me, ['login', server.url, ...words], options);
      const path = join(me.home, '.config', 'svc', 'config.json');
      const holders = (await filesBelow(me.home)).filter(([, text]) => text.includes(canary)).map(([file]) => file);
      expect(holders.sort()).toEqual([path, join(me.home, 'secret.txt')].sort());
      for (const line of ['auth status', 'config list --show-origin', 'profile list', 'config set organization x']) {
        await expectSilence(me, line.split(' '));
      }
      for (const line of ['config list --show-origin', 'profile list', 'config set timeout 9s --dry-run']) {
        for (const format of formats) {
          expectNoCanary((await me.svc([...line.split(' '), ...format])).stdout, `stdout of ${line}`);
        }
      }
      expect((await me.svc('auth token')).stdout).toBe(`${canary}\n`);
      expect((await me.svc('logout')).code).toBe(0);
      expect(await readFile(path, 'utf8')).not.toContain(canary);
    },
  );

  // trust: T-117
  test('login and config set reject a token on the command line', async () => {
    const me = await machine();
    expect((await me.svc(['login', 'svc.test', '--token', 'x'])).code).toBe(2);
    expect((await me.svc(['config', 'set', 'token', 'x'])).code).toBe(2);
  });
});

describe('a stored token of a notification configuration', () => {
  async function machineWithKey(env: Record<string, string> = {}): Promise<Machine> {
    const me = await machine(env);
    await mkdir(join(me.home, '.config', 'svc'), { recursive: true, mode: 0o700 });
    const config = { profiles: { default: { notifications: { 'nc-1': { token: canary } } } } };
    await writeFile(join(me.home, '.config', 'svc', 'config.json'), JSON.stringify(config));
    return me;
  }

  // trust: T-134
  test.each([200, 401, 422, 500, 302])(
    'never shows a stored notification token that the platform repeats with status %i',
    async (status) => {
      const server = await tinyServer(async (request, response) => {
        if (status === 302) return void response.writeHead(302, { location: `/again?token=${canary}` }).end();
        const heard = `${await text(request)} ${canary}`;
        const attributes = { name: 'Hook', token: canary, triggers: [] };
        const data = { id: 'nc-1', type: 'notification-configurations', attributes };
        const errors = [{ status: String(status), title: 'No', detail: `You sent ${heard}` }];
        sendJson(response, status === 200 ? { data } : { errors }, { status });
      });
      const me = await machineWithKey({ SVC_ADDRESS: server.url, SVC_TOKEN: 'some-token' });
      for (const line of [
        `webhook trigger run:created --notification nc-1 --to ${server.url}/hook`,
        'webhook listen --notification nc-1 --for 10ms',
        'webhook wait --notification nc-1 --until trigger=x --timeout 10ms',
        'notification update nc-1 --no-enabled',
        'notification delete nc-1 --yes',
      ]) {
        await expectSilence(me, line.split(' '));
      }
      expect(server.seen.length).toBeGreaterThan(0);
    },
  );

  test('commands that send nothing never show a stored notification token', async () => {
    const me = await machineWithKey();
    await writeFile(join(me.home, 'body'), '{}');
    const settings = ['config list --show-origin', 'profile list', 'config set timeout 9s --dry-run'];
    const signatures = ['sign body --notification nc-1', 'verify body --notification nc-1 --signature 00'];
    for (const line of [...settings, ...signatures.map((words) => `webhook ${words}`)]) {
      await expectSilence(me, line.split(' '));
    }
    for (const line of settings) expectNoCanary((await me.svc(line)).stdout, `stdout of ${line}`);
  });
});

describe('a password in a URL', () => {
  const secret = encodeURIComponent(canary);
  test.each<[title: string, env: Record<string, string>]>([
    ['SVC_ADDRESS', { SVC_ADDRESS: `https://me:${secret}@svc.test` }],
    ['SVC_ADDRESS that is not a URL', { SVC_ADDRESS: `https://me:${canary}@svc.test:99999` }],
    ['SVC_ADDRESS without a scheme', { SVC_ADDRESS: `me:${secret}@svc.test` }],
    ['SVC_REGISTRY', { SVC_REGISTRY: `https://me:${secret}@registry.test/` }],
    ['SVC_REGISTRY without a scheme', { SVC_REGISTRY: `${secret}@registry.test` }],
    ['SVC_REGISTRY of one host', { SVC_REGISTRY: `a.test=https://me:${secret}@registry.test/` }],
    ['HTTPS_PROXY', { SVC_ADDRESS: 'https://svc.test', HTTPS_PROXY: `http://me:${secret}@127.0.0.1:1` }],
    ['HTTPS_PROXY that is none', { SVC_ADDRESS: 'https://svc.test', HTTPS_PROXY: `socks5://me:${secret}@p.test` }],
    ['HTTPS_PROXY that is not a URL', { SVC_ADDRESS: 'https://svc.test', HTTPS_PROXY: `me:${canary}@p.test:99999` }],
  ])(
    'never shows a password in a URL in a variable, whether the URL is rejected or ignored: %s',
    async (_title, env) => {
      const me = await machine({ SVC_TOKEN: 'some-token', ...env });
      for (const line of [
        'whoami',
        'banner list',
        'auth status',
        'module versions acme/network/cloud',
        'config list --show-origin',
      ]) {
        await expectSilence(me, line.split(' '), {});
        expectNoCanary((await me.svc(line)).stdout, `stdout of ${line}`);
      }
    },
  );

  test.each([
    [['login', `https://me:${secret}@svc.test`]],
    [['logout', `https://me:${secret}@svc.test`]],
    [['config', 'set', 'address', `https://me:${secret}@svc.test`]],
    [['config', 'set', 'registry', `${secret}@svc.test`]],
    [['profile', 'create', 'x', '--address', `https://me:${canary}@svc.test:99999`]],
    [['whoami', '--address', `https://me:${secret}@svc.test`]],
  ])('rejects a password in a URL on the command line, and never shows it: %j', async (words) => {
    const me = await machine();
    for (const format of texts) {
      const { code, stdout, stderr } = await me.svc([...words, '--debug', ...format]);
      expect(code).toBe(2);
      expectNoCanary(stdout + stderr, words.join(' '));
    }
  });
});
