import { chmodSync, closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DryRun, SvcError, TryLaterError } from '../../base/errors.ts';
import { maskFields } from '../../base/secrets.ts';
import { cannot, makeFolders, syncFolder, textIn } from '../../base/system/files.ts';
import { type Config, emptyConfig, parseConfig } from './config.ts';
import { fileStatusOf, ownerOnly } from './file-mode.ts';

/** The config file. A write holds a lock. */
export type Store = ReturnType<typeof createStore>;

/** The optional dependencies of a store. */
interface StoreDeps {
  /** True to print changes instead of writing them. */
  dryRun?: boolean;
  /** The folder with the lists of temporary folders (default: no list is written). */
  lists?: string;
  /** The signal that cancels the wait for the lock of another process. */
  signal?: AbortSignal;
}

/** The longest wait for the lock, although a write takes only milliseconds. */
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
    /** Returns the config; an empty config if the file is missing or ignored. @throws the errors of `stored` */
    read: () => (ignored ? emptyConfig() : stored()),
    /** Returns the content, even of an ignored file. @throws {LocalError} if the file is unreadable, belongs to another user or is corrupt */
    stored,
    /** Returns the status of the file. @throws {LocalError} for a file that other users own or can change */
    check: () => fileStatusOf(path),
    /** Treats the file as empty from now on, without reading it. A change of the file still reads it, and may fail. */
    ignore: () => {
      ignored = true;
    },
    /** Reads, changes and replaces the file atomically. @throws {DryRun} with the new content, in a dry run; {LocalError} */
    async change(edit: (config: Config) => void | Promise<void>): Promise<void> {
      // Check first: do not create a file below a folder that another user could replace.
      fileStatusOf(path);
      if (dryRun) {
        const config = stored();
        await edit(config);
        throw new DryRun({ method: 'WRITE', url: path, body: maskFields(config) });
      }
      makeFolder(folder);
      const replace = await configWriter(path);
      // Load the lock here, because reading does not need it.
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

/** Returns a function that writes the config through conf to a temporary file, checks the file, and puts it in place of the old one. */
async function configWriter(path: string): Promise<(config: Config) => void> {
  const { default: Conf } = await import('conf');
  const newFile = `${path}.tmp`;
  return (config) => {
    // A killed process may have left a temporary file, which conf would read.
    rmSync(newFile, { force: true });
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
      if (readFileSync(newFile, 'utf8') !== serialize(config))
        throw Object.assign(new Error('cut'), { code: 'ENOSPC' });
      putInPlace(newFile, path);
    } catch (error) {
      rmSync(newFile, { force: true });
      throw error;
    }
  };
}

/** Replaces a file by a complete one in the same folder, readable by its owner only. Safe on a full disk and at a power cut. */
function putInPlace(newFile: string, path: string): void {
  const folder = dirname(path);
  chmodSync(folder, ownerOnly.folder);
  // A umask may deny access even to the owner.
  chmodSync(newFile, ownerOnly.file);
  const opened = openSync(newFile, 'r+');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
  renameSync(newFile, path);
  syncFolder(folder);
}

function makeFolder(folder: string): void {
  try {
    makeFolders(folder, ownerOnly.folder);
  } catch (cause) {
    throw cannot(`create the folder ${folder}`, cause, 'Set SVC_CONFIG_DIR to another folder.');
  }
}
