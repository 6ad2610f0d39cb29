import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { describe, expect, test } from 'vitest';
import { deflated, zip } from '../modules/archive/zip-builder.ts';
import { literalRegistry, type RegistryOptions, type Reply } from '../support/registry.ts';
import { machine } from '../support/svc.ts';
import { filesIn } from '../support/terraform.ts';

const names = ['main.tf', 'modules/one/main.tf', 'modules/two/main.tf'];
const tar = Buffer.from(
  await packTar(names.map((name) => ({ header: { name, size: Buffer.byteLength(name) }, body: name }))),
);
const tgz = gzipSync(tar);
const zipped = zip(names.map((name) => ({ name, content: name, method: deflated })));
const digest = (algorithm: string, bytes: Buffer = tgz) => createHash(algorithm).update(bytes).digest('hex');
const whole = Object.fromEntries(names.map((name) => [name, Buffer.from(name).toString('hex')]));
const one = { 'main.tf': whole['modules/one/main.tf'] };

const here = '/v1/modules/a/b/c/1.0.0';
const files = {
  ...{ '/m.tar.gz': tgz, '/m.tgz': tgz, '/m.tar': tar, '/m.zip': zipped, '/plain': tgz, '/M.ZIP': zipped },
  ...{
    '/signed.zip?X-Amz-Signature=canary&b=1': zipped,
    [`${here}/near.zip`]: zipped,
    [`${here}/near?k=v`]: zipped,
    '/v1/modules/a/b/c/up': tar,
    '/v1/modules/a/b/c/up.tar': tar,
  },
};
const json = (body: object): Reply => ({ body });
const header = (name: string, value: string): Reply => ({ status: 204, headers: { [name]: value } });

type Answer = (origin: string) => string | Reply;

/** Downloads a/b/c from a registry with this response. */
async function download(
  answer: Answer,
  { address = 'a/b/c', ...options }: RegistryOptions & { address?: string } = {},
) {
  const registry = await literalRegistry({
    modules: { 'a/b/c': { versions: ['1.0.0'], download: (_, origin) => answer(origin) } },
    files,
    ...options,
  });
  const me = await machine({
    SVC_REGISTRY: `${registry.url}/v1/modules/`,
    ...(options.token === undefined ? {} : { [`SVC_TOKEN_127_0_0_1_${new URL(registry.url).port}`]: options.token }),
  });
  const { code, stderr } = await me.svc(['module', 'download', address, '--dir', 'out']);
  return { code, stderr, seen: registry.seen, cwd: me.cwd };
}

describe('the location of an archive', () => {
  // spec
  test.each<[title: string, answer: Answer]>([
    ['from the header of this dialect', () => header('X-Svc-Get', '/m.tar.gz')],
    ['from the header of the ecosystem', () => header('X-Terraform-Get', '/m.tar.gz')],
    ['from the header of a 200', () => ({ ...header('X-Svc-Get', '/m.tar.gz'), status: 200 })],
    ['from JSON', (origin) => json({ location: `${origin}/m.tar.gz` })],
    ['from JSON, relative', () => json({ location: './near.zip' })],
    ['relative without an ending, a tar.gz', () => header('X-Svc-Get', '/plain')],
    ['relative without an ending, a zip', () => header('X-Svc-Get', './near?k=v')],
    ['relative without an ending, a tar', () => header('X-Svc-Get', '../up')],
    ['whole', (origin) => `${origin}/m.tar.gz`],
    ['beside the download', () => './near.zip'],
    ['above it', () => '../up.tar'],
    ['by the name in archive=', () => '/plain?archive=tar.gz'],
    ['with the rest of its query as it was', (origin) => `${origin}/signed.zip?X-Amz-Signature=canary&archive=zip&b=1`],
    ['with its top folder named', () => '/m.zip//'],
  ])('an archive is downloaded by its location: %s', async (_title, answer) => {
    const { code, cwd, stderr } = await download(answer);
    expect([code, stderr]).toEqual([0, expect.stringContaining('Downloaded a/b/c@1.0.0')]);
    expect(stderr).not.toContain('canary');
    expect(await filesIn(join(cwd, 'out'))).toEqual(whole);
  });

  // trust: T-41
  test('the token of the registry is not sent to a location on another origin', async () => {
    const other = await literalRegistry({ files });
    const location = `${other.url}/m.zip`;
    for (const answer of [location, json({ location, use_registry_credentials: true })]) {
      const { code, cwd, seen } = await download(() => answer, { token: 'canary-token' });
      expect([code, await filesIn(join(cwd, 'out'))]).toEqual([0, whole]);
      expect(new Set(seen.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer canary-token']));
      expect(other.seen.splice(0).map(({ path, headers }) => [path, headers.authorization])).toEqual([
        ['/m.zip', undefined],
      ]);
    }
  });

  test('the token of the registry is sent to a location on its own origin only if the registry requires it', async () => {
    const tokens = async (answer: Answer) => {
      const { code, seen } = await download(answer, { token: 'canary-token' });
      return [code, seen.at(-1)?.path, seen.at(-1)?.headers.authorization];
    };
    expect(await tokens(() => '/m.zip')).toEqual([0, '/m.zip', undefined]);
    const wanted = { location: '/m.zip', use_registry_credentials: true };
    expect(await tokens(() => json(wanted))).toEqual([0, '/m.zip', 'Bearer canary-token']);
  });
});

describe('a folder of an archive', () => {
  test.each<[title: string, location: string, address?: string]>([
    ['from the location', '/m.zip//modules/one'],
    ['from the address', '/m.tar.gz', 'a/b/c//modules/one'],
    ['from both', '/m.tar//modules', 'a/b/c//one'],
    ['by a glob', '/m.zip//mod*/one'],
    ['by a glob in the address', '/m.zip', 'a/b/c//*/one'],
    ['by a glob before the query', '/plain//m*/o*?archive=tar.gz'],
  ])('a folder of an archive is selected %s', async (_title, location, address = 'a/b/c') => {
    const { code, cwd } = await download(() => location, { address });
    expect([code, await filesIn(join(cwd, 'out'))]).toEqual([0, one]);
  });

  test.each<[title: string, location: string, code: number, words: string]>([
    ['it is not there', '/m.zip//three', 3, 'three'],
    ['it is a file', '/m.zip//main.tf', 8, 'main.tf'],
    ['two match', '/m.zip//modules/*', 8, 'modules/*'],
    ['it leads outside', '/m.zip//../x', 9, 'is outside the archive'],
  ])('a folder of an archive is rejected if %s', async (_title, location, code, words) => {
    const found = await download(() => location);
    expect(found).toExit(code, words);
    expect(await readdir(found.cwd)).toEqual([]);
  });
});

describe('a checksum in the location', () => {
  // trust: T-25
  test.each(['md5', 'sha1', 'sha256', 'sha512'])(
    'the %s checksum in a location is verified, with or without the name of the algorithm',
    async (algorithm) => {
      const right = digest(algorithm);
      const wrong = digest(algorithm, zipped);
      for (const sum of [right, right.toUpperCase(), `${algorithm}:${right}`]) {
        expect(await download(() => `/m.tar.gz?checksum=${sum}`)).toMatchObject({ code: 0 });
      }
      for (const sum of [wrong, `${algorithm}:${wrong}`]) {
        const { code, cwd, stderr } = await download(() => `/m.tar.gz?checksum=${sum}`);
        expect([code, await readdir(cwd)]).toEqual([8, []]);
        expect(stderr).toContain(`its ${algorithm} is ${right}, not ${wrong}`);
      }
    },
  );
});

describe('unsupported locations', () => {
  test.each([
    ['hg::https://h.test/m', 'hg::'],
    ['file:///etc/passwd', 'file://'],
    ['ftp://example.com/m.zip', 'ftp://'],
    ...['m.tar.bz2', 'm.tar.xz', 'm.tar.zst', 'm?archive=tbz2'].map((file) => {
      const [, format] = /^m(?:\.|.archive=)(.*)$/.exec(file)!;
      return [`https://example.com/${file}`, `the archive format "${format}".`];
    }),
  ])(
    'an unsupported location is rejected, and the message says what the registry must return: %s',
    async (location = '', words = '') => {
      const { code, cwd, stderr } = await download(() => location);
      expect([code, await readdir(cwd)]).toEqual([8, []]);
      expect(stderr).toContain(words);
      expect(stderr).toContain('The registry must answer with the https URL of a .tar.gz, .tar or .zip');
    },
  );
});

// trust: T-24
test('a link to a file outside the requested subfolder is replaced by a copy, with one note', async () => {
  const entries = [
    { header: { name: 'shared.tf', size: 6 }, body: 'shared' },
    ...['one', 'two'].map((name) => ({
      header: { name: `modules/x/${name}.tf`, size: 0, type: 'symlink' as const, linkname: '../../shared.tf' },
    })),
  ];
  const address = 'a/b/c//modules/x';
  const linked = { ...files, '/linked.tar': Buffer.from(await packTar(entries)) };
  const { code, cwd, stderr } = await download((origin) => header('x-svc-get', `${origin}/linked.tar`), {
    address,
    files: linked,
  });
  const shared = Buffer.from('shared').toString('hex');
  expect([code, await filesIn(join(cwd, 'out'))]).toEqual([0, { 'one.tf': shared, 'two.tf': shared }]);
  expect(stderr.match(/Warning: .*/g)).toEqual([
    'Warning: a/b/c//modules/x@1.0.0: Copied the target of 2 links such as "modules/x/one.tf", which is outside the subfolder.',
  ]);
});
