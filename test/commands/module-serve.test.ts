import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { appendFile, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { get as httpGet, type IncomingHttpHeaders } from 'node:http';
import { get as httpsGet } from 'node:https';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CancelledError } from '../../src/base/errors.ts';
import { spanOf } from '../../src/modules/mirror/serve/archive.ts';
import { at, call, publish, writeFiles } from '../support/configuration.ts';
import { freePort } from '../support/free-port.ts';
import fc, { forAll } from '../support/properties.ts';
import { type Running, start } from '../support/running.ts';
import { type Machine, machine } from '../support/svc.ts';
import { hasTerraform } from '../support/terraform.ts';
import { type Authority, hasOpenssl, sharedAuthority } from '../support/tls.ts';

const output = 'output "o" {\n  value = 1\n}\n';
const releases = {
  'acme/net/null/1.0.0/main.tf': call('leaf', at('leaf/null'), '~> 1.0'),
  'acme/net/null/1.0.0/README.md': '# net\n\nNetworks for all.\n',
  'acme/leaf/null/1.0.0/main.tf': output,
  'acme/leaf/null/1.1.0/main.tf': output,
};
const base = '/modules.example.com';
const archive = `${base}/acme/net/null/1.0.0/archive.tar.gz`;

interface Got {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Sends a request unchanged, which `fetch` would normalise. */
function ask(url: string, path: string, { method = 'GET', headers = {}, ca = '' } = {}): Promise<Got> {
  const { hostname, port, protocol } = new URL(url);
  return new Promise((resolve, reject) => {
    const options = { hostname, port, path, method, headers, agent: false as const };
    const take = (response: import('node:http').IncomingMessage) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    };
    const request = protocol === 'https:' ? httpsGet({ ...options, ca }, take) : httpGet(options, take);
    request.on('error', reject).end();
  });
}

const jsonOf = ({ body }: Got) => JSON.parse(body.toString());

/** A machine with a mirror of `net` and `leaf`, whose registry is gone, and the mirror served. */
async function served(words = '', env: Record<string, string> = {}) {
  const me = await machine({ PATH: process.env.PATH, ...env });
  const service = await publish(me.home, releases);
  expect(await me.svc(['module', 'mirror', 'mirror', at('net/null')])).toMatchObject({ code: 0 });
  await service.close();
  await rm(`${me.home}-cache`, { recursive: true, force: true });
  const running = start(me, ['module', 'serve', 'mirror', ...words.split(' ').filter(Boolean)]);
  const [, url = ''] = await running.said(/ at (https?:\/\/\S+)\n[\s\S]*Ctrl-C/);
  return { me, running, url };
}

/** Puts the printed block where the stock tool and `svc` look for it. */
async function paste(me: Machine, running: Running): Promise<void> {
  const [block] = await running.said(/host "[\s\S]*\n}\n/);
  await writeFile(join(me.home, '.terraformrc'), block);
}

describe('module serve', () => {
  test('module serve is a registry for each mirrored host: discovery, lists, search, versions, downloads', async () => {
    const { url } = await served();
    const json = async (path: string) => jsonOf(await ask(url, path));
    expect(await json('/.well-known/terraform.json')).toEqual({ 'modules.v1': `${base}/` });
    expect(await json('/.well-known/svc.json')).toEqual({ 'modules.v1': `${base}/` });
    const needs = { dependencies: [], providers: [] };
    expect(await json(`${base}/acme/leaf/null/versions`)).toEqual({
      modules: [{ source: 'acme/leaf/null', versions: [{ version: '1.1.0', submodules: [], root: needs }] }],
    });
    const names = ({ modules }: { modules: { id: string }[] }) => modules.map(({ id }) => id);
    const both = ['acme/leaf/null/1.1.0', 'acme/net/null/1.0.0'];
    expect(names(await json(`${base}/`))).toEqual(both);
    expect(names(await json(`${base}/acme`))).toEqual(both);
    expect(names(await json(`${base}?limit=1&offset=1`))).toEqual(both.slice(1));
    expect(names(await json(`${base}/search?q=networks`))).toEqual(['acme/net/null/1.0.0']);
    expect(names(await json(`${base}/acme/net`))).toEqual(['acme/net/null/1.0.0']);
    expect((await ask(url, `${base}?limit=none`)).status).toBe(400);
    const found = await ask(url, `${base}/acme/net/null/1.0.0/download`);
    expect(found.body.length).toBe(0);
    const headers = { 'x-terraform-get': './archive.tar.gz', 'x-svc-get': './archive.tar.gz' };
    expect(found).toMatchObject({ status: 204, headers });
    expect(await ask(url, `${base}/acme/net/null/download`)).toMatchObject({
      status: 302,
      headers: { location: `${base}/acme/net/null/1.0.0/download` },
    });
  });

  test('module serve describes a module from its archive: root, submodules, dependencies', async () => {
    const { me, url } = await served();
    const svc = (words: string) => me.svc(`${words} --registry ${url}${base}/`);
    expect((await svc('module show acme/leaf/null --section outputs --columns name')).stdout).toBe('o\n');
    expect((await svc('module show acme/net/null@1.0.0 --section readme')).stdout).toBe('# net\n\nNetworks for all.\n');
    expect((await svc('module latest acme/net/null --jq .versions')).stdout).toBe('["1.0.0"]\n');
    const { modules } = jsonOf(await ask(url, `${base}/acme/net/null/versions`));
    expect(modules[0].versions[0].root.dependencies).toEqual([
      { name: 'leaf', source: at('leaf/null'), version: '~> 1.0' },
    ]);
    expect(modules.map(({ source }: { source: string }) => source)).toEqual(['acme/net/null', 'acme/leaf/null']);
    expect((await ask(url, `${base}/acme/net/null/9.9.9`)).status).toBe(404);
  });

  // trust: T-22
  test('module serve lists a version whose archive changed, but with an empty description', async () => {
    const { me, running, url } = await served();
    await appendFile(join(me.home, 'mirror', archive), 'x');
    const { root, version } = jsonOf(await ask(url, `${base}/acme/net/null/1.0.0`));
    expect([version, root]).toMatchObject(['1.0.0', { empty: true, readme: '', dependencies: [] }]);
    const { modules } = jsonOf(await ask(url, `${base}/acme/net/null/versions`));
    expect(modules[0].versions).toMatchObject([{ version: '1.0.0' }]);
    await running.said(/archive\.tar\.gz is missing or damaged/);
  });

  test('module serve returns an empty list for an unknown publisher, requires q for a search, and links to the next page below its base', async () => {
    const { url } = await served();
    const unknown = await ask(url, `${base}/nobody`);
    expect([unknown.status, jsonOf(unknown)]).toEqual([200, { meta: { limit: 15, current_offset: 0 }, modules: [] }]);
    expect((await ask(url, `${base}/nobody/x`)).status).toBe(404);
    for (const query of ['', '?q=', '?q=%20', '?provider=null'])
      expect(await ask(url, `${base}/search${query}`)).toMatchObject({ status: 400 });
    for (const path of [base, `${base}/`, `${base}/acme`]) {
      const { meta } = jsonOf(await ask(url, `${path}?limit=1`));
      expect(meta.next_url).toBe(`${path === base ? `${base}/` : path}?limit=1&offset=1`);
    }
  });

  test('module install gets modules from module serve with the host block that it prints', async () => {
    const { me, running, url } = await served();
    const search = await me.svc(`module search networks --registry ${url} --jq .[0].id`);
    expect(search).toMatchObject({ code: 0, stdout: 'acme/net/null/1.0.0\n' });
    await paste(me, running);
    await writeFiles(me.home, { 'infra/main.tf': call('net', at('net/null'), '1.0.0') });
    expect(await me.svc('module install infra')).toExit(0, 'Installed 2 of 2');
    expect(await me.svc('module verify infra')).toMatchObject({ code: 0 });
  });

  test('svc sends module serve only the token of the variable that module serve names, not that of the mirrored host', async () => {
    const { me, running, url } = await served('--token-env A', { A: 'first-t0ken' });
    await paste(me, running);
    const block = await readFile(join(me.home, '.terraformrc'), 'utf8');
    await writeFile(join(me.home, '.terraformrc'), block.replace('"..."', '"first-t0ken"'));
    const [, variable = ''] = await running.said(/the token from (\w+)\.\n/);
    expect(variable).toBe(`SVC_TOKEN_127_0_0_1_${new URL(url).port}`);
    const ofTheHost = { TF_TOKEN_modules_example_com: 'first-t0ken', SVC_TOKEN_MODULES_EXAMPLE_COM: 'first-t0ken' };
    const words = `module versions ${at('leaf/null')}`;
    const refused = await me.svc(words, { env: ofTheHost });
    expect(refused).toExit(4, ' requires a token.');
    expect(refused.stderr).toContain(`Set ${variable} to a valid token.`);
    expect(refused.stderr).not.toContain('svc login');
    const wrong = await me.svc(words, { env: { [variable]: 'wrong' } });
    expect(wrong.stderr).toContain(`The token comes from ${variable}. Set it to another token, or unset it.`);
    const given = { env: { [variable]: 'first-t0ken' } };
    expect(await me.svc(words, given)).toMatchObject({ code: 0, stdout: '1.1.0\n' });
    expect(await me.svc(`module download ${at('net/null')} --dir net`, given)).toMatchObject({ code: 0 });
  });

  test('module serve sends an archive whole, in parts, or with 304 if the client has the archive', async () => {
    const { me, url } = await served();
    const bytes = await readFile(join(me.home, 'mirror', archive));
    const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`;
    const whole = await ask(url, archive);
    expect(whole.body).toEqual(bytes);
    expect(whole.headers).toMatchObject({ etag, 'accept-ranges': 'bytes', 'content-type': 'application/gzip' });
    const part = (range: string, more = {}) => ask(url, archive, { headers: { range, ...more } });
    const middle = await part('bytes=10-19');
    expect([middle.status, middle.headers['content-range']]).toEqual([206, `bytes 10-19/${bytes.length}`]);
    expect(middle.body).toEqual(bytes.subarray(10, 20));
    expect((await part('bytes=-5')).body).toEqual(bytes.subarray(-5));
    expect((await part('bytes=20-', { 'if-range': etag })).body).toEqual(bytes.subarray(20));
    expect(await part('bytes=20-', { 'if-range': '"another"' })).toMatchObject({ status: 200, body: bytes });
    expect(await part('bytes=0-1,4-5')).toMatchObject({ status: 200 });
    expect(await part(`bytes=${bytes.length}-`)).toMatchObject({
      status: 416,
      headers: { 'content-range': `bytes */${bytes.length}` },
    });
    const again = await ask(url, archive, { headers: { 'if-none-match': `"x", W/${etag}` } });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    const head = await ask(url, archive, { method: 'HEAD' });
    expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, `${bytes.length}`, 0]);
  });

  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('module serve rejects the method %s', async (method) => {
    const { url } = await served();
    expect(await ask(url, archive, { method })).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
  });

  // trust: T-40
  test('module serve returns no file outside the mirror and none that is not mirrored, whatever the path', async () => {
    const { me, url } = await served();
    await writeFiles(me.home, { 'secret.txt': 's3cr3t-word', 'mirror/stray.txt': 's3cr3t-word' });
    const up = ['..', '%2e%2e', '.%2E', '..%2f', '%2e%2e%2f', '..%5c', '....//', '%252e%252e', '..%00'];
    const paths = up.flatMap((dots) => [
      `/${dots}/secret.txt`,
      `${base}/${dots}/${dots}/secret.txt`,
      `${archive}/${dots}`,
    ]);
    const others = [
      '/stray.txt',
      '//etc/passwd',
      '/%',
      '*',
      '/mirror.json/',
      '/__proto__',
      `${base}/constructor/x/y/versions`,
    ];
    for (const path of [...paths, ...others]) {
      const { body, status } = await ask(url, path);
      expect([path, [400, 404].includes(status) || path === '/mirror.json/']).toEqual([path, true]);
      expect(body.toString()).not.toContain('s3cr3t-word');
    }
  });

  test.each(['changed', 'of another size', 'a link'])(
    'an archive that is %s is not sent, and module serve reports it',
    async (how) => {
      const { me, running, url } = await served();
      const path = join(me.home, 'mirror', archive);
      expect((await ask(url, archive)).status).toBe(200);
      const bytes = await readFile(path);
      bytes[30] = (bytes[30] ?? 0) ^ 1;
      if (how === 'of another size') await appendFile(path, 'x');
      else if (how === 'changed') await writeFile(path, bytes);
      else {
        await rm(path);
        await symlink('/etc/hostname', path);
      }
      expect(await ask(url, archive)).toMatchObject({ status: 500 });
      await running.said(/archive\.tar\.gz is missing or damaged; requests for it fail with 500/);
    },
  );

  test('module serve with tokens rejects requests without one, and the key in a location opens only its own archive', async () => {
    const { url } = await served('--token-env A --token-env B', { A: 'first-t0ken', B: 'second-t0ken' });
    const path = `${base}/acme/net/null/1.0.0/download`;
    const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
    for (const options of [{}, bearer('first'), bearer(''), { headers: { authorization: 'Basic first-t0ken' } }]) {
      for (const each of [path, archive, '/mirror.json', '/nowhere', `${archive}?key=x`, `${base}/`]) {
        expect((await ask(url, each, options)).status).toBe(401);
      }
    }
    expect((await ask(url, '/.well-known/terraform.json')).status).toBe(200);
    const located = await ask(url, path, bearer('first-t0ken'));
    const location = String(located.headers['x-svc-get']);
    expect(location).toMatch(/^\.\/archive\.tar\.gz\?key=[\w-]{43}$/);
    const key = location.split('?')[1];
    expect((await ask(url, `${archive}?${key}`)).status).toBe(200);
    expect((await ask(url, archive, bearer('second-t0ken'))).status).toBe(200);
    const other = `${base}/acme/leaf/null/1.1.0/archive.tar.gz`;
    expect((await ask(url, `${other}?${key}`)).status).toBe(401);
  });

  // trust: T-192
  test('module serve without tokens rejects requests from pages of other sites, and requests with a foreign Host', async () => {
    const { url } = await served();
    const foreign = [
      { host: 'evil.example' },
      { host: `evil.example:${new URL(url).port}` },
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of foreign) {
      for (const path of [archive, '/mirror.json', `${base}/`, '/.well-known/terraform.json', '/nowhere'])
        expect([path, headers, (await ask(url, path, { headers })).status]).toEqual([path, headers, 403]);
      expect((await ask(url, '/-/healthy', { headers })).status).toBe(200);
    }
    const { status, body } = await ask(url, archive, { headers: { host: 'evil.example' } });
    expect([status, body.toString()]).toEqual([403, '{"errors":["Host is not allowed; add it with --public-url"]}']);
    for (const headers of [{}, { 'sec-fetch-site': 'none' }, { host: `localhost:${new URL(url).port}` }])
      expect((await ask(url, archive, { headers })).status).toBe(200);
  });

  // trust: T-192
  test('module serve accepts the Host of --public-url, and any Host together with a token', async () => {
    const host = 'modules.example.com';
    const port = await freePort();
    await served(`--public-url https://${host}:8443/ --port ${port}`);
    const local = `http://127.0.0.1:${port}`;
    expect((await ask(local, archive, { headers: { host: 'evil.example' } })).status).toBe(403);
    for (const headers of [{ host: `${host}:8443` }, { host }, { host, origin: `https://${host}` }])
      expect((await ask(local, archive, { headers })).status).toBe(200);
    const { url } = await served('--token-env A', { A: 'first-t0ken' });
    const headers = { host: 'evil.example', authorization: 'Bearer first-t0ken' };
    expect((await ask(url, archive, { headers })).status).toBe(200);
  });

  test('module serve serves modules that are mirrored later, without a restart', async () => {
    const { me, url } = await served();
    await publish(me.home, releases);
    expect(await me.svc(`module mirror mirror ${at('leaf/null')}@1.0.0`)).toMatchObject({ code: 0 });
    const path = `${base}/acme/leaf/null/1.0.0/download`;
    await expect.poll(async () => (await ask(url, path)).status, { timeout: 50_000, interval: 100 }).toBe(204);
  });

  test('module serve ends with 0 on Ctrl-C and on SIGTERM', async () => {
    for (const reason of [new CancelledError(), new CancelledError('Terminated.', 143)]) {
      const { running, url } = await served();
      running.stop(reason);
      expect(await running.ended).toExit(0, 'Stopped.\n');
      await expect(ask(url, '/')).rejects.toThrow();
    }
  });

  test.each([
    ['module serve mirror', 'is not a mirror'],
    ['module serve mirror --token-env NOWHERE', 'NOWHERE'],
    ['module serve mirror --port 70000', '--port'],
  ])('%s is a usage error', async (words, why) => {
    const me = await machine();
    expect(await me.svc(words)).toExit(2, why);
  });
});

describe.skipIf(!hasOpenssl())('module serve over https', () => {
  let ours: Authority;
  beforeAll(() => {
    ours = sharedAuthority();
  });
  afterAll(() => ours.remove());

  test('module serve over https uses the given certificate', async () => {
    const words = `--tls-cert ${join(ours.folder, 'cert.pem')} --tls-key ${join(ours.folder, 'key.pem')}`;
    const me = await machine();
    await publish(me.home, releases);
    await me.svc(['module', 'mirror', 'mirror', at('net/null')]);
    const running = start(me, ['module', 'serve', 'mirror', '--json', ...words.split(' '), '--log']);
    const [, url = ''] = await running.said(/"url":\s*"(https:[^"]+)"/);
    const { status } = await ask(url, archive, { ca: readFileSync(ours.caFile, 'utf8') });
    expect(status).toBe(200);
    await running.said(/200 GET \/modules/);
  });

  test.each([
    ['a key', 'key.pem', 'key.pem', '--tls-cert KEY has no certificate in PEM format.'],
    ['a certificate', 'cert.pem', 'cert.pem', '--tls-key CERT has no unencrypted private key in PEM format.'],
    [
      'another key',
      'ca.pem',
      'key.pem',
      'The certificate and the key of --tls-cert CA and --tls-key KEY do not belong together.',
    ],
  ])('module serve over https rejects %s in place of the file that the flag names', async (_, cert, key, message) => {
    const path = (name: string) => join(ours.folder, name);
    const expected = message.replace(/KEY|CERT|CA\b/g, (name) => path(`${name.toLowerCase()}.pem`));
    const me = await machine();
    expect(await me.svc(`module serve mirror --tls-cert ${path(cert)} --tls-key ${path(key)}`)).toExit(2, expected);
  });
});

describe.skipIf(!hasTerraform())('the stock binary and module serve', () => {
  test.each([
    ['without a token', '', ''],
    ['with a token', '--token-env T', 'a-t0ken'],
  ])(
    'terraform init with the host block of module serve, %s, installs modules without contacting their own registry',
    async (_, words, token) => {
      const { me, running } = await served(words, { T: token });
      const [block] = await running.said(/host "[\s\S]*\n}\n/);
      await writeFile(join(me.home, '.terraformrc'), block.replace('"..."', JSON.stringify(token)));
      await writeFiles(me.home, { 'infra/main.tf': call('net', at('net/null'), '1.0.0') });
      const env = { TF_CLI_CONFIG_FILE: join(me.home, '.terraformrc'), CHECKPOINT_DISABLE: '1', HOME: me.home };
      const init = await execa('terraform', ['init', '-no-color', '-backend=false'], {
        ...{ cwd: join(me.home, 'infra'), reject: false, all: true, env },
      });
      expect(init.exitCode, init.all).toBe(0);
      expect(await readFile(join(me.home, 'infra/.terraform/modules/net.leaf/main.tf'), 'utf8')).toBe(output);
    },
    30_000,
  );
});

test('a range of a response lies inside the file, or is ignored', () => {
  forAll([fc.oneof(fc.string(), fc.stringMatching(/^bytes=\d{0,4}-\d{0,4}$/)), fc.nat(2000)], (header, size) => {
    const span = spanOf(header, size);
    if (!span) return;
    expect(span.start).toBeGreaterThanOrEqual(0);
    expect(span.end).toBeGreaterThanOrEqual(span.start);
    expect(span.end).toBeLessThan(size);
  });
  for (const [header, size] of [['bytes=0-', 0] as const, ['bytes=-0', 9] as const])
    expect(spanOf(header, size)).toBe(false);
  for (const header of ['bytes=5-4', undefined]) expect(spanOf(header, 9)).toBeUndefined();
});
