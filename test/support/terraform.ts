import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { findProgram } from './find-program.ts';

/** Returns whether terraform is installed. Warns if not. */
export function hasTerraform(): boolean {
  if (findProgram('terraform')) return true;
  process.stderr.write('\nSKIPPED: the comparison with terraform, which is not on PATH.\n\n');
  return false;
}

/** The module blocks of a configuration, by name. */
export type Blocks = Record<string, { source: string; version?: string | undefined }>;

/** The result of terraform for a configuration. */
export interface Installed {
  code: number;
  stderr: string;
  /** The folder of each module, by the name of its block; empty if any module failed. */
  folders: Record<string, string>;
}

/** Installs the modules of one configuration; `registry` is the registry of the host `modules.test`. */
export async function terraformGet(folder: string, registry: string, blocks: Blocks): Promise<Installed> {
  const root = join(folder, 'root');
  await mkdir(root, { recursive: true });
  const config = join(folder, 'cli.tfrc');
  await writeFile(config, `host "modules.test" {\n  services = { "modules.v1" = "${registry}" }\n}\n`);
  const written = Object.entries(blocks).map(([name, { source, version }]) => {
    const constraint = version === undefined ? '' : `  version = ${JSON.stringify(version)}\n`;
    return `module "${name}" {\n  source = ${JSON.stringify(source)}\n${constraint}}\n`;
  });
  await writeFile(join(root, 'main.tf'), written.join(''));
  const { exitCode = -1, stderr } = await execa('terraform', ['get', '-no-color'], {
    cwd: root,
    reject: false,
    env: { TF_CLI_CONFIG_FILE: config, CHECKPOINT_DISABLE: '1', HOME: folder },
  });
  const manifest = await readFile(join(root, '.terraform/modules/modules.json'), 'utf8').catch(() => '{"Modules":[]}');
  const { Modules } = JSON.parse(manifest) as { Modules: { Key: string; Dir: string }[] };
  return { code: exitCode, stderr, folders: Object.fromEntries(Modules.map(({ Key, Dir }) => [Key, join(root, Dir)])) };
}

/** Every file in a folder, by its path, in hex. */
export async function filesIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents = await Promise.all(
    paths.map(async (path) => [path.slice(folder.length + 1), await readFile(path, 'hex')] as const),
  );
  return Object.fromEntries(contents.sort(([a], [b]) => (a < b ? -1 : 1)));
}
