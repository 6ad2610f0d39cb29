import { isAbsolute, posix } from 'node:path';
import { UsageError } from '../../base/errors.ts';
import { isObject, jsonIn } from '../../base/json.ts';
import { formatVersion, parseVersion } from '../address/version.ts';
import type { Visited } from './walk.ts';

/** An entry of the stock tool's `modules.json`. */
export interface ManifestEntry {
  /** Call path; empty for the configuration. */
  Key: string;
  Source: string;
  /** The version of a registry module. */
  Version?: string;
  /** The module's folder, relative to the configuration. */
  Dir: string;
}

/** A call with its path, its lock entry and its module, which determine the folder of the module. */
export type Placed = Pick<Visited, 'path'> & {
  inside?: Pick<Visited['inside'], 'within'>;
  locked: Pick<Visited['locked'], 'subdir'>;
  call: { source: { kind: Visited['call']['source']['kind']; path?: string } };
};

const maxCharacters = 32 * 1024 * 1024;

/**
 * Returns the folder in which the stock tool looks for each module, relative to the configuration: packages are below `base` in folders named
 * after their call paths, local modules in the package of their caller, with links followed.
 */
export function dirsOf(placed: readonly Placed[], base: string): Map<string, string> {
  const dirs = new Map([['', '.']]);
  const packages = new Map([['', '']]);
  // Callers before their calls.
  for (const { call, inside, locked, path } of [...placed].sort((a, b) => a.path.length - b.path.length)) {
    // The configuration is the caller of test modules, despite their longer paths.
    const before = path.slice(0, Math.max(0, path.lastIndexOf('.')));
    const caller = dirs.has(before) ? before : '';
    const { kind, path: local = '' } = call.source;
    const isLocal = kind === 'local';
    const packageDir = isLocal ? packages.get(caller)! : posix.join(base, path);
    const text = isLocal ? posix.join(dirs.get(caller)!, local) : posix.join(packageDir, locked.subdir ?? '');
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

/** Returns the manifest in the stock tool's format, byte for byte: Go escapes characters with a meaning in HTML or JavaScript. */
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
