import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { isAbsolute, join, posix, resolve } from 'node:path';
import { CheckFailedError, UsageError } from '../../base/errors.ts';
import { isObject, jsonIn } from '../../base/json.ts';
import { textIn } from '../../base/system/files.ts';
import { formatVersion, parseVersion } from '../address/version.ts';
import type { Disk } from '../archive/disk.ts';
import { hashFolder } from '../archive/disk-tree.ts';
import { repositoryOnDisk } from '../archive/git-repository.ts';
import { onDisk, shownName } from '../archive/rejection.ts';
import { manifestName } from './files.ts';
import type { LockedCall } from './lock-file.ts';
import type { Visited } from './walk.ts';

/** The folder where the stock tool stores the modules of a configuration. */
export interface ModuleFolder {
  /** The path of this folder, relative to the configuration, as the manifest has it. */
  base: string;
  manifest: string;
  packageDir(path: string): string;
}

/** Returns `.terraform/modules` in the configuration, or `modules` in TF_DATA_DIR. @throws {UsageError} for a link */
export function moduleFolderOf(configuration: string, dataDir: string | undefined): ModuleFolder {
  const data = dataDir || '.terraform';
  const dir = resolve(configuration, data, 'modules');
  for (const folder of dataDir ? [dir] : [resolve(configuration, data), dir]) {
    const hint = 'Remove the link, or set TF_DATA_DIR to its target.';
    if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new UsageError(`${folder} is a symbolic link; svc does not write through links.`, { hint });
  }
  const base = posix.join(data, 'modules');
  return { base, manifest: join(dir, manifestName), packageDir: (path) => join(dir, path) };
}

/** Returns the `h1:` hash of a call's installed package, or why it has none; nothing for a missing folder or a link. */
export function installedHash(folder: ModuleFolder, path: string, { alike }: LockedCall, disk: Disk | undefined) {
  const dir = folder.packageDir(path);
  // A link is not trusted: the owner of its target can change the content at any time.
  if (!lstatSync(dir, { throwIfNoEntry: false })?.isDirectory()) return {};
  try {
    return { found: hashFolder(dir, alike, disk) };
  } catch (error) {
    if (!(error instanceof CheckFailedError)) throw error;
    return { fault: error.message.replace(/\.$/, '') };
  }
}

/**
 * Returns whether the installed package of a call has the locked hash and no git repository, which the hash may not cover; false for a
 * package that cannot be hashed.
 */
export function isInstalled(folder: ModuleFolder, path: string, locked: LockedCall, disk: Disk | undefined): boolean {
  const { found } = installedHash(folder, path, locked, disk);
  return found === locked.h1 && repositoryOnDisk(folder.packageDir(path)) === undefined;
}

/**
 * Returns why a git repository in an installed package is rejected; undefined without a repository. For a package from git, the clone that the
 * stock tool creates is allowed, with a warning.
 */
export function repositoryFault(
  folder: ModuleFolder,
  path: string,
  { isFromGit, warn }: { isFromGit: boolean; warn(message: string): void },
): string | undefined {
  const dir = folder.packageDir(path);
  const repository = repositoryOnDisk(dir, isFromGit ? '.git' : undefined);
  if (repository !== undefined)
    return `${shownName(repository)} is a git repository, which the locked package does not contain`;
  if (!isFromGit || !lstatSync(join(dir, '.git'), { throwIfNoEntry: false })) return undefined;
  const fault = cloneFault(join(dir, '.git'));
  if (fault === undefined)
    warn(`${path} is a git clone created by terraform. Replace it with plain files: svc module install`);
  return fault && `".git" ${fault}`;
}

/** Reads the entries of the stock tool's manifest; empty if it is missing. @throws {UsageError} for an invalid manifest; {LocalError} */
export function readManifest({ manifest }: ModuleFolder): ManifestEntry[] {
  const text = textIn(manifest);
  return text === undefined ? [] : parseManifest(text, manifest);
}

/** An entry of the stock tool's `modules.json`. */
export interface ManifestEntry {
  /** Call path; empty for the configuration. */
  Key: string;
  Source: string;
  Version?: string;
  /** The module's folder, relative to the configuration. */
  Dir: string;
}

/** A call with its path, its lock entry and its module, from which the folder of the module follows. */
export type Placed = Pick<Visited, 'path'> & {
  inside?: Pick<Visited['inside'], 'within'>;
  locked: Pick<Visited['locked'], 'subdir'>;
  call: { source: { kind: Visited['call']['source']['kind']; path?: string } };
};

const maxCharacters = 32 * 1024 * 1024;

/**
 * Returns the folder in which the stock tool looks for each module, relative to the configuration. Packages are below `base` in folders
 * named after their call paths; local modules are in the package of their caller, with links followed.
 */
export function dirsOf(placed: readonly Placed[], base: string): Map<string, string> {
  const dirs = new Map([['', '.']]);
  const packages = new Map([['', '']]);
  // Handle callers before their calls, because their paths are shorter.
  for (const { call, inside, locked, path } of [...placed].sort((a, b) => a.path.length - b.path.length)) {
    // The caller of a test's module is the configuration, although the path has more parts.
    const parentPath = path.slice(0, Math.max(0, path.lastIndexOf('.')));
    const caller = dirs.has(parentPath) ? parentPath : '';
    const { kind, path: localPath = '' } = call.source;
    const isLocal = kind === 'local';
    const packageDir = isLocal ? packages.get(caller)! : posix.join(base, path);
    const text = isLocal ? posix.join(dirs.get(caller)!, localPath) : posix.join(packageDir, locked.subdir ?? '');
    const within = isLocal ? inside?.within : undefined;
    packages.set(path, packageDir);
    dirs.set(path, within === undefined ? text : isAbsolute(within) ? within : posix.join(packageDir, within));
  }
  return dirs;
}

/** Returns an entry of the stock tool's manifest for each module. */
export function manifestOf(visited: readonly Visited[], base: string): ManifestEntry[] {
  const dirs = dirsOf(visited, base);
  const entries = visited.map(({ call, locked, path }): ManifestEntry => {
    const version = parseVersion(locked.version ?? '');
    return {
      Key: path,
      Source: call.source.text,
      ...(version && { Version: formatVersion(version) }),
      Dir: dirs.get(path)!,
    };
  });
  return [{ Key: '', Source: '', Dir: '.' }, ...entries];
}

/** Returns the manifest in the stock tool's format, byte for byte; like Go, escapes characters special in HTML or JavaScript. */
export function formatManifest(entries: readonly ManifestEntry[]): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify({ Modules: entries }).replaceAll(/[&<>\u2028\u2029]/g, escaped);
}

/** Reads an untrusted manifest; svc never writes to a path in it. @throws {UsageError} for an invalid manifest */
export function parseManifest(text: string, shown: string): ManifestEntry[] {
  const document = text.length > maxCharacters ? undefined : jsonIn(text);
  const entries = isObject(document) ? document.Modules : undefined;
  if (Array.isArray(entries) && entries.every(isEntry)) return entries;
  throw new UsageError(`${shown} is not a valid manifest of installed modules.`, {
    hint: 'Rewrite it with: svc module install',
  });
}

function isEntry(entry: unknown): entry is ManifestEntry {
  if (!isObject(entry)) return false;
  const { Dir, Key, Source, Version } = entry;
  return [Key, Source, Dir, Version ?? ''].every((field) => typeof field === 'string');
}

/** assumed: no clone has a larger config file (docs/protocol/modules.md#configurations). */
const configBytes = 1024 * 1024;

/** Settings that `git clone` writes and git never executes. assumed: the extensions of a format (docs/protocol/modules.md#configurations). */
const harmless: Record<string, RegExp> = {
  core: /^(repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks)$/,
  extensions: /^(objectformat|refstorage)$/,
  remote: /^(url|fetch)$/,
  branch: /./,
};

/**
 * Returns what differs between a `.git` and a fresh clone and may be executed by git, as the predicate of a sentence about
 * `.git`; undefined if nothing does.
 * @param folder the path of an existing `.git`
 */
export function cloneFault(folder: string): string | undefined {
  const status = (name: string) => {
    const path = join(folder, name);
    return onDisk(path, () => lstatSync(path, { throwIfNoEntry: false }));
  };
  if (!status('.')?.isDirectory()) return 'points to another folder';
  if (status('commondir')) return 'points to another folder (commondir)';
  const config = status('config');
  if (config) {
    if (!config.isFile() || config.size > configBytes) return 'has a config that is not a file of at most 1 MiB';
    const path = join(folder, 'config');
    const fault = settingFault(onDisk(path, () => readFileSync(path, 'utf8')));
    if (fault !== undefined) return fault;
  }
  const hooks = join(folder, 'hooks');
  const hook = status('hooks') && onDisk(hooks, () => readdirSync(hooks)).find((name) => !name.endsWith('.sample'));
  return hook === undefined ? undefined : `has the hook ${shownName(hook)}`;
}

/**
 * Returns the first dangerous setting, or the first line in a form that `git clone` does not write: the accepted forms are so few that git
 * cannot read them differently.
 */
export function settingFault(config: string): string | undefined {
  let [section, subsection]: (string | undefined)[] = [];
  for (const line of config.split(/\r?\n/)) {
    if (/^[ \t]*([#;]|$)/.test(line)) continue;
    const heading = /^[ \t]*\[([A-Za-z]+)(?:[ \t]+"([^"\\]*)")?\]$/.exec(line);
    if (heading) {
      [, section, subsection] = heading;
      continue;
    }
    const [, key] = /^[ \t]*([A-Za-z][A-Za-z0-9-]*)[ \t]*(?:=.*)?$/.exec(line) ?? [];
    // A backslash at the end of a line continues it on the next line.
    if (section === undefined || key === undefined || /\\$/.test(line))
      return `has the line ${shownName(line)} in its config`;
    if (!isHarmless(section, subsection, key)) {
      return `sets ${shownName([section, subsection, key].filter((part) => part !== undefined).join('.'))}`;
    }
  }
  return undefined;
}

function isHarmless(section: string, subsection: string | undefined, key: string): boolean {
  const name = section.toLowerCase();
  const hasOwnName = name === 'remote' || name === 'branch';
  if (!Object.hasOwn(harmless, name) || (subsection !== undefined) !== hasOwnName) return false;
  return harmless[name]!.test(key.toLowerCase());
}
