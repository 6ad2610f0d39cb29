import { setImmediate as turn } from 'node:timers/promises';
import { maskLocation } from '../../base/secrets.ts';
import { parseVersion } from '../address/version.ts';
import { fetchCalled, packageFolder, type Sources } from './call-package.ts';
import { type Folder, lockedFolder } from './folder.ts';
import type { InstallOptions } from './install.ts';
import type { CallRow } from './lock-file.ts';
import { requireLocked } from './locked-call.ts';
import { installedHash, type ManifestEntry, manifestOf, readManifest, repositoryFault } from './module-folder.ts';
import { movedTo } from './version-tags.ts';
import { type Resolve, walk } from './walk.ts';

/** The result of verifying a module call, as in `-o json`. */
export interface Verified extends CallRow {
  /** The state of the files that the stock tool would use. */
  installed: 'ok' | 'missing' | 'changed' | 'elsewhere' | 'repository';
  /** The version or source in the stock tool's manifest, if it differs from the locked one. */
  before?: string | undefined;
  /** The reason why a git repository among the installed files is rejected. */
  repository?: string | undefined;
  /** The reason why the installed files have no hash. */
  fault?: string | undefined;
  /** The current content at the source. `repacked`: the same files in another archive; `moved`: a version tag names another commit. */
  origin: 'ok' | 'changed' | 'moved' | 'repacked' | 'not asked';
  /** The hashes in the lock (empty for a local module), of the installed files, and of the download. */
  locked: string;
  found?: string | undefined;
  fetched?: string | undefined;
  /** Hex digest of another archive with the same files, if the source now has one. */
  sha256?: string | undefined;
  /** The commit that the version tag names now, if it moved. */
  moved?: string | undefined;
}

/** Options of verifying; without `sources`, only the installed files are verified. */
interface VerifyOptions extends Pick<InstallOptions, 'disk' | 'folder' | 'lock'>, Pick<Sources, 'tool' | 'warn'> {
  sources: Sources | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Compares the installed modules with the lock, and the lock with the current content of its sources.
 * @throws {CheckFailedError} for a call that differs from the lock; all fetch errors
 */
export async function verifyModules(root: Folder, { disk, folder, lock, signal, sources, tool, warn }: VerifyOptions) {
  const rows: Verified[] = [];
  const resolve: Resolve = async (path, call) => {
    // Hashing is synchronous: let a deadline fire between modules.
    if (signal) await turn(undefined, { signal });
    const locked = requireLocked(lock, path, call);
    const { commit, h1 = '', location, source, submodules, version } = locked;
    const { fault, found } = installedHash(folder, path, locked, disk);
    // Omit the locked sha256: with it, the package would be read from the cache instead of downloaded.
    const pack = sources && (await fetchCalled(call, { commit, location, submodules, version }, sources)).pack;
    const fetched = pack?.h1;
    const sha256 = fetched === h1 && pack?.sha256 !== locked.sha256 ? pack?.sha256 : undefined;
    const moved = sources && (await movedTo(call, locked, sources));
    const isFromGit = commit !== undefined;
    const repository = found === undefined ? undefined : repositoryFault(folder, path, { isFromGit, warn });
    const state = found === h1 ? 'ok' : 'changed';
    rows.push({
      ...{ module: path, source, version, commit, locked: h1, found, fetched, repository, fault, sha256, moved },
      installed: (found ?? fault) === undefined ? 'missing' : repository === undefined ? state : 'repository',
      origin:
        fetched === undefined ? 'not asked' : fetched !== h1 ? 'changed' : moved ? 'moved' : sha256 ? 'repacked' : 'ok',
    });
    const installed = { dir: folder.packageDir(path), name: source };
    const reading = { tool, inputOf: call.inputOf };
    const inside = found === h1 ? packageFolder(installed, locked.subdir, reading) : lockedFolder(lock, path);
    return { locked, inside };
  };
  const visited = await walk(root, resolve, () => undefined);
  const manifest = new Map(readManifest(folder).map((entry) => [entry.Key, entry]));
  const expectedEntries = new Map(manifestOf(visited, folder.base).map((entry) => [entry.Key, entry]));
  for (const { call, path } of visited) {
    const row = rows.find(({ module }) => module === path);
    const listed = manifest.get(path);
    const isStray = listed !== undefined && listed.Dir !== expectedEntries.get(path)?.Dir;
    if (row?.installed === 'ok') row.installed = isStray ? 'elsewhere' : listed === undefined ? 'missing' : 'ok';
    if (row?.installed === 'changed') row.before = otherOf(listed, expectedEntries.get(path));
    if (!row && isStray) {
      rows.push({ module: path, source: call.source.text, installed: 'elsewhere', origin: 'not asked', locked: '' });
    }
  }
  return rows.sort((a, b) => (a.module < b.module ? -1 : 1));
}

/** Returns the manifest's version or source, if it differs from the expected one. It proves nothing: others can write the manifest. */
function otherOf(listed: ManifestEntry | undefined, expected: ManifestEntry | undefined): string | undefined {
  if (!listed || !expected) return undefined;
  const [source, expectedSource] = [listed, expected].map(({ Source }) => maskLocation(Source));
  if (source !== expectedSource) return source;
  const { Version = '' } = listed;
  return expected.Version && Version !== expected.Version && parseVersion(Version) ? Version : undefined;
}

/** Returns the fault of a module on one line, with both hashes; undefined if it has none. */
export function alarmOf(row: Verified): string | undefined {
  const { before, commit, fault, fetched, found, installed, locked, module, moved, origin, repository } = row;
  const { sha256, source, version } = row;
  if (origin === 'changed')
    return `${module} changed without a new version: the lock has ${locked}, its source has ${fetched}`;
  if (repository !== undefined || fault !== undefined) return `${module}: ${repository ?? fault}`;
  if (installed === 'changed') {
    const difference = before && parseVersion(before) ? `${before}, not ${version}` : `${before}, not ${source}`;
    const manifest = before === undefined ? '' : `; the manifest names ${difference}`;
    return `${module} does not match the lock: the lock has ${locked}, the installed files have ${found}${manifest}`;
  }
  if (installed === 'missing') return `${module} is not installed`;
  if (installed === 'elsewhere') return `${module}: the stock tool's manifest points to another folder`;
  if (moved !== undefined) return `${module}: its version tag names commit ${moved} now, the lock has ${commit}`;
  if (sha256 !== undefined) return `${module}: its source has the same files in another archive, with sha256 ${sha256}`;
  return undefined;
}
