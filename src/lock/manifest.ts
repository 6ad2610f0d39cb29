import { posix } from 'node:path';
import { UsageError } from '../errors.ts';
import { isObject, jsonIn } from '../json.ts';
import { formatVersion, parseVersion } from '../module/address/version.ts';
import type { Visited } from './walk.ts';

/** A line of the stock tool's `modules.json`. */
export interface ManifestEntry {
  /** Call path; empty for the configuration itself. */
  Key: string;
  Source: string;
  /** Of a registry's module. */
  Version?: string;
  /** Of the module, relative to the configuration. */
  Dir: string;
}

/** What says where each call's module is: its path, how it was called, and its folder in its package. */
export type Placed = Pick<Visited, 'path'> & {
  locked: Pick<Visited['locked'], 'subdir'>;
  call: { source: { kind: Visited['call']['source']['kind']; path?: string } };
};

const maxCharacters = 32 * 1024 * 1024;

/**
 * Where the stock tool looks for each module, relative to the configuration: packages below `base` in folders named like
 * their call paths, local modules in their caller's.
 */
export function dirsOf(placed: readonly Placed[], base: string): Map<string, string> {
  const dirs = new Map([['', '.']]);
  // A caller's path is shorter than those of its calls.
  for (const { call, locked, path } of [...placed].sort((a, b) => a.path.length - b.path.length)) {
    // The modules of tests have longer paths and the configuration for their caller.
    const caller = dirs.get(path.slice(0, Math.max(0, path.lastIndexOf('.')))) ?? '.';
    const { kind, path: local = '' } = call.source;
    dirs.set(path, kind === 'local' ? posix.join(caller, local) : posix.join(base, path, locked.subdir ?? ''));
  }
  return dirs;
}

/** The manifest that makes the stock tool find every module in its place. */
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

/** As the stock tool writes it. */
export function formatManifest(entries: readonly ManifestEntry[]): string {
  return JSON.stringify({ Modules: entries });
}

/**
 * Reads a manifest that somebody else wrote; nothing in it is taken for a place to write to.
 * @throws {UsageError} for what is no manifest
 */
export function parseManifest(text: string, shown: string): ManifestEntry[] {
  const document = text.length > maxCharacters ? undefined : jsonIn(text);
  const entries = isObject(document) ? document.Modules : undefined;
  if (Array.isArray(entries) && entries.every(isEntry)) return entries;
  throw new UsageError(`${shown} is not a manifest of installed modules.`, {
    hint: 'svc module install writes it anew.',
  });
}

function isEntry(entry: unknown): entry is ManifestEntry {
  if (!isObject(entry)) return false;
  const { Dir, Key, Source, Version } = entry;
  return [Key, Source, Dir, Version ?? ''].every((field) => typeof field === 'string');
}
