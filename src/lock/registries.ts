import type { Client } from '../client/client.ts';
import { UsageError } from '../errors.ts';
import type { ModuleAddress } from '../module/address/address.ts';
import { chooseVersion } from '../module/address/choose.ts';
import { parseConstraint } from '../module/address/constraint.ts';
import { checkRegistry, splitMapping } from '../module/address/registry-setting.ts';
import { locate } from '../module/fetch/locate.ts';
import type { Location } from '../module/fetch/location.ts';
import { arriveAt, type Located } from '../module/fetch/page.ts';
import type { PackageSpec } from '../module/fetch/spec.ts';
import { moduleKey, versionName } from '../module/find.ts';
import { openRegistry, type Registry, type RegistryDeps } from '../module/registry/registry.ts';
import { constraintOf, listVersions, nameOf } from '../module/registry/resolve.ts';
import { registryHostOf, type Tool } from '../tools.ts';
import { type Call, withPlace } from './calls.ts';
import { remember } from './memoize.ts';

/** The registries of a configuration; each is asked a question once. */
export interface Registries {
  /** Every version that the registry lists of a module. */
  versions(address: ModuleAddress): Promise<string[]>;
  /** The version that a call gets: what the address asks for, where it does, else what the constraint does. @throws {NotFoundError} when there is none */
  choose(call: Pick<Call, 'at' | 'constraint'>, address: ModuleAddress): Promise<string>;
  /** The package of a module's version. */
  spec(address: ModuleAddress, version: string): PackageSpec;
  /** A package that a configuration names itself; `commit` is the one to take of a repository, whatever its ref means by now. */
  specAt(location: Location, commit: string | undefined): PackageSpec;
}

/** Where what a configuration names is not relative to. */
const nowhere = { by: new URL('http://localhost/'), credentials: false };

export function createRegistries(parts: RegistryDeps, warn: (words: string) => void): Registries {
  const opened = remember<Promise<Registry>>();
  const listed = remember<Promise<string[]>>();
  const located = remember<Promise<Located>>();
  const open = ({ host }: ModuleAddress) => opened(host?.ascii ?? '', () => openRegistry(parts, host));
  const versions = (address: ModuleAddress) =>
    listed(nameOf(address), async () =>
      (await listVersions(await open(address), address)).map(({ version }) => version),
    );
  const fetch: Client['fetch'] = async (url, options, consume) =>
    (await parts.client()).fetch(url, { signal: parts.signal, ...options }, consume);
  return {
    versions,
    async choose({ at, constraint }, address) {
      const module = nameOf(address);
      try {
        const wanted = constraintOf(address) ?? (constraint === '' ? undefined : parseConstraint(constraint));
        const { ignored, version } = chooseVersion(await versions(address), wanted, { module });
        for (const odd of ignored) warn(`${module}: the registry lists "${odd}", which is no version; left out.`);
        return version;
      } catch (error) {
        throw withPlace(error, at);
      }
    },
    spec(address, version) {
      const name = versionName({ ...address, subdir: undefined }, version);
      const at = async () => locate(await open(address), address, version);
      const key = { ...moduleKey(address, parts), version };
      return { name, key, module: { address, version }, locate: () => located(name, at) };
    },
    specAt(location, commit) {
      const { display: name } = location;
      const registry = location.kind === 'git' ? '' : location.url.origin;
      return {
        name,
        // What is at a URL has no version of its own.
        key: { registry, module: name, version: '0.0.0' },
        async locate() {
          // The folder of the source is the call's, the one of a page is the package's.
          const found = await arriveAt({ ...location, subdir: undefined }, nowhere, fetch);
          if (commit === undefined || found.location.kind !== 'git') return found;
          return { ...found, location: { ...found.location, ref: commit } };
        },
      };
    },
  };
}

/**
 * What is said about registries, for a configuration: mappings of one host only, since an address without a host is one of
 * the tool's own registry there.
 * @throws {UsageError} for a flag that would mean another registry for such addresses, and a value that is no registry
 */
export function mappedOnly(parts: RegistryDeps, tool: Tool): RegistryDeps {
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
