import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { hasTerraform } from '../support/terraform.ts';
import { sandboxPerTest } from './service.ts';

const service = sandboxPerTest();

test.skipIf(!hasTerraform())(
  'the installer of terraform downloads a module with submodules and registry dependencies',
  async () => {
    const folder = temporaryFolder();
    const config = join(folder, 'cli.tfrc');
    await writeFile(
      config,
      `host "modules.test" { services = { "modules.v1" = "${service.sandbox.info.registry}" } }\n`,
    );
    await writeFile(
      join(folder, 'main.tf'),
      'module "shop" {\n  source  = "modules.test/acme/application/cloud"\n  version = "~> 0.5"\n  namespace = "acme"\n  name = "shop"\n}\n',
    );
    const env = { ...process.env, TF_CLI_CONFIG_FILE: config, CHECKPOINT_DISABLE: '1' };
    for (const words of [['init', '-backend=false'], ['validate']]) {
      await promisify(execFile)('terraform', [...words, '-no-color'], { cwd: folder, env });
    }
    const manifest = JSON.parse(await readFile(join(folder, '.terraform/modules/modules.json'), 'utf8')) as {
      Modules: { Key: string; Version?: string }[];
    };
    expect(Object.fromEntries(manifest.Modules.map(({ Key, Version }) => [Key, Version]))).toEqual({
      '': undefined,
      shop: '0.6.0',
      'shop.network': '1.2.0',
      'shop.network.label': '1.1.0',
      'shop.network.subnet': undefined,
      'shop.queue': '0.3.1',
      'shop.settings': undefined,
    });
  },
);
