import type { RegistryParts } from '../../module/registry.ts';
import type { Context } from '../context.ts';

/**
 * What finding the registries of typed addresses takes. What the stock tool's CLI configuration says of hosts is looked at only
 * where an address names one.
 * @throws {UsageError} for a CLI configuration that is none
 */
export async function registriesOf(
  context: Context,
  ...addresses: readonly { host?: unknown }[]
): Promise<RegistryParts> {
  return addresses.some(({ host }) => host !== undefined) ? hostedRegistries(context) : context.registryParts();
}

/**
 * The same for addresses that modules name: hosts are where that configuration says, unless svc is told otherwise.
 * @throws {UsageError} for a CLI configuration that is none
 */
export async function hostedRegistries({ host, output, registryParts }: Context): Promise<RegistryParts> {
  const { hostMappings } = await import('../../module/cli-config.ts');
  const parts = registryParts();
  return { ...parts, named: [...(await hostMappings(host.env, host.home, output.warn)), ...parts.named] };
}
