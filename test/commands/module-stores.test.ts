import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { authorizationFor } from '../../src/modules/fetch/object-store.ts';
import { zip } from '../modules/archive/zip-builder.ts';
import { call, writeFiles } from '../support/configuration.ts';
import { findProgram } from '../support/find-program.ts';
import { freePort } from '../support/free-port.ts';
import { literalRegistry } from '../support/registry.ts';
import { type Machine, machine } from '../support/svc.ts';
import { onTestFinished } from '../support/test-finished.ts';
import { tinyServer } from '../support/tiny-server.ts';
import { authority, hasOpenssl, httpsServer, proxy } from '../support/tls.ts';

const archive = zip([{ name: 'main.tf', content: 'output "o" {\n  value = 1\n}\n' }]);
const keys = { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'canary-secret' };
const session = { AWS_SESSION_TOKEN: 'canary-session' };
const none = { AWS_ACCESS_KEY_ID: '', AWS_PROFILE: '', GOOGLE_OAUTH_ACCESS_TOKEN: '' };

const lockOf = async ({ home }: Machine) =>
  JSON.parse(await readFile(join(home, 'svc.modules.lock.json'), 'utf8')).modules;
const store = () => tinyServer((_, response) => void response.end(archive));
const lock = async (source: string, env: Record<string, string>, words = '') => {
  const me = await machine({ ...none, ...env });
  await writeFiles(me.home, { 'main.tf': call('m', source) });
  return { me, ...(await me.svc(`module lock${words}`)) };
};

describe('a module in S3', () => {
  // trust: T-46
  test('an S3 module is requested with a signature made with the keys of the environment, and no output shows the keys', async () => {
    const { seen, url } = await store();
    const { code, me, stderr } = await lock(
      `s3::${url}/b/m.zip?version=a/b&region=eu-west-1`,
      { ...keys, ...session },
      ' --debug',
    );
    expect(code, stderr).toBe(0);
    const [{ headers, path }] = seen as [(typeof seen)[0]];
    expect(path).toBe('/b/m.zip?versionId=a%2Fb');
    expect(headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-west-1\/s3\/aws4_request, /,
    );
    expect(headers['x-amz-security-token']).toBe('canary-session');
    const text = stderr + JSON.stringify(await lockOf(me));
    expect(text).not.toMatch(/canary|AKIDEXAMPLE/);
    expect(await lockOf(me)).toMatchObject({
      m: { source: `s3::${url}/b/m.zip?version=a/b&region=eu-west-1`, sha256: expect.any(String) },
    });
    expect(await me.svc('module install --frozen --offline')).toMatchObject({ code: 0 });
  });

  test('a signature for S3 covers the host, the content hash and the date, but not the body', async () => {
    // No date of the example, so only what does not depend on it: the headers that are signed, and that no body is.
    const found = {
      store: { kind: 's3', region: 'us-east-1', profile: undefined, isOwn: false } as const,
      url: new URL('https://b.s3.amazonaws.com/t.zip'),
    };
    const headers = (await authorizationFor(found, { git: { env: keys } }))(found.url);
    expect(headers['x-amz-content-sha256']).toBe('UNSIGNED-PAYLOAD');
    expect(headers.authorization).toContain('SignedHeaders=host;x-amz-content-sha256;x-amz-date');
  });

  test.each([
    ['s3.amazonaws.com', 'us-east-1'],
    ['s3.eu-west-1.amazonaws.com', 'eu-west-1'],
    ['bucket.s3.eu-west-1.amazonaws.com', 'eu-west-1'],
    ['s3-ap-south-1.amazonaws.com', 'ap-south-1'],
    ['s3.cn-north-1.amazonaws.com.cn', 'cn-north-1'],
    ['s3.dualstack.us-gov-west-1.amazonaws.com', 'us-gov-west-1'],
    ['s3.eu-west-1.amazonaws.com.evil.test', 'us-east-1'],
  ])('the region of an S3 module comes from its host: %s', async (host, region) => {
    const { parseLocation } = await import('../../src/modules/fetch/location.ts');
    const found = parseLocation(`s3::https://${host}/b/m.zip`, new URL('https://r.test/'));
    expect(found).toMatchObject({ kind: 'archive', store: { kind: 's3', region } });
  });

  test('an S3 module is signed with the keys of a profile in the shared files, and requested without a signature if there are no keys', async () => {
    const { seen, url } = await store();
    const me = await machine(none);
    await writeFiles(me.home, {
      'main.tf': call('m', `s3::${url}/b/m.zip`),
      'named/main.tf': call('m', `s3::${url}/b/m.zip?aws_profile=other`),
      creds:
        '# a comment\n[default]\naws_access_key_id = AKDEFAULT\naws_secret_access_key=s\n[ other ]\naws_access_key_id=AKOTHER\naws_secret_access_key=s=/+\naws_session_token = t\n',
      config:
        '[profile third]\naws_access_key_id=AKTHIRD\naws_secret_access_key=s\n[profile runs]\ncredential_process = touch ran\n',
    });
    const files = { AWS_SHARED_CREDENTIALS_FILE: join(me.home, 'creds'), AWS_CONFIG_FILE: join(me.home, 'config') };
    const keyOf = async (env: Record<string, string>, folder = '.') => {
      const { code, stderr } = await me.svc(`module lock ${folder} --upgrade`, { env });
      expect(code, stderr).toBe(0);
      return /Credential=(\w+)/.exec(seen.at(-1)?.headers.authorization ?? '')?.[1];
    };
    expect(await keyOf({})).toBeUndefined();
    expect(await keyOf(files)).toBe('AKDEFAULT');
    expect(await keyOf({ ...files, AWS_PROFILE: 'other' })).toBe('AKOTHER');
    expect(await keyOf({ ...files, AWS_PROFILE: 'third' })).toBe('AKTHIRD');
    expect(await keyOf({ ...files, ...keys, AWS_PROFILE: 'other' })).toBe('AKIDEXAMPLE');
    expect(await keyOf({ ...files, ...keys }, 'named')).toBe('AKOTHER');
    const requests = seen.length;
    expect(await me.svc('module lock --upgrade', { env: { ...files, AWS_PROFILE: 'runs' } })).toExit(
      4,
      'The AWS profile "runs" has no keys',
    );
    expect(seen).toHaveLength(requests);
    await expect(readFile(join(me.home, 'ran'))).rejects.toThrow();
  });

  // trust: T-46
  test('the keys for S3 are not sent to the target of a redirect on another host or path', async () => {
    const other = await store();
    const first = await tinyServer(({ url }, response) => {
      if (url === '/b/m.zip') response.writeHead(302, { location: '/b/other.zip' }).end();
      else response.writeHead(307, { location: `${other.url}/b/m.zip` }).end();
    });
    expect(await lock(`s3::${first.url}/b/m.zip`, { ...keys, ...session })).toMatchObject({ code: 0 });
    const all = [...first.seen, ...other.seen].map(({ headers }) => [
      headers.authorization,
      headers['x-amz-security-token'],
    ]);
    expect(all).toEqual([
      [expect.stringContaining('AWS4'), 'canary-session'],
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });

  // trust: T-184
  test.skipIf(!hasOpenssl())(
    'an S3 module that a registry or another module names is signed only for AWS, and never with the profile in its URL',
    async () => {
      const aws = authority('DNS:b.s3.eu-west-1.amazonaws.com,DNS:s3.evil.test,DNS:s3-x.eu-west-1.elb.amazonaws.com');
      onTestFinished(aws.remove);
      const seen: string[] = [];
      const nested = (port: number) =>
        zip([{ name: 'main.tf', content: call('n', `s3::https://s3.evil.test:${port}/b/n.zip`) }]);
      const port: number = await httpsServer(aws, ({ headers, url = '' }, response) => {
        const key = /Credential=(\w+)/.exec(headers.authorization ?? '')?.[1];
        seen.push(`${headers.host?.split(':')[0]}${url} ${key} ${headers['x-amz-security-token']}`);
        response.end(url.endsWith('/outer.zip') ? nested(port) : archive);
      });
      const { url: HTTPS_PROXY } = await proxy();
      const me = await machine({ ...none, ...keys, ...session, HTTPS_PROXY, SVC_CA_FILE: aws.caFile });
      const creds = '[other]\naws_access_key_id=AKOTHER\naws_secret_access_key=s\n';
      await writeFiles(me.home, { creds, 'main.tf': call('m', `s3::https://s3.evil.test:${port}/b/outer.zip`) });
      me.env.AWS_SHARED_CREDENTIALS_FILE = join(me.home, 'creds');
      for (const host of ['b.s3.eu-west-1.amazonaws.com', 's3.evil.test', 's3-x.eu-west-1.elb.amazonaws.com']) {
        const registry = await literalRegistry({
          modules: {
            'a/b/c': { versions: ['1.0.0'], download: () => `s3::https://${host}:${port}/m.zip?aws_profile=other` },
          },
        });
        const env = { SVC_REGISTRY: `${registry.url}/v1/modules/` };
        expect(await me.svc(`module download a/b/c --dir ${host} --no-cache`, { env })).toMatchObject({ code: 0 });
      }
      expect(await me.svc('module lock')).toMatchObject({ code: 0 });
      expect(seen).toEqual([
        'b.s3.eu-west-1.amazonaws.com/m.zip AKIDEXAMPLE canary-session',
        's3.evil.test/m.zip undefined undefined',
        's3-x.eu-west-1.elb.amazonaws.com/m.zip undefined undefined',
        's3.evil.test/b/outer.zip AKIDEXAMPLE canary-session',
        's3.evil.test/b/n.zip undefined undefined',
      ]);
    },
  );

  // trust: T-184
  test('an S3 module is not signed for plain http to another machine, except with --insecure-http', async () => {
    const { seen, url: HTTP_PROXY } = await store();
    const source = 's3::http://store.test/b/m.zip';
    const words = 's3::http://store.test/b/m.zip is plain http, which exposes the signature to the network.';
    expect(await lock(source, { ...keys, HTTP_PROXY })).toExit(2, words, '--insecure-http');
    expect(seen).toEqual([]);
    expect(await lock(source, { ...keys, HTTP_PROXY }, ' --insecure-http')).toMatchObject({ code: 0 });
    expect(await lock(source, { HTTP_PROXY })).toMatchObject({ code: 0 });
    expect(seen.map(({ headers }) => headers.authorization?.slice(0, 4))).toEqual(['AWS4', undefined]);
  });

  // trust: T-184
  test.each(['Eu-west-1', 'a/b', 'eu,SignedHeaders=x', 'a'.repeat(33)])(
    'an S3 module with the region %s is rejected',
    async (region) => {
      const { seen, url } = await store();
      const { me } = await lock(`s3::${url}/b/m.zip?region=${encodeURIComponent(region)}`, keys);
      expect(await me.svc('module lock --strict')).toExit(2, 'its region= is not a region of AWS');
      expect(seen).toEqual([]);
    },
  );

  // trust: T-185
  test.each([
    { ...keys, AWS_ACCESS_KEY_ID: 'AKID\nx: y' },
    { ...keys, AWS_SECRET_ACCESS_KEY: 'gehe\u00efm' },
    { ...keys, AWS_SESSION_TOKEN: 'a\u2028b' },
  ])('an S3 module is rejected if a header cannot contain the keys: %j', async (env) => {
    const { seen, url } = await store();
    expect(await lock(`s3::${url}/b/m.zip`, env)).toExit(
      4,
      'An AWS key or session token contains a blank, a control character',
    );
    expect(seen).toEqual([]);
  });

  test('an S3 module that is not an archive or that cannot be read has the same exit code as other modules', async () => {
    const { url } = await tinyServer((_, response) => void response.end('<html>'));
    expect(await lock(`s3::${url}/b/m.zip`, keys)).toMatchObject({ code: 8 });
    const denied = await tinyServer(
      (_, response) => void response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>'),
    );
    expect(await lock(`s3::${denied.url}/b/m.zip`, keys)).toMatchObject({ code: 4 });
  });
});

const moto = findProgram('moto_server');
if (!moto) process.stderr.write('\nSKIPPED: no moto_server on PATH, so no server of S3 checks a signature.\n\n');

describe.skipIf(!moto)('an S3 server that checks signatures', () => {
  test('an S3 server that checks signatures accepts those of svc and rejects others', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const server = spawn(moto ?? '', ['-H', '127.0.0.1', '-p', String(port)], {
      stdio: 'ignore',
      env: { ...process.env, INITIAL_NO_AUTH_ACTION_COUNT: '5' },
    });
    onTestFinished(() => void server.kill('SIGKILL'));
    await expect
      .poll(
        () =>
          fetch(`${url}/moto-api/`).then(
            ({ ok }) => ok,
            () => false,
          ),
        { timeout: 50_000 },
      )
      .toBe(true);
    const as = (service: string) => ({
      authorization: `AWS4-HMAC-SHA256 Credential=x/20260101/us-east-1/${service}/aws4_request, SignedHeaders=host, Signature=x`,
    });
    const ask = async (path: string, init: RequestInit) => {
      const answer = await fetch(url + path, init);
      const text = await answer.text();
      expect([answer.status, text]).toEqual([200, expect.any(String)]);
      return text;
    };
    const iam = (words: Record<string, string>) =>
      ask('/', { method: 'POST', body: new URLSearchParams({ Version: '2010-05-08', ...words }), headers: as('iam') });
    await ask('/bucket', { method: 'PUT', headers: as('s3') });
    await ask('/bucket/modules/m.zip', { method: 'PUT', headers: as('s3'), body: new Uint8Array(archive) });
    await iam({ Action: 'CreateUser', UserName: 'svc' });
    const policy = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: 's3:*', Resource: '*' }] };
    await iam({ Action: 'PutUserPolicy', UserName: 'svc', PolicyName: 'all', PolicyDocument: JSON.stringify(policy) });
    const made = await iam({ Action: 'CreateAccessKey', UserName: 'svc' });
    const part = (name: string) => new RegExp(`<${name}>(.*?)</${name}>`).exec(made)?.[1] ?? '';
    const right = { AWS_ACCESS_KEY_ID: part('AccessKeyId'), AWS_SECRET_ACCESS_KEY: part('SecretAccessKey') };
    const source = `s3::${url}/bucket/modules/m.zip`;
    for (const each of [source, source.replace('+', '%2B')]) {
      const { code, me, stderr } = await lock(each, right);
      expect(code, stderr).toBe(0);
      expect(await me.svc('module install')).toMatchObject({ code: 0 });
    }
    expect(await lock(source, { ...right, AWS_SECRET_ACCESS_KEY: 'wrong' })).toMatchObject({ code: 4 });
    expect(await lock(source, {})).toMatchObject({ code: 4 });
  }, 60_000);
});

describe.skipIf(!hasOpenssl())('a module in Google Cloud Storage', () => {
  // trust: T-46
  test('a Google Cloud Storage module is requested with the token of the environment, and no other host receives the token', async () => {
    const google = authority('DNS:www.googleapis.com,DNS:elsewhere.test');
    onTestFinished(google.remove);
    const seen: string[] = [];
    const port = await httpsServer(google, ({ headers, url = '' }, response) => {
      seen.push(`${headers.host?.split(':')[0]}${url} ${headers.authorization}`);
      const location = `https://elsewhere.test:${port}/m.zip`;
      if (url.startsWith('/storage/v1/b/moved/')) response.writeHead(302, { location }).end();
      else response.end(archive);
    });
    const { url: HTTPS_PROXY } = await proxy();
    const env = { HTTPS_PROXY, SVC_CA_FILE: google.caFile, GOOGLE_OAUTH_ACCESS_TOKEN: 'canary-google', ...keys };
    const at = (object: string) => `gcs::https://www.googleapis.com:${port}/storage/v1/${object}`;
    const { code, stderr } = await lock(at('bucket/a/b%20c.zip'), env, ' --debug');
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('canary')]);
    expect(await lock(at('moved/m.zip'), env)).toMatchObject({ code: 0 });
    expect(await lock(at('bucket/m.zip'), { ...env, GOOGLE_OAUTH_ACCESS_TOKEN: '' })).toMatchObject({ code: 0 });
    expect(seen).toEqual([
      'www.googleapis.com/storage/v1/b/bucket/o/a%2Fb%20c.zip?alt=media Bearer canary-google',
      'www.googleapis.com/storage/v1/b/moved/o/m.zip?alt=media Bearer canary-google',
      'elsewhere.test/m.zip undefined',
      'www.googleapis.com/storage/v1/b/bucket/o/m.zip?alt=media undefined',
    ]);
    const evil = `gcs::https://elsewhere.test:${port}/storage/v1/b/m.zip`;
    expect(await lock(evil, env)).toExit(8, 'is not https://www.googleapis.com');
    expect(seen).toHaveLength(4);
  });
});
