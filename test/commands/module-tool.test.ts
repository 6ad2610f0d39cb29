import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { call, publish, writeFiles } from '../support/configuration.ts';
import { type Machine, machine, sandbox } from '../support/svc.ts';

const lockOf = async ({ home }: Machine) => JSON.parse(await readFile(join(home, 'svc.modules.lock.json'), 'utf8'));
const run = (name: string, source: string) => `run "${name}" {\n  module {\n    source = "${source}"\n  }\n}\n`;

describe('--tool', () => {
  test.each<[how: string, words: string[], env: Record<string, string>, files: Record<string, string>, tool: string]>([
    ['nothing', [], {}, {}, 'terraform'],
    ['an .opentofu-version file', [], {}, { '.opentofu-version': '1.10.6\n' }, 'tofu'],
    ['SVC_TOOL before the file', [], { SVC_TOOL: 'terraform' }, { '.opentofu-version': '' }, 'terraform'],
    ['the flag before SVC_TOOL', ['--tool', 'tofu'], { SVC_TOOL: 'terraform' }, {}, 'tofu'],
    ['the file in the folder, not the one above', ['infra'], {}, { '.opentofu-version': '' }, 'terraform'],
  ])('%s decides the tool, and the lock and the summary name it', async (_, words, env, files, tool) => {
    const me = await machine(env);
    await writeFiles(me.home, { 'main.tf': '', 'infra/main.tf': '', ...files });
    const { code, stderr } = await me.svc(['module', 'lock', ...words]);
    const host = tool === 'tofu' ? 'registry.opentofu.org' : 'registry.terraform.io';
    expect([code, stderr]).toEqual([0, expect.stringContaining(` for ${tool} (default registry: ${host}).`)]);
    const text = await readFile(join(me.home, words[0] === 'infra' ? 'infra' : '', 'svc.modules.lock.json'), 'utf8');
    expect(JSON.parse(text)).toEqual({ version: 1, tool, modules: {} });
  });

  test('the setting of the profile decides the tool if nothing else does', async () => {
    const me = await machine();
    await writeFiles(me.home, { 'main.tf': '' });
    await me.svc('config set tool tofu');
    expect((await me.svc('module lock')).stderr).toContain('for tofu');
    expect(await me.svc('module lock other --tool pulumi')).toExit(2, 'Choose from: terraform, tofu');
  });

  test('--tool decides which files are read in the configuration, its tests and the modules that it calls', async () => {
    const me = await machine();
    await writeFiles(me.home, {
      'main.tf': call('a', './one'),
      'main.tofu': call('b', './one'),
      'more.tofu.json': '{"module":{"c":{"source":"./two"}}}',
      'x.tftest.hcl': run('x', './one'),
      'x.tofutest.hcl': run('x', './two'),
      'tests/y.tftest.json': '{"run":{"y":{"module":{"source":"./one"}}}}',
      'one/main.tf': '',
      'two/main.tf': call('deep', '../one'),
      'two/main.tofu': '',
    });
    const modules = async (tool: string) => {
      await writeFiles(me.home, { 'svc.modules.lock.json': `{"version":1,"tool":"${tool}","modules":{}}` });
      expect(await me.svc(`module lock --tool ${tool}`)).toMatchObject({ code: 0 });
      const found = (await lockOf(me)).modules as Record<string, { source: string }>;
      return Object.entries(found).map(([path, { source }]) => `${path} ${source}`);
    };
    expect(await modules('terraform')).toEqual(['a ./one', 'test.tests.y.tftest.json.y ./one', 'test.x.x ./one']);
    expect(await modules('tofu')).toEqual([
      'b ./one',
      'c ./two',
      'test.tests.y.tftest.json.y ./one',
      'test.x.tofutest.hcl.x ./two',
    ]);
  });

  test('--tool decides the registry of an address without a host', async () => {
    const { info } = await sandbox();
    const me = await machine();
    await writeFiles(me.home, { 'main.tf': call('label', 'acme/label/null', '~> 1.0') });
    const mapped = ['--registry', `registry.opentofu.org=${info.registry}`];
    expect(await me.svc(['module', 'lock', '--tool', 'tofu', ...mapped])).toMatchObject({ code: 0 });
    expect((await lockOf(me)).modules.label.source).toBe('registry.opentofu.org/acme/label/null');
    expect(await me.svc(['module', 'install', '--frozen', ...mapped])).toMatchObject({ code: 0 });
    const manifest = JSON.parse(await readFile(join(me.home, '.terraform/modules/modules.json'), 'utf8'));
    expect(manifest.Modules[1].Source).toBe('registry.opentofu.org/acme/label/null');
    const plain = await me.svc(['module', 'lock', '--registry', info.registry]);
    expect(plain.stderr).toContain(`--registry registry.opentofu.org=${info.registry}`);
  });

  test('commands use the tool of the lock, and reject another --tool', async () => {
    const me = await machine();
    await publish(me.home, { 'acme/a/null/1.0.0/main.tf': '' });
    await writeFiles(me.home, { 'main.tofu': call('a', 'modules.example.com/acme/a/null') });
    expect((await me.svc('module lock')).stderr).toContain('The files are for tofu: add --tool tofu');
    await me.svc('module lock --tool tofu');
    for (const verb of ['lock --check', 'install', 'verify', 'outdated', 'tree', 'mirror out --from-lock .']) {
      expect([verb, await me.svc(`module ${verb}`)]).toEqual([verb, expect.objectContaining({ code: 0 })]);
      expect([verb, await me.svc(`module ${verb} --tool terraform`)]).toEqual([
        verb,
        expect.objectContaining({
          code: 2,
          stderr: expect.stringContaining('--tool terraform: the lock is for tofu.'),
        }),
      ]);
    }
  });

  // trust: T-179
  test('commands reject another SVC_TOOL than the tool of the lock, and ignore another tool of the profile with a warning', async () => {
    const me = await machine();
    const files = {
      'main.tofu': call('a', './good'),
      'main.tf': call('a', './evil'),
      'good/x.tf': '',
      'evil/x.tf': '',
    };
    await writeFiles(me.home, files);
    expect(await me.svc('module lock --tool tofu')).toExit(0, 'for tofu');
    const env = { SVC_TOOL: 'terraform' };
    for (const verb of ['lock', 'lock --check', 'install --frozen', 'verify', 'outdated', 'mirror out --from-lock .'])
      expect(await me.svc(`module ${verb}`, { env })).toExit(2, 'SVC_TOOL=terraform: the lock is for tofu.');
    expect(await me.svc('module audit', { env })).toMatchObject({ code: 2 });
    expect(await me.svc('module lock --check --tool tofu', { env })).toMatchObject({ code: 0 });
    await me.svc('config set tool terraform');
    expect(await me.svc('module lock --check')).toExit(
      0,
      'Warning: The lock is for tofu, not terraform as the profile says',
    );
  });

  // trust: T-179
  test('module lock warns if another tool would read other files of the configuration', async () => {
    const me = await machine();
    await publish(me.home, { 'acme/a/null/1.0.0/main.tf': '', 'acme/a/null/1.0.0/main.tofu': '' });
    const main = call('m', './m') + call('a', 'modules.example.com/acme/a/null');
    await writeFiles(me.home, {
      'main.tf': main,
      'm/x.tf': '',
      'm/x.tofu': '',
      'm/y.tf.json': '{}',
      'm/y.tofu.json': '{}',
    });
    const { code, stderr } = await me.svc('module lock');
    const warning = `Warning: m: tofu reads *.tofu in place of x.tf, y.tf.json; only files for terraform are checked.\n`;
    expect([code, stderr]).toEqual([0, expect.stringContaining(warning)]);
    expect(stderr.match(/Warning/g)).toHaveLength(1);
    expect((await me.svc('module lock --check')).stderr).toContain(warning);
  });

  test('tofu reads its own CLI configuration, and that of terraform only if it has none', async () => {
    const { info } = await sandbox();
    const block = (url: string) => `host "registry.opentofu.org" {\n  services = { "modules.v1" = "${url}" }\n}\n`;
    const dead = block('http://127.0.0.1:9/');
    for (const files of [
      { '.terraformrc': block(info.registry) },
      { '.terraformrc': dead, '.tofurc': block(info.registry) },
      { 'xdg/opentofu/tofurc': block(info.registry) },
      { 'xdg/opentofu/a.tfrc': block(info.registry) },
    ] as Record<string, string>[]) {
      const me = await machine();
      me.env.XDG_CONFIG_HOME = join(me.home, 'xdg');
      await writeFiles(me.home, { 'main.tf': call('label', 'acme/label/null'), ...files });
      expect([files, await me.svc('module lock --tool tofu')]).toEqual([files, expect.objectContaining({ code: 0 })]);
    }
  });
});
