import { randomBytes } from 'node:crypto';
import { mkdirSync, renameSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { unlessThrown } from '../unless-thrown.ts';
import { cannot, namesIn, tryRemove } from './files.ts';
import { ownerTag, stateOf } from './owner.ts';
import { privateFolderIn, sharedFolderOn } from './ownership.ts';
import { type Entry, entriesIn, identityOf, isSettled, recordAround } from './recorded-folder.ts';
import { holdSignals } from './signals.ts';

/** The start of the names of list files. A change of their content needs another one: svc acts only on lists of its own form. */
const listForm = 'v2-';
/** The list files of this process, which may have the tag of an earlier process. */
const ownFiles = new Set<string>();

/** The temporary folders of this process and of ended ones, by the list files in svc's own state folder, without which a killed run's stay. */
export class Temporaries {
  readonly #open = new Map<string, { entry: Entry; release(): void }>();
  #isSafe: boolean | undefined;

  /** @param list its folder (default: no list is written) */
  constructor(private readonly list?: string) {}

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
    const open = this.#open.get(path);
    if (!open) return;
    if (isSettled({ ...open.entry, path })) {
      tryRemove(open.entry.file);
      ownFiles.delete(open.entry.file);
    }
    this.#open.delete(path);
    open.release();
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
    for (const entry of this.entries('ended')) if (isSettled(entry)) tryRemove(entry.file);
  }

  /** Returns the entries of processes in a state: `unknown` for a list of another version of svc; none where another user could write. */
  entries(state: ReturnType<typeof stateOf>): Entry[] {
    const list = this.#safeList();
    if (list === undefined) return [];
    const stateOfList = (name: string) => {
      if (!name.startsWith(listForm)) return 'unknown';
      const tag = name.slice(listForm.length);
      return tag.startsWith(ownerTag()) && !ownFiles.has(join(list, name)) ? 'ended' : stateOf(tag);
    };
    const names = namesIn(list).filter((name) => stateOfList(name) === state);
    return names.flatMap((name) => entriesIn(join(list, name)));
  }

  /** Creates a folder with a temporary name, after its entry. */
  #add(parent: string, real: string, known: Partial<Entry>, create: (path: string) => void): string {
    if (this.#open.size === 0) this.sweep();
    const name = `${ownerTag()}-${randomBytes(8).toString('hex')}`;
    const path = join(parent, `.svc-${name}.tmp`);
    const list = this.#safeList();
    const file = list ? join(list, `${listForm}${name}`) : '';
    const entry: Entry = { ...known, path: resolve(real, basename(path)), file };
    this.#open.set(path, { entry, release: holdSignals() });
    ownFiles.add(file);
    try {
      recordAround(entry, path, create);
    } catch (error) {
      this.remove(path);
      throw error;
    }
    return path;
  }

  /** Returns the list, unless another user can write it. No other user can change that later, so it is checked once. */
  #safeList(): string | undefined {
    const { list } = this;
    this.#isSafe ??= unlessThrown(() => list !== undefined && !sharedFolderOn(list)) ?? false;
    return this.#isSafe ? list : undefined;
  }
}

/** Returns whether a name has the form of a temporary folder. */
export function isTemporaryName(name: string): boolean {
  return /^\.svc-.*\.tmp$/i.test(name);
}
