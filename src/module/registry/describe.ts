import type { DescribedModule } from '../../contract/registry/answers.ts';
import { modules } from '../../contract/registry/modules.ts';
import { NotFoundError } from '../../errors.ts';
import type { ModuleAddress } from '../address/address.ts';
import type { Registry } from './registry.ts';
import { constraintOf, nameOf, resolveVersion, unlessMissing, versionToAskFor, warnOfPrerelease } from './resolve.ts';

type Warn = (words: string) => void;

/**
 * The description of the version that an address asks for, or of the latest. A registry without `latest`, or one that
 * spells the version differently, is asked for its versions.
 * @throws {NotFoundError} when there is no such module or version, or the registry describes none
 */
export async function describeModule(registry: Registry, address: ModuleAddress, warn: Warn): Promise<DescribedModule> {
  const asked = await unlessMissing(askDirectly(registry, address));
  if (asked) warnOfPrerelease(address, asked.version, warn);
  if (asked) return asked;
  const version = await resolveVersion(registry, address, warn);
  const found = version === versionToAskFor(address) ? undefined : await describeVersion(registry, address, version);
  if (found) return found;
  throw new NotFoundError(
    `The registry at ${registry.base.host} lists ${nameOf(address)} ${version}, but has no description of it.`,
    { hint: `svc module download ${nameOf(address)}@${version}` },
  );
}

/**
 * What the registry takes for the latest version of a module; without that endpoint it is the newest that it lists, and
 * without any description no more than its names.
 * @throws {NotFoundError} when there is no such module, or no release of it
 */
export async function latestVersion(registry: Registry, address: ModuleAddress, warn: Warn): Promise<DescribedModule> {
  const { namespace, name, provider } = address;
  const told = await unlessMissing(registry.call(modules.latest, { namespace, name, provider }));
  if (told) warnOfPrerelease(address, told.version, warn);
  if (told) return told;
  const version = await resolveVersion(registry, address, warn);
  const described = await describeVersion(registry, address, version);
  return described ?? { id: [namespace, name, provider, version].join('/'), namespace, name, provider, version };
}

async function askDirectly(registry: Registry, address: ModuleAddress): Promise<DescribedModule | undefined> {
  const { namespace, name, provider } = address;
  const version = versionToAskFor(address);
  if (version !== undefined) return registry.call(modules.show, { namespace, name, provider, version });
  if (constraintOf(address)) return undefined;
  return registry.call(modules.latest, { namespace, name, provider });
}

function describeVersion(
  registry: Registry,
  { namespace, name, provider }: ModuleAddress,
  version: string,
): Promise<DescribedModule | undefined> {
  return unlessMissing(registry.call(modules.show, { namespace, name, provider, version }));
}
