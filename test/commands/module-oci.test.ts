import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { zip } from '../modules/archive/zip-builder.ts';
import { call, writeFiles } from '../support/configuration.ts';
import { type Machine, machine } from '../support/svc.ts';
import { onTestFinished } from '../support/test-finished.ts';
import { authority, hasOpenssl, httpsServer, proxy, sharedAuthority } from '../support/tls.ts';

const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const archiveOf = (text: string) =>
  zip(['main.tf', 'sub/main.tf'].map((name) => ({ name, content: `# ${text} ${name}\n` })));
const manifestType = 'application/vnd.oci.image.manifest.v1+json';
const layerOf = (bytes: Buffer) => ({ mediaType: 'archive/zip', digest: `sha256:${sha(bytes)}`, size: bytes.length });
const manifestFor = (bytes: Buffer, more: object = {}) =>
  Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: manifestType,
      artifactType: 'application/vnd.opentofu.modulepkg',
      config: { mediaType: 'application/vnd.oci.empty.v1+json', digest: `sha256:${sha(Buffer.from('{}'))}`, size: 2 },
      layers: [layerOf(bytes)],
      ...more,
    }),
  );
const one = archiveOf('one');
const basic = (login: string) => Buffer.from(login).toString('base64');

interface World {
  /** By `manifests/REFERENCE` or `blobs/DIGEST`. */
  content?: Record<string, Buffer>;
  /** The challenge of a 401, and the header that is accepted. */
  login?: (port: number) => { challenge: string; accepts: string };
  token?: string;
  /** The `link` of a document, by its path. */
  links?: Record<string, string>;
  /** Where blobs are. */
  moved?: (port: number) => string;
}

/** A registry with TLS whose repository acme/net has an archive at the tag v1, and a machine that trusts it. */
async function world({ content, links = {}, login, moved, token = '{"token":"canary-token"}' }: World = {}) {
  const manifest = manifestFor(one);
  const files: Record<string, Buffer> = {
    'manifests/v1': manifest,
    'manifests/latest': manifest,
    [`manifests/sha256:${sha(manifest)}`]: manifest,
    [`blobs/sha256:${sha(one)}`]: one,
    ...content,
  };
  const ca = sharedAuthority();
  onTestFinished(ca.remove);
  const seen: { path: string; host: string; authorization: string | undefined }[] = [];
  const port: number = await httpsServer(ca, ({ headers, url: path = '' }, response) => {
    const { authorization, host = '' } = headers;
    seen.push({ path, host, authorization });
    const { accepts, challenge } = login?.(port) ?? {};
    if (path.startsWith('/token')) return void response.end(token);
    if (challenge && authorization !== accepts && !path.startsWith('/moved'))
      return void response.writeHead(401, { 'www-authenticate': challenge }).end();
    const name = path.replace('/v2/acme/net/', '');
    if (moved && name.startsWith('blobs/')) return void response.writeHead(307, { location: moved(port) }).end();
    const body = path === '/moved' ? one : files[name];
    if (body === undefined) return void response.writeHead(404).end();
    const link = links[name];
    response.writeHead(200, { 'content-type': manifestType, ...(link && { link }) }).end(body);
  });
  const me = await machine({ SVC_CA_FILE: ca.caFile, DOCKER_CONFIG: '', XDG_RUNTIME_DIR: '', XDG_CONFIG_HOME: '' });
  const at = (rest: string) => `oci://localhost:${port}/acme/net${rest}`;
  const lock = async (rest = '?tag=v1', words = '') => {
    await writeFiles(me.home, { 'main.tf': call('m', at(rest)) });
    return me.svc(`module lock${words}`, { env: { HOME: me.home } });
  };
  const logins = (auths: Record<string, string>) => {
    const entries = Object.entries(auths).map(([key, auth]) => [
      key.replace('HOST', `localhost:${port}`),
      { auth: basic(auth) },
    ]);
    return writeFiles(me.home, { '.docker/config.json': JSON.stringify({ auths: Object.fromEntries(entries) }) });
  };
  return { ...me, me, port, seen, files, at, lock, logins };
}

/** A registry of this name behind a proxy, whose login the machine has; it leads to a server of tokens, from another host if it redirects there. */
async function worldOf(registry: string, realmAt: (port: number) => string, redirectsTo?: string) {
  const names = [
    'registry.gitlab.test',
    'gitlab.test',
    'tlab.test',
    'evil.test',
    'registry-1.docker.io',
    'auth.docker.io',
  ];
  const ca = authority(names.map((name) => `DNS:${name}`).join());
  onTestFinished(ca.remove);
  const manifest = manifestFor(one);
  const authorizations: [host: string | undefined, authorization: string | undefined][] = [];
  const port: number = await httpsServer(ca, ({ headers, url: path = '' }, response) => {
    const host = headers.host?.split(':')[0];
    authorizations.push([host, headers.authorization]);
    if (path.startsWith('/token')) return void response.end('{"token":"t"}');
    if (redirectsTo && host !== redirectsTo)
      return void response.writeHead(307, { location: `https://${redirectsTo}:${port}${path}` }).end();
    const challenge = `Bearer realm="${realmAt(port)}"`;
    if (headers.authorization !== 'Bearer t')
      return void response.writeHead(401, { 'www-authenticate': challenge }).end();
    response.end(path.includes('/blobs/') ? one : manifest);
  });
  const { url: HTTPS_PROXY } = await proxy();
  const me = await machine({ SVC_CA_FILE: ca.caFile, HTTPS_PROXY, XDG_RUNTIME_DIR: '', XDG_CONFIG_HOME: '' });
  const auths = { [`${registry}:${port}`]: { auth: basic('me:pw') } };
  await writeFiles(me.home, { 'docker/config.json': JSON.stringify({ auths }) });
  me.env.DOCKER_CONFIG = join(me.home, 'docker');
  return { me, port, authorizations, at: `oci://${registry}:${port}/acme/net?tag=v1` };
}

const lockOf = async ({ home }: Machine) =>
  JSON.parse(await readFile(join(home, 'svc.modules.lock.json'), 'utf8')).modules.m;
const withToken = (port: number) => ({
  challenge: `Bearer realm="https://127.0.0.1:${port}/token",service="here",scope="ignored"`,
  accepts: 'Bearer canary-token',
});

describe.skipIf(!hasOpenssl())('a module in an OCI registry', () => {
  test('an OCI module is locked with the digest of its manifest and installed from it when the tag moves', async () => {
    const { at, files, lock, me, seen, svc } = await world();
    expect(await lock('//sub?tag=v1')).toMatchObject({ code: 0 });
    const digest = `sha256:${sha(manifestFor(one))}`;
    expect(await lockOf(me)).toMatchObject({
      source: at('//sub?tag=v1'),
      location: at(`?digest=${digest}`),
      subdir: 'sub',
      sha256: sha(one),
    });
    const two = archiveOf('two');
    files['manifests/v1'] = manifestFor(two);
    files[`blobs/sha256:${sha(two)}`] = two;
    for (const command of ['install --frozen --no-cache', 'verify', 'lock --check', 'mirror mirror --from-lock .'])
      expect([command, await me.svc(`module ${command}`)]).toMatchObject([command, { code: 0 }]);
    expect(await readFile(join(me.home, '.terraform/modules/m/sub/main.tf'), 'utf8')).toBe('# one sub/main.tf\n');
    expect(seen.filter(({ path }) => path.includes('v1'))).toHaveLength(1);
    expect(await svc('module lock --upgrade')).toMatchObject({ code: 0 });
    expect(await lockOf(me)).toMatchObject({
      sha256: sha(two),
      location: at(`?digest=sha256:${sha(manifestFor(two))}`),
    });
  });

  test.each([['?tag=v1'], [''], [`?digest=sha256:${sha(manifestFor(one))}`]])(
    'an OCI module accepts the reference %s',
    async (rest) => {
      const { lock, me } = await world();
      expect(await lock(rest)).toMatchObject({ code: 0 });
      expect(await lockOf(me)).toMatchObject({ sha256: sha(one) });
    },
  );

  // trust: T-45
  test('an OCI request uses the token that the registry issues for the best match among the docker logins, and no output shows the token', async () => {
    const { lock, logins, me, port, seen } = await world({ login: withToken });
    await logins({
      HOST: 'me:wrong',
      'HOST/acme': 'me:canary:pw',
      'HOST/acme/ne': 'x:y',
      localhost: 'x:y',
      [`127.0.0.1:${port}`]: 'a:server of tokens with an entry of its own',
      'evil.test': 'x:y',
    });
    const { code, stderr } = await lock('?tag=v1', ' --debug');
    expect(code, stderr).toBe(0);
    expect(stderr + JSON.stringify(await lockOf(me))).not.toContain('canary');
    expect(seen.map(({ path, authorization }) => `${path.replace(/[0-9a-f]{64}/, 'HEX')} ${authorization}`)).toEqual([
      '/v2/acme/net/manifests/v1 undefined',
      `/token?service=here&scope=repository%3Aacme%2Fnet%3Apull Basic ${basic('me:canary:pw')}`,
      '/v2/acme/net/manifests/v1 Bearer canary-token',
      '/v2/acme/net/blobs/sha256:HEX Bearer canary-token',
    ]);
    expect(seen.map(({ host }) => host)).toContain(`127.0.0.1:${port}`);
  });

  test('an OCI request uses an anonymous token if there is no login, and the password if the registry requires basic authentication', async () => {
    const anonymous = await world({ login: withToken });
    expect(await anonymous.lock()).toMatchObject({ code: 0 });
    expect(anonymous.seen.map(({ authorization }) => authorization)).not.toContain(expect.stringContaining('Basic'));
    const asked = await world({ login: () => ({ challenge: 'Basic realm="x"', accepts: `Basic ${basic('me:pw')}` }) });
    await asked.logins({ 'HOST/acme/net': 'me:pw' });
    expect(await asked.lock()).toMatchObject({ code: 0 });
  });

  // trust: T-45
  test('an OCI token and password are sent neither to the target of a redirect nor over plain http', async () => {
    const { lock, logins, port, seen } = await world({
      login: withToken,
      moved: (port) => `https://127.0.0.1:${port}/moved`,
    });
    await logins({ HOST: 'me:pw', '127.0.0.1': 'me:pw', [`127.0.0.1:${port}`]: 'me:pw' });
    expect(await lock()).toMatchObject({ code: 0 });
    expect(seen.find(({ path }) => path === '/moved')).toMatchObject({ authorization: undefined });
    for (const challenge of [
      'Bearer realm="http://127.0.0.1:9/token"',
      'Bearer realm="/token"',
      'Bearer',
      'Negotiate',
    ]) {
      const other = await world({ login: () => ({ challenge, accepts: 'none' }) });
      await other.logins({ HOST: 'me:canary' });
      expect(await other.lock()).toExit(4, 'requires a login for oci://localhost');
      expect(other.seen).toHaveLength(1);
    }
    const alien = await world({ login: () => ({ challenge: 'Basic', accepts: 'none' }) });
    await alien.logins({ 'evil.test': 'me:pw', 'HOST.evil.test': 'me:pw' });
    expect(await alien.lock()).toExit(4, 'docker login');
    expect(alien.seen.map(({ authorization }) => authorization)).toEqual([undefined]);
  });

  // trust: T-183
  test.each<[string, string, boolean]>([
    ['registry.gitlab.test', 'gitlab.test', true],
    ['gitlab.test', 'gitlab.test', true],
    ['registry-1.docker.io', 'auth.docker.io', true],
    ['registry.gitlab.test', 'evil.test', false],
    ['registry.gitlab.test', 'tlab.test', false],
    ['gitlab.test', 'registry.gitlab.test', false],
    ['registry.gitlab.test', 'auth.docker.io', false],
  ])('the OCI registry %s sends its login to the token server %s: %s', async (registry, server, isAllowed) => {
    const { at, authorizations, me, port } = await worldOf(registry, (port) => `https://${server}:${port}/token`);
    await writeFiles(me.home, { 'main.tf': call('m', at) });
    const words = isAllowed ? '' : `${registry}:${port} names ${server}:${port} as its server of tokens, to which`;
    expect(await me.svc('module lock')).toExit(isAllowed ? 0 : 4, words);
    const sent = authorizations.filter(([host, what]) => host === server && what?.startsWith('Basic'));
    expect(sent).toHaveLength(isAllowed ? 1 : 0);
  });

  // trust: T-183
  test('the target of a redirect gets no OCI login', async () => {
    const { at, authorizations, me } = await worldOf(
      'registry.gitlab.test',
      (port) => `https://evil.test:${port}/token`,
      'evil.test',
    );
    await writeFiles(me.home, { 'main.tf': call('m', at) });
    expect(await me.svc('module lock')).toMatchObject({ code: 4 });
    expect(authorizations.map(([, what]) => what)).toEqual([undefined, undefined]);
  });

  // trust: T-45
  test.each([
    ['an image of another kind', manifestFor(one, { artifactType: 'application/x' }), 'its artifact type is not'],
    ['an index', manifestFor(one, { mediaType: 'application/vnd.oci.image.index.v1+json' }), 'not an image manifest'],
    ['text', Buffer.from('<html>'), 'not an image manifest'],
    ['no layer', manifestFor(one, { layers: [{ ...layerOf(one), mediaType: 'x' }, null, 1] }), 'no layer of type'],
    ['two layers', manifestFor(one, { layers: [layerOf(one), layerOf(one)] }), 'several layers'],
    ['another hash', manifestFor(one, { layers: [{ ...layerOf(one), digest: 'sha512:00' }] }), 'layer has no sha256'],
    ['a path', manifestFor(one, { layers: [{ ...layerOf(one), digest: '../../x' }] }), 'no sha256'],
    ['a manifest without end', Buffer.alloc(5 * 1024 * 1024, ' '), 'is larger than'],
  ])('an OCI module is rejected with %s', async (_, manifest, words) => {
    const { lock, me } = await world({ content: { 'manifests/v1': manifest } });
    expect(await lock()).toExit(8, words);
    await expect(lockOf(me)).rejects.toThrow();
  });

  // trust: T-45
  test('an OCI module is rejected if its manifest or archive differs from the digest', async () => {
    const digest = `sha256:${sha(manifestFor(one))}`;
    const other = await world({ content: { [`manifests/${digest}`]: manifestFor(archiveOf('two')) } });
    expect(await other.lock(`?digest=${digest}`)).toExit(8, 'sent a manifest with the digest');
    const blob = await world({ content: { [`blobs/sha256:${sha(one)}`]: archiveOf('two') } });
    expect(await blob.lock()).toExit(8, 'its sha256 is');
  });

  test.each([
    ['oci://h.test', 'it is not oci://HOST/NAME'],
    ['oci://h.test/UPPER', 'it is not oci://HOST/NAME'],
    ['oci://h.test/a/../b', 'it is not oci://HOST/NAME'],
    ['oci://h.test/a%2fb', 'it is not oci://HOST/NAME'],
    ['oci://me:pw@h.test/a', 'it is not oci://HOST/NAME'],
    ['oci://h.test/a?archive=zip', 'it is not oci://HOST/NAME'],
    ['oci://h.test/a?tag=x&digest=sha256:0', 'both tag= and digest='],
    ['oci://h.test/a?tag=x/y', 'its tag= is not a tag'],
    ['oci://h.test/a?tag=', 'its tag= is not a tag'],
    ['oci://h.test/a?digest=sha512:00', 'a digest other than sha256'],
    ['oci::https://h.test/a', 'oci::'],
  ])('module lock rejects the OCI address %s', async (source, words) => {
    const me = await machine();
    await writeFiles(me.home, { 'main.tf': call('m', source) });
    expect(await me.svc('module lock --strict')).toExit(2, words);
  });

  const listed = (...tags: unknown[]) => Buffer.from(JSON.stringify({ name: 'acme/net', tags }));

  test.each([[undefined], [withToken]])(
    'module outdated and module update read all pages of the tags of an OCI repository',
    async (login) => {
      const { at, lock, logins, me, port, seen, svc } = await world({
        ...(login && { login }),
        content: {
          'manifests/1.0.0': manifestFor(one),
          'manifests/v1.3.0': manifestFor(archiveOf('three')),
          [`blobs/sha256:${sha(archiveOf('three'))}`]: archiveOf('three'),
          'tags/list': listed('1.0.0', '1.2.0', 'latest', '2.0.0'),
          'tags/list?last=2.0.0': listed('v1.3.0', 'v1.3', 'sha256-0.sig', 5),
          'tags/list?last=5': listed(),
        },
        links: {
          'tags/list': '</v2/acme/net/tags/list?last=2.0.0>; rel="next"',
          'tags/list?last=2.0.0': '<list?last=5>; rel=next',
        },
      });
      if (login) await logins({ HOST: 'me:pw', [`127.0.0.1:${port}`]: 'me:pw' });
      expect(await lock('//sub?tag=1.0.0')).toMatchObject({ code: 0 });
      const env = { env: { HOME: me.home } };
      const row = { module: 'm', constraint: 'tag=1.0.0', current: '1.0.0', allowed: '1.0.0', latest: '2.0.0' };
      seen.length = 0;
      expect(JSON.parse((await svc('module outdated -o json', env)).stdout)).toMatchObject([row]);
      expect(
        seen.filter(({ path, authorization }) => path.includes('/tags/') && authorization === 'Bearer canary-token'),
      ).toHaveLength(login ? 3 : 0);
      expect(await svc('module update', env)).toExit(0, 'Updated 1 module call.');
      expect(await readFile(join(me.home, 'main.tf'), 'utf8')).toBe(call('m', at('//sub?tag=v1.3.0')));
      expect(await lockOf(me)).toMatchObject({ sha256: sha(archiveOf('three')) });
      expect(await svc('module outdated --check', env)).toExit(8, 'Newer versions exist for 1 of 1');
    },
  );

  // trust: T-213
  test.each([
    ['the same page again', listed('1.0.0'), '</v2/acme/net/tags/list>; rel="next"', 'as its next page'],
    ['a page of another origin', listed('1.0.0'), '<https://127.0.0.1:9/v2/>; rel="next"', 'as its next page'],
    ['text', Buffer.from('<html>'), '', 'sent no list of tags'],
    ['a list that is not one', Buffer.from('{"tags":{}}'), '', 'sent no list of tags'],
  ])(
    'module outdated and module update exit with 9 if the list of tags of an OCI repository is %s',
    async (_, list, link, words) => {
      const content = { 'manifests/1.0.0': manifestFor(one), 'tags/list': list };
      const { lock, me, svc } = await world({ content, links: { 'tags/list': link } });
      expect(await lock('?tag=1.0.0')).toMatchObject({ code: 0 });
      for (const verb of ['outdated', 'update'])
        expect(await svc(`module ${verb}`, { env: { HOME: me.home } })).toExit(9, words);
    },
  );

  // trust: T-209
  test('module outdated --check fails for an OCI tag that the repository does not list', async () => {
    const content = {
      'manifests/1.0.0': manifestFor(one),
      'tags/list': Buffer.from('{"name":"acme/net","tags":null}'),
    };
    const { lock, me, svc } = await world({ content });
    expect(await lock('?tag=1.0.0')).toMatchObject({ code: 0 });
    const checked = await svc('module outdated --check', { env: { HOME: me.home } });
    expect(checked).toExit(8, 'm: its repository has no tag 1.0.0.');
  });
});
