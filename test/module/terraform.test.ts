import { spawnSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { machineAt, sandbox } from '../support/svc.ts';

const absent = spawnSync('terraform', ['version']).error !== undefined;
if (absent) console.warn('SKIPPED: no terraform on PATH, so nobody compares its files with those of svc.');

const filesIn = async (folder: string) => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents = await Promise.all(
    paths.map(async (path) => [path.slice(folder.length + 1), await readFile(path, 'hex')] as const),
  );
  return Object.fromEntries(contents.sort(([a], [b]) => (a < b ? -1 : 1)));
};

describe.skipIf(absent)('the stock terraform binary and svc module download', () => {
  test.each([
    ['acme/label/null', '1.1.0', ''],
    ['acme/network/cloud', '1.2.0', ''],
    ['acme/network/cloud', '1.1.0', '//modules/subnet'],
    ['acme/network/onprem', '0.2.0', ''],
    ['globex/queue/null', '0.3.1', ''],
  ])('put the same bytes of %s %s%s on disk', async (address, version, subdir) => {
    const service = await sandbox();
    const me = await machineAt(service, 'nobody');
    const root = join(me.home, 'root');
    await mkdir(root);
    const services = `host "modules.test" {\n  services = { "modules.v1" = "${service.info.registry}" }\n}\n`;
    await writeFile(join(me.home, 'cli.tfrc'), services);
    await writeFile(
      join(root, 'main.tf'),
      `module "it" {\n  source  = "modules.test/${address}${subdir}"\n  version = "${version}"\n}\n`,
    );
    const { exitCode, stderr } = await execa('terraform', ['get', '-no-color'], {
      cwd: root,
      reject: false,
      env: { TF_CLI_CONFIG_FILE: join(me.home, 'cli.tfrc'), CHECKPOINT_DISABLE: '1', HOME: me.home },
    });
    expect(exitCode, stderr).toBe(0);
    const manifest = JSON.parse(await readFile(join(root, '.terraform', 'modules', 'modules.json'), 'utf8'));
    const { Dir } = manifest.Modules.find(({ Key }: { Key: string }) => Key === 'it');
    const theirs = join(me.home, 'theirs');
    await cp(join(root, Dir), theirs, { recursive: true });
    const { code } = await me.svc(['module', 'download', `${address}${subdir}@${version}`, '--dir', 'ours']);
    expect(code).toBe(0);
    const ours = await filesIn(join(me.cwd, 'ours'));
    expect(Object.keys(ours).length).toBeGreaterThan(0);
    expect(ours).toEqual(await filesIn(theirs));
  });
});
