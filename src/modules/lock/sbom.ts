import { existsSync, lstatSync } from 'node:fs';
import { join, posix, win32 } from 'node:path';
import { percentDecoded } from '../../base/origin.ts';
import { firstOf } from '../../base/text.ts';
import { version as svc } from '../../base/version.ts';
import { splitSubdir } from '../address/address.ts';
import { filesIn } from '../archive/disk-tree.ts';
import { digestOf } from '../cache/folder.ts';
import { parseLocation } from '../fetch/location.ts';
import type { FetchDeps } from '../fetch/source.ts';
import { isCached, readPackage } from '../package.ts';
import { addTo, childrenOf } from './folder.ts';
import type { Lock, LockedCall } from './lock-file.ts';
import { installedHash, moduleFolderOf } from './module-folder.ts';

interface LockedFolder {
  name: string;
  dir: string;
  lock: Lock;
}

type PackageCall = LockedCall & Omit<LockedFolder, 'lock'> & { path: string };

/** Returns whether a path in a package names a licence file. */
export function isLicence(path: string): boolean {
  const isNamed = /^(licen[cs]e|copying|copyright|notice)([-_.].*)?$/i.test(win32.basename(path));
  return isNamed && !/^\.git[/\\]|\.(tf|tofu|json)$/i.test(path);
}
const sha256Of = (content: string) => [{ alg: 'SHA-256', content }];

/**
 * Returns the packages of locked configurations as a CycloneDX 1.6 document, each once. A local module's calls count as calls of its caller.
 * @param temporary the folder in which cached packages are unpacked
 * @throws {SvcError} for a location that `svc` does not fetch, and for a damaged cache
 */
export async function sbomOf(folders: readonly LockedFolder[], temporary: string, deps: FetchDeps) {
  const packages = new Map<string, PackageCall[]>();
  const needs = new Map([['configuration', new Set<string>()]]);
  const incomplete = new Set<string>();
  const visit = (folder: LockedFolder, from: string, caller: string): void => {
    for (const path of childrenOf(folder.lock, from)) {
      const call = { ...folder, ...folder.lock.get(path)!, path };
      const ref = call.h1 === undefined ? caller : `${originOf(call).purl} ${call.h1}`;
      if (call.unread !== undefined) incomplete.add(caller);
      if (call.h1 !== undefined) addTo(packages, ref, call);
      needs.set(ref, needs.get(ref) ?? new Set());
      if (ref !== caller) needs.get(caller)?.add(ref);
      visit(folder, path, ref);
    }
  };
  for (const folder of folders) visit(folder, '', 'configuration');
  const components: object[] = [];
  const missing: string[] = [];
  for (const [ref, calls] of packages) {
    const { commit, path, sha256, source, version = commit, h1 } = calls[0]!;
    const { purl, url } = originOf(calls[0]!);
    const hashes = sha256 && sha256Of(sha256);
    const licences = await licencesOf(calls, join(temporary, `${components.length}`), deps);
    if (!licences) missing.push(path);
    components.push({
      ...{ type: 'library', 'bom-ref': ref, name: splitSubdir(source)[0], version, hashes, purl },
      externalReferences: [{ type: commit ? 'vcs' : 'distribution', url, hashes }, ...(licences ?? [])],
      properties: [
        { name: 'svc:h1', value: h1 },
        ...calls.map(({ name, path }) => ({ name: 'svc:call', value: `${name}: ${path}` })),
        ...(licences ? [] : [{ name: 'svc:licence-files', value: 'not read' }]),
      ],
    });
  }
  if (missing.length > 0)
    deps.warn(`No licence files were read of modules that are neither installed nor cached: ${firstOf(missing)}.`);
  return {
    ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
    metadata: {
      tools: { components: [{ type: 'application', name: 'svc', version: svc }] },
      component: { type: 'application', 'bom-ref': 'configuration', name: folders.map(({ name }) => name).join(', ') },
    },
    components,
    dependencies: [...needs].map(([ref, all]) => ({ ref, dependsOn: [...all] })),
    compositions: [...incomplete].map((ref) => ({ aggregate: 'incomplete', dependencies: [ref] })),
  };
}

/** Returns the licence files of a package if it is installed or cached; else undefined. */
async function licencesOf(calls: readonly PackageCall[], temporary: string, deps: FetchDeps) {
  const { commit, h1, path: name, sha256 } = calls[0]!;
  const places = calls.map((call) => ({ call, folder: moduleFolderOf(call.dir, deps.git.env.TF_DATA_DIR) }));
  const installed = places.find(({ call, folder }) => installedHash(folder, call.path, call, deps.disk).found === h1);
  const dir = installed?.folder.packageDir(installed.call.path) ?? temporary;
  const key = { registry: '', module: name, version: '0.0.0' };
  const spec = { name, key, commit, h1, sha256, locate: () => Promise.reject() };
  if (!installed && deps.cache && isCached(deps.cache, spec)) await readPackage(spec, dir, deps);
  if (!existsSync(dir)) return undefined;
  const files = [...filesIn(dir)].filter((path) => isLicence(path) && lstatSync(join(dir, path)).isFile()).sort();
  const licences = files.map(async (path) => {
    const url = encodeURIComponent(path).replaceAll('%2F', '/');
    return { type: 'license', url, hashes: sha256Of(await digestOf(join(dir, path))) };
  });
  return Promise.all(licences);
}

/** Hosts that have a package URL type of their own: their name without the last part. */
const forges = ['github.com', 'bitbucket.org'];
const encoded = (text = '') => encodeURIComponent(text).replaceAll('%3A', ':').replaceAll('*', '%2A');

/**
 * Returns the URL of a locked package, without its secrets, and its package URL (ECMA-427, which has no type for module registries).
 * @throws {SvcError} for a location that `svc` does not fetch
 */
export function originOf({ commit, location: text = '', sha256, source, version }: LockedCall) {
  // Remove the mask, which would be read as a key.
  const location = parseLocation(text.replace(/([?&])sshkey=\*{3}/, '$1'), new URL('http://localhost/'));
  const url = `${location.url}`.replace(/(?<=^\w+:\/\/)[^/@]*\*{3}[^/@]*@/, '');
  const { host, pathname } = new URL(url);
  const path = pathname.replace(/(\.git)?\/*$/, '');
  const generic = `pkg:generic/${encoded(percentDecoded(posix.basename(path) || host))}`;
  if (version !== undefined) {
    const [registry, ...address] = splitSubdir(source)[0].split('/');
    return { url, purl: `pkg:generic/${address.join('/')}@${encoded(version)}?repository_url=${encoded(registry)}` };
  }
  if (location.kind !== 'git' && location.store?.kind === 'oci') {
    const { reference, repository } = location.store;
    const name = encoded(posix.basename(repository));
    return { url, purl: `pkg:oci/${name}@${reference}?repository_url=${encoded(repository.slice('oci://'.length))}` };
  }
  if (commit === undefined) return { url, purl: `${generic}?checksum=sha256:${sha256}&download_url=${encoded(url)}` };
  if (forges.includes(host)) return { url, purl: `pkg:${host.replace(/\.\w+$/, '')}${path.toLowerCase()}@${commit}` };
  return { url, purl: `${generic}@${commit}?vcs_url=${encoded(`git+${url}@${commit}`)}` };
}
