import { randomBytes } from 'node:crypto';
import { closeSync, lstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { LocalError } from '../errors.ts';
import { unlessThrown } from '../unless-thrown.ts';
import { cannot, makeFolders, namesIn, tryRemove } from './files.ts';
import { ownerTag, stateOf } from './owner.ts';
import { isOwn, sharedFolderOn } from './ownership.ts';
import { areSettled, type Entry, entriesIn, identityOf, isThere, leftoverOf } from './recorded-folder.ts';
import { holdSignals } from './signals.ts';

/**
 * The temporary folders of this process, and what ended processes left. A list in svc's own state folder says which they are, one file
 * for each process; nothing on another disk is believed. Where the list cannot be written, what a killed process leaves stays.
 */
export class Temporaries {
  readonly #folder: string | undefined;
  readonly #open = new Map<string, Entry>();
  #list: number | undefined;
  /** Lets a signal end the process, once nothing must be removed. */
  #release = () => {};

  /** @param folder of the lists (default: no list is written) */
  constructor(folder?: string) {
    this.#folder = folder;
  }

  /**
   * Creates a temporary folder of this user alone, `.svc-OWNER-16 HEX DIGITS.tmp`.
   * @param real the path of the parent, where that was opened
   * @throws what the disk says
   */
  make(parent: string, real = parent): string {
    if (this.#open.size === 0) this.#begin();
    const name = `.svc-${ownerTag()}-${randomBytes(8).toString('hex')}.tmp`;
    const path = join(parent, name);
    const entry: Entry = { path: resolve(real, name) };
    this.#open.set(path, entry);
    this.#note(entry);
    try {
      mkdirSync(path, 0o700);
    } catch (error) {
      this.#forget(path);
      throw error;
    }
    entry.id = identityOf(path);
    this.#note(entry);
    return path;
  }

  /**
   * Removes a temporary folder that this process created, after moving back what was put aside and not replaced. What cannot be moved or
   * removed stays, with its entry; never throws.
   */
  remove(path: string): void {
    const entry = this.#open.get(path);
    if (entry && areSettled([{ ...entry, path }])) this.#forget(path);
  }

  /** Runs an action with a temporary folder. @throws what the disk says, and what the action throws */
  using<Result>(parent: string, act: (folder: string) => Result): Result {
    const folder = this.make(parent);
    try {
      return act(folder);
    } finally {
      this.remove(folder);
    }
  }

  /**
   * Runs an action with a temporary folder in the first place in which no other user can replace it.
   * @throws {LocalError} without such a place, or when the disk fails; what the action throws
   */
  async inPrivateFolder<Result>(
    places: readonly (string | undefined)[],
    act: (folder: string) => Promise<Result>,
  ): Promise<Result> {
    const given = places.filter((place) => place !== undefined);
    const folder = this.#makePrivate(given);
    try {
      return await act(folder);
    } finally {
      this.remove(folder);
    }
  }

  /**
   * Moves a folder that another is to replace into a temporary folder. A later run moves it back if this one is killed, unless something
   * has its name again.
   * @param home its path without links
   * @param inside the path of the temporary folder, where that was opened
   * @returns moves it back
   * @throws what the disk says
   */
  putAside(temporary: string, folder: string, { home, inside }: { home: string; inside: string }): () => void {
    const entry = this.#open.get(temporary) as Entry;
    entry.aside = { id: identityOf(folder), home, parent: identityOf(`${dirname(folder)}/.`) };
    // Without it, a later run would remove what is put aside.
    if (!this.#note(entry) && this.#list !== undefined) throw new LocalError(`Cannot write the list ${this.#folder}.`);
    const previous = join(inside, 'previous');
    renameSync(folder, previous);
    return () => renameSync(previous, folder);
  }

  /** Removes what ended processes left, and moves back what they had put aside; never throws. */
  sweep(): void {
    for (const { entries, file } of this.#lists('ended')) {
      if (areSettled(entries)) tryRemove(file);
    }
  }

  /** The folders that `sweep` removes, each with its size and the reason. */
  leftovers(): ReturnType<typeof leftoverOf>[] {
    return this.#lists('ended').flatMap(({ entries }) => entries.filter(isThere).map(leftoverOf));
  }

  /** The folders that no known process uses: those in the lists, and those in these folders whose name is that of a temporary one. */
  strays(folders: readonly string[]): string[] {
    const named = folders.flatMap((folder) => namesIn(folder).map((name) => join(folder, name)));
    const isUsers = (path: string) => isOwn(lstatSync(path, { throwIfNoEntry: false }) ?? { uid: -1 });
    const found = new Set(named.filter((path) => isTemporaryName(basename(path)) && isUsers(path)));
    for (const { entries } of [...this.#lists('ended'), ...this.#lists('unknown')]) {
      for (const entry of entries) if (isThere(entry)) found.add(entry.path);
    }
    for (const { entries } of this.#lists('running')) for (const { path } of entries) found.delete(path);
    return [...found];
  }

  #makePrivate(places: readonly string[]): string {
    const [first = ''] = places;
    try {
      const free = places.find((place) => !sharedFolderOn(place));
      if (free !== undefined) return this.make(free);
    } catch (cause) {
      throw cannot(`create a temporary folder in ${places.join(' or ')}`, cause);
    }
    const { folder, why } = sharedFolderOn(first) ?? { folder: first, why: 'is shared' };
    throw new LocalError(`No safe folder for temporary files: ${folder} ${why}.`, {
      hint: 'Set TMPDIR to a folder that only you can write to.',
    });
  }

  /** Opens the list of this process, after removing that of an earlier process with its number. */
  #begin(): void {
    this.#release = holdSignals();
    if (this.#folder === undefined) return;
    try {
      makeFolders(this.#folder, 0o700);
      if (sharedFolderOn(this.#folder)) return;
      this.sweep();
      this.#list = openSync(join(this.#folder, ownerTag()), 'a', 0o600);
    } catch {}
  }

  /** Writes an entry to the list; false if that is not whole there. */
  #note(entry: Entry): boolean {
    const list = this.#list;
    if (list === undefined) return false;
    // A line that was cut must not join the next one.
    const line = Buffer.from(`\n${JSON.stringify(entry)}`);
    return unlessThrown(() => writeSync(list, line) === line.length) ?? false;
  }

  #forget(path: string): void {
    this.#open.delete(path);
    if (this.#open.size > 0) return;
    this.#release();
    if (this.#list === undefined) return;
    closeSync(this.#list);
    this.#list = undefined;
    // A list that stays does no harm: what it names no longer exists.
    tryRemove(join(this.#folder as string, ownerTag()));
  }

  /** The lists of processes in a state; none where another user could write them. */
  #lists(wanted: ReturnType<typeof stateOf>): { file: string; entries: Entry[] }[] {
    const folder = this.#folder;
    const names = folder === undefined ? [] : namesIn(folder);
    if (folder === undefined || names.length === 0 || sharedFolderOn(folder)) return [];
    return names
      .filter((name) => wanted === (name === ownerTag() && this.#list === undefined ? 'ended' : stateOf(name)))
      .map((name) => ({ file: join(folder, name), entries: entriesIn(join(folder, name)) }));
  }
}

/** Whether svc gives such names to its temporary folders. */
export function isTemporaryName(name: string): boolean {
  return /^\.svc-.*\.tmp$/i.test(name);
}

const instances = new Map<string, Temporaries>();

/** The temporary folders of this process whose list is in a folder. */
export function temporariesIn(folder: string): Temporaries {
  const found = instances.get(folder) ?? new Temporaries(folder);
  instances.set(folder, found);
  return found;
}
