import { realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod/mini';
import { LocalError } from '../base/errors.ts';
import { cannot, makeFolders, syncFolder, textIn } from '../base/system/files.ts';
import { type World, world } from './world.ts';

/** The format of the file. A file with a later format is rejected and left as it is. */
const format = 1;

const content = z.object({ 'svc-sandbox': z.literal(format), world });

export interface Store {
  /** The current state. After a failed write this is a new object with the state on the disk. */
  readonly world: World;
  /**
   * Writes the world to the disk.
   * @throws {LocalError} if the write fails; all changes to this world are then lost
   */
  save(world: World): Promise<void>;
}

/** A world that is valid until a write fails. A failed write discards all changes since the last successful write. */
interface Era {
  readonly world: World;
  writing: Promise<void>;
  next?: Promise<void> | undefined;
}

/**
 * Opens the JSON file of a state, and loads an existing file.
 * @throws {LocalError} with the path, for a file that cannot be read, is damaged, or was written by a later version
 */
export async function openDataFile(typedPath: string, initial: World): Promise<Store> {
  const path = await realpath(typedPath).catch(() => typedPath);
  const storedWorld = await load(path);
  let lastIdentity = storedWorld === undefined ? undefined : await identityOf(path);
  let era: Era = { world: storedWorld ?? initial, writing: Promise.resolve() };
  let stored = textOf(era.world);
  /** The error of the latest failed write. */
  let fault: LocalError | undefined;

  async function write(now: Era): Promise<void> {
    try {
      const existing = await identityOf(path);
      if (existing !== undefined && existing !== lastIdentity)
        throw new LocalError(`${path} was changed by another program.`);
      const text = textOf(now.world);
      await replace(path, text);
      lastIdentity = await identityOf(path);
      try {
        syncFolder(dirname(path));
      } catch (error) {
        await replace(path, stored);
        lastIdentity = await identityOf(path);
        throw error;
      }
      stored = text;
    } catch (cause) {
      fault = cause instanceof LocalError ? cause : cannot(`write ${path}`, cause);
      era = { world: content.parse(JSON.parse(stored)).world, writing: Promise.resolve() };
      throw fault;
    }
  }

  /** Saves a state. Calls that arrive during a write share the next write, which saves the state at its own start. */
  function save(world: World): Promise<void> {
    const now = era;
    if (world !== now.world) return Promise.reject(fault);
    now.next ??= now.writing.then(() => {
      now.next = undefined;
      now.writing = write(now);
      return now.writing;
    });
    return now.next;
  }

  try {
    makeFolders(dirname(path));
  } catch (cause) {
    throw cannot(`write ${path}`, cause);
  }
  await save(era.world);
  return {
    get world() {
      return era.world;
    },
    save,
  };
}

const textOf = (world: World) => `${JSON.stringify({ 'svc-sandbox': format, world })}\n`;

async function load(path: string): Promise<World | undefined> {
  const text = textIn(path, path, { most: 512 * 1024 * 1024 });
  if (text === undefined) return undefined;
  const hint = 'The file was not changed. Move it to start with a new one.';
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (cause) {
    throw new LocalError(`${path} is not valid JSON.`, { hint, cause });
  }
  const written = z.object({ 'svc-sandbox': z.number() }).safeParse(document);
  if (written.success && written.data['svc-sandbox'] > format) {
    const message = `${path} was written by a later version of svc (format ${written.data['svc-sandbox']}, this version supports ${format}).`;
    throw new LocalError(message, { hint });
  }
  const result = content.safeParse(document);
  if (result.success) return result.data.world;
  const [issue] = result.error.issues;
  const where = issue?.path.join('.') || 'the document';
  const what = issue?.code === 'invalid_format' ? issue.message : 'is invalid';
  throw new LocalError(`${path} is not a valid sandbox state: ${where} ${what}.`, { hint, cause: result.error });
}

/** Returns the identity of the current version of the file, which changes with every write because each write creates a new file. */
async function identityOf(path: string): Promise<string | undefined> {
  const file = await stat(path).catch(() => undefined);
  return file && `${file.ino} ${file.size} ${file.mtimeMs}`;
}

/**
 * Replaces a file atomically, readable only by its owner because it contains tokens. It does not use the synchronous `replaceFile`:
 * requests continue during this write, and share the next one (200 at once needed 3 to 14 writes, not 190).
 */
async function replace(path: string, text: string): Promise<void> {
  const beside = `${path}.new`;
  await rm(beside, { force: true });
  try {
    await writeFile(beside, text, { flag: 'wx', mode: 0o600, flush: true });
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {});
    throw error;
  }
}
