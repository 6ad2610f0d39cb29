import type { Tool } from '../base/system/tools.ts';
import type { RegistryDeps } from '../modules/registry/registry.ts';
import type { Context } from './context.ts';

/**
 * The dependencies of finding the registries of addresses in modules: the CLI configuration maps hosts, unless a setting of svc does.
 * `warn` is told of a named file that cannot be read.
 * @throws {UsageError} for an invalid CLI configuration
 */
export async function hostedRegistries(
  { host, output, registryDeps }: Context,
  tool: Tool = 'terraform',
  warn = output.warn,
): Promise<RegistryDeps> {
  const { hostMappings } = await import('../modules/registry/cli-config.ts');
  const deps = registryDeps();
  return { ...deps, named: [...(await hostMappings(host.env, host.home, tool, warn)), ...deps.named] };
}
