import { platform } from 'node:os';
import { join } from 'node:path';

/** The programs whose configurations svc reads; they differ in file names and default registry. */
export const tools = ['terraform', 'tofu'] as const;
export type Tool = (typeof tools)[number];

/** The registry for a module address without a host (docs/protocol/modules.md#default-registry). */
export const registryHostOf: Readonly<Record<Tool, string>> = {
  terraform: 'registry.terraform.io',
  tofu: 'registry.opentofu.org',
};

/** The registry for an address without a host on the command line (docs/protocol/discovery.md#default-host). */
export const defaultRegistryHost = registryHostOf.terraform;

/** Returns the paths of the user's files that the programs read; on Windows they are below %APPDATA%. */
export function toolFiles(
  { env, home }: { env: Readonly<Record<string, string | undefined>>; home: string },
  system: string = platform(),
): { cliConfig: Readonly<Record<Tool, string>>; folder: string } {
  const data = system === 'win32' ? env.APPDATA : undefined;
  if (data) {
    const cliConfig = { terraform: join(data, 'terraform.rc'), tofu: join(data, 'tofu.rc') };
    return { cliConfig, folder: join(data, 'terraform.d') };
  }
  const cliConfig = { terraform: join(home, '.terraformrc'), tofu: join(home, '.tofurc') };
  return { cliConfig, folder: join(home, '.terraform.d') };
}

/** Returns whether svc sandbox env created a CLI configuration; it is deleted with its sandbox. */
export function isSandboxConfig(path: string): boolean {
  return /(^|[\\/])sandbox-\d+-[^\\/]+\.tfrc$/.test(path);
}
