import { basename, dirname } from 'node:path';
import { discoveryPaths } from '../../../api/contract/dialect.ts';
import type { ModulePage } from '../../../api/contract/registry/module-object.ts';
import { detailOf, summaryOf, versionsOf } from '../../publish/answers.ts';
import { filterModules, pageOf, searchModules } from '../../publish/list-query.ts';
import {
  type Catalogue,
  catalogueOf,
  type PublishedModule,
  type Release,
  type SourceFile,
} from '../../publish/release.ts';
import type { Mirrored } from '../manifest.ts';
import { discoveryDocument, hostsOf, type MirroredModule, modulesIn, registryPath } from '../static-tree.ts';

type ReadFiles = (entry: Mirrored) => Promise<readonly SourceFile[]>;

export type Resource =
  | { kind: 'document'; of(query: URLSearchParams): object | Promise<object>; isOpen?: boolean }
  | { kind: 'location'; entry: Mirrored }
  | { kind: 'redirect'; to: string }
  | { kind: 'archive'; entry: Mirrored };

/** Returns the resource at a request path, by looking it up: the path never becomes part of a file name. */
export type Resources = (path: string) => Resource | undefined;

/** Lists the resources of a mirror. @param readFiles reads the files that describe the module in an archive */
export function resourcesOf(entries: readonly Mirrored[], readFiles: ReadFiles): Resources {
  const modules = modulesIn(entries);
  const hosts = hostsOf(modules);
  const byPath = new Map<string, Resource>();
  byPath.set('/mirror.json', { kind: 'document', of: () => ({ version: 1, packages: entries }) });
  const discovery = discoveryDocument(hosts) ?? {};
  for (const path of discoveryPaths) byPath.set(path, { kind: 'document', of: () => discovery, isOpen: true });
  for (const entry of entries) {
    byPath.set(`/${entry.file}`, { kind: 'archive', entry });
    if (entry.version !== undefined) byPath.set(`/${dirname(entry.file)}/download`, { kind: 'location', entry });
  }
  const registries = new Map(
    hosts.map((host) => {
      const base = registryPath(host).slice(0, -1);
      const releases = modules.filter((each) => each.host === host).flatMap((each) => releasesOf(each, readFiles));
      return [base, addRegistry(byPath, base, catalogueOf(releases))];
    }),
  );
  return (path) => byPath.get(path) ?? registries.get(dirname(path))?.(basename(path));
}

/** Adds the lists of a registry and its modules (docs/protocol/registry.md#endpoints). Returns the list of any namespace. */
function addRegistry(byPath: Map<string, Resource>, base: string, catalogue: Catalogue) {
  const list = (path: string, of: (query: URLSearchParams) => readonly PublishedModule[]): Resource => ({
    kind: 'document',
    of(query): ModulePage {
      const { meta, page } = pageOf(of(query), encodeURI(path), query);
      return { meta, modules: page.map(({ latest }) => summaryOf(latest)) };
    },
  });
  const addList = (path: string, of: Parameters<typeof list>[1]) => byPath.set(path, list(path, of));
  const addDocument = (path: string, of: () => object | Promise<object>) => byPath.set(path, { kind: 'document', of });
  const all = list(`${base}/`, (query) => filterModules(catalogue, query));
  byPath.set(base, all);
  for (const module of catalogue) {
    const { latest, name, namespace, provider, releases } = module;
    const family = `${base}/${namespace}/${name}`;
    const path = `${family}/${provider}`;
    const isNamed = (each: PublishedModule) => each.namespace === namespace && each.name === name;
    addList(family, () => catalogue.filter(isNamed));
    addDocument(path, () => detailOf(catalogue, latest));
    addDocument(`${path}/versions`, () => versionsOf(catalogue, module));
    byPath.set(`${path}/download`, { kind: 'redirect', to: `${path}/${latest.version}/download` });
    for (const each of releases) addDocument(`${path}/${each.version}`, () => detailOf(catalogue, each));
  }
  addList(`${base}/search`, (query) => searchModules(catalogue, query));
  return (namespace: string) => list(`${base}/${namespace}`, (query) => filterModules(catalogue, query, namespace));
}

function releasesOf({ name, namespace, provider, releases }: MirroredModule, read: ReadFiles): Release[] {
  return releases.map(({ version, ...entry }) => {
    const { at: publishedAt, description, origin: source } = entry;
    return {
      ...{ namespace, name, provider, version, description, owner: '', source, publishedAt },
      ...{ verified: false, downloads: 0, files: [], readFiles: () => read(entry) },
    };
  });
}
