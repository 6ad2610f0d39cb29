import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DryRun, LocalError, SvcError } from '../errors.ts';
import { maskFields } from '../secrets.ts';
import { makeFolders } from './folders.ts';
import { settingKeys } from './keys.ts';
import { ownerOnly, type Standing, standingOf } from './ours.ts';

export type { Standing } from './ours.ts';

/** One place `svc` talks to, and what it needs there. Keys it does not know are kept. */
export interface Profile {
  /** URL of the platform, path prefix included. */
  address?: string;
  /** Plain text; the file is readable by its owner only. */
  token?: string;
  organization?: string;
  registry?: string;
  output?: string;
  timeout?: string | number;
  retries?: string | number;
  'ca-file'?: string;
  color?: string;
  tool?: string;
  /** Tokens that were made here for notification configurations, by the id of each; plain text. */
  notifications?: Record<string, { token: string }>;
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
  /** How the file stands. @throws {LocalError} for one that others can change, or that is not this user's */
  check(): Standing;
  /** From here on the file is not read, and counts as empty. Changes reject it as before. */
  ignore(): void;
  /** What the file holds; an empty config where there is none. @throws {LocalError} when it is unreadable, foreign or corrupt */
  read(): Config;
  /**
   * Reads, changes and replaces the file, with no other process in between.
   * @throws {DryRun} with what would be written, where nothing is to be; {LocalError} when it is unusable, and stays as it is
   */
  change(edit: (config: Config) => void): Promise<void>;
}

/** A store over `folder/config.json`; with `dryRun` it shows its changes and makes none. */
export function createStore(folder: string, dryRun: () => boolean = () => false): Store {
  const path = join(folder, 'config.json');

  let ignored = false;

  function read(): Config {
    if (ignored || standingOf(path) === 'missing') return { profiles: withoutPrototype({}) };
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
    check: () => standingOf(path),
    ignore: () => {
      ignored = true;
    },
    async change(edit) {
      // Nothing is made below a folder in which somebody else could swap it.
      standingOf(path);
      if (dryRun()) {
        const config = read();
        edit(config);
        throw new DryRun({ method: 'WRITE', url: path, body: maskFields(config) });
      }
      makeFolder(folder);
      const replace = await replacing(folder);
      const lock = await takeLock(folder, path);
      try {
        const config = read();
        edit(config);
        if (lock.isLost()) throw new LocalError(`Another svc took the config file ${path} over; nothing was written.`);
        replace(config);
      } catch (cause) {
        if (cause instanceof SvcError) throw cause;
        throw new LocalError(`Cannot write the config file ${path} (${codeOf(cause)}). It was left as it is.`, {
          cause,
        });
      } finally {
        await lock.release();
      }
    },
  };
}

/** Replaces `folder/config.json` by conf, which writes with conf-files.ts; reading stays with `read`. */
async function replacing(folder: string): Promise<(config: Config) => void> {
  const { default: Conf } = await import('conf');
  const file = new Conf<Config>({
    cwd: folder,
    projectSuffix: '',
    accessPropertiesByDotNotation: false,
    configFileMode: ownerOnly.file,
    serialize: (value) => `${JSON.stringify(value, null, 2)}\n`,
    deserialize: () => ({ profiles: {} }),
  });
  return (config) => {
    file.store = config;
  };
}

function parseConfig(text: string, path: string): Config {
  const broken = (reason: string, cause?: unknown) =>
    new LocalError(`The config file ${path} is broken: ${reason}. It was left as it is.`, {
      hint: `Mend it, or move it away and run svc login again.`,
      cause,
    });
  let value: unknown;
  try {
    const json = text.replace(/^\ufeff/, '');
    // What an editor or a copy left empty holds nothing.
    value = json.trim() === '' ? {} : JSON.parse(json);
  } catch (cause) {
    throw broken('it is not JSON', cause);
  }
  if (!isObject(value)) throw broken('it is not a JSON object');
  const { profiles = {}, current } = value;
  if (!isObject(profiles) || !Object.values(profiles).every(isObject))
    throw broken('"profiles" does not hold profiles');
  if (current !== undefined && typeof current !== 'string') throw broken('"current" is not the name of a profile');
  for (const [name, profile] of Object.entries(profiles as Config['profiles'])) {
    for (const key of ['token', ...settingKeys]) {
      const isNumeric = (key === 'timeout' || key === 'retries') && typeof profile[key] === 'number';
      if (profile[key] !== undefined && typeof profile[key] !== 'string' && !isNumeric) {
        throw broken(`"${key}" of profile "${name}" is not text`);
      }
    }
    if (!holdsTokens(profile.notifications ?? {})) {
      throw broken(`"notifications" of profile "${name}" does not hold tokens`);
    }
  }
  return { ...value, profiles: withoutPrototype(profiles as Config['profiles']) };
}

function holdsTokens(value: unknown): boolean {
  return isObject(value) && Object.values(value).every((held) => isObject(held) && typeof held.token === 'string');
}

/** Profiles may bear any name, those of an object's own inheritance too. */
function withoutPrototype(profiles: Config['profiles']): Config['profiles'] {
  return Object.assign(Object.create(null), profiles);
}

function makeFolder(folder: string): void {
  try {
    makeFolders(folder, ownerOnly.folder);
  } catch (cause) {
    throw new LocalError(`Cannot make the folder ${folder} (${codeOf(cause)}).`, { cause });
  }
}

async function takeLock(folder: string, path: string): Promise<{ isLost(): boolean; release(): Promise<void> }> {
  const { default: lockfile } = await import('proper-lockfile');
  let lost = false;
  try {
    const release = await lockfile.lock(folder, {
      lockfilePath: `${path}.lock`,
      realpath: false,
      // A write takes milliseconds; what is older was left behind by a process that was killed.
      stale: 5_000,
      retries: { retries: 200, minTimeout: 10, maxTimeout: 100, factor: 1.2, randomize: true },
      onCompromised: () => {
        lost = true;
      },
    });
    return { isLost: () => lost, release: () => release().catch(() => {}) };
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
