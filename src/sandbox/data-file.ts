import { readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { LocalError } from '../errors.ts';
import { cannot, errnoOf, makeFolders, syncFolder } from '../files.ts';
import { type World, world } from './world.ts';

/** The format this program writes; a file of a later one is left alone. */
const format = 1;

const content = z.object({ 'svc-sandbox': z.literal(format), world });

/** Where the state lasts. */
export interface Store {
  /** The state in force. After a failed write it is another object: what the disk has. */
  readonly world: World;
  /**
   * Done when what this world was at the call is on the disk.
   * @throws {LocalError} where it is not; nothing that was changed in this world then counts
   */
  save(world: World): Promise<void>;
}

/** A state that ends with the process. */
export function inMemory(initial: World): Store {
  return { world: initial, save: async () => {} };
}

/** A world from its first change to a write of it that fails: with it goes everything that built upon it. */
interface Era {
  readonly world: World;
  /** The write under way. */
  writing: Promise<void>;
  /** The one after it. */
  next?: Promise<void> | undefined;
}

/**
 * A state that is kept in one JSON file, and begins with what the file holds if there is one.
 * @throws {LocalError} naming the path, for a file that cannot be read, is damaged, or was written by a later version
 */
export async function openDataFile(given: string, initial: World): Promise<Store> {
  const path = await realpath(given).catch(() => given);
  const found = await load(path);
  let seen = found === undefined ? undefined : await identityOf(path);
  let era: Era = { world: found ?? initial, writing: Promise.resolve() };
  /** What the file holds. */
  let kept = textOf(era.world);
  /** Why the last world was given up. */
  let fault: LocalError | undefined;

  async function write(now: Era): Promise<void> {
    try {
      const there = await identityOf(path);
      if (there !== undefined && there !== seen) throw new LocalError(`${path} was changed by somebody else.`);
      const text = textOf(now.world);
      await replace(path, text);
      seen = await identityOf(path);
      try {
        syncFolder(dirname(path));
      } catch (error) {
        await replace(path, kept);
        seen = await identityOf(path);
        throw error;
      }
      kept = text;
    } catch (cause) {
      fault = cause instanceof LocalError ? cause : cannot(`write ${path}`, cause);
      era = { world: content.parse(JSON.parse(kept)).world, writing: Promise.resolve() };
      throw fault;
    }
  }

  /** While one write is under way, all that come share the one after it, whose snapshot is taken when it begins. */
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
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    if (errnoOf(cause) === 'ENOENT') return undefined;
    throw cannot(`read ${path}`, cause);
  }
  const hint = 'Nothing was changed in it. Move it away to start with a fresh one.';
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (cause) {
    throw new LocalError(`${path} is damaged: it is not JSON.`, { hint, cause });
  }
  const written = z.object({ 'svc-sandbox': z.number() }).safeParse(document);
  if (written.success && written.data['svc-sandbox'] > format) {
    const message = `${path} was written by a later version of svc (its format is ${written.data['svc-sandbox']}, this one knows ${format}).`;
    throw new LocalError(message, { hint });
  }
  const result = content.safeParse(document);
  if (result.success) return result.data.world;
  const [issue] = result.error.issues;
  const where = issue?.path.join('.') || 'the whole';
  const what = issue?.code === 'invalid_format' ? issue.message : 'is wrong';
  throw new LocalError(`${path} is not a state of the sandbox: ${where} ${what}.`, { hint, cause: result.error });
}

/** Tells one writing of a file from another: each one makes a new file. */
async function identityOf(path: string): Promise<string | undefined> {
  try {
    const { ino, size, mtimeMs } = await stat(path);
    return `${ino} ${size} ${mtimeMs}`;
  } catch {
    return undefined;
  }
}

/**
 * Replaces a file so that whatever happens there is the old one or the new one, whole; it holds tokens, so only its owner may read it.
 * Not `replaceFile`: requests go on while this one waits for the disk, and share the next write (200 at once made 3 to 14 writes, not 190).
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
