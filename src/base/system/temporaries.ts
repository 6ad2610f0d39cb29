import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, renameSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { unlessThrown } from '../unless-thrown.ts';
import { cannot, makeFolders, namesIn, tryRemove } from './files.ts';
import { ownerTag, stateOf } from './owner.ts';
import { privateFolderIn, sharedFolderOn } from './ownership.ts';
import { type Entry, entriesIn, identityOf, isSettled, note } from './recorded-folder.ts';
import { holdSignals } from './signals.ts';

/** The start of the names of list files. A change of their content needs another one: svc acts only on lists of its own form. */
const listForm = 'v3-';
/** The list files of this process, which may have the tag of an earlier process. */
const ownFiles = new Set<string>();

/** The temporary folders of this process and of ended ones, by the list files in svc's own state folder, without which a killed run's stay. */
export class Temporaries {
  readonly #open = new Map<string, Entry>();
  /** The list file of the open folders; its path is empty if no list is written. */
  #file: ReturnType<typeof openFile> | undefined;

  /** @param list the folder of list files (default: none is written) */
  constructor(private readonly list = '') {}

  /**
   * Creates a temporary folder of this user alone, `.svc-OWNER-16 HEX DIGITS.tmp`.
   * @param real the path of the parent, where that was opened
   * @throws {Error} of the system
   */
  make(parent: string, real = parent): string {
    return this.#add(parent, real, {}, (path) => mkdirSync(path, 0o700));
  }

  /**
   * Gives a temporary name to a folder that another one replaces. `remove`, or a later run after a kill, removes the folder once the
   * other has its old name, and restores it if nothing has that name.
   * @param fresh the other folder
   * @throws {LocalError} if the list cannot be written; {Error} of the system
   */
  putAside(folder: string, fresh: string, real = dirname(folder)): string {
    const recorded = { id: identityOf(folder), home: basename(folder), fresh: identityOf(fresh) };
    return this.#add(dirname(folder), real, recorded, (path) => renameSync(folder, path));
  }

  /** Removes a folder of `make` or settles one of `putAside`. A folder that cannot be moved or removed stays, with its entry; never throws. */
  remove(path: string): void {
    const [entry, file] = [this.#open.get(path), this.#file];
    if (!entry || !file) return;
    file.stays ||= !isSettled({ ...entry, path });
    this.#open.delete(path);
    if (this.#open.size > 0) return;
    this.#file = undefined;
    unlessThrown(() => closeSync(file.descriptor ?? -1));
    if (!file.stays) {
      tryRemove(file.path);
      ownFiles.delete(file.path);
    }
    file.release();
  }

  /** Runs an action with a temporary folder. @throws {Error} of the system; the error of the action */
  using<Result>(parent: string, act: (folder: string) => Result): Result {
    const folder = this.make(parent);
    try {
      return act(folder);
    } finally {
      this.remove(folder);
    }
  }

  /** Runs an action with a temporary folder in the first place where no other user can replace it. @throws as `using` does */
  async inPrivateFolder<Result>(
    places: readonly (string | undefined)[],
    act: (folder: string) => Promise<Result>,
  ): Promise<Result> {
    const place = privateFolderIn(places);
    let folder = '';
    try {
      folder = this.make(place);
    } catch (cause) {
      throw cannot(`create a temporary folder in ${place}`, cause);
    }
    return Promise.resolve(folder)
      .then(act)
      .finally(() => this.remove(folder));
  }

  /** Removes the folders of ended processes, and restores folders that they had put aside; never throws. */
  sweep(): void {
    const entries = this.entries('ended');
    const unsettled = new Set(entries.flatMap((entry) => (isSettled(entry) ? [] : entry.file)));
    for (const { file } of entries) if (!unsettled.has(file)) tryRemove(file);
  }

  /** Returns the entries of processes in a state: `unknown` for a list of another version of svc; none where another user could write. */
  entries(state: ReturnType<typeof stateOf>): Entry[] {
    if (!isSafe(this.list)) return [];
    const names = namesIn(this.list).filter((name) => {
      if (!name.startsWith(listForm)) return state === 'unknown';
      const tag = name.slice(listForm.length);
      const isReused = tag.startsWith(ownerTag()) && !ownFiles.has(join(this.list, name));
      return state === (isReused ? 'ended' : stateOf(tag));
    });
    return names.flatMap((name) => entriesIn(join(this.list, name)));
  }

  /** Creates a folder with a temporary name, after its entry. */
  #add(parent: string, real: string, known: Partial<Entry>, create: (path: string) => void): string {
    if (!this.#file) this.sweep();
    this.#file ??= openFile(this.list);
    const { descriptor, path: file } = this.#file;
    const path = join(parent, `.svc-${ownerTag()}-${randomBytes(8).toString('hex')}.tmp`);
    const entry: Entry = { ...known, path: resolve(real, basename(path)), file };
    this.#open.set(path, entry);
    try {
      note(descriptor, entry);
      create(path);
      if (known.id === undefined) note(descriptor, Object.assign(entry, { id: identityOf(path) }));
    } catch (error) {
      this.remove(path);
      throw error;
    }
    return path;
  }
}

/** Opens a list file in a folder; signals wait until its last folder is settled. */
function openFile(list: string) {
  const path = list ? join(list, `${listForm}${ownerTag()}-${randomBytes(8).toString('hex')}`) : '';
  ownFiles.add(path);
  const descriptor = unlessThrown(() => {
    makeFolders(list, 0o700);
    return isSafe(list) ? openSync(path, 'a', 0o600) : undefined;
  });
  return { path, descriptor, stays: false, release: holdSignals() };
}

/** Returns whether no other user can write to a folder of lists. */
const isSafe = (list: string) => list !== '' && unlessThrown(() => !sharedFolderOn(list)) === true;

/** Returns whether a name has the form of a temporary folder. */
export function isTemporaryName(name: string): boolean {
  return /^\.svc-.*\.tmp$/i.test(name);
}
