import type { Disk } from '../module/archive/disk.ts';
import { shownName } from '../module/archive/rejection.ts';
import type { Tool } from '../tools.ts';
import { fetchCalled, packageFolder, type Sources } from './call-package.ts';
import { type Folder, lockedFolder } from './folder.ts';
import type { Lock } from './lock-file.ts';
import { requireLocked } from './locked-call.ts';
import { dirsOf } from './manifest.ts';
import { installedHash, installedRepository, type ModuleFolder, readManifest } from './module-folder.ts';
import { walk } from './walk.ts';

/** What verifying found of one module call, as `-o json` shows it. */
export interface Verified {
  /** Call path. */
  module: string;
  source: string;
  version?: string | undefined;
  commit?: string | undefined;
  /** Its files, as the stock tool would use them. */
  installed: 'ok' | 'missing' | 'changed' | 'elsewhere' | 'repository';
  /** What is wrong with a git repository among its files. */
  repository?: string | undefined;
  /** What its registry, repository or server gives out now. */
  origin: 'ok' | 'changed' | 'not asked';
  /** The hash in the lock, empty for a local module; of the files in place; of what was fetched. */
  locked: string;
  found?: string | undefined;
  fetched?: string | undefined;
}

/** What verifying takes; without `sources` only the installed files are looked at. */
export interface VerifyParts {
  lock: Lock;
  folder: ModuleFolder;
  sources: Sources | undefined;
  /** The disk that they are on (default: the real one). */
  disk?: Disk | undefined;
  warn(words: string): void;
  /** Whose files count in the modules. */
  tool: Tool;
}

/**
 * Compares installed modules with the lock, and the lock with what its sources give out now.
 * @throws {CheckFailedError} for a call that is not as locked; whatever fetching throws
 */
export async function verifyModules(
  root: Folder,
  { disk, folder, lock, sources, tool, warn }: VerifyParts,
): Promise<Verified[]> {
  const rows: Verified[] = [];
  const visited = await walk(root, async (path, call) => {
    const locked = requireLocked(lock, path, call);
    const { commit, h1 = '', source, submodules, version } = locked;
    // Not the archive that was locked, which the cache may have: what is given out now is the question.
    const found = installedHash(folder, path, locked, disk);
    const fetched = sources && (await fetchCalled(call, { commit, submodules, version }, sources)).pack.h1;
    const repository =
      found === undefined ? undefined : repositoryOf(folder, { path, isFromGit: commit !== undefined, warn });
    const state = found === h1 ? 'ok' : 'changed';
    rows.push({
      ...{ module: path, source, version, commit, locked: h1, found, fetched, repository },
      installed: found === undefined ? 'missing' : repository === undefined ? state : 'repository',
      origin: fetched === undefined ? 'not asked' : fetched === h1 ? 'ok' : 'changed',
    });
    const pack = { dir: folder.packageDir(path), name: source };
    return { locked, inside: found === h1 ? packageFolder(pack, locked.subdir, tool) : lockedFolder(lock, path) };
  });
  const dirs = dirsOf(visited, folder.base);
  const manifest = new Map(readManifest(folder).map((entry) => [entry.Key, entry.Dir]));
  for (const { call, path } of visited) {
    const row = rows.find(({ module }) => module === path);
    const there = manifest.get(path);
    const stray = there !== undefined && there !== dirs.get(path);
    if (row?.installed === 'ok') row.installed = stray ? 'elsewhere' : there === undefined ? 'missing' : 'ok';
    if (!row && stray) {
      rows.push({ module: path, source: call.source.text, installed: 'elsewhere', origin: 'not asked', locked: '' });
    }
  }
  return rows.sort((a, b) => (a.module < b.module ? -1 : 1));
}

/** What is wrong with a git repository among the files of a module; of one that may be there a warning tells. */
function repositoryOf(
  folder: ModuleFolder,
  { isFromGit, path, warn }: { path: string; isFromGit: boolean } & Pick<VerifyParts, 'warn'>,
): string | undefined {
  const repository = installedRepository(folder, path, { isFromGit });
  if (repository === undefined) return undefined;
  if (repository.fault !== undefined) return `${shownName(repository.path)} ${repository.fault}`;
  warn(`${path} is a git clone, as terraform leaves it. svc module install replaces it with its files alone.`);
  return undefined;
}

/** What is wrong with a module in one line, both hashes in it; undefined where all is well. */
export function alarmOf({
  fetched,
  found,
  installed,
  locked,
  module,
  origin,
  repository,
}: Verified): string | undefined {
  if (origin === 'changed')
    return `${module} has changed behind its version: the lock has ${locked}, its source gives ${fetched}`;
  if (repository !== undefined) return `${module}: ${repository}`;
  if (installed === 'changed') return `${module} is not as locked: the lock has ${locked}, its files ${found}`;
  if (installed === 'missing') return `${module} is not installed`;
  if (installed === 'elsewhere') return `${module}: the manifest of the stock tool leads to another folder`;
  return undefined;
}
