import { UsageError } from '../errors.ts';
import { isObject, jsonIn } from '../json.ts';
import { mostTwins } from '../module/archive/case-collisions.ts';
import { type Tool, tools } from '../tools.ts';

/** What a lock keeps of one module call. A local call has its source alone. */
export interface LockedCall {
  /** In the stock tool's normal form, secrets masked. */
  source: string;
  /** As the caller wrote it; empty or left out where there is none. */
  constraint?: string | undefined;
  /** As the registry lists it. */
  version?: string | undefined;
  /** Where the package came from, in full, secrets masked. */
  location?: string | undefined;
  /** Of a git repository. */
  commit?: string | undefined;
  /** That the files of the repository's submodules are among those of the package. */
  submodules?: 'fetched' | undefined;
  /** The module's folder in its package; the whole package where there is none. */
  subdir?: string | undefined;
  /** Hex digest of the archive as it was received. */
  sha256?: string | undefined;
  /** `h1:` hash of the whole package's files. */
  h1?: string | undefined;
  /** Paths of the package in which a name differs from another only in case, so that some disks hold fewer files. */
  alike?: readonly string[] | undefined;
}

/** Call paths such as `network.subnet`, and what is locked of them. */
export type Lock = ReadonlyMap<string, LockedCall>;

/** The lock of a configuration, and the tool whose files it was made from. */
export interface LockFile {
  tool: Tool;
  modules: Lock;
}

export const lockName = 'svc.modules.lock.json';
const lockVersion = 1;
const maxCharacters = 32 * 1024 * 1024;

/** Of a call, or a part of the name of a file of tests. */
const name = String.raw`[\p{L}\p{N}_-]+`;
/** assumed: as deep as anything that is followed (docs/protocol/modules.md#configurations). */
const callPath = new RegExp(`^${name}(\\.${name}){0,64}$`, 'u');
/** A folder inside a package: relative, without `.`, `..`, backslashes and control characters. */
const inside = /^(?!\.\.?(\/|$))[^/\\\p{Cc}]+(\/(?!\.\.?(\/|$))[^/\\\p{Cc}]+)*$/u;
const printable = /^[^\p{Cc}]+$/u;
/** In the order in which they are written. */
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
};
const fieldNames = Object.keys(fields) as (keyof typeof fields)[];

/** Whether a lock can name a call so. */
export function isCallPath(text: string): boolean {
  return callPath.test(text);
}

/** The lock as text: a line for each module call, in the order of their paths. */
export function formatLock({ modules: calls, tool }: LockFile): string {
  const lines = [...calls]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, call]) => `    ${JSON.stringify(path)}: ${line(call)}`);
  const modules = lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n  }`;
  return `{\n  "version": ${lockVersion},\n  "tool": "${tool}",\n  "modules": ${modules}\n}\n`;
}

function line(call: LockedCall): string {
  const given = [...fieldNames, 'alike' as const].filter((field) => call[field]);
  return `{ ${given.map((field) => `"${field}": ${JSON.stringify(call[field])}`).join(', ')} }`;
}

/**
 * Reads a lock that somebody else may have written; nothing in it can name a place outside of the module folder.
 * @throws {UsageError} for what is no lock, or one of a newer svc; `shown` names the file
 */
export function parseLock(text: string, shown: string): LockFile {
  const refuse = (why: string, hint = 'Take it back from version control, or remove it and run svc module lock.') =>
    new UsageError(`${shown} is not a lock of svc: ${why}.`, { hint });
  if (text.length > maxCharacters) throw refuse('it is larger than 32 MiB');
  const document = jsonIn(text);
  if (!isObject(document)) throw refuse('it is not a JSON object');
  // Locks of before there was a choice name no tool.
  const { modules, tool: named = 'terraform', version } = document;
  if (typeof version === 'number' && version > lockVersion) {
    throw new UsageError(`${shown} is a lock of version ${version}, and this svc reads version ${lockVersion}.`, {
      hint: 'A newer svc wrote it: install that one.',
    });
  }
  if (version !== lockVersion) throw refuse('its "version" is not 1');
  if (!isObject(modules)) throw refuse('its "modules" is not a JSON object');
  const tool = tools.find((each) => each === named);
  if (tool === undefined) throw refuse(`its "tool" is not ${tools.join(' or ')}`);
  const calls = new Map(
    Object.entries(modules).map(([path, call]) => {
      if (!isCallPath(path)) throw refuse(`${JSON.stringify(path.slice(0, 100))} is not the path of a module call`);
      const why = faultOf(call);
      if (why !== undefined) throw refuse(`${why} of ${path.slice(0, 100)} is missing or malformed`);
      return [path, call as LockedCall];
    }),
  );
  return { tool, modules: calls };
}

/** What is wrong with an entry; a field that this version does not have is wrong, for nobody would check it. */
function faultOf(call: unknown): string | undefined {
  if (!isObject(call) || call.source === undefined) return 'the source';
  const { alike, ...texts } = call;
  if (alike !== undefined && !isAlike(alike)) return 'the list of names that are alike';
  for (const [field, value] of Object.entries(texts)) {
    const pattern = Object.hasOwn(fields, field) ? fields[field as keyof typeof fields] : undefined;
    if (pattern === undefined) return `the field ${JSON.stringify(field.slice(0, 40))}`;
    if (typeof value !== 'string' || value.length > 4096 || !pattern.test(value)) return `the ${field}`;
  }
  const isRemote = Object.keys(call).some((field) => field !== 'source');
  if (isRemote && (call.h1 === undefined || call.location === undefined)) return 'the hash or the location';
  // The hash of files leaves a .git out; that of an archive does not.
  if (isRemote && call.commit === undefined && call.sha256 === undefined) return 'the sha256 of the archive';
  return undefined;
}

function isAlike(value: unknown): boolean {
  if (!Array.isArray(value) || value.length > mostTwins) return false;
  return value.every((path) => typeof path === 'string' && path.length <= 4096 && inside.test(path));
}
