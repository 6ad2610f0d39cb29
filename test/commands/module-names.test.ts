import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { realDisk } from '../../src/modules/archive/disk.ts';
import { file, symlink, tarGz } from '../modules/archive/tar-builder.ts';
import { at, call, mapHost, writeFiles } from '../support/configuration.ts';
import { ignoringCase } from '../support/disk.ts';
import { literalRegistry } from '../support/registry.ts';
import { machine } from '../support/svc.ts';

const saying = (text: string) => expect.stringContaining(text);
const archives = {
  same: tarGz(file('main.tf', ''), file('docs/README.md', 'x'), file('docs/readme.md', 'x')),
  other: tarGz(file('main.tf', call('fine', at('fine/null'))), file('A.md', '1'), file('a.md', '2')),
  fine: tarGz(file('main.tf', '')),
  colon: tarGz(file('main.tf', ''), file('docs/a:b', '')),
  links: tarGz(file('modules/m/main.tf', ''), symlink('modules/m/up', '../../shared'), symlink('gone', 'shared/x')),
};
type Name = keyof typeof archives;

/** A machine, and the host `modules.example.com` with the archives as its modules. */
async function prepared(...calls: Name[]) {
  const me = await machine();
  const names = Object.keys(archives) as Name[];
  const { url } = await literalRegistry({
    modules: Object.fromEntries(
      names.map((name) => [`acme/${name}/null`, { versions: ['1.0.0'], download: () => `/archives/${name}.tar.gz` }]),
    ),
    files: Object.fromEntries(names.map((name) => [`/archives/${name}.tar.gz`, archives[name]])),
  });
  await mapHost(me.home, `${url}/v1/modules/`);
  await writeFiles(me.home, { 'main.tf': calls.map((name) => call(name, at(`${name}/null`))).join('') });
  const locked = () => JSON.parse(readFileSync(join(me.home, 'svc.modules.lock.json'), 'utf8')).modules;
  const manifest = () =>
    JSON.parse(readFileSync(join(me.home, '.terraform/modules/modules.json'), 'utf8')).Modules.map(
      ({ Key }: { Key: string }) => Key,
    );
  return { ...me, locked, manifest };
}

describe('a name with a colon', () => {
  const saysWhere = saying(
    'Created the name "a:b" with a colon: the module cannot be installed or downloaded on Windows.',
  );

  // trust: T-9
  test.skipIf(process.platform === 'win32')(
    'a module with a colon in a file name can be locked, installed and downloaded with a note, but not mirrored',
    async () => {
      const { home, svc } = await prepared('colon');
      expect(await svc('module lock')).toMatchObject({ code: 0, stderr: saysWhere });
      expect(await svc('module install')).toMatchObject({ code: 0 });
      expect(await svc('module verify')).toMatchObject({ code: 0 });
      expect(await svc(`module download ${at('colon/null')} --dir d --no-cache`)).toMatchObject({
        code: 0,
        stderr: saysWhere,
      });
      expect(existsSync(join(home, 'd/docs/a:b'))).toBe(true);
      for (const words of [`${at('colon/null')} --dry-run`, at('colon/null'), '--from-lock .']) {
        expect(await svc(`module mirror mirror ${words}`)).toExit(
          8,
          '"docs/a:b" has a colon (a drive or a stream on Windows)',
        );
      }
    },
  );
});

describe('file names that differ only in case', () => {
  test('two equal files whose names differ only in case have the same lock on every disk, and a case-insensitive disk needs only one of them', async () => {
    const { home, locked, svc } = await prepared('same');
    expect(await svc('module lock', { disk: ignoringCase })).toExit(0, 'differ only in case');
    const { h1 } = locked().same;
    expect(locked().same.alike).toEqual(['docs/README.md', 'docs/readme.md']);
    expect(await svc('module lock --upgrade', { disk: realDisk })).toExit(0, 'Unchanged:');
    expect(locked().same.h1).toBe(h1);
    expect(await svc('module install', { disk: ignoringCase })).toMatchObject({ code: 0 });
    const readme = (name: string) => join(home, '.terraform/modules/same/docs', name);
    expect([existsSync(readme('README.md')), existsSync(readme('readme.md'))]).toEqual([true, false]);
    expect(await svc('module verify', { disk: ignoringCase })).toMatchObject({ code: 0 });
    expect(await svc('module install', { disk: ignoringCase })).toMatchObject({ stderr: saying('it is in place') });
    expect(await svc('module verify --offline', { disk: realDisk })).toExit(8, 'does not match the lock');
    await writeFiles(home, { '.terraform/modules/same/docs/README.md': 'y' });
    expect(await svc('module verify --offline', { disk: ignoringCase })).toMatchObject({ code: 8 });
  });

  test('the notes about dangling links and about names that differ only in case name the package', async () => {
    const { svc } = await prepared('same', 'other', 'links');
    const { code, stderr } = await svc('module lock');
    expect(code).toBe(0);
    const noted = stderr.split('\n').filter((line) => line.startsWith('Warning: '));
    expect(noted.sort()).toEqual([
      `Warning: ${at('links/null')}@1.0.0: Created 2 dangling links such as "gone", which leads to "shared/x".`,
      `Warning: ${at('other/null')}@1.0.0: "A.md" and "a.md" differ in case and in content; the module cannot be installed or downloaded on a case-insensitive disk.`,
      `Warning: ${at('same/null')}@1.0.0: "docs/README.md" and "docs/readme.md" differ only in case; a case-insensitive disk stores only one of them.`,
    ]);
  });

  test('a module with names that differ only in case and other content is locked, but not installed on a case-insensitive disk', async () => {
    const { home, locked, manifest, svc } = await prepared('other', 'same');
    expect(await svc('module lock', { disk: ignoringCase })).toExit(0, 'this disk treats them as one name');
    expect(Object.keys(locked())).toEqual(['other', 'other.fine', 'same']);
    const { code, stderr, stdout } = await svc('module install -o json', { disk: ignoringCase });
    expect([code, stderr]).toEqual([
      8,
      saying(String.raw`1 of 3 remote modules cannot be installed on this disk: other: \"A.md\" and \"a.md\"`),
    ]);
    expect(stderr).toContain('Installed 2 of 3 remote module calls.');
    expect(JSON.parse(stdout).map(({ module, state }: Record<string, string>) => [module, state])).toEqual([
      ['other', 'rejected'],
      ['other.fine', 'installed'],
      ['same', 'installed'],
    ]);
    expect(manifest()).toEqual(['', 'other.fine', 'same']);
    expect(existsSync(join(home, '.terraform/modules/other'))).toBe(false);
    expect(await svc('module install', { disk: realDisk })).toMatchObject({ code: 0 });
    expect(manifest()).toEqual(['', 'other', 'other.fine', 'same']);
  });

  test('a module with names that differ only in case and other content is not downloaded to a case-insensitive disk', async () => {
    const { home, svc } = await prepared();
    const words = ['module', 'download', at('other/null'), at('same/null')];
    expect(await svc(words, { disk: ignoringCase })).toExit(
      8,
      'The archive is rejected: "A.md" and "a.md" differ in case and in content',
    );
    expect(existsSync(join(home, 'acme/other'))).toBe(false);
    expect(existsSync(join(home, 'acme/same/null/1.0.0/docs/README.md'))).toBe(true);
    expect(await svc(words.slice(0, 3), { disk: realDisk })).toExit(0, 'on a case-insensitive disk');
  });
});

describe('links', () => {
  test('dangling links and links between folders of a package are kept, locked and verified', async () => {
    const { home, svc } = await prepared();
    await writeFiles(home, { 'main.tf': call('m', `${at('links/null')}//modules/m`) });
    expect(await svc('module lock')).toExit(0, 'Created 2 dangling links such as "gone", which leads to "shared/x".');
    expect(await svc('module install --frozen')).toMatchObject({ code: 0 });
    expect(await svc('module verify')).toMatchObject({ code: 0 });
    await writeFiles(home, { '.terraform/modules/m/shared/x': '' });
    expect(await svc('module verify --offline')).toMatchObject({ code: 8 });
  });

  test('a dangling link out of the requested subfolder is rejected', async () => {
    const { home, svc } = await prepared();
    expect(await svc(['module', 'download', `${at('links/null')}//modules/m`, '--dir', 'here'])).toExit(
      8,
      '"modules/m/up" leads to "shared", which the archive does not contain',
    );
    expect(existsSync(join(home, 'here'))).toBe(false);
  });
});
