import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { discoveryPaths, modulesService } from '../../api/contract/dialect.ts';
import { lookAt, replaceFile, textIn } from '../../base/system/files.ts';
import { newestFirst } from '../address/choose.ts';
import { onDisk } from '../archive/rejection.ts';
import { addTo } from '../lock/folder.ts';
import { hostFolder, type Mirrored, type MirroredName, nameIn, pathIn } from './manifest.ts';

export interface MirroredModule extends MirroredName {
  releases: (Mirrored & { version: string })[];
}

/** Returns the modules of a mirror that come from registries. */
export function modulesIn(entries: readonly Mirrored[]): MirroredModule[] {
  const groups = new Map<string, MirroredModule['releases']>();
  for (const { version, ...entry } of entries)
    if (version !== undefined) addTo(groups, entry.source, { ...entry, version });
  return [...groups.values()].flatMap((all) => {
    const name = nameIn(all[0]!);
    return name ? { ...name, releases: newestFirst(all, { pre: true }).shown } : [];
  });
}

/** Returns the path of a host's registry in a mirror. */
export function registryPath(host: string): string {
  return `/${hostFolder(host)}/`;
}

/** Returns the list of versions of a module (docs/protocol/registry.md#versions). */
export function versionsDocument({ name, namespace, provider, releases }: MirroredModule): object {
  const versions = releases.map(({ version }) => ({ version }));
  return { modules: [{ source: `${namespace}/${name}/${provider}`, versions }] };
}

/** Returns the location of an archive, relative to its `download` document; `key` grants access where a token is required. */
export function locationOf({ file, subdir }: Mirrored, key?: string): string {
  const folder = subdir === '' ? '' : `//${subdir}`;
  return `./${file.slice(file.lastIndexOf('/') + 1)}${folder}${key === undefined ? '' : `?key=${key}`}`;
}

/** Text that both nginx and Caddy read literally, without quotes. */
const plain = /^[\w./+~*@:%,=-]+$/;

/**
 * Returns the path and the location of every `download` document, for `map` of nginx and of Caddy with two results: so a web server can
 * send the location in the header that terraform requires. Omits names with special characters.
 */
function locationsMap(modules: readonly MirroredModule[]): string {
  const lines = modules.flatMap(({ releases }) =>
    releases.flatMap((release) => {
      const [path, location] = [`/${dirname(release.file)}/download`, locationOf(release)];
      return plain.test(path) && plain.test(location) ? `${path} ${location} ;\n` : [];
    }),
  );
  return lines.sort().join('');
}

/** Returns the discovery document for the server's own host, if all modules of the mirror are of one host. */
export function discoveryDocument(hosts: readonly string[]): object | undefined {
  const [host, another] = hosts;
  return host === undefined || another !== undefined ? undefined : { [modulesService]: registryPath(host) };
}

export function hostsOf(modules: readonly MirroredModule[]): string[] {
  return [...new Set(modules.map(({ host }) => host))].sort();
}

/**
 * Writes the documents of modules.v1 beside the archives. With them, any file server is a registry for clients that accept locations in
 * JSON. Writes only changed files.
 * @param fresh the temporary path to write to first, on the same disk
 * @throws {LocalError}
 */
export function writeStaticTree(root: string, entries: readonly Mirrored[], fresh: string): void {
  const write = (file: string, document: object | string) => {
    const path = pathIn(root, file);
    const text = typeof document === 'string' ? document : `${JSON.stringify(document)}\n`;
    onDisk(path, () => {
      if (lookAt(path)?.isFile() && textIn(path) === text) return;
      mkdirSync(dirname(path), { recursive: true });
      replaceFile(path, text, fresh);
    });
  };
  const modules = modulesIn(entries);
  for (const module of modules) {
    for (const release of module.releases) {
      write(`${dirname(release.file)}/download`, { location: locationOf(release) });
    }
    const { host, name, namespace, provider } = module;
    write(`${hostFolder(host)}/${namespace}/${name}/${provider}/versions`, versionsDocument(module));
  }
  const discovery = discoveryDocument(hostsOf(modules));
  write('locations.map', locationsMap(modules));
  for (const path of discoveryPaths) write(path.slice(1), discovery ?? {});
}
