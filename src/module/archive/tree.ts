import { constants, copyFileSync, lutimesSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import type { ArchiveEntry, EntrySink } from './entry.ts';
import { type FileContent, NewFile, SameFile } from './file-content.ts';
import { type Budget, howToRaise } from './limits.ts';
import { resolveLinks } from './links.ts';
import { type Place, Places } from './places.ts';
import { diskFault, refuseArchive, refuseEntry } from './refusal.ts';
import { addNode, type FolderNode, type LinkNode, pathOf, type TreeNode } from './tree-model.ts';

/** The last second of the year 9999: what lies outside is no time a disk can keep. */
const latestSeconds = 253_402_300_799;

/**
 * Writes the entries of any archive format into an empty folder under the rules for archives nobody vouches for:
 * regular files and folders first, links last, nothing outside, nothing twice. Throws `CheckFailedError` to refuse,
 * `LocalError` when the disk fails.
 */
export class TreeWriter implements EntrySink {
  files = 0;
  readonly #places: Places;
  readonly #budget: Budget;
  readonly #links = new Map<LinkNode, number>();
  readonly #folderTimes = new Map<FolderNode, number>();
  readonly #dropped: string[] = [];
  #name = '';
  #path = '';
  #content: FileContent | undefined;

  /** @param destination an existing folder that is empty and that nobody else writes into */
  constructor(destination: string, budget: Budget) {
    this.#budget = budget;
    this.#places = new Places(destination, budget.limits);
  }

  begin(entry: ArchiveEntry): void {
    this.#name = entry.name;
    this.#budget.countEntry(entry.name);
    this.#budget.announce(entry.name, entry.bytes);
    if (entry.kind === 'file' && isAppleDouble(entry.name)) {
      this.#places.check(entry.name);
      this.#dropped.push(entry.name);
      return;
    }
    const place = this.#places.find(entry.name);
    if (place === undefined) {
      if (entry.kind !== 'folder') refuseEntry(entry.name, 'names the archive itself');
      this.#folderTimes.set(this.#places.root, time(entry.modifiedSeconds));
      return;
    }
    const there = place.parent.children.get(place.key);
    if (there && there.name !== place.name) refuseEntry(entry.name, `is on some disks the same as "${pathOf(there)}"`);
    this.#path = place.path;
    try {
      this.#put(entry, place, there);
    } catch (error) {
      throw diskFault(error, this.#path, this.#name);
    }
  }

  write(bytes: Uint8Array): void {
    this.#budget.spend(this.#name, bytes.length);
    try {
      this.#content?.write(bytes);
    } catch (error) {
      throw diskFault(error, this.#path, this.#name);
    }
  }

  end(): void {
    const content = this.#content;
    if (content === undefined) return;
    try {
      content.finish();
      this.#content = undefined;
      content.close();
    } catch (error) {
      throw diskFault(error, this.#path, this.#name);
    }
  }

  /** Makes the links and sets the folders' times; to be called once, after the last entry. */
  finish(): void {
    const ends = resolveLinks(this.#links.keys());
    if (this.files === 0) refuseArchive('it is empty (it holds no file)');
    for (const [link, modifiedSeconds] of this.#links) {
      this.#name = pathOf(link);
      this.#path = this.#places.onDisk(link);
      this.#guarded(() => {
        symlinkSync(link.target, this.#path, ends.get(link)?.kind === 'folder' ? 'dir' : 'file');
        lutimesSync(this.#path, modifiedSeconds, modifiedSeconds);
      });
    }
    for (const [folder, modifiedSeconds] of this.#folderTimes) {
      this.#path = this.#places.onDisk(folder);
      this.#guarded(() => utimesSync(this.#path, modifiedSeconds, modifiedSeconds));
    }
  }

  /** Lets go of a half-written file; safe to call at any time. */
  close(): void {
    const content = this.#content;
    this.#content = undefined;
    content?.close();
  }

  /** What was left out, one sentence each. */
  notes(): string[] {
    const [first] = this.#dropped;
    if (first === undefined) return [];
    return [`Left out ${this.#dropped.length} AppleDouble file(s) such as ${JSON.stringify(first)}.`];
  }

  #put(entry: ArchiveEntry, { parent, name, key, path }: Place, there: TreeNode | undefined): void {
    const modifiedSeconds = time(entry.modifiedSeconds);
    if (entry.kind === 'file' && there === undefined) {
      this.#content = new NewFile(path, { executable: entry.executable, modifiedSeconds });
      addNode({ kind: 'file', name, parent }, key);
      this.files += 1;
    } else if (entry.kind === 'file') {
      if (there?.kind !== 'file') refuseTwice(entry);
      this.#content = new SameFile(path, entry.executable, () => refuseTwice(entry));
    } else if (entry.kind === 'folder') {
      const folder = there ?? this.#places.makeFolder(parent, name, path, entry.name);
      if (folder.kind !== 'folder') refuseTwice(entry);
      this.#folderTimes.set(folder, modifiedSeconds);
    } else if (entry.kind === 'symlink') {
      if (there?.kind === 'link' && there.target === entry.target) return;
      if (there) refuseTwice(entry);
      const { pathBytes } = this.#budget.limits;
      if (Buffer.byteLength(entry.target) > pathBytes) {
        refuseEntry(entry.name, 'has too long a target', undefined, howToRaise('pathBytes'));
      }
      this.#links.set(addNode({ kind: 'link', name, parent, target: entry.target }, key), modifiedSeconds);
    } else {
      if (there) refuseTwice(entry);
      this.#copy(entry);
      addNode({ kind: 'file', name, parent }, key);
      this.files += 1;
    }
  }

  #copy({ name, target }: ArchiveEntry): void {
    const node = this.#places.nodeAt(target, name);
    if (node?.kind !== 'file') refuseEntry(name, 'is a hard link to no file that came before it');
    const source = this.#places.onDisk(node);
    const { size, mtime } = statSync(source);
    this.#budget.announce(name, size);
    this.#budget.spend(name, size);
    copyFileSync(source, this.#path, constants.COPYFILE_EXCL);
    utimesSync(this.#path, mtime, mtime);
  }

  #guarded(call: () => void): void {
    try {
      call();
    } catch (error) {
      throw diskFault(error, this.#path, this.#name);
    }
  }
}

function isAppleDouble(name: string): boolean {
  return name.startsWith('._', name.lastIndexOf('/') + 1);
}

function refuseTwice({ name }: ArchiveEntry): never {
  refuseEntry(name, 'is there twice and differs');
}

function time(seconds: number): number {
  return Math.min(Math.max(seconds, 0), latestSeconds);
}
