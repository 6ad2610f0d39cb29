import { lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { LocalError } from '../errors.ts';

/** One place `svc` talks to, and what it needs there. Keys it does not know are kept. */
export interface Profile {
  /** URL of the platform, path prefix included. */
  address?: string;
  /** Plain text; the file is readable by its owner only. */
  token?: string;
  organization?: string;
  registry?: string;
  [unknown: string]: unknown;
}

/** The config file. Keys it does not know are kept. */
export interface Config {
  /** Name of the profile in use. */
  current?: string;
  profiles: Record<string, Profile>;
  [unknown: string]: unknown;
}

/** The config file, read at once and written under a lock. */
export interface Store {
  readonly path: string;
  /** What the file holds; an empty config where there is none. @throws {LocalError} when it is unreadable, foreign or corrupt */
  read(): Config;
  /** Reads, changes and replaces the file, with no other process in between. */
  change(edit: (config: Config) => void): Promise<void>;
}

const ownerOnly = { file: 0o600, folder: 0o700 };

/** A store over `folder/config.json`. */
export function createStore(folder: string): Store {
  const path = join(folder, 'config.json');

  function read(): Config {
    if (!standsAsOurs(path)) return { profiles: withoutPrototype({}) };
    let text: string;
    try {
      text = readFileSync(path, 'utf8');
    } catch (cause) {
      throw new LocalError(`Cannot read the config file ${path} (${codeOf(cause)}).`, { cause });
    }
    return parseConfig(text, path);
  }

  return {
    path,
    read,
    async change(edit) {
      makeFolder(folder);
      const release = await lock(folder, path);
      try {
        const config = read();
        edit(config);
        const { default: Conf } = await import('conf');
        const conf = new Conf<Config>({
          projectName: 'svc',
          projectSuffix: '',
          cwd: folder,
          configFileMode: ownerOnly.file,
          accessPropertiesByDotNotation: false,
          serialize: (value) => `${JSON.stringify(value, null, 2)}\n`,
        });
        conf.store = config;
      } catch (cause) {
        if (cause instanceof LocalError) throw cause;
        throw new LocalError(`Cannot write the config file ${path} (${codeOf(cause)}).`, { cause });
      } finally {
        await release();
      }
    },
  };
}

/** Whether there is a file to read. @throws {LocalError} for anything that is not a plain file of the caller's own */
function standsAsOurs(path: string): boolean {
  for (const place of [dirname(path), path]) {
    const stat = lstatSync(place, { throwIfNoEntry: false });
    if (!stat) return false;
    const expected = place === path ? stat.isFile() : stat.isDirectory();
    if (!expected) {
      const found = stat.isSymbolicLink() ? 'a symbolic link' : `not a ${place === path ? 'file' : 'folder'}`;
      throw new LocalError(`${place} is ${found}; svc keeps tokens there and refuses it.`, {
        hint: `Move it away, or set XDG_CONFIG_HOME to another folder.`,
      });
    }
    const { uid } = userInfo();
    if (uid !== -1 && stat.uid !== uid) {
      throw new LocalError(`${place} belongs to another user; svc keeps tokens there and refuses it.`, {
        hint: `Set XDG_CONFIG_HOME to a folder of your own.`,
      });
    }
  }
  return true;
}

function parseConfig(text: string, path: string): Config {
  const broken = (reason: string, cause?: unknown) =>
    new LocalError(`The config file ${path} is broken: ${reason}. It was left as it is.`, {
      hint: `Mend it, or move it away and run svc login again.`,
      cause,
    });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw broken('it is not JSON', cause);
  }
  if (!isObject(value)) throw broken('it is not a JSON object');
  const { profiles = {}, current } = value;
  if (!isObject(profiles) || !Object.values(profiles).every(isObject))
    throw broken('"profiles" does not hold profiles');
  if (current !== undefined && typeof current !== 'string') throw broken('"current" is not the name of a profile');
  for (const [name, profile] of Object.entries(profiles as Config['profiles'])) {
    for (const key of ['address', 'token', 'organization', 'registry']) {
      if (profile[key] !== undefined && typeof profile[key] !== 'string') {
        throw broken(`"${key}" of profile "${name}" is not text`);
      }
    }
  }
  return { ...value, profiles: withoutPrototype(profiles as Config['profiles']) };
}

/** Profiles may bear any name, those of an object's own inheritance too. */
function withoutPrototype(profiles: Config['profiles']): Config['profiles'] {
  return Object.assign(Object.create(null), profiles);
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: ownerOnly.folder });
  } catch (cause) {
    throw new LocalError(`Cannot make the folder ${folder} (${codeOf(cause)}).`, { cause });
  }
}

async function lock(folder: string, path: string): Promise<() => Promise<void>> {
  const { default: lockfile } = await import('proper-lockfile');
  try {
    return await lockfile.lock(folder, {
      lockfilePath: `${path}.lock`,
      realpath: false,
      stale: 10_000,
      retries: { retries: 100, minTimeout: 10, maxTimeout: 100, factor: 1.2, randomize: true },
    });
  } catch (cause) {
    throw new LocalError(`Cannot lock the config file ${path} (${codeOf(cause)}).`, {
      hint: `If no other svc runs, remove ${path}.lock.`,
      cause,
    });
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? (error as Error).message;
}
