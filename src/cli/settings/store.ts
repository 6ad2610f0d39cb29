import { chmodSync, closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DryRun, SvcError, TryLaterError } from '../../base/errors.ts';
import { maskFields } from '../../base/secrets.ts';
import { cannot, makeFolders, syncFolder, textIn } from '../../base/system/files.ts';
import { type Config, emptyConfig, parseConfig } from './config.ts';
import { fileStatusOf, ownerOnly } from './file-mode.ts';

/** The config file; writes hold a lock. */
export type Store = ReturnType<typeof createStore>;

/** The optional dependencies of a store. */
interface StoreDeps {
  /** True to show changes without writing them. */
  dryRun?: boolean;
  /** The folder with the lists of temporary folders (default: no list is written). */
  lists?: string;
  /** Aborted to end a wait for the lock of another process. */
  signal?: AbortSignal;
}

/** The longest wait for the lock. A write takes milliseconds. */
const longestWaitMs = 20_000;

/** Returns a store over `folder/config.json`. */
export function createStore(
  folder: string,
  { dryRun = false, lists, signal = new AbortController().signal }: StoreDeps = {},
) {
  const path = join(folder, 'config.json');
  const busy = new Map<string, Promise<unknown>>();
  const waiting = { longestWaitMs, signal, waiting() {}, warn() {} };

  let ignored = false;

  function stored(): Config {
    if (fileStatusOf(path) === 'missing') return emptyConfig();
    const text = textIn(path, `the config file ${path}`);
    return text === undefined ? emptyConfig() : parseConfig(text, path);
  }

  return {
    path,
    /** Returns the config; empty if the file is missing or ignored. @throws the errors of `stored` */
    read: () => (ignored ? emptyConfig() : stored()),
    /** Returns the content, even of an ignored file. @throws {LocalError} if it is unreadable, foreign or corrupt */
    stored,
    /** Returns the status of the file. @throws {LocalError} for a file that others can change or own */
    check: () => fileStatusOf(path),
    /** Treats the file as empty from now on, without reading it. Changes still reject it. */
    ignore: () => {
      ignored = true;
    },
    /** Reads, changes and replaces the file atomically. @throws {DryRun} with the new content; {LocalError} */
    async change(edit: (config: Config) => void | Promise<void>): Promise<void> {
      // Create nothing below a folder in which another user could replace it.
      fileStatusOf(path);
      if (dryRun) {
        const config = stored();
        await edit(config);
        throw new DryRun({ method: 'WRITE', url: path, body: maskFields(config) });
      }
      makeFolder(folder);
      const replace = await replacing(path);
      // Reading needs no lock.
      const [{ locked }, { Temporaries }] = await Promise.all([
        import('../../base/system/lock.ts'),
        import('../../base/system/temporaries.ts'),
      ]);
      const locks = { locks: folder, busy, temporaries: new Temporaries(lists) };
      await locked(locks, basename(path), waiting, async (held) => {
        if (held === 'waited too long')
          throw new TryLaterError(`Another svc process uses the config file ${path}.`, { retryable: true });
        try {
          const config = stored();
          await edit(config);
          replace(config);
        } catch (cause) {
          if (cause instanceof SvcError) throw cause;
          throw cannot(`write the config file ${path}`, cause);
        }
      });
    },
  };
}

const serialize = (config: Config) => `${JSON.stringify(config, null, 2)}\n`;

/** Returns a function that writes through conf to a temporary file, checks it, and replaces the config. */
async function replacing(path: string): Promise<(config: Config) => void> {
  const { default: Conf } = await import('conf');
  const fresh = `${path}.tmp`;
  return (config) => {
    // A killed process may have left a temporary file, which conf would read.
    rmSync(fresh, { force: true });
    try {
      const file = new Conf<Config>({
        cwd: dirname(path),
        configName: basename(path),
        fileExtension: 'tmp',
        projectSuffix: '',
        accessPropertiesByDotNotation: false,
        configFileMode: ownerOnly.file,
        serialize,
      });
      file.store = config;
      if (readFileSync(fresh, 'utf8') !== serialize(config)) throw Object.assign(new Error('cut'), { code: 'ENOSPC' });
      putInPlace(fresh, path);
    } catch (error) {
      rmSync(fresh, { force: true });
      throw error;
    }
  };
}

/** Replaces a file with a complete one beside it, for its owner only, also on a full disk or after a power cut. */
function putInPlace(fresh: string, path: string): void {
  const folder = dirname(path);
  chmodSync(folder, ownerOnly.folder);
  // A umask may deny access to the owner too.
  chmodSync(fresh, ownerOnly.file);
  const opened = openSync(fresh, 'r+');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
  renameSync(fresh, path);
  syncFolder(folder);
}

function makeFolder(folder: string): void {
  try {
    makeFolders(folder, ownerOnly.folder);
  } catch (cause) {
    throw cannot(`create the folder ${folder}`, cause, 'Set SVC_CONFIG_DIR to another folder.');
  }
}
