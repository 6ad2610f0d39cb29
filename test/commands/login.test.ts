import { lstat, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { machine, sandbox } from '../support/svc.ts';
import { deadAddress, sendJson, tinyServer } from '../support/tiny-server.ts';

const start = async () => {
  const service = await sandbox();
  const me = await machine();
  const { 'site-admin': token } = service.info.tokens;
  const path = join(me.home, '.config', 'svc', 'config.json');
  const stored = async () => JSON.parse(await readFile(path, 'utf8'));
  return { service, me, token, path, stored, address: service.info.address, host: new URL(service.info.address).host };
};

describe('login', () => {
  test('login prompts for the token without showing it, checks it, stores it in plain text, and says so', async () => {
    const { me, address, host, token, path, stored } = await start();
    const { code, stdout, stderr, asked } = await me.svc(['login', address], { tty: true, answers: [token] });
    expect(code).toBe(0);
    expect(asked).toEqual([`Token for ${host}`]);
    expect(stdout).toBe('');
    expect(stderr).toContain(`The token is stored in plain text in ${path}, readable only by you.`);
    expect(stderr).toContain('Logged in to');
    expect(stderr).not.toContain(token);
    expect(await stored()).toEqual({
      current: 'default',
      profiles: { default: { address: `${address}/api/v2`, token } },
    });
    expect((await lstat(path)).mode & 0o777).toBe(0o600);
    expect((await me.svc('whoami')).stdout).toContain('sol');
  });

  test('login prompts for the platform if none is given', async () => {
    const { me, address, token } = await start();
    const { code, asked } = await me.svc('login', { tty: true, answers: [address, token] });
    expect(code).toBe(0);
    expect(asked[0]).toBe('Platform');
  });

  test.each([
    [302, true],
    [200, true],
    [404, false],
    [503, false],
  ])('login names the page for creating tokens only if the page exists (status %d)', async (status, isNamed) => {
    const platform = await tinyServer(({ headers, url }, response) => {
      if (url === '/app/settings/tokens') return response.writeHead(status, { location: '/session' }).end('<html>');
      const data = { id: 'user-1', type: 'users', attributes: { username: 'uma' } };
      return sendJson(response, { data }, { status: headers.authorization ? 200 : 401 });
    });
    const { svc } = await machine();
    const { code, stderr } = await svc(`login ${platform.url}`, { tty: true, answers: ['a-token'] });
    expect(code).toBe(0);
    expect(stderr.includes(`Create a token at ${platform.url}/app/settings/tokens\n`)).toBe(isNamed);
    const [page] = platform.seen.filter(({ path }) => path.startsWith('/app'));
    expect(page?.headers.authorization).toBeUndefined();
  });

  test('login without a terminal is a usage error that names the flags', async () => {
    const { me, address } = await start();
    expect(await me.svc(['login', address])).toFail(2, '--token-file PATH', '--token-env NAME');
    expect(await me.svc('login')).toFail(
      2,
      'Missing required arguments: <host>, --token-file (not prompting: stdin is not a terminal)',
    );
    expect((await me.svc('login --token-env TOKEN')).stderr).toContain('Missing required argument: <host> (');
  });

  test.each([
    ['two lines', 'one\ntwo\n'],
    ['a header', 'Bearer canary'],
  ])(
    'a token file with %s exits with 2 before any request, and the error names the file, not its content',
    async (_title, text) => {
      const me = await machine();
      const { seen, url: address } = await tinyServer((_, response) => response.writeHead(401).end());
      await writeFile(join(me.home, 'token.txt'), text);
      const { code, stderr } = await me.svc(`login ${address} --token-file token.txt`);
      expect([code, stderr]).toEqual([
        2,
        expect.stringContaining(
          'Error: The token (file token.txt) contains an invalid character, such as a blank or a line break.',
        ),
      ]);
      expect(stderr).not.toMatch(/two|canary/);
      for (const [words, from] of [
        ['--token-file -', 'stdin'],
        ['--token-env T', 'T'],
      ] as const) {
        const given = await me.svc(`login ${address} ${words}`, { stdin: text, env: { T: text } });
        expect(given).toExit(2, `The token (${from}) contains`);
      }
      expect(seen).toEqual([]);
    },
  );

  test('login stores no token that the platform rejects', async () => {
    const { me, address, path } = await start();
    const { code, stderr } = await me.svc(['login', address, '--token-file', '-'], { stdin: 'wrong-token' });
    expect(code).toBe(4);
    expect(stderr).toContain('rejected this token');
    expect(stderr).not.toContain('wrong-token');
    await expect(lstat(path)).rejects.toThrow('ENOENT');
  });

  test('login stores no token if no server responds, or if the server is not a platform', async () => {
    const { me, path } = await start();
    const dead = await me.svc(['login', await deadAddress(), '--token-file', '-'], { stdin: 'canary' });
    expect(dead.code).toBe(6);
    const hotel = await tinyServer((_, response) => response.end('<h1>Welcome</h1>'));
    const html = await me.svc(['login', hotel.url, '--token-file', '-'], { stdin: 'canary' });
    expect(html.code).toBe(9);
    await expect(lstat(path)).rejects.toThrow('ENOENT');
  });

  const page = '<!doctype html><h1>Welcome</h1>';
  /** A server that responds in one way without a token, and the result of each way to pass a token to svc login. */
  const logins = async (status: number, body: string) => {
    const server = await tinyServer(({ headers }, response) => {
      const user = { data: { id: 'user-1', type: 'users', attributes: { username: 'uma' } } };
      if (headers.authorization) return sendJson(response, user);
      const type = body.startsWith('{') ? 'application/json' : 'text/html';
      return response.writeHead(status, { 'content-type': type }).end(body);
    });
    const me = await machine({ GIVEN: 'canary-env' });
    const typed = await me.svc(['login', server.url], { tty: true, answers: ['canary-typed'] }).catch(String);
    const piped = await me.svc(['login', server.url, '--token-file', '-'], { stdin: 'canary-piped' });
    const ofVariable = await me.svc(['login', server.url, '--token-env', 'GIVEN']);
    return { piped, ofVariable, server, typed, host: new URL(server.url).host };
  };

  // trust: T-190
  test.each<[what: string, status: number, body: string]>([
    ['a web page at every path', 200, page],
    ['401 with a web page', 401, page],
    ['403 with a web page', 403, page],
    ['404 with a web page', 404, page],
    ['404 without a body', 404, ''],
    ['404 with a JSON document of another kind', 404, '{"error":"Not Found"}'],
    ['406 with a text', 406, 'Not Acceptable'],
  ])('login sends no token to a server that responds with %s', async (_what, status, body) => {
    const { host, ofVariable, piped, server, typed } = await logins(status, body);
    for (const run of [piped, ofVariable]) expect(run).toFail(9, `${host} is not an svc platform.`, 'Check the');
    // svc did not prompt for the scripted answer.
    expect(typed).toContain('canary-typed');
    expect(server.seen.length).toBeGreaterThan(2);
    expect(JSON.stringify(server.seen)).not.toContain('canary');
  });

  // trust: T-190
  test.each<[what: string, status: number, body: string]>([
    ['401 without a body', 401, ''],
    ['401 with JSON', 401, '{"errors":[{"status":"401","title":"unauthorized"}]}'],
    ['404 with an error document', 404, '{"errors":[{"status":"404","title":"not found"}]}'],
  ])(
    'login sends its first request without a token, and the next one with the token after %s',
    async (_what, status, body) => {
      const { ofVariable, piped, server, typed } = await logins(status, body);
      expect([typed, piped, ofVariable]).toMatchObject([{ code: 0 }, { code: 0 }, { code: 0 }]);
      const [first] = server.seen;
      expect([first?.path, first?.headers.authorization]).toEqual(['/api/v2/account/details', undefined]);
      const sent = server.seen.flatMap(({ headers }) => headers.authorization ?? []);
      expect(sent).toEqual(['Bearer canary-typed', 'Bearer canary-piped', 'Bearer canary-env']);
    },
  );

  // trust: T-190
  test('login to a host that cannot be resolved ends before it prompts for a token', async () => {
    const typed = await (await machine()).svc('login nosuch.invalid --retries 0', { tty: true });
    expect(typed).toFail(6, "Can't resolve nosuch.invalid");
    expect(typed.stderr).toMatch(/Hint:\S* Check the host name, and that this machine is online\.\n$/);
    expect(typed.asked).toEqual([]);
  });

  // trust: T-118
  test('login sends the token only to the platform that it is for', async () => {
    const elsewhere = await tinyServer((_, response) => sendJson(response, {}));
    const { me, token, address } = await start();
    const env = { SVC_ADDRESS: elsewhere.url };
    expect((await me.svc(['login', address, '--token-file', '-'], { stdin: token, env })).code).toBe(0);
    expect(elsewhere.seen).toEqual([]);
  });

  test('login does not write through a symbolic link', async () => {
    const { me, address, path, token } = await start();
    await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
    await writeFile(join(me.home, 'target'), '{}');
    await symlink(join(me.home, 'target'), path);
    expect((await me.svc(['login', address, '--token-file', '-'], { stdin: token })).code).toBe(2);
    expect(await readFile(join(me.home, 'target'), 'utf8')).toBe('{}');
  });

  test('login to a second platform creates a second profile and makes it current', async () => {
    const { me, address, token, stored } = await start();
    const other = await sandbox();
    await me.svc(['login', address, '--token-file', '-'], { stdin: token });
    const stdin = other.info.tokens['site-admin'];
    expect(await me.svc(['login', other.info.address, '--token-file', '-'], { stdin })).toMatchObject({ code: 0 });
    const { current, profiles } = await stored();
    expect(current).toBe(new URL(other.info.address).host.replace(':', '-'));
    expect(Object.keys(profiles)).toEqual(['default', current]);
  });

  test('three logins at the same time store every token in a profile of its own', async () => {
    const { me, stored } = await start();
    let letGo = () => {};
    const allAsked = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let asked = 0;
    const platform = () =>
      tinyServer(async ({ headers }, response) => {
        // No token is stored before every login has requested the owner of its token.
        if (headers.authorization) asked += 1;
        if (asked === 3) letGo();
        if (headers.authorization) await allAsked;
        sendJson(response, { data: { id: 'user-1', type: 'users', attributes: {} } });
      });
    const urls = [(await platform()).url, (await platform()).url, (await platform()).url];
    const logins = urls.map((url) => me.svc(['login', url, '--token-file', '-'], { stdin: `token.of.${url}` }));
    expect((await Promise.all(logins)).map(({ code }) => code)).toEqual([0, 0, 0]);
    const { profiles } = await stored();
    const kept = Object.values(profiles as Record<string, { address: string; token: string }>);
    expect(new Set(kept.map(({ address, token }) => `${address} ${token}`))).toEqual(
      new Set(urls.map((url) => `${url}/api/v2 token.of.${url}`)),
    );
  });

  test('login to several addresses of one host stores a token for each', async () => {
    const { me, stored } = await start();
    const { url } = await tinyServer((_, response) =>
      sendJson(response, { data: { id: 'user-1', type: 'users', attributes: {} } }),
    );
    for (const path of ['/a', '/b', '/c', '/b']) {
      expect((await me.svc(['login', `${url}${path}`, '--token-file', '-'], { stdin: `token${path}` })).code).toBe(0);
    }
    const name = new URL(url).host.replace(':', '-');
    expect(await stored()).toMatchObject({
      current: name,
      profiles: {
        default: { token: 'token/a' },
        [name]: { token: 'token/b' },
        [`${name}-2`]: { token: 'token/c' },
      },
    });
  });

  test.each(['../x', '__proto__', 'two words', 'x'.repeat(65), ''])(
    'login --profile "%s" is rejected before anything is sent',
    async (name) => {
      const { me, address, token, path, service } = await start();
      expect(await me.svc(['login', address, '--profile', name, '--token-file', '-'], { stdin: token })).toExit(
        2,
        'Invalid profile name',
      );
      expect(service.info.address).toBe(address);
      await expect(lstat(path)).rejects.toThrow('ENOENT');
    },
  );

  test('login to an existing profile with an old-style name is still possible', async () => {
    const { me, address, token, path, stored } = await start();
    await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
    await writeFile(path, JSON.stringify({ profiles: { 'a:80': {} } }));
    expect((await me.svc(['login', address, '--profile', 'a:80', '--token-file', '-'], { stdin: token })).code).toBe(0);
    expect((await stored()).profiles['a:80'].token).toBe(token);
  });

  test('login creates the profile that SVC_PROFILE names if the profile does not exist', async () => {
    const { me, address, token, stored } = await start();
    await me.svc('profile create other');
    const env = { SVC_PROFILE: 'work', SVC_ADDRESS: address };
    expect((await me.svc('login --token-file -', { stdin: token, env })).code).toBe(0);
    expect((await stored()).profiles.work.token).toBe(token);
  });

  test('login does not claim that the token is stored after a dry run or if the folder cannot be created', async () => {
    const { me, address, token } = await start();
    const rehearsed = await me.svc(['login', address, '--dry-run', '--token-file', '-'], { stdin: token });
    expect(rehearsed.stderr).not.toContain('plain text');
    await writeFile(join(me.home, 'file'), '');
    for (const place of ['file', 'file/below']) {
      const env = { XDG_CONFIG_HOME: join(me.home, place) };
      const failed = await me.svc(['login', address, '--token-file', '-'], { stdin: token, env });
      expect(failed.code).toBe(2);
      expect(failed.stderr).toContain(join(me.home, place));
      expect(failed.stderr).not.toContain('plain text');
    }
  });

  test('login to a bare host that speaks plain http suggests the http:// address', async () => {
    const { me, host, token } = await start();
    expect(await me.svc(['login', host, '--token-file', '-'], { stdin: token })).toExit(
      6,
      `If it speaks plain http: http://${host}`,
    );
  });

  test('login says that SVC_TOKEN takes precedence over the stored token', async () => {
    const { me, address, token } = await start();
    const { stderr } = await me.svc(['login', address, '--token-file', '-'], { stdin: token, env: { SVC_TOKEN: 'x' } });
    expect(stderr).toContain('Warning: SVC_TOKEN is set');
  });

  test.each([
    ['a URL with a password', 'https://me:canary@svc.test'],
    ['plain http beyond this machine', 'http://svc.test'],
    ['something that is not a URL', 'not a url'],
  ])('login rejects %s before it prompts for a token', async (_title, address) => {
    const { code, stderr, asked } = await (await machine()).svc(['login', address], { tty: true });
    expect([code, asked]).toEqual([2, []]);
    expect(stderr).not.toContain('canary');
  });
});
