import { dirname } from 'node:path';
import { discoveryPaths } from '../../contract/dialect.ts';
import type { ModulePage } from '../../contract/registry/module-object.ts';
import { summaryOf } from '../../publish/answers.ts';
import { type Catalogue, latestOf, type PublishedModule } from '../../publish/catalogue.ts';
import { filterModules, pageOf, searchModules } from '../../publish/list-query.ts';
import type { Release } from '../../publish/release.ts';
import type { Mirrored } from '../entry.ts';
import {
  discoveryDocument,
  hostsOf,
  type MirroredModule,
  modulesIn,
  registryPath,
  versionsDocument,
} from '../static-tree.ts';

/** The resource at a path. */
export type Resource =
  | { kind: 'document'; value: object; isOpen?: boolean }
  | { kind: 'list'; of(query: URLSearchParams, path: string): ModulePage }
  | { kind: 'location'; entry: Mirrored }
  | { kind: 'redirect'; to: string }
  | { kind: 'archive'; entry: Mirrored };

/** All served resources by path: a request path is looked up here and never becomes part of a file name. */
export type Resources = ReadonlyMap<string, Resource>;

export function resourcesOf(entries: readonly Mirrored[]): Resources {
  const modules = modulesIn(entries);
  const hosts = hostsOf(modules);
  const found = new Map<string, Resource>();
  found.set('/mirror.json', { kind: 'document', value: { version: 1, packages: entries } });
  const discovery = discoveryDocument(hosts) ?? {};
  for (const path of discoveryPaths) found.set(path, { kind: 'document', value: discovery, isOpen: true });
  for (const entry of entries) {
    found.set(`/${entry.file}`, { kind: 'archive', entry });
    if (entry.version !== undefined) found.set(`/${dirname(entry.file)}/download`, { kind: 'location', entry });
  }
  for (const host of hosts)
    addRegistry(
      found,
      registryPath(host).slice(0, -1),
      modules.filter((each) => each.host === host),
    );
  return found;
}

/** The lists of a registry, and its modules (docs/protocol/registry.md#endpoints). */
function addRegistry(found: Map<string, Resource>, base: string, modules: readonly MirroredModule[]): void {
  const catalogue: Catalogue = { modules: modules.map(published) };
  const addList = (path: string, of: (query: URLSearchParams) => readonly PublishedModule[]) =>
    found.set(path, {
      kind: 'list',
      of(query, requested) {
        const { meta, page } = pageOf(of(query), requested, query);
        return { meta, modules: page.map(({ latest }) => summaryOf(latest, () => 0)) };
      },
    });
  addList(base, (query) => filterModules(catalogue, query));
  for (const module of modules) {
    const { name, namespace, provider, releases } = module;
    const path = `${base}/${namespace}/${name}/${provider}`;
    found.set(`${path}/versions`, { kind: 'document', value: versionsDocument(module) });
    found.set(`${path}/download`, { kind: 'redirect', to: `/${dirname(latestOf(releases).file)}/download` });
    addList(`${base}/${namespace}`, (query) => filterModules(catalogue, query, namespace));
    const isNamed = (each: PublishedModule) => each.namespace === namespace && each.name === name;
    addList(`${base}/${namespace}/${name}`, () => catalogue.modules.filter(isNamed));
  }
  addList(`${base}/search`, (query) =>
    searchModules(filterModules(catalogue, query, query.get('namespace')), query.get('q') ?? ''),
  );
}

function published({ name, namespace, provider, releases }: MirroredModule): PublishedModule {
  const all = releases.map(
    ({ at, description, origin, version }): Release => ({
      ...{ namespace, name, provider, version, description },
      ...{ owner: '', source: origin, publishedAt: at, verified: false, downloads: 0, files: [] },
    }),
  );
  return { namespace, name, provider, latest: latestOf(all), releases: all };
}
