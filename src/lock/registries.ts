import { UsageError } from '../errors.ts';
import type { ModuleAddress } from '../module/address/address.ts';
import { chooseVersion } from '../module/address/choose.ts';
import { parseConstraint } from '../module/address/constraint.ts';
import { checkRegistry, splitMapping } from '../module/address/registry-setting.ts';
import type { VersionKey } from '../module/cache/entries.ts';
import { moduleKey } from '../module/download.ts';
import { type Located, locate } from '../module/fetch/locate.ts';
import { openRegistry, type Registry, type RegistryParts } from '../module/registry/registry.ts';
import { constraintOf, listVersions, nameOf } from '../module/registry/resolve.ts';
import { registryHostOf, type Tool } from '../tools.ts';
import { type Call, withPlace } from './calls.ts';

/** The registries of a configuration; each is asked a question once. */
export interface Registries {
  /** Every version that the registry lists of a module. */
  versions(address: ModuleAddress): Promise<string[]>;
  /** The version that a call gets: what the address asks for, where it does, else what the constraint does. @throws {NotFoundError} when there is none */
  choose(call: Pick<Call, 'at' | 'constraint'>, address: ModuleAddress): Promise<string>;
  locate(address: ModuleAddress, version: string): Promise<Located>;
  /** What the cache knows a version as. */
  key(address: ModuleAddress, version: string): VersionKey;
}

export function createRegistries(parts: RegistryParts, warn: (words: string) => void): Registries {
  const opened = once((address: ModuleAddress): Promise<Registry> => openRegistry(parts, address.host));
  const listed = once(async (address: ModuleAddress) => {
    const registry = await opened(address.host?.ascii ?? '', address);
    return (await listVersions(registry, address)).map(({ version }) => version);
  });
  const located = once(async (address: ModuleAddress, version: string) =>
    locate(await opened(address.host?.ascii ?? '', address), address, version),
  );
  return {
    versions: (address) => listed(nameOf(address), address),
    key: (address, version) => ({ ...moduleKey(address, parts), version }),
    locate: (address, version) => located(`${nameOf(address)}@${version}`, address, version),
    async choose({ at, constraint }, address) {
      const module = nameOf(address);
      try {
        const wanted = constraintOf(address) ?? (constraint === '' ? undefined : parseConstraint(constraint));
        const { ignored, version } = chooseVersion(await listed(module, address), wanted, { module });
        for (const odd of ignored) warn(`${module}: the registry lists "${odd}", which is no version; left out.`);
        return version;
      } catch (error) {
        throw withPlace(error, at);
      }
    },
  };
}

/**
 * What is said about registries, for a configuration: mappings of one host only, since an address without a host is one of
 * the tool's own registry there.
 * @throws {UsageError} for a flag that would mean another registry for such addresses, and a value that is no registry
 */
export function mappedOnly(parts: RegistryParts, tool: Tool): RegistryParts {
  for (const each of parts.named) checkRegistry(each);
  const named = parts.named.filter(({ origin, value }) => {
    if (splitMapping(value).host) return true;
    if (!origin.startsWith('flag ')) return false;
    throw new UsageError(
      '--registry: the addresses of a configuration name their hosts; one without is in the public registry.',
      {
        hint: `Say which host is elsewhere: --registry ${registryHostOf[tool]}=${value}`,
      },
    );
  });
  return { ...parts, named };
}

function once<Rest extends unknown[], Value>(make: (...rest: Rest) => Promise<Value>) {
  const known = new Map<string, Promise<Value>>();
  return (key: string, ...rest: Rest): Promise<Value> => {
    const made = known.get(key) ?? make(...rest);
    known.set(key, made);
    return made;
  };
}
