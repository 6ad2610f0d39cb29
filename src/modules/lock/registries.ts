import type { Client } from '../../api/client/client.ts';
import { CheckFailedError, NotFoundError, UsageError, unlessFailed } from '../../base/errors.ts';
import { isObject, jsonIn } from '../../base/json.ts';
import { maskUrl } from '../../base/secrets.ts';
import { registryHostOf, type Tool } from '../../base/system/tools.ts';
import type { ModuleAddress } from '../address/address.ts';
import { chooseVersion, newestFirst } from '../address/choose.ts';
import { parseConstraint } from '../address/constraint.ts';
import { checkRegistry, splitMapping } from '../address/registry-setting.ts';
import { moduleKey, versionName } from '../download.ts';
import { type Located, locate, resolveLocation } from '../fetch/locate.ts';
import type { ArchiveFormat, Location } from '../fetch/location.ts';
import type { Source } from '../fetch/source.ts';
import { describeVersion } from '../registry/describe.ts';
import { openRegistry, placeOf, type Registry, type RegistryDeps } from '../registry/registry.ts';
import {
  constraintOf,
  deprecationOf,
  type ListedVersion,
  listVersions,
  nameOf,
  unlessMissing,
} from '../registry/resolve.ts';
import { type Call, withLocation } from './calls.ts';
import type { LockedCall } from './lock-file.ts';
import { remember } from './memoize.ts';
import { firstOldEnough } from './min-age.ts';

/** A base URL that the parser needs; locations in a configuration are absolute. */
const base = { by: new URL('http://localhost/'), credentials: false };

/** The registries of a configuration; each request is sent once. */
export class Registries {
  private readonly opened = remember<Promise<Registry>>();
  private readonly listed = remember<Promise<ListedVersion[]>>();
  private readonly located = remember<Promise<Located>>();
  private readonly described = remember<Promise<Awaited<ReturnType<typeof describeVersion>> | undefined>>();
  private readonly inMirror: ReturnType<typeof mirroredSources>;

  constructor(
    private readonly deps: RegistryDeps,
    private readonly warn: (message: string) => void,
  ) {
    this.inMirror = mirroredSources(deps);
  }

  private open(address: ModuleAddress): Promise<Registry> {
    return this.opened(address.host?.ascii ?? '', () => openRegistry(this.deps, address));
  }

  private list(address: ModuleAddress): Promise<ListedVersion[]> {
    return this.listed(nameOf(address), async () => listVersions(await this.open(address), address));
  }

  async versions(address: ModuleAddress): Promise<string[]> {
    return (await this.list(address)).map(({ version }) => version);
  }

  /** Returns why the registry deprecates a version; undefined if it does not. */
  async deprecation(address: ModuleAddress, requested: string): Promise<string | undefined> {
    return deprecationOf((await this.list(address)).find(({ version }) => version === requested));
  }

  /** Returns the registry's description of a version, with its date; undefined if the registry has none. */
  describe(address: ModuleAddress, version: string) {
    return this.described(`${nameOf(address)}@${version}`, async () =>
      unlessMissing(describeVersion(await this.open(address), address, version, this.warn)),
    );
  }

  /**
   * Chooses the version for a call, by the constraint of the address, else of the call.
   * @throws {NotFoundError} if no version matches; {CheckFailedError} if no matching version is old enough
   */
  async choose(
    { at, constraint }: Pick<Call, 'at' | 'constraint'>,
    address: ModuleAddress,
    warn: (message: string) => void,
    whyTooYoung: (version: string) => Promise<string | undefined> = async () => undefined,
  ): Promise<string> {
    const module = nameOf(address);
    try {
      const parsedConstraint = constraintOf(address) ?? (constraint === '' ? undefined : parseConstraint(constraint));
      const { ignored, version: first } = chooseVersion(await this.versions(address), parsedConstraint, { module });
      for (const invalid of ignored) warn(`${module}: ignored "${invalid}", which the registry lists as a version.`);
      const { shown } = newestFirst(await this.list(address), { constraint: parsedConstraint });
      const { instead, version } = await firstOldEnough([first, ...shown.map((each) => each.version)], whyTooYoung);
      if (version === undefined) throw new CheckFailedError(`${module} has no version that may be chosen: ${instead}.`);
      if (instead !== undefined) warn(`${module}: chose ${version}; ${instead}.`);
      const reason = await this.deprecation(address, version);
      if (reason !== undefined) warn(`${module} ${version} is deprecated: ${reason}`);
      return version;
    } catch (error) {
      // In a configuration, the version is not part of the address: suggest the argument `version`.
      if (error instanceof NotFoundError && at.file !== address.text)
        Object.assign(error, { hint: error.hint?.replace(/add @(\S+) to the address\./, 'version = "$1"') });
      throw withLocation(error, at);
    }
  }

  spec(address: ModuleAddress, version: string): Source {
    const name = versionName({ ...address, subdir: undefined }, version);
    const at = async () => locate(await this.open(address), address, version);
    const key = { ...moduleKey(address, this.deps), version };
    return { name, key, address, locate: () => this.located(name, at) };
  }

  /** Returns the package that a configuration names by location; with `locked`, at the locked commit or digest. */
  specAt(location: Location, locked: Partial<LockedCall>): Source {
    const { deps, inMirror } = this;
    const { commit, h1, location: lockedUrl = '' } = locked;
    const { display: name } = location;
    const registry = location.kind === 'git' ? '' : location.url.origin;
    const fetch: Client['fetch'] = async (url, options, consume) =>
      (await deps.client()).fetch(url, { signal: deps.signal, ...options }, consume);
    return {
      name,
      // A placeholder: a URL has no version.
      key: { registry, module: name, version: '0.0.0' },
      async locate() {
        const mirrored = h1 === undefined ? undefined : await inMirror(locked);
        if (mirrored) return mirrored;
        // Drop the source's folder, which belongs to the call; a redirect's folder belongs to the package.
        const located = await resolveLocation({ ...pin(location, lockedUrl), subdir: undefined }, base, fetch);
        if (commit === undefined || located.location.kind !== 'git') return located;
        return { ...located, location: { ...located.location, ref: commit } };
      },
    };
  }
}

/** Replaces a tag of an OCI registry with its locked digest. */
function pin(location: Location, lockedUrl: string): Location {
  const [digest] = /(?<=\?digest=)sha256:[0-9a-f]{64}$/.exec(lockedUrl) ?? [];
  if (location.kind !== 'archive' || location.store?.kind !== 'oci' || digest === undefined) return location;
  const url = new URL(`./${digest}`, location.url);
  return { ...location, url, store: { ...location.store, reference: digest } };
}

/**
 * Returns the `--registry` values that apply to a configuration: only HOST=URL, because an address without a host belongs to the
 * tool's own registry.
 * @throws {UsageError} for a flag without HOST=, and for an invalid registry
 */
export function mappedOnly(deps: RegistryDeps, tool: Tool): RegistryDeps {
  for (const each of deps.named) checkRegistry(each);
  const mapped = deps.named.filter(({ origin, value }) => {
    if (splitMapping(value).host) return true;
    if (origin.kind !== 'flag') return false;
    const host = registryHostOf[tool];
    const message = `--registry must be HOST=URL here: in a configuration, an address without a host belongs to ${host}.`;
    throw new UsageError(message, { hint: `Map the host: --registry ${host}=${value}` });
  });
  return { ...deps, named: mapped };
}

const sourceFile = /^_sources\/[0-9a-f]{40,64}\.(tar\.gz|tar|zip)$/;

/**
 * Returns a function that finds the archive of a locked repository or URL in the mirrors of the registries: if the registry of a host is at
 * `ROOT/HOST/`, its mirror is at `ROOT/`. Each mirror's list is requested once; a mirror that does not respond counts as empty.
 */
function mirroredSources(
  deps: RegistryDeps,
): (locked: Pick<LockedCall, 'commit' | 'sha256' | 'submodules'>) => Promise<Located | undefined> {
  const listed = remember<Promise<Record<string, unknown>[]>>();
  return async ({ commit, sha256, submodules }) => {
    for (const root of rootsOf(deps)) {
      const mirrored = (await listed(root.href, () => listOf(root, deps))).find((each) =>
        commit === undefined ? each.sha256 === sha256 : each.commit === commit && each.submodules === submodules,
      );
      const [file, format] = sourceFile.exec(String(mirrored?.file)) ?? [];
      if (file === undefined || !/^[0-9a-f]{64}$/.test(String(mirrored?.sha256))) continue;
      const url = new URL(file, root);
      const checksum = { algorithm: 'sha256' as const, digest: String(mirrored?.sha256) };
      const display = maskUrl(url);
      const location = { kind: 'archive' as const, url, format: format as ArchiveFormat, checksum, display };
      return { location, from: display, anonymous: false };
    }
    return undefined;
  };
}

function rootsOf(deps: RegistryDeps): URL[] {
  const roots = deps.named.flatMap(({ value }) => {
    const { host } = splitMapping(value);
    if (host === undefined) return [];
    const { isRegistry, url } = placeOf(deps, host);
    const folders = [host.ascii.replaceAll(':', '_'), '_sources'];
    return isRegistry && folders.some((name) => url.pathname.endsWith(`/${name}/`)) ? new URL('..', url).href : [];
  });
  return [...new Set(roots)].map((root) => new URL(root));
}

async function listOf(root: URL, { client, signal }: RegistryDeps): Promise<Record<string, unknown>[]> {
  const options = { signal, retries: 0, audience: 'registry' } as const;
  const request = client().then((known) => known.send('GET', new URL('mirror.json', root), undefined, options));
  const document = jsonIn((await unlessFailed(request))?.text ?? '');
  return isObject(document) && Array.isArray(document.packages) ? document.packages.filter(isObject) : [];
}
