import { existsSync, realpathSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { CheckFailedError, UsageError } from '../errors.ts';
import type { Tool } from '../tools.ts';
import { parseCallSource } from './call-source.ts';
import { type Call, callsIn, testCallsIn } from './calls.ts';
import { requireConfiguration } from './files.ts';
import type { Lock } from './lock-file.ts';

/** A module whose calls are known: on disk, or from a lock that has followed them before. */
export interface Folder {
  calls(): Call[];
  /** The folder that a local call leads to. */
  into(call: Call, path: string): Folder;
  /** What tells it from any other; the same among its own callers means a circle. */
  readonly id: string;
  /** Where it is; undefined where nobody has looked. */
  readonly dir: string | undefined;
}

interface DiskParts {
  /** What messages call its files relative to: the configuration, or the package. */
  base: string;
  /** The name of the package, whose folder `base` is and which its local calls may not leave; undefined for the configuration. */
  packageName?: string;
  /** Whose files count. */
  tool: Tool;
}

/** A folder on disk. Local calls of the configuration go wherever they say, as with the stock tool; those of a package stay in it. */
export function diskFolder(dir: string, parts: DiskParts): Folder {
  const { base, packageName, tool } = parts;
  const inside = relative(base, dir).split(sep).join('/');
  const shown = packageName === undefined ? inside || '.' : `${packageName}${inside && `//${inside}`}`;
  return {
    id: resolve(dir),
    dir: resolve(dir),
    calls: () => callsIn(dir, shown, tool),
    into({ at, name, source }, path) {
      const next = resolve(dir, path);
      if (packageName !== undefined && !isWithin(base, next)) {
        throw new CheckFailedError(`${at}: module ${name} calls ${source.text}, which is outside of its own package.`);
      }
      if (!existsSync(next)) throw new UsageError(`${at}: module ${name} calls ${source.text}, which is not there.`);
      return diskFolder(next, parts);
    },
  };
}

/** Also after links were followed, which a configuration of somebody else may have in the way. */
function isWithin(root: string, path: string): boolean {
  const inside = (a: string, b: string) => b === a || b.startsWith(a + sep);
  if (!inside(resolve(root), path)) return false;
  return !existsSync(path) || inside(realpathSync(root), realpathSync(path));
}

/** A configuration itself, with its tests; that it is one is asked with its calls. */
export function configurationFolder(dir: string, tool: Tool, warn: (words: string) => void): Folder {
  const folder = diskFolder(dir, { base: dir, tool });
  return {
    ...folder,
    calls() {
      requireConfiguration(dir, tool);
      return [...folder.calls(), ...testCallsIn(dir, tool, warn)];
    },
  };
}

/** A module below a call path of a lock, its calls as the lock has them. */
export function lockedFolder(lock: Lock, path: string): Folder {
  return {
    id: `locked ${path}`,
    dir: undefined,
    calls: () => childrenOf(lock, path).map((child) => callFrom(lock, child)),
    into: ({ name }) => lockedFolder(lock, `${path}.${name}`),
  };
}

/** The call paths right below one; the empty path is the configuration itself. */
export function childrenOf(lock: Lock, path: string): string[] {
  const start = path === '' ? '' : `${path}.`;
  return [...lock.keys()].filter((key) => key.startsWith(start) && callerOf(lock, key) === path);
}

/** The nearest path that calls one; those of tests have dots in their names. */
function callerOf(lock: Lock, path: string): string {
  let caller = path;
  do caller = caller.slice(0, Math.max(0, caller.lastIndexOf('.')));
  while (caller !== '' && !lock.has(caller));
  return caller;
}

function callFrom(lock: Lock, path: string): Call {
  const { constraint = '', source: text } = lock.get(path)!;
  // A key that was masked is none, and nothing is fetched by what a lock alone says.
  const source = { ...parseCallSource(text.replace(/([?&])sshkey=\*{3}/, '$1')), text };
  const name = path.slice(callerOf(lock, path).length).replace(/^\./, '');
  return { name, source, constraint, at: path };
}
