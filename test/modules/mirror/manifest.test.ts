import { relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { fileOf, isEntry, type Mirrored, openManifest, readManifest } from '../../../src/modules/mirror/manifest.ts';
import { resourcesOf } from '../../../src/modules/mirror/serve/resources.ts';
import { discoveryDocument, hostsOf, locationOf, modulesIn } from '../../../src/modules/mirror/static-tree.ts';
import fc, { forAll } from '../../support/properties.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

function entry(source: string, version: string | undefined = '1.0.0', more: Partial<Mirrored> = {}): Mirrored {
  const bare = { source, version, commit: undefined, sha256: 'a'.repeat(64) };
  return {
    ...bare,
    file: fileOf(bare, 'tar.gz'),
    subdir: '',
    bytes: 1,
    h1: `h1:${'A'.repeat(43)}=`,
    origin: 'https://example.com/x.tar.gz',
    description: '',
    at: '2026-01-01T00:00:00.000Z',
    ...more,
  };
}

test('a written manifest is read again, in the order of sources and versions', () => {
  const root = temporaryFolder();
  const manifest = openManifest(root);
  const entries = [entry('b.example.com/a/b/c'), entry('a.example.com:8443/a/b/c', '2.0.0')];
  for (const each of entries) manifest.add(each);
  manifest.save();
  expect(readManifest(root).map(({ file }) => file)).toEqual([
    'a.example.com_8443/a/b/c/2.0.0/archive.tar.gz',
    'b.example.com/a/b/c/1.0.0/archive.tar.gz',
  ]);
});

test('two runs that write one manifest at once keep the entries of both', () => {
  const root = temporaryFolder();
  const [one, other] = [openManifest(root), openManifest(root)];
  one.add(entry('a.example.com/a/b/c'));
  one.save();
  other.add(entry('a.example.com/a/b/d'));
  other.save();
  expect(readManifest(root)).toHaveLength(2);
});

test('rejects a second module whose path some disks treat as that of the first', () => {
  const manifest = openManifest(temporaryFolder());
  manifest.add(entry('a.example.com/Acme/b/c'));
  expect(() => manifest.add(entry('a.example.com/acme/b/c'))).toThrow('share a folder on some disks');
});

// trust: T-40
test('the path of any valid entry stays inside the mirror', () => {
  const part = fc.oneof(fc.constantFrom('..', '.', '', 'a', 'con', 'a:b', '_sources', '/', 'a\\b', 'x '), fc.string());
  const names = fc.tuple(fc.constantFrom('a.example.com', '..'), fc.constantFrom('a', '..'), fc.constant('b'), part);
  const sources = fc.oneof(fc.array(part, { minLength: 1, maxLength: 6 }), names).map((parts) => parts.join('/'));
  const versions = fc.option(fc.oneof(fc.constant('1.0.0'), part), { nil: undefined });
  let accepted = 0;
  forAll([sources, versions, fc.option(sources)], (source, version, file) => {
    const named = { ...entry('a.example.com/a/b/c'), source, version };
    const value: Mirrored = { ...named, file: file ?? placeOf(named) };
    if (!isEntry(value)) return;
    accepted += 1;
    expect(relative('/mirror', resolve('/mirror', value.file))).toBe(value.file);
    expect(value.file).not.toMatch(/^\.\.?(\/|$)|\\|:/);
  });
  expect(accepted).toBeGreaterThan(0);
});

/** Where its archive belongs; empty where no disk should bear the name. */
function placeOf(named: Mirrored): string {
  try {
    return fileOf(named, 'tar.gz');
  } catch {
    return '';
  }
}

test.each<[string, object]>([
  ['a subdir that leads out', { subdir: '../x' }],
  ['an invalid digest', { sha256: 'a' }],
  ['an invalid host', { source: '../a/b/c' }],
  ['an invalid version', { version: '../1' }],
  ['an archive elsewhere', { file: 'a.example.com/a/b/c/1.0.0/other.tar.gz' }],
  ['an invalid size', { bytes: 1.5 }],
])('an entry with %s is not valid', (_, change) => {
  expect(isEntry(entry('a.example.com/a/b/c'))).toBe(true);
  expect(isEntry({ ...entry('a.example.com/a/b/c'), ...change })).toBe(false);
});

test('a server for several hosts has no discovery document, and serves each host below its own path', () => {
  const entries = [entry('a.example.com/a/b/c'), entry('b.example.com/a/b/c')];
  const hosts = hostsOf(modulesIn(entries));
  expect([discoveryDocument(hosts), discoveryDocument(['a.example.com'])]).toEqual([
    undefined,
    { 'modules.v1': '/a.example.com/' },
  ]);
  const resources = resourcesOf(entries, async () => []);
  for (const host of hosts) expect(resources(`/${host}/a/b/c/versions`)).toMatchObject({ kind: 'document' });
});

test('the location of an entry is the archive beside the document, with the folder that its registry named', () => {
  const found = entry('a.example.com/a/b/c', '1.0.0', { subdir: 'modules/x' });
  expect([locationOf(found), locationOf(found, 'k')]).toEqual([
    './archive.tar.gz//modules/x',
    './archive.tar.gz//modules/x?key=k',
  ]);
});

test('the latest version of a mirrored module may have a build with a hyphen', () => {
  const versions = ['0.9.0', '1.0.0+b-1', '2.0.0-rc1+b'];
  const resources = resourcesOf(
    versions.map((version) => entry('a.example.com/a/b/c', version)),
    async () => [],
  );
  expect(resources('/a.example.com/a/b/c/download')).toMatchObject({ to: expect.stringContaining('/1.0.0+b-1/') });
});
