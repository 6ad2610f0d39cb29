import { platform } from 'node:os';
import { join } from 'node:path';

/** The programs whose configurations `svc` reads; they differ in file names and default registry. */
export const tools = ['terraform', 'tofu'] as const;
export type Tool = (typeof tools)[number];

/** The registry of a module address without a host (docs/protocol/modules.md#default-registry). */
export const registryHostOf: Readonly<Record<Tool, string>> = {
  terraform: 'registry.terraform.io',
  tofu: 'registry.opentofu.org',
};

/** The public registry: the host of an address on the command line without one (docs/protocol/discovery.md#default-host). */
export const defaultRegistryHost = registryHostOf.terraform;

/** Returns the user's files that the programs read: on Windows in the folder of application data. */
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

/** Returns whether a CLI configuration was created by svc sandbox env, and is deleted with its sandbox. */
export function isSandboxConfig(path: string): boolean {
  return /(^|[\\/])sandbox-\d+-[^\\/]+\.tfrc$/.test(path);
}
