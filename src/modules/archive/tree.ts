import { constants, copyFileSync, lutimesSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import { twinsIn } from './case-collisions.ts';
import { type Disk, realDisk } from './disk.ts';
import { FileContent, type Received } from './file-content.ts';
import { bareRepositoryIn } from './git-repository.ts';
import { type Budget, howToRaise } from './limits.ts';
import { type LinkEnd, resolveLinks } from './links.ts';
import { type Place, Places } from './places.ts';
import { onDisk, rejectArchive, rejectEntry } from './rejection.ts';
import {
  addNode,
  childNamed,
  type FileNode,
  type FolderNode,
  type LinkNode,
  pathOf,
  type TreeNode,
} from './tree-model.ts';
import type { Unpacked } from './unpack-result.ts';

/** An entry as its archive describes it, before any check. */
export interface ArchiveEntry {
  kind: 'file' | 'folder' | 'symlink' | 'hardlink';
  name: string;
  bytes: number;
  executable: boolean;
  /** Seconds since 1970. */
  modifiedSeconds: number;
  /** The target of a link, as written; empty for files and folders. */
  target: string;
}

/** A receiver of the entries of an archive in order; any method may throw to reject the archive. */
export interface EntrySink {
  begin(entry: ArchiveEntry): void;
  write(bytes: Uint8Array): void;
  end(): void;
}

/** The end of the year 9999: disks cannot store later times. */
const latestSeconds = 253_402_300_799;

/**
 * Writes the entries of any archive format into an empty folder under the rules for untrusted archives: regular files and folders first,
 * links last, nothing outside, nothing twice. @throws {CheckFailedError} to reject; {LocalError} when the disk fails
 */
export class TreeWriter implements EntrySink {
  readonly #places: Places;
  readonly #budget: Budget;
  readonly #links = new Map<LinkNode, number>();
  readonly #folderTimes = new Map<FolderNode, number>();
  readonly #dropped: string[] = [];
  readonly #pointers: string[] = [];
  #files = 0;
  #name = '';
  #path = '';
  #content: FileContent | undefined;
  #received: (received: Received) => void = () => undefined;

  /** @param destination an existing, empty folder that no other process writes into */
  constructor(destination: string, budget: Budget, disk: Disk = realDisk) {
    this.#budget = budget;
    this.#places = new Places(destination, budget.limits, disk);
  }

  begin(entry: ArchiveEntry): void {
    this.#name = entry.name;
    this.#budget.countEntry(entry.name);
    this.#budget.announce(entry.name, entry.bytes);
    if (entry.kind === 'file' && /(^|\/)\._[^/]*$/.test(entry.name)) {
      this.#places.check(entry.name);
      this.#dropped.push(entry.name);
      return;
    }
    const place = this.#places.find(entry.name);
    if (place === undefined) {
      if (entry.kind !== 'folder') rejectEntry(entry.name, 'names the archive itself');
      this.#folderTimes.set(this.#places.root, time(entry.modifiedSeconds));
      return;
    }
    this.#path = place.path;
    this.#guarded(() => this.#put(entry, place, childNamed(place.parent, place.name, place.key)));
  }

  write(bytes: Uint8Array): void {
    this.#budget.spend(this.#name, bytes.length);
    this.#guarded(() => this.#content?.write(bytes));
  }

  end(): void {
    const content = this.#content;
    if (content === undefined) return;
    this.#guarded(() => {
      const received = content.finish();
      this.#content = undefined;
      content.close();
      this.#received(received);
    });
  }

  finish(): Unpacked {
    const { isMerged, root, twins } = this.#places;
    const ends = resolveLinks(this.#links.keys());
    if (this.#files === 0) rejectArchive('it contains no files');
    this.#rejectRepository();
    const collisions = twins > 0 ? twinsIn(root) : undefined;
    for (const [link, modifiedSeconds] of this.#links) if (!link.absent) this.#link(link, modifiedSeconds, ends);
    for (const [folder, modifiedSeconds] of this.#folderTimes) {
      if (folder.absent) continue;
      this.#at(folder);
      this.#guarded(() => utimesSync(this.#path, modifiedSeconds, modifiedSeconds));
    }
    const [files, dropped, pointers] = [this.#files, this.#dropped, this.#pointers];
    return { root, ends, files, twins: collisions, isMerged, dropped, pointers };
  }

  close(): void {
    const content = this.#content;
    this.#content = undefined;
    content?.close();
  }

  #put(entry: ArchiveEntry, place: Place, existing: TreeNode | undefined): void {
    const { parent, name, key } = place;
    const modifiedSeconds = time(entry.modifiedSeconds);
    if (entry.kind === 'folder') {
      const folder = existing ?? this.#places.makeFolder(parent, name, entry.name);
      if (folder.kind !== 'folder') rejectTwice(entry);
      this.#folderTimes.set(folder, modifiedSeconds);
    } else if (entry.kind === 'file') {
      if (existing && existing.kind !== 'file') rejectTwice(entry);
      this.#receive(entry, place, existing);
    } else if (entry.kind === 'symlink') {
      if (existing?.kind === 'link' && existing.target === entry.target) return;
      if (existing) rejectTwice(entry);
      const { pathBytes } = this.#budget.limits;
      if (Buffer.byteLength(entry.target) > pathBytes) {
        rejectEntry(entry.name, 'has a target that is too long', undefined, howToRaise('pathBytes'));
      }
      const absent = this.#places.isTaken(place, entry.name);
      this.#links.set(addNode({ kind: 'link', name, parent, target: entry.target, absent }, key), modifiedSeconds);
    } else {
      if (existing) rejectTwice(entry);
      this.#copy(entry, place);
    }
  }

  #receive(entry: ArchiveEntry, { key, name, parent, path }: Place, existing: FileNode | undefined): void {
    const { executable } = entry;
    const absent = existing !== undefined || this.#places.isTaken({ key, name, parent }, entry.name);
    const file = { executable, modifiedSeconds: time(entry.modifiedSeconds) };
    this.#content = new FileContent(absent ? undefined : path, file);
    this.#received = ({ isPointer, sha256 }) => {
      if (existing === undefined) {
        const node = addNode({ kind: 'file', name, parent, executable, sha256, absent }, key);
        this.#files += 1;
        if (isPointer) this.#pointers.push(pathOf(node));
      } else if (existing.sha256 !== sha256 || existing.executable !== executable) rejectTwice(entry);
    };
  }

  #copy(entry: ArchiveEntry, place: Place): void {
    const { name, target } = entry;
    const node = this.#places.nodeAt(target, name);
    if (node?.kind !== 'file') rejectEntry(name, 'is a hard link, but its target is not an earlier file');
    if (node.absent) rejectEntry(name, 'is a hard link to a file that shares its name with another on this disk');
    const source = this.#places.onDisk(node);
    const { size, mtime } = statSync(source);
    this.#budget.spend(name, size);
    const absent = this.#places.isTaken(place, name);
    if (!absent) {
      copyFileSync(source, this.#path, constants.COPYFILE_EXCL);
      utimesSync(this.#path, mtime, mtime);
    }
    const { executable, sha256 } = node;
    addNode({ kind: 'file', name: place.name, parent: place.parent, executable, sha256, absent }, place.key);
    this.#files += 1;
  }

  #link(link: LinkNode, modifiedSeconds: number, ends: ReadonlyMap<LinkNode, LinkEnd>): void {
    this.#at(link);
    this.#guarded(() => {
      symlinkSync(link.target, this.#path, ends.get(link)?.kind === 'folder' ? 'dir' : 'file');
      lutimesSync(this.#path, modifiedSeconds, modifiedSeconds);
    });
  }

  #at(node: TreeNode): void {
    this.#name = pathOf(node);
    this.#path = this.#places.onDisk(node);
  }

  #rejectRepository(): void {
    const repository = bareRepositoryIn(this.#places.root);
    if (!repository) return;
    const reason = 'is a bare git repository (HEAD next to objects and refs)';
    const hint = 'git would run commands from its configuration.';
    if (repository.parent) rejectEntry(pathOf(repository), reason, undefined, hint);
    rejectArchive(`it ${reason}`, undefined, hint);
  }

  #guarded(call: () => void): void {
    onDisk(this.#path, call, this.#name);
  }
}

function rejectTwice({ name }: ArchiveEntry): never {
  rejectEntry(name, 'appears twice and differs');
}

function time(seconds: number): number {
  return Math.min(Math.max(seconds, 0), latestSeconds);
}
