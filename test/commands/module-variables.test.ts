import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { at, call, publish, writeFiles } from '../support/configuration.ts';
import { type Machine, machine } from '../support/svc.ts';

const sourceOf = async ({ home }: Machine, path = 'm') => {
  const { modules } = JSON.parse(await readFile(join(home, 'svc.modules.lock.json'), 'utf8'));
  return modules[path].source;
};
const folders = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => [`${name}/main.tf`, '']));
const main = 'variable "v" {\n  default = "a"\n}\nmodule "m" {\n  source = "./$' + '{var.v}"\n}\n';

describe('variables in a source', () => {
  test('a variable in a source has the value of the last of: environment, files in order of their names, --var-file', async () => {
    const me = await machine();
    await writeFiles(me.home, { 'main.tf': main, ...folders, 'x/one.tfvars': 'v = "f"', 'x/two.json': '{"v":"g"}' });
    const lock = async (words = '', env = {}) => {
      expect(await me.svc(`module lock --tool tofu${words}`, { env })).toMatchObject({ code: 0 });
      return sourceOf(me);
    };
    expect(await lock()).toBe('./a');
    const env = { TF_VAR_v: 'b' };
    expect(await lock('', env)).toBe('./b');
    await writeFiles(me.home, { 'terraform.tfvars': 'v = "c"\n' });
    expect(await lock('', env)).toBe('./c');
    await writeFiles(me.home, { 'z.auto.tfvars': 'v = "e"\n', 'y.auto.tfvars.json': '{"v":"d"}' });
    expect(await lock('', env)).toBe('./e');
    expect(await lock(' --var-file x/one.tfvars', env)).toBe('./f');
    expect(await me.svc('module lock --check')).toMatchObject({ code: 8 });
    for (const command of ['lock --check', 'install --frozen', 'verify'])
      expect(await me.svc(`module ${command} --var-file x/one.tfvars`)).toMatchObject({ code: 0 });
    expect(await lock(' --var-file x/one.tfvars --var-file x/two.json', env)).toBe('./g');
    expect(await me.svc('module lock --var-file nowhere.tfvars')).toExit(
      2,
      /--var-file: .*nowhere\.tfvars does not exist/,
    );
  });

  test('a variable in a source may be named like a block, such as data', async () => {
    const me = await machine();
    const files = { 'main.tf': main.replaceAll(/\bv\b/g, 'data'), ...folders };
    await writeFiles(me.home, { ...files, 'terraform.tfvars.json': '{"data":"b"}' });
    expect(await me.svc('module lock --tool tofu')).toMatchObject({ code: 0 });
    expect(await sourceOf(me)).toBe('./b');
  });

  test.each([
    ['a file that cannot be parsed', 'v = "\n', 'terraform.tfvars:1: a string is not closed'],
    ['an expression in a file', 'v = local.x\n', 'only a literal is allowed'],
    ['a list', 'v = ["a"]\n', 'svc does not evaluate'],
  ])(
    'module lock reports a source whose variable comes from %s, and locks the other calls',
    async (_, tfvars, words) => {
      const me = await machine();
      const files = { 'main.tf': main + call('n', './b'), ...folders, 'terraform.tfvars': tfvars };
      await writeFiles(me.home, files);
      expect(await me.svc('module lock --tool tofu')).toExit(
        8,
        words,
        'main.tf:4: the source of module m is an expression',
      );
      expect(await sourceOf(me, 'n')).toBe('./b');
    },
  );

  test('module lock for terraform requires const = true for a variable in a source', async () => {
    const me = await machine();
    await writeFiles(me.home, { 'main.tf': main, ...folders });
    expect(await me.svc('module lock')).toExit(8, 'const = true');
    await writeFiles(me.home, { 'main.tf': main.replace('default', 'const = true\n  default') });
    expect(await me.svc('module lock')).toMatchObject({ code: 0 });
  });

  test('a variable of a called module has the value of the call, and never a value of the environment', async () => {
    const me = await machine();
    const inner = `variable "v" {}\nvariable "w" {\n  default = "1.0.0"\n}\nmodule "m" {\n  source = "${at('')}$${'{var.v}'}/null"\n  version = var.w\n}\n`;
    await publish(me.home, {
      'acme/a/null/1.0.0/main.tf': '',
      'acme/a/null/2.0.0/main.tf': '',
      'acme/p/null/1.0.0/main.tf': inner,
    });
    const outer = 'locals {\n  v = "a"\n}\nmodule "p" {\n  source = "SOURCE"\n  v = local.v\n}\n';
    await writeFiles(me.home, {
      'main.tf':
        outer.replace('SOURCE', at('p/null')) +
        outer.slice(outer.indexOf('module')).replace('"p"', '"q"').replace('SOURCE', './q'),
      'q/main.tf': inner,
    });
    const env = { TF_VAR_v: 'evil', TF_VAR_w: '2.0.0' };
    for (const command of ['lock --tool tofu', 'install', 'lock --check', 'verify', 'install'])
      expect([command, await me.svc(`module ${command}`, { env })]).toMatchObject([command, { code: 0 }]);
    const { modules } = JSON.parse(await readFile(join(me.home, 'svc.modules.lock.json'), 'utf8'));
    expect([modules['p.m'].version, modules['q.m'].version]).toEqual(['1.0.0', '1.0.0']);
  });

  test('a version may be a number or null', async () => {
    const me = await machine();
    await publish(me.home, { 'acme/a/null/1.0.0/main.tf': '', 'acme/a/null/2.0.0/main.tf': '' });
    const versions = { m: 'null', n: '1' };
    const main = Object.entries(versions).map(([name, version]) =>
      call(name, at('a/null'), '9').replace('"9"', version),
    );
    await writeFiles(me.home, { 'main.tf': main.join('') });
    expect(await me.svc('module lock')).toMatchObject({ code: 0 });
    const { modules } = JSON.parse(await readFile(join(me.home, 'svc.modules.lock.json'), 'utf8'));
    expect([modules.m.version, modules.n.version]).toEqual(['2.0.0', '1.0.0']);
  });

  test('the value of a variable in a source appears neither in the lock nor in a message', async () => {
    const me = await machine();
    const source = `variable "v" {}\nmodule "m" {\n  source = "git::http://me:$${'{var.v}'}@127.0.0.1:9/r.git"\n}\n`;
    await writeFiles(me.home, { 'main.tf': source.replace('r.git', '-') });
    const { stderr } = await me.svc('module lock --tool tofu', { env: { TF_VAR_v: 'hunter2' } });
    expect(stderr).toContain('127.0.0.1:9');
    expect(stderr + (await readFile(join(me.home, 'svc.modules.lock.json'), 'utf8').catch(() => ''))).not.toContain(
      'hunter2',
    );
  });
});
