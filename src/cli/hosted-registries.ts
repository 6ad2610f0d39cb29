import type { Tool } from '../base/system/tools.ts';
import type { RegistryDeps } from '../modules/registry/registry.ts';
import type { Context } from './context.ts';

/**
 * Returns the dependencies for finding the registries of module addresses. A setting of svc takes precedence over the hosts of the CLI
 * configuration. Calls `warn` for a file that is named but cannot be read.
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
