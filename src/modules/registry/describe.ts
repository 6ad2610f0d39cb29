import { type DownloadsSummary, downloads } from '../../api/contract/registry/downloads-summary.ts';
import { type DescribedModule, modules } from '../../api/contract/registry/modules.ts';
import { NotFoundError, ProtocolError } from '../../base/errors.ts';
import { isObject } from '../../base/json.ts';
import { maskUrl } from '../../base/secrets.ts';
import type { ModuleAddress } from '../address/address.ts';
import { canonicalVersion } from '../address/version.ts';
import type { Registry } from './registry.ts';
import { ask, asLacking, nameOf, unlessMissing, versionToAskFor } from './resolve.ts';

type Warn = (message: string) => void;

/**
 * Returns the description of the version in an address, or of the latest. If a registry has no `latest`, or spells the version differently,
 * this needs a request for its versions.
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
 * Returns the latest version of a module according to the registry. Without that endpoint, returns the newest listed version;
 * without descriptions, only its names.
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
  const reply = await registry.call(modules.show, { namespace, name, provider, version });
  if (canonicalVersion(reply.version) !== canonicalVersion(version)) {
    throw new ProtocolError(`The registry describes ${nameOf(address)} ${version} as version ${reply.version}.`);
  }
  return named(address, reply, warn);
}

/** Warns if the description is of another module, which may be the new name (docs/protocol/registry.md#errors). */
function named(address: ModuleAddress, reply: DescribedModule, warn: Warn): DescribedModule {
  const namesOf = (each: object) =>
    (['namespace', 'name', 'provider'] as const).map((key) => Reflect.get(each, key) ?? address[key]).join('/');
  const isSame = namesOf(reply).toLowerCase() === namesOf(address).toLowerCase();
  if (!isSame) warn(`The registry describes ${nameOf(address)} ${reply.version} as ${namesOf(reply)}.`);
  return reply;
}

/**
 * Returns the number of downloads of a module (docs/protocol/registry.md#downloads-summary).
 * @throws {NotFoundError} if the registry has no version 2, or version 2 lacks the module
 */
export async function downloadsOf(registry: Registry, address: ModuleAddress): Promise<DownloadsSummary> {
  const { namespace, name, provider } = address;
  const module = nameOf(address);
  const { base } = registry;
  // Version 2 is beside version 1 (docs/protocol/registry.md#version-2).
  const second = new URL(base);
  second.pathname = base.pathname.replace(/\/v1\/modules\/$/, '/v2/modules/');
  if (second.pathname === base.pathname) {
    throw new NotFoundError(
      `The registry at ${maskUrl(base)} has no downloads summary: its URL does not end in /v1/modules/.`,
      { hint: 'Use --registry URL/ with a registry that has one.' },
    );
  }
  const call = registry.call(downloads.summary, { namespace, name, provider }, second);
  return (await call.catch(asLacking(registry, `no downloads summary of ${module}`, `svc module show ${module}`))).data;
}

/** The root of a module, or a submodule, as a registry sent it: each field may be missing or have any value. */
export type Part = Readonly<Record<string, unknown>>;

/** Returns the root of a described module, empty if the registry sent none. */
export function rootOf({ root }: DescribedModule): Part {
  return isObject(root) ? root : {};
}

export function submodulesOf({ submodules }: DescribedModule): readonly Part[] {
  return rowsIn(submodules).filter(isObject);
}

/** Returns the path of a submodule, if any. */
export function pathOf({ path }: Part): string | undefined {
  return typeof path === 'string' ? path : undefined;
}

/**
 * Returns a part's inputs, outputs and so on. The value is a list of objects (docs/protocol/registry.md#module-part) or of names, or
 * objects by name. assumed: citizen sends objects by name; other values are ignored (docs/protocol/registry.md#details).
 */
export function rowsIn(value: unknown): readonly object[] {
  if (Array.isArray(value)) return value.filter((row) => typeof row === 'string' || isObject(row)) as object[];
  if (!isObject(value)) return [];
  return Object.entries(value).map(([name, row]) => (isObject(row) ? { name, ...row } : { name }));
}
