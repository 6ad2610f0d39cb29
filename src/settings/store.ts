import { join } from 'node:path';
import { DryRun, LocalError, SvcError } from '../base/errors.ts';
import { maskFields } from '../base/secrets.ts';
import { cannot, makeFolders, textIn } from '../system/files.ts';
import { type Config, emptyConfig, parseConfig } from './config.ts';
import { type FileStatus, fileStatusOf, ownerOnly } from './file-mode.ts';

export type { FileStatus } from './file-mode.ts';

/** The config file; writes hold a lock. */
export interface Store {
  readonly path: string;
  /** The status of the file. @throws {LocalError} for a file that others can change or own */
  check(): FileStatus;
  /** Treats the file as empty from now on, without reading it. Changes still reject it. */
  ignore(): void;
  /** The config; empty if the file is missing or ignored. @throws what `stored` does */
  read(): Config;
  /** What the file has, ignored or not. @throws {LocalError} if it is unreadable, foreign or corrupt */
  stored(): Config;
  /**
   * Reads, changes and replaces the file atomically.
   * @throws {DryRun} with the new content in a dry run; {LocalError} for an unusable file, which stays unchanged
   */
  change(edit: (config: Config) => void): Promise<void>;
}

/** A store over `folder/config.json`; with `dryRun` it shows changes without writing them. */
export function createStore(folder: string, dryRun = false): Store {
  const path = join(folder, 'config.json');

  let ignored = false;

  function stored(): Config {
    if (fileStatusOf(path) === 'missing') return emptyConfig();
    const text = textIn(path, `the config file ${path}`);
    return text === undefined ? emptyConfig() : parseConfig(text, path);
  }

  return {
    path,
    read: () => (ignored ? emptyConfig() : stored()),
    stored,
    check: () => fileStatusOf(path),
    ignore: () => {
      ignored = true;
    },
    async change(edit) {
      // Creates nothing below a folder in which another user could replace it.
      fileStatusOf(path);
      if (dryRun) {
        const config = stored();
        edit(config);
        throw new DryRun({ method: 'WRITE', url: path, body: maskFields(config) });
      }
      makeFolder(folder);
      const replace = await replacing(folder);
      const lock = await takeLock(folder, path);
      try {
        const config = stored();
        edit(config);
        if (lock.isLost())
          throw new LocalError(`Another svc process took over the config file ${path}; nothing was written.`);
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

/** Writes `folder/config.json` through conf, which uses conf-files.ts. */
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
    throw cannot(`create the folder ${folder}`, cause, 'Set SVC_CONFIG_DIR to another folder.');
  }
}

async function takeLock(folder: string, path: string): Promise<{ isLost(): boolean; release(): Promise<void> }> {
  const { default: lockfile } = await import('proper-lockfile');
  let lost = false;
  try {
    const release = await lockfile.lock(folder, {
      lockfilePath: `${path}.lock`,
      realpath: false,
      // A write takes milliseconds; an older lock belongs to a killed process.
      stale: 5_000,
      retries: { retries: 200, minTimeout: 10, maxTimeout: 100, factor: 1.2, randomize: true },
      onCompromised: () => {
        lost = true;
      },
    });
    return { isLost: () => lost, release: () => release().catch(() => {}) };
  } catch (cause) {
    throw cannot(`lock the config file ${path}`, cause, `If no other svc is running, delete ${path}.lock.`);
  }
}
