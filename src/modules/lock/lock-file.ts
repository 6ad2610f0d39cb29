import { join } from 'node:path';
import { UsageError } from '../../base/errors.ts';
import { isObject, jsonIn } from '../../base/json.ts';
import { replaceFile, textIn } from '../../base/system/files.ts';
import type { Temporaries } from '../../base/system/temporaries.ts';
import { type Tool, tools } from '../../base/system/tools.ts';
import { joined } from '../../base/text.ts';
import { mostTwins } from '../archive/case-collisions.ts';
import { onDisk } from '../archive/rejection.ts';

/** The lock entry of one module call. A local call has only a source; an unreadable call its source as written, and `unread`. */
export interface LockedCall {
  /** The source in the stock tool's normal form, with secrets masked. */
  source: string;
  /** The constraint as written; empty or missing without a constraint. */
  constraint?: string | undefined;
  /** The version, spelled as the registry lists it. */
  version?: string | undefined;
  /** The location of the package, with secrets masked. */
  location?: string | undefined;
  commit?: string | undefined;
  /** Set if the package contains the files of the repository's submodules. */
  submodules?: 'fetched' | undefined;
  /** The module's folder in its package; missing for the whole package. */
  subdir?: string | undefined;
  /** Hex digest of the archive as received. */
  sha256?: string | undefined;
  /** `h1:` hash of the whole package's files. */
  h1?: string | undefined;
  /** Paths in the package that differ from another only in case: a case-insensitive disk stores fewer files. */
  alike?: readonly string[] | undefined;
  /** The reason why svc cannot read the call, after `FILE:LINE`; the stock tool installs it. */
  unread?: string | undefined;
}

/** A module call in `-o json`. */
export interface CallRow extends Pick<LockedCall, 'source' | 'version' | 'commit'> {
  /** The call path of the module. */
  module: string;
}

/** Lock entries by call path, such as `network.subnet`. */
export type Lock = ReadonlyMap<string, LockedCall>;

/** A lock and the tool that it is for. */
export interface LockFile {
  tool: Tool;
  modules: Lock;
}

export const lockName = 'svc.modules.lock.json';
const lockVersion = 1;
const maxCharacters = 32 * 1024 * 1024;

/** The name of a call, or a segment of a test file's name. */
const name = String.raw`[\p{L}\p{N}_-]+`;
/** assumed: no calls are nested deeper (docs/protocol/modules.md#configurations). */
const callPath = new RegExp(`^${name}(\\.${name}){0,64}$`, 'u');
/** A folder inside a package: relative, without `.`, `..`, backslashes and control characters. */
const inside = /^(?!\.\.?(\/|$))[^/\\\p{Cc}\p{Cs}]+(\/(?!\.\.?(\/|$))[^/\\\p{Cc}\p{Cs}]+)*$/u;
/** A text without control characters and halves of surrogate pairs, which no URL can contain. */
const printable = /^[^\p{Cc}\p{Cs}]+$/u;
const fields: Readonly<Record<Exclude<keyof LockedCall, 'alike'>, RegExp>> = {
  source: printable,
  constraint: printable,
  version: /^[0-9A-Za-z.+~-]{1,256}$/,
  location: printable,
  commit: /^([0-9a-f]{40}|[0-9a-f]{64})$/,
  submodules: /^fetched$/,
  subdir: inside,
  sha256: /^[0-9a-f]{64}$/,
  h1: /^h1:[A-Za-z0-9+/]{43}=$/,
  unread: printable,
};
const fieldNames = [...Object.keys(fields), 'alike'] as (keyof LockedCall)[];

/** Returns whether a text is a valid call path of a lock. */
export function isCallPath(text: string): boolean {
  return callPath.test(text);
}

/** Returns the text of a lock: a line for each module call, sorted by path. */
export function formatLock({ modules: calls, tool }: LockFile): string {
  const lines = [...calls]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, call]) => {
      const texts = fieldNames
        .filter((field) => call[field])
        .map((field) => `"${field}": ${JSON.stringify(call[field])}`);
      return `    ${JSON.stringify(path)}: { ${texts.join(', ')} }`;
    });
  const modules = lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n  }`;
  return `{\n  "version": ${lockVersion},\n  "tool": "${tool}",\n  "modules": ${modules}\n}\n`;
}

/**
 * Parses an untrusted lock; rejects a lock that names a path outside the module folder.
 * @param shown the file's name in messages
 */
export function parseLock(text: string, shown: string): LockFile {
  const reject = (why: string, hint = 'Restore it from version control, or delete it and run: svc module lock') =>
    new UsageError(`${shown} is not a valid svc lock: ${why}.`, { hint });
  if (text.length > maxCharacters) throw reject('it is larger than 32 MiB');
  const document = jsonIn(text.replace(/^\ufeff/, ''));
  if (!isObject(document)) throw reject('it is not a JSON object');
  // Locks of early versions have no "tool".
  const { modules, tool: toolName = 'terraform', version } = document;
  if (typeof version === 'number' && version > lockVersion) {
    throw new UsageError(`${shown} has lock version ${version}; this svc supports version ${lockVersion}.`, {
      hint: 'A newer svc created it. Upgrade svc.',
    });
  }
  if (version !== lockVersion) throw reject('its "version" is not 1');
  if (!isObject(modules)) throw reject('its "modules" is not a JSON object');
  const tool = tools.find((each) => each === toolName);
  if (tool === undefined) throw reject(`its "tool" is not ${joined(tools, 'or')}`);
  const calls = new Map(
    Object.entries(modules).map(([path, call]) => {
      if (!isCallPath(path)) throw reject(`${JSON.stringify(path.slice(0, 100))} is not the path of a module call`);
      const why = faultOf(call);
      if (why !== undefined) throw reject(`${why} of ${path.slice(0, 100)} is missing or malformed`);
      return [path, call as LockedCall];
    }),
  );
  return { tool, modules: calls };
}

/** Returns the first invalid field of an entry. Unknown fields are invalid, because svc would not check them. */
function faultOf(call: unknown): string | undefined {
  if (!isObject(call) || call.source === undefined) return 'the source';
  const { alike, ...texts } = call;
  const isInside = (path: unknown) => typeof path === 'string' && path.length <= 4096 && inside.test(path);
  const isAlike = Array.isArray(alike) && alike.length <= mostTwins && alike.every(isInside);
  if (alike !== undefined && !isAlike) return 'the list of names that differ only in case';
  for (const [field, value] of Object.entries(texts)) {
    const pattern = Object.hasOwn(fields, field) ? fields[field as keyof typeof fields] : undefined;
    if (pattern === undefined) return `the field ${JSON.stringify(field.slice(0, 40))}`;
    if (typeof value !== 'string' || value.length > 4096 || !pattern.test(value)) return `the ${field}`;
  }
  const otherFields = Object.keys(call).filter((field) => field !== 'source');
  if (call.unread !== undefined) return otherFields.length > 1 ? 'the list of fields' : undefined;
  const isRemote = otherFields.length > 0;
  if (isRemote && (call.h1 === undefined || call.location === undefined)) return 'the hash or the location';
  // Only an archive's hash protects a .git folder: the hash of files ignores it.
  const { commit, location, sha256 } = call;
  if (isRemote && commit === undefined && sha256 === undefined) return 'the sha256 of the archive';
  if (commit !== undefined && (sha256 !== undefined || /^https?:/i.test(String(location)))) return 'the commit';
  return undefined;
}

/** Reads the lock of a configuration, if it has one. @throws {UsageError} for an invalid lock; {LocalError} for an unreadable one */
export function readLock(dir: string): LockFile | undefined {
  const path = join(dir, lockName);
  const text = textIn(path);
  return text === undefined ? undefined : parseLock(text, lockName);
}

/** Reads the lock of a configuration. @throws {UsageError} if it has none */
export function requireLock(dir: string): LockFile {
  const lock = readLock(dir);
  if (lock) return lock;
  throw new UsageError(`No ${lockName} in ${dir}.`, { hint: 'Create it with: svc module lock' });
}

/** Writes the lock of a configuration in one step; returns false if nothing changed. @throws {LocalError} */
export function writeLock(dir: string, lock: LockFile, temporaries: Temporaries): boolean {
  const path = join(dir, lockName);
  const text = formatLock(lock);
  return onDisk(path, () => {
    if (textIn(path) === text) return false;
    temporaries.using(dir, (folder) => replaceFile(path, text, join(folder, lockName)));
    return true;
  });
}
