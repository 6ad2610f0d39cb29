import { newestFirst } from '../address/choose.ts';
import { canonicalVersion } from '../address/version.ts';
import type { ModuleName, Release } from './release.ts';

/** A module: all its releases, newest first; at least one. */
export interface PublishedModule extends ModuleName {
  readonly latest: Release;
  readonly releases: readonly Release[];
}

/** All published modules, sorted by namespace, name and provider. */
export type Catalogue = readonly PublishedModule[];

/** Groups releases into modules. */
export function catalogueOf(releases: readonly Release[]): Catalogue {
  const groups = new Map<string, Release[]>();
  for (const release of releases) {
    const key = `${release.namespace}/${release.name}/${release.provider}`;
    groups.set(key, [...(groups.get(key) ?? []), release]);
  }
  return [...groups.keys()].toSorted().map((key) => moduleOf(groups.get(key)!));
}

/** assumed: the latest version is the newest that is not a prerelease, if any (docs/protocol/registry.md#lists). */
function moduleOf(unsorted: readonly Release[]): PublishedModule {
  const { newest, shown: releases } = newestFirst(unsorted, { pre: true });
  const latest = releases.find(({ version }) => version === newest) ?? releases[0]!;
  const { namespace, name, provider } = latest;
  return { namespace, name, provider, latest, releases };
}

export function findModule(
  catalogue: Catalogue,
  { namespace, name, provider }: ModuleName,
): PublishedModule | undefined {
  return catalogue.find((each) => each.namespace === namespace && each.name === name && each.provider === provider);
}

/** Finds a release by its version, in any spelling: stock tools request the canonical one. */
export function findRelease(catalogue: Catalogue, where: ModuleName & { version: string }): Release | undefined {
  const { releases = [] } = findModule(catalogue, where) ?? {};
  const isSame = ({ version }: Release) => canonicalVersion(version) === canonicalVersion(where.version);
  return releases.find(({ version }) => version === where.version) ?? releases.find(isSame);
}

/** Lists the providers that a module of this name is published for. */
export function providersOf(catalogue: Catalogue, { namespace, name }: Omit<ModuleName, 'provider'>): string[] {
  return catalogue.filter((each) => each.namespace === namespace && each.name === name).map(({ provider }) => provider);
}
