import { type DescribedModule, modules } from '../../api/contract/registry/modules.ts';
import { NotFoundError, ProtocolError } from '../../base/errors.ts';
import type { ModuleAddress } from '../address/address.ts';
import { canonicalVersion } from '../address/version.ts';
import type { Registry } from './registry.ts';
import { ask, nameOf, unlessMissing, versionToAskFor } from './resolve.ts';

type Warn = (message: string) => void;

/**
 * Returns the description of the version of an address, or of the latest. A registry without `latest`, or with another spelling of the
 * version, needs a request for its versions.
 * @throws {NotFoundError} for a missing module or version, or a registry without descriptions
 */
export async function describeModule(registry: Registry, address: ModuleAddress, warn: Warn): Promise<DescribedModule> {
  const { described, version } = await look(registry, address, warn);
  if (described) return described;
  throw new NotFoundError(
    `The registry at ${registry.base.host} lists ${nameOf(address)} ${version}, but has no description of it.`,
    { hint: `svc module download ${nameOf(address)}@${version}` },
  );
}

/**
 * Returns the latest version of a module according to the registry; without that endpoint the newest that it lists, and without any
 * description only its names.
 * @throws {NotFoundError} for a missing module, or without a release
 */
export async function latestVersion(registry: Registry, address: ModuleAddress, warn: Warn): Promise<DescribedModule> {
  const { namespace, name, provider } = address;
  const { described, version } = await look(registry, address, warn);
  return described ?? { id: [namespace, name, provider, version].join('/'), namespace, name, provider, version };
}

async function look(registry: Registry, address: ModuleAddress, warn: Warn) {
  const { namespace, name, provider } = address;
  const exact = (version: string) => describeVersion(registry, address, version, warn);
  const latest = async () => named(address, await registry.call(modules.latest, { namespace, name, provider }), warn);
  const { answer, version } = await ask<DescribedModule>(registry, address, { exact, latest }, warn);
  const isRequested = answer !== undefined || version === versionToAskFor(address);
  return { version, described: isRequested ? answer : await unlessMissing(exact(version)) };
}

/** Returns the description of a version, with its date. @throws {NotFoundError} from a registry without descriptions */
export async function describeVersion(registry: Registry, address: ModuleAddress, version: string, warn: Warn) {
  const { namespace, name, provider } = address;
  const one = await registry.call(modules.show, { namespace, name, provider, version });
  if (canonicalVersion(one.version) !== canonicalVersion(version)) {
    throw new ProtocolError(`The registry describes ${nameOf(address)} ${version} as version ${one.version}.`);
  }
  return named(address, one, warn);
}

/** Warns of a description of another module: one may have moved (docs/protocol/registry.md#errors). */
function named(address: ModuleAddress, one: DescribedModule, warn: Warn): DescribedModule {
  const namesOf = (each: object) =>
    (['namespace', 'name', 'provider'] as const).map((key) => Reflect.get(each, key) ?? address[key]).join('/');
  const isSame = namesOf(one).toLowerCase() === namesOf(address).toLowerCase();
  if (!isSame) warn(`The registry describes ${nameOf(address)} ${one.version} as ${namesOf(one)}.`);
  return one;
}
