import { mkdir, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { LocalError } from '../errors.ts';
import { type World, world } from './world.ts';

/** The format this program writes; a file of a later one is left alone. */
const format = 1;

const content = z.object({ 'svc-sandbox': z.literal(format), world });

/** Where the state lasts: `save` is done when what the world was at the call is on the disk. */
export interface Store {
  readonly world: World;
  save(): Promise<void>;
}

/** A state that ends with the process. */
export function inMemory(initial: World): Store {
  return { world: initial, save: async () => {} };
}

/**
 * A state that is kept in one JSON file, and begins with what the file holds if there is one.
 * @throws {LocalError} naming the path, for a file that cannot be read, is damaged, or was written by a later version
 */
export async function openDataFile(given: string, initial: World): Promise<Store> {
  const path = await realpath(given).catch(() => given);
  const found = await load(path);
  const kept = found ?? initial;
  let seen = found === undefined ? undefined : await identityOf(path);

  async function write(): Promise<void> {
    const there = await identityOf(path);
    if (there !== undefined && there !== seen) throw new LocalError(`${path} was changed by somebody else.`);
    await replace(path, `${JSON.stringify({ 'svc-sandbox': format, world: kept })}\n`);
    seen = await identityOf(path);
  }

  let writing: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  /** While one write is under way, all that come share the one after it, whose snapshot is taken when it begins. */
  const save = () => {
    next ??= writing
      .catch(() => {})
      .then(() => {
        next = undefined;
        writing = write();
        return writing;
      });
    return next;
  };
  await mkdir(dirname(path), { recursive: true })
    .then(save)
    .catch((cause: NodeJS.ErrnoException) => {
      if (cause instanceof LocalError) throw cause;
      throw new LocalError(`Cannot write ${path} (${cause.code ?? cause.message}).`, { cause });
    });
  return { world: kept, save };
}

async function load(path: string): Promise<World | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new LocalError(`Cannot read ${path} (${code}).`, { cause });
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
  const where = result.error.issues[0]?.path.join('.') || 'the whole';
  throw new LocalError(`${path} is not a state of the sandbox: ${where} is wrong.`, { hint, cause: result.error });
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

/** Replaces a file so that whatever happens there is the old one or the new one, whole; it holds tokens, so only its owner may read it. */
async function replace(path: string, text: string): Promise<void> {
  const beside = `${path}.new`;
  await rm(beside, { force: true });
  const file = await open(beside, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(beside, path);
  await syncFolder(dirname(path));
}

/** Makes the new name last. Not every system lets a folder be opened for that. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
  try {
    await folder?.sync();
  } catch (error) {
    if (!['EPERM', 'EISDIR', 'EINVAL', 'EBADF'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    await folder?.close();
  }
}
