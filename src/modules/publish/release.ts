import { newestFirst } from '../address/choose.ts';
import { canonicalVersion } from '../address/version.ts';

/** A file of a published module; its path has forward slashes and is relative to the module's folder. */
export interface SourceFile {
  readonly path: string;
  readonly size: number;
  readonly executable: boolean;
  /** The target of a symbolic link, which has no bytes. */
  readonly link?: string;
  /** Yields exactly `size` bytes. */
  open(): Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

export interface ModuleName {
  readonly namespace: string;
  readonly name: string;
  readonly provider: string;
}

/** A version of a module, ready to be published (docs/protocol/registry.md#module-object). */
export interface Release extends ModuleName {
  readonly version: string;
  readonly owner: string;
  readonly description: string;
  /** The URL of the module's source code, which people open. */
  readonly source: string;
  readonly publishedAt: string;
  readonly verified: boolean;
  /** The number of downloads before this service started. */
  readonly downloads: number;
  readonly files: readonly SourceFile[];
  /** Reads the files that describe the module, if `files` is empty. */
  readonly readFiles?: () => Promise<readonly SourceFile[]>;
}

/** Formats `<namespace>/<name>/<provider>/<version>` (docs/protocol/registry.md#module-object). */
export function releaseId({ namespace, name, provider, version }: Release): string {
  return `${namespace}/${name}/${provider}/${version}`;
}

/** Returns a file whose content is a text in memory. */
export function textFile(path: string, text: string): SourceFile {
  const bytes = new TextEncoder().encode(text);
  return { path, size: bytes.length, executable: false, open: () => [bytes] };
}

export async function readText(file: SourceFile): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of file.open()) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

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

/** assumed: the latest version is the newest release, else the newest prerelease (docs/protocol/registry.md#lists). */
function moduleOf(unsorted: readonly Release[]): PublishedModule {
  const { newest, shown: releases } = newestFirst(unsorted, { pre: true });
  const latest = releases.find(({ version }) => version === newest) ?? releases[0]!;
  const { namespace, name, provider } = latest;
  return { namespace, name, provider, latest, releases };
}

export function findModule(catalogue: Catalogue, { namespace, name, provider }: ModuleName) {
  return catalogue.find((each) => each.namespace === namespace && each.name === name && each.provider === provider);
}

/** Finds a release by its version, in any spelling: stock tools request the canonical one. */
export function findRelease(catalogue: Catalogue, module: ModuleName & { version: string }): Release | undefined {
  const { releases = [] } = findModule(catalogue, module) ?? {};
  const isSame = ({ version }: Release) => canonicalVersion(version) === canonicalVersion(module.version);
  return releases.find(({ version }) => version === module.version) ?? releases.find(isSame);
}

/** Lists the providers that a module of this name is published for. */
export function providersOf(catalogue: Catalogue, { namespace, name }: Omit<ModuleName, 'provider'>): string[] {
  return catalogue.filter((each) => each.namespace === namespace && each.name === name).map(({ provider }) => provider);
}
