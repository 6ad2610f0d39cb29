import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DryRun, LocalError, SvcError } from '../errors.ts';
import { cannot, makeFolders } from '../files.ts';
import { maskFields } from '../secrets.ts';
import { type Config, emptyConfig, parseConfig } from './config.ts';
import { ownerOnly, type Standing, standingOf } from './file-mode.ts';

export type { Standing } from './file-mode.ts';

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
export function createStore(folder: string, dryRun = false): Store {
  const path = join(folder, 'config.json');

  let ignored = false;

  function read(): Config {
    if (ignored || standingOf(path) === 'missing') return emptyConfig();
    let text: string;
    try {
      text = readFileSync(path, 'utf8');
    } catch (cause) {
      throw cannot(`read the config file ${path}`, cause);
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
      if (dryRun) {
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
        throw cannot(`write the config file ${path}`, cause);
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

function makeFolder(folder: string): void {
  try {
    makeFolders(folder, ownerOnly.folder);
  } catch (cause) {
    throw cannot(`make the folder ${folder}`, cause);
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
    throw cannot(`lock the config file ${path}`, cause, `If no other svc runs, remove ${path}.lock.`);
  }
}
