import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sourceInPage } from '../../src/modules/fetch/locate.ts';
import { deflated, zip } from '../modules/archive/zip-builder.ts';
import { hasGit, repository } from '../support/git-repository.ts';
import { gitServer } from '../support/git-server.ts';
import { literalRegistry, type Reply } from '../support/registry.ts';
import { machine } from '../support/svc.ts';
import { filesIn } from '../support/terraform.ts';

const zipped = zip(
  ['main.tf', 'modules/one/main.tf'].map((name) => ({ name, content: `# ${name}`, method: deflated })),
);
const one = { 'main.tf': Buffer.from('# modules/one/main.tf').toString('hex') };
const sum = createHash('sha256').update(zipped).digest('hex');

type Files = Record<string, Buffer | ((origin: string) => Reply)>;

const page = (source: string) => `<!DOCTYPE html><html><head><meta name="terraform-get" content="${source}"></head>`;
const html = (body: string): Reply => ({ headers: { 'content-type': 'text/html; charset=utf-8' }, body });
const header = (value: string): Reply => ({ headers: { 'x-terraform-get': value } });

/** Another origin than the registry's, with these files; a registry whose a/b/c is at a path there, and a machine with a token for it. */
async function world(files: Files, path: string) {
  const elsewhere = await literalRegistry({ files: { '/m.zip': zipped, ...files } });
  const registry = await literalRegistry({
    modules: { 'a/b/c': { versions: ['1.0.0'], download: () => elsewhere.url + path } },
    files: { '/back.zip': zipped },
    token: 'canary-token',
  });
  const me = await machine({
    PATH: process.env.PATH ?? '',
    SVC_REGISTRY: `${registry.url}/v1/modules/`,
    [`SVC_TOKEN_127_0_0_1_${new URL(registry.url).port}`]: 'canary-token',
  });
  return { ...me, elsewhere, registry };
}

const asked = (path: string) => `${path}${path.includes('?') ? '&' : '?'}terraform-get=1`;

describe('a source URL without an archive ending', () => {
  test.each<[title: string, answer: (origin: string) => Reply, path?: string]>([
    ['names it in a header', (origin) => header(`${origin}/m.zip//modules/one`)],
    ['names it in the header of this dialect', () => ({ headers: { 'x-svc-get': '/m.zip//modules/one' } })],
    ['names it with a header of a 204', () => ({ ...header('/m.zip//modules/one'), status: 204 })],
    ['names it in a meta element', (origin) => html(page(`${origin}/m.zip//modules/one`))],
    ['names it while the source has the folder', () => header('/m.zip'), '/page//modules/one'],
    ['names a part of the folder', () => header('/m.zip//modules'), '/page//one'],
    ['is the archive', () => ({ headers: { 'content-type': 'application/zip' }, body: zipped }), '/page//modules/one'],
    ['is the archive, whatever it says', () => html(zipped as unknown as string), '/page//modules/one'],
    ['has a query already', () => header('/m.zip//modules/one'), '/page?a=b'],
    ['would have an ending, but for archive=false', () => header('/m.zip//modules/one'), '/page.zip?archive=false'],
  ])(
    'svc requests a source URL with terraform-get=1 and finds the archive if the page %s',
    async (_, answer, path = '/page') => {
      const url = asked(path.replace(/\/\/[a-z/]+/, '').replace(/\?archive=false/, ''));
      const { cwd, elsewhere, svc } = await world({ [url]: answer }, path);
      expect(await svc('module download a/b/c --dir out')).toExit(0, 'Downloaded a/b/c@1.0.0');
      expect(await filesIn(join(cwd, 'out'))).toEqual(one);
      expect(elsewhere.seen.map(({ headers }) => headers.authorization).filter(Boolean)).toEqual([]);
    },
  );

  // trust: T-41
  test('only the registry gets its token, even if the response to terraform-get=1 leads back to the registry', async () => {
    let back = '';
    const { registry, svc } = await world({ [asked('/page')]: () => header(`${back}/back.zip`) }, '/page');
    back = registry.url;
    expect(await svc('module download a/b/c@1.0.0 --dir out')).toMatchObject({ code: 0 });
    expect(registry.seen.map(({ path, headers }) => [path, headers.authorization])).toEqual([
      ['/v1/modules/a/b/c/1.0.0/download', 'Bearer canary-token'],
      ['/back.zip', undefined],
    ]);
  });

  test('the checksum of a source URL applies to the archive that the response to terraform-get=1 names', async () => {
    const named = { [asked('/page')]: () => header('/m.zip') };
    const right = await world(named, `/page?checksum=${sum}`);
    expect(await right.svc('module download a/b/c --dir out')).toMatchObject({ code: 0 });
    const wrong = await world(named, `/page?checksum=${'0'.repeat(64)}`);
    expect(await wrong.svc('module download a/b/c --dir out')).toMatchObject({ code: 8 });
    expect(await readdir(wrong.cwd)).toEqual([]);
  });

  test('svc follows at most ten responses to terraform-get=1 in a row', async () => {
    const hop = (n: number) => (origin: string) => header(n === 0 ? '/m.zip' : `${origin}/${n}`);
    const pages = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [asked(`/${n + 1}`), hop(n)]));
    expect(await (await world(pages(10), '/10')).svc('module download a/b/c --dir out')).toMatchObject({ code: 0 });
    expect(await (await world(pages(11), '/11')).svc('module download a/b/c --dir out')).toExit(
      8,
      'leads through more than 10 pages',
    );
  });

  test.each<[title: string, answer: Reply, code: number, words: string]>([
    ['a page that names nothing', html('<html><head></head>'), 8, 'an HTML page without <meta name="terraform-get">'],
    ['something else', { body: { a: 1 } }, 8, 'a JSON document (application/json)'],
    ['nothing', { body: '' }, 8, 'is neither an archive nor a page that names one'],
    ['an archive that is not read', { body: Buffer.from('BZh91AY&SY and so on') }, 8, 'a bzip2 archive'],
    ['a file of this machine', header('file:///etc/passwd'), 8, 'file://'],
    ['an address of a registry', header('hashicorp/consul/aws'), 9, 'the address of a module in a registry'],
    ['an argument', header('-oProxyCommand=x'), 9, 'starts with a hyphen'],
    ['a rejection', { status: 404 }, 3, 'Not found, or not visible'],
  ])('module download rejects %s as the response to terraform-get=1', async (_, answer, code, words) => {
    const { cwd, svc } = await world({ [asked('/page')]: () => answer }, '/page');
    expect(await svc('module download a/b/c --dir out')).toExit(code, words);
    expect(await readdir(cwd)).toEqual([]);
  });

  test('module source prints the location that the response to terraform-get=1 names', async () => {
    const { elsewhere, svc } = await world({ [asked('/page')]: () => header('/m.zip') }, '/page//modules/one');
    expect(JSON.parse((await svc('module source a/b/c -o json')).stdout)).toMatchObject({
      location: `${elsewhere.url}/m.zip`,
      kind: 'archive',
      subdir: 'modules/one',
    });
  });

  test('a source in a configuration may be a URL without an archive ending, with a folder in the URL and in the response', async () => {
    const { cwd, elsewhere, svc } = await world({ [asked('/page')]: () => header('/m.zip//modules') }, '/page');
    await writeFile(join(cwd, 'main.tf'), `module "one" {\n  source = "${elsewhere.url}/page//one"\n}\n`);
    expect(await svc('module lock')).toMatchObject({ code: 0 });
    expect(await svc('module install')).toMatchObject({ code: 0 });
    const manifest = JSON.parse(await readFile(join(cwd, '.terraform/modules/modules.json'), 'utf8'));
    const { Dir: dir } = manifest.Modules.find(({ Key }: { Key: string }) => Key === 'one');
    expect(await filesIn(join(cwd, dir))).toEqual(one);
    expect(await svc('module verify')).toMatchObject({ code: 0 });
  });

  test.runIf(hasGit())('the response to terraform-get=1 may name a git repository', async () => {
    const repo = repository();
    const commit = repo.commit({ 'main.tf': 'main.tf' });
    const { url } = await gitServer(dirname(repo.folder));
    const { cwd, svc } = await world(
      { [asked('/page')]: () => html(page(`git::${url}/m.git?ref=${commit}&amp;depth=1`)) },
      '/page',
    );
    expect(await svc('module download a/b/c --dir out')).toMatchObject({ code: 0 });
    expect(await filesIn(join(cwd, 'out'))).toEqual({ 'main.tf': Buffer.from('main.tf').toString('hex') });
  });
});

test.each<[page: string, source: string | undefined]>([
  ['<meta name="terraform-get" content="a">', 'a'],
  ["<META content='a' NAME='terraform-get' />", 'a'],
  ['<meta name=terraform-get content=a>', 'a'],
  ['<meta name="terraform-get" content="a?b=1&amp;c=&#50;&#x33;&unknown;">', 'a?b=1&c=23&unknown;'],
  ['<meta name="other" content="a"><meta name="terraform-get" content="b">', 'b'],
  ['<!-- <meta name="terraform-get" content="a"> --><meta name="terraform-get" content="b">', 'b'],
  ['<!-- <meta name="terraform-get" content="a">', undefined],
  ['<head></head><body><meta name="terraform-get" content="a">', undefined],
  ['<meta name="terraform-get" content="">', undefined],
  ['<meta name="terraform-get">', undefined],
  ['<meta data-name="terraform-get" content="a">', undefined],
  ['', undefined],
])('svc reads the source from the HTML page %s', (html, source) => {
  expect(sourceInPage(html)).toBe(source);
});

// trust: T-64
test('a meta element of an HTML page is read up to 8 KiB', () => {
  const meta = (length: number) => `<meta name="terraform-get" content="b" ${'a'.repeat(length)}>`;
  const spare = 8192 - meta(0).length + '<meta >'.length;
  expect(sourceInPage(meta(spare))).toBe('b');
  expect(sourceInPage(meta(spare + 1))).toBeUndefined();
});

// trust: T-64
test('a long and malformed HTML page is read without delay', () => {
  for (const piece of ['<!--', '<meta ', '<meta name=', 'a=', '&#x', '"', '<meta a="'])
    expect(sourceInPage(piece.repeat(500_000))).toBeUndefined();
});
