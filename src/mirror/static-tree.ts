import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { discoveryPaths, modulesService } from '../contract/dialect.ts';
import { replaceFile } from '../files.ts';
import { newestFirst } from '../module/address/version-order.ts';
import { diskFault } from '../module/archive/rejection.ts';
import { hostFolder, type Mirrored, type MirroredName, nameIn } from './entry.ts';

/** A module of a mirror; its releases newest first. */
export interface MirroredModule extends MirroredName {
  releases: (Mirrored & { version: string })[];
}

/** The registry modules of a mirror; sources that no registry has are left out. */
export function modulesIn(entries: readonly Mirrored[]): MirroredModule[] {
  const groups = new Map<string, MirroredModule>();
  for (const entry of entries) {
    const name = nameIn(entry);
    if (!name || entry.version === undefined) continue;
    const group = groups.get(entry.source) ?? { ...name, releases: [] };
    group.releases.push({ ...entry, version: entry.version });
    groups.set(entry.source, group);
  }
  return [...groups.values()].map((each) => ({ ...each, releases: newestFirst(each.releases, { pre: true }).shown }));
}

/** Where the registry of a host begins, as paths of a mirror: every file of it is below. */
export function registryPath(host: string): string {
  return `/${hostFolder(host)}/`;
}

/** The list of versions of a module (docs/protocol/registry.md#versions). */
export function versionsDocument({ name, namespace, provider, releases }: MirroredModule): object {
  const versions = releases.map(({ version }) => ({ version }));
  return { modules: [{ source: `${namespace}/${name}/${provider}`, versions }] };
}

/** Where an archive is, relative to the `download` document beside it; `key` opens it where a token is asked for. */
export function locationOf({ file, subdir }: Mirrored, key?: string): string {
  const folder = subdir === '' ? '' : `//${subdir}`;
  return `./${file.slice(file.lastIndexOf('/') + 1)}${folder}${key === undefined ? '' : `?key=${key}`}`;
}

/** Which registry of a mirror its own host is: the one, where it holds modules of one host only. */
export function discoveryDocument(hosts: readonly string[]): object | undefined {
  const [host, another] = hosts;
  return host === undefined || another !== undefined ? undefined : { [modulesService]: registryPath(host) };
}

/** The hosts whose modules there are. */
export function hostsOf(modules: readonly MirroredModule[]): string[] {
  return [...new Set(modules.map(({ host }) => host))].sort();
}

/**
 * Writes the documents of modules.v1 beside the archives, so that any server of files is a registry for clients that read
 * locations in JSON. What is as it should be already is left alone.
 * @param fresh where each is written first, on the same disk
 * @throws {LocalError} when the disk fails
 */
export function writeStaticTree(root: string, entries: readonly Mirrored[], fresh: string): void {
  const write = (file: string, document: object) => writeDocument(join(root, file), document, fresh);
  const modules = modulesIn(entries);
  for (const module of modules) {
    for (const release of module.releases) {
      write(`${dirname(release.file)}/download`, { location: locationOf(release) });
    }
    const { host, name, namespace, provider } = module;
    write(`${hostFolder(host)}/${namespace}/${name}/${provider}/versions`, versionsDocument(module));
  }
  const discovery = discoveryDocument(hostsOf(modules));
  for (const path of discoveryPaths) write(path.slice(1), discovery ?? {});
}

function writeDocument(path: string, document: object, fresh: string): void {
  const text = `${JSON.stringify(document)}\n`;
  try {
    if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
    mkdirSync(dirname(path), { recursive: true });
    replaceFile(path, text, fresh);
  } catch (error) {
    throw diskFault(error, path);
  }
}
