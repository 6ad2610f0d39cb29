import { registryHostOf, type Tool } from '../../base/system/tools.ts';
import type { Context } from '../../cli/context.ts';
import { hostedRegistries } from '../../cli/hosted-registries.ts';
import type { ModuleAddress } from '../../modules/address/address.ts';
import { parseHost } from '../../modules/address/hostname.ts';
import { splitMapping } from '../../modules/address/registry-setting.ts';
import type { RegistryDeps } from '../../modules/registry/registry.ts';

/** The first sentence of the help of verbs for a published module. */
export const moduleSentence =
  'A module is a folder of terraform code that a registry publishes in versions, for others to call.';

/**
 * Returns the registry settings for typed addresses, or for the default registry. If no setting names a registry for addresses without a
 * host, the stock tool's CLI configuration of the public registry applies to them.
 * @throws {UsageError} for an invalid CLI configuration
 */
export async function registriesOf(
  context: Context,
  ...addresses: readonly Pick<ModuleAddress, 'host' | 'odd' | 'text'>[]
): Promise<RegistryDeps> {
  warnOfNames(addresses, context);
  const isOfSetting = namesRegistry(context) && addresses.every(({ host }) => host === undefined);
  return isOfSetting ? context.registryDeps() : hostedRegistries(context);
}

/** Adds the host of the tool's own registry to addresses without a host, unless a setting names another registry for them. */
export function withHost(addresses: readonly ModuleAddress[], tool: Tool, context: Context): readonly ModuleAddress[] {
  if (namesRegistry(context)) return addresses;
  return addresses.map((address) => ({ ...address, host: address.host ?? parseHost(registryHostOf[tool]) }));
}

/** Returns whether a registry for addresses without a host is set. */
function namesRegistry({ registryDeps }: Pick<Context, 'registryDeps'>): boolean {
  return registryDeps().named.some(({ value }) => splitMapping(value).host === undefined);
}

/** Warns of addresses that the stock tool rejects; the specification allows them. */
export function warnOfNames(
  addresses: readonly Pick<ModuleAddress, 'odd' | 'text'>[],
  { output }: Pick<Context, 'output'>,
): void {
  for (const { odd = [], text } of addresses) {
    if (odd.length > 0) output.warn(`The stock tool does not accept ${text}: ${odd.join(', and ')}.`);
  }
}
