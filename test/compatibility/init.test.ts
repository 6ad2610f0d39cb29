import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { call, type Files, writeFiles } from '../support/configuration.ts';
import { hasGit, repository } from '../support/git-repository.ts';
import { gitServer } from '../support/git-server.ts';
import { machine, sandbox } from '../support/svc.ts';
import { installedCalls, isThere, stock, stockTools } from './stock.ts';

const run = (name: string, source: string) => `run "${name}" {\n  module {\n    source = "${source}"\n  }\n}\n`;
const leaf = 'output "o" {\n  value = 1\n}\n';

/** Every way in which the two tools read a configuration differently, and modules from a registry, git and folders. */
const configuration = (git: string): Files => ({
  'main.tf': call('label', 'acme/label/null', '~> 1.0') + call('net', 'acme/network/cloud//modules/subnet', '1.2.0'),
  'main.tofu': call('label', 'acme/label/null', '1.0.0') + call('own', './own'),
  'git.tf': `module "git" {\n  source = (("git::${git}/m.git//sub?ref=v1"))\n}\n`,
  'more.tf.json': '{"module":{"json":{"source":"./own"}},"module":{"again":{"source":"acme/label/null","version":1}}}',
  'git_override.tofu': call('json', './other'),
  'x.tftest.hcl': run('x', 'acme/label/null'),
  'x.tofutest.hcl': run('x', './own'),
  'tests/y.tftest.json': '{"run":{"y":{"module":{"source":"acme/label/null"}}}}',
  'own/main.tf': call('deep', 'acme/label/null', '>= 1.0'),
  'own/main.tofu': leaf,
  'other/main.tf': leaf,
});

for (const tool of stockTools) {
  const isStock = isThere(tool, `that ${tool} init fetches nothing that svc has installed`) && hasGit();

  describe.skipIf(!isStock)(`${tool} init`, () => {
    test('init finds the modules that svc locks, and downloads no module that svc has installed', async () => {
      const me = await machine({ PATH: process.env.PATH });
      const { commit, folder: bare, git } = repository();
      git(['tag', 'v1', commit({ 'sub/main.tf': call('up', '../up'), 'up/main.tf': leaf })]);
      let stopped = false;
      const instead = (_: unknown, response: ServerResponse) => {
        if (stopped) response.destroy();
        return stopped;
      };
      const server = await gitServer(dirname(bare), { instead });
      const service = await sandbox();
      const host = tool === 'tofu' ? 'registry.opentofu.org' : 'registry.terraform.io';
      const block = `host "${host}" {\n  services = { "modules.v1" = "${service.info.registry}" }\n}\n`;
      await writeFiles(me.home, { '.terraformrc': block });
      for (const folder of ['theirs', 'ours']) await writeFiles(join(me.home, folder), configuration(server.url));
      const [theirs, ours] = [join(me.home, 'theirs'), join(me.home, 'ours')];
      const init = (folder: string) => stock(tool, me.home, folder, ['init', '-backend=false', '-no-color']);

      const got = await init(theirs);
      expect(got.exitCode, got.all).toBe(0);
      const locked = await me.svc(`module lock ours --tool ${tool}`);
      expect(locked).toExit(0, `(default registry: ${host}).`);
      const { modules } = JSON.parse(await readFile(join(ours, 'svc.modules.lock.json'), 'utf8'));
      const calls = Object.entries(modules as Record<string, { source: string }>);
      expect(calls.map(([path, { source }]) => `${path}=${source}`).sort()).toEqual(await installedCalls(theirs));
      expect(await me.svc('module install ours --frozen')).toMatchObject({ code: 0 });

      await service.close();
      stopped = true;
      const again = await init(ours);
      expect(again.exitCode, again.all).toBe(0);
      expect(again.all).not.toContain('Downloading');
      const manifest = (folder: string) => readFile(join(folder, '.terraform/modules/modules.json'), 'utf8');
      expect(JSON.parse(await manifest(ours))).toEqual(JSON.parse(await manifest(theirs)));
    });
  });
}
