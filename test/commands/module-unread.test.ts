import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { at, call, publish, writeFiles } from '../support/configuration.ts';
import { type Machine, machine } from '../support/svc.ts';

const lockOf = async ({ home }: Machine, folder = '') =>
  JSON.parse(await readFile(join(home, folder, 'svc.modules.lock.json'), 'utf8')).modules;
const manifestOf = async ({ home }: Machine) =>
  JSON.parse(await readFile(join(home, '.terraform/modules/modules.json'), 'utf8')).Modules as { Key: string }[];
const keysOf = async (me: Machine) => (await manifestOf(me)).map(({ Key }) => Key);

/** A configuration in which one call is unreadable, and one in a package. */
async function mixed(me: Machine) {
  const service = await publish(me.home, {
    'acme/a/null/1.0.0/main.tf': call('deep', 'hg::https://repo.test/x'),
    'acme/b/null/1.0.0/main.tf': '',
  });
  const odd = 'module "odd" {\n  source = "git::https://me:secret@repo.test/$' + '{each.key}"\n}\n';
  await writeFiles(me.home, { 'main.tf': `${call('a', at('a/null'))}${odd}${call('b', at('b/null'))}` });
  return service;
}

describe('a module call that cannot be read', () => {
  test.each([
    [
      'git::https://git.example.com/x.git?ref=v1//sub',
      '',
      'The folder comes before the query: SOURCE//FOLDER?ref=TAG.',
    ],
    ['s3::https://s3.amazonaws.com/bucket/folder', '', 'Name an archive in it: s3::https://…/BUCKET/KEY.zip.'],
    ['a.b/c/aws', '', 'Valid sources: ./FOLDER, [HOST/]NAMESPACE/NAME/PROVIDER'],
    ['/srv/x', '', 'Write a path relative to the configuration'],
    ['acme/x/aws', 'newest', 'Correct its version.'],
    ['$' + '{each.key}', '', 'Write source and version as plain strings.'],
  ])('module lock prints a hint for the cause if it cannot read a call: %s %s', async (source, version, hint) => {
    const me = await machine();
    await writeFiles(me.home, { 'main.tf': call('m', source, version) });
    const until = 'Until then, terraform or tofu has to install it without a lock.';
    const { code, stderr } = await me.svc('module lock');
    expect([code, stderr]).toEqual([8, expect.stringContaining(`\nHint: ${hint}`)]);
    expect(stderr).toMatch(new RegExp(`${until}\n$`));
  });

  test('module lock names a call that it cannot read with file and line, and locks the others', async () => {
    const me = await machine();
    await mixed(me);
    const { code, stderr, stdout } = await me.svc('module lock -o json');
    expect(code).toBe(8);
    expect(JSON.parse(stdout).map(({ module }: { module: string }) => module)).toEqual(['a', 'a.deep', 'b', 'odd']);
    expect(stderr).toContain('Locked 2 module calls');
    expect(stderr).toContain('main.tf:4: the source of module odd is an expression');
    expect(stderr).toContain('modules.example.com/acme/a/null@1.0.0/main.tf:1: module deep');
    expect(await lockOf(me)).toMatchObject({
      a: { version: '1.0.0' },
      b: { version: '1.0.0' },
      'a.deep': { source: 'hg::https://repo.test/x', unread: expect.stringContaining('hg::') },
      odd: { source: expect.stringContaining('//***@'), unread: expect.stringMatching(/^main\.tf:4: /) },
    });
    expect(await readFile(join(me.home, 'svc.modules.lock.json'), 'utf8')).not.toContain('secret');
  });

  test('module lock --check exits with 8 for a call that it cannot read, and with 2 with --strict', async () => {
    const me = await machine();
    const service = await mixed(me);
    await me.svc('module lock');
    await service.close();
    expect(await me.svc('module lock --check')).toExit(8, '2 module calls cannot be read');
    expect(await me.svc('module lock')).toExit(8, 'Unchanged: 2 ');
    expect(await me.svc('module lock --check --strict')).toMatchObject({ code: 2 });
    expect(await me.svc('module install --strict')).toMatchObject({ code: 2 });
    expect(existsSync(join(me.home, '.terraform'))).toBe(false);
  });

  test('module lock --strict writes no lock if it cannot read a call', async () => {
    const me = await machine();
    await mixed(me);
    expect(await me.svc('module lock --strict')).toExit(2, 'main.tf:4');
    expect(existsSync(join(me.home, 'svc.modules.lock.json'))).toBe(false);
  });

  test('module install does not install a call that it cannot read, and keeps what terraform installed for that call', async () => {
    const me = await machine();
    await mixed(me);
    for (const flags of ['', ' --frozen', ' --offline']) {
      const { code, stderr } = await me.svc(`module install${flags}`);
      expect([flags, code, stderr]).toEqual([flags, 8, expect.stringContaining('main.tf:4: the source of module odd')]);
      expect(await keysOf(me)).toEqual(['', 'a', 'b']);
    }
    const path = '.terraform/modules/modules.json';
    const own = { Key: 'odd', Source: 'git::https://repo.test/x', Dir: '.terraform/modules/odd' };
    const Modules = [...(await manifestOf(me)), own, { ...own, Key: 'odd.in' }, { ...own, Key: 'odder' }];
    await writeFiles(me.home, { [path]: JSON.stringify({ Modules }) });
    await me.svc('module install');
    expect(await keysOf(me)).toEqual(['', 'a', 'b', 'odd', 'odd.in']);
    await writeFiles(me.home, { [path]: '{' });
    await me.svc('module install');
    expect(await keysOf(me)).toEqual(['', 'a', 'b']);
    expect(await me.svc('module verify')).toExit(8, 'cannot be read');
  });

  test('module mirror --from-lock exits with 8 for a call that it cannot read, and mirrors the others', async () => {
    const me = await machine();
    await mixed(me);
    await me.svc('module lock');
    for (const wanted of ['--from-lock .', `${at('a/null')} ${at('b/null')}`]) {
      await rm(join(me.home, 'm'), { recursive: true, force: true });
      expect(await me.svc(`module mirror m ${wanted}`)).toExit(8, 'Mirrored 2 of 2 packages', 'main.tf:1: module deep');
      expect(existsSync(join(me.home, 'm/modules.example.com/acme/a/null/versions'))).toBe(true);
      expect(await me.svc(`module mirror m ${wanted} --strict`)).toMatchObject({ code: 2 });
    }
  });

  test('a call is locked once it can be read, and removed from the lock once it is removed from the configuration', async () => {
    const me = await machine();
    await publish(me.home, { 'acme/b/null/1.0.0/main.tf': '' });
    await writeFiles(me.home, { 'main.tf': 'module "b" {\n  source = var.b\n}\n' });
    await me.svc('module lock');
    await writeFiles(me.home, { 'main.tf': call('b', at('b/null')) });
    expect(await me.svc('module lock --check')).toExit(8, 'b: the lock');
    expect(await me.svc('module install')).toMatchObject({ code: 0 });
    expect(await lockOf(me)).toMatchObject({ b: { version: '1.0.0' } });
    await writeFiles(me.home, { 'main.tf': '\nmodule "b" {\n  source = var.b\n}\n' });
    expect(await me.svc('module lock --check')).toExit(8, 'main.tf:2');
    await writeFiles(me.home, { 'main.tf': '' });
    expect(await me.svc('module lock')).toMatchObject({ code: 0 });
    expect(await lockOf(me)).toEqual({});
  });

  test.each([
    ['control characters', 'module "x" {\n  source = "a\\u001b[31m\\n$' + '{x}"\n}\n'],
    ['a text without end', `module "x" {\n  source = "hg::${'x'.repeat(7000)}"\n}\n`],
    ['an empty text', 'module "x" {\n  source = ""\n}\n'],
    ['lines', 'module "x" {\n  source = <<EOT\na\n$' + '{b}\nEOT\n}\n'],
  ])('the lock can store the source of a call that cannot be read: %s', async (_, main) => {
    const me = await machine();
    await writeFiles(me.home, { 'main.tf': main });
    expect(await me.svc('module lock')).toMatchObject({ code: 8 });
    expect(await me.svc('module lock')).toExit(8, 'Unchanged: 0 ');
    expect(await me.svc('module tree')).toMatchObject({ code: 0 });
    expect(await me.svc('module outdated')).toMatchObject({ code: 0 });
  });
});
