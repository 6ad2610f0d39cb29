import { constants, copyFileSync, lutimesSync, mkdirSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import type { ArchiveEntry, EntrySink } from './entry.ts';
import { type FileContent, NewFile, SameFile } from './file-content.ts';
import type { Budget } from './limits.ts';
import { resolveLinks } from './links.ts';
import { foldedName, portableName } from './portable-name.ts';
import { diskFault, refuseArchive, refuseEntry } from './refusal.ts';
import {
  addNode,
  childNamed,
  type FolderNode,
  type LinkNode,
  pathOf,
  rootFolder,
  type TreeNode,
} from './tree-model.ts';

/** The last second of the year 9999: what lies outside is no time a disk can keep. */
const latestSeconds = 253_402_300_799;

/**
 * Writes the entries of any archive format into an empty folder under the rules for archives nobody vouches for:
 * regular files and folders first, links last, nothing outside, nothing twice. Throws `CheckFailedError` to refuse,
 * `LocalError` when the disk fails.
 */
export class TreeWriter implements EntrySink {
  files = 0;
  readonly #destination: string;
  readonly #budget: Budget;
  readonly #root = rootFolder();
  #last = { path: '', folder: this.#root };
  readonly #links = new Map<LinkNode, number>();
  readonly #folderTimes = new Map<FolderNode, number>();
  readonly #dropped: string[] = [];
  #name = '';
  #path = '';
  #content: FileContent | undefined;

  /** @param destination an existing folder that is empty and that nobody else writes into */
  constructor(destination: string, budget: Budget) {
    this.#destination = destination;
    this.#budget = budget;
  }

  begin(entry: ArchiveEntry): void {
    this.#name = entry.name;
    this.#budget.countEntry(entry.name);
    this.#budget.announce(entry.name, entry.bytes);
    const segments = this.#segments(entry.name);
    const last = segments.pop();
    if (last === undefined) {
      if (entry.kind !== 'folder') refuseEntry(entry.name, 'names the archive itself');
      this.#folderTimes.set(this.#root, time(entry.modifiedSeconds));
    } else if (entry.kind === 'file' && last.startsWith('._')) {
      this.#dropped.push(entry.name);
    } else {
      const parent = this.#folderAt(segments);
      const there = parent.children.get(foldedName(last));
      if (there && there.name !== last) refuseEntry(entry.name, `is on some disks the same as "${pathOf(there)}"`);
      this.#path = this.#onDisk(parent, last);
      this.#guarded(() => this.#place(entry, parent, last, there));
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
      this.#path = this.#onDisk(link.parent, link.name);
      this.#guarded(() => {
        symlinkSync(link.target, this.#path, ends.get(link)?.kind === 'folder' ? 'dir' : 'file');
        lutimesSync(this.#path, modifiedSeconds, modifiedSeconds);
      });
    }
    for (const [folder, modifiedSeconds] of this.#folderTimes) {
      this.#path = `${this.#destination}/${pathOf(folder)}`;
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

  #place(entry: ArchiveEntry, parent: FolderNode, name: string, there: TreeNode | undefined): void {
    const modifiedSeconds = time(entry.modifiedSeconds);
    const twice: () => never = () => refuseEntry(entry.name, 'is there twice and differs');
    if (entry.kind === 'folder') {
      const folder = there ?? this.#makeFolder(parent, name);
      if (folder.kind !== 'folder') twice();
      this.#folderTimes.set(folder, modifiedSeconds);
    } else if (entry.kind === 'symlink') {
      if (there?.kind === 'link' && there.target === entry.target) return;
      if (there) twice();
      if (Buffer.byteLength(entry.target) > this.#budget.limits.pathBytes)
        refuseEntry(entry.name, 'has too long a target');
      this.#links.set(addNode({ kind: 'link', name, parent, target: entry.target }), modifiedSeconds);
    } else if (entry.kind === 'hardlink') {
      if (there) twice();
      this.#copy(entry);
      addNode({ kind: 'file', name, parent });
      this.files += 1;
    } else if (there) {
      if (there.kind !== 'file') twice();
      this.#content = new SameFile(this.#path, entry.executable, twice);
    } else {
      this.#content = new NewFile(this.#path, { executable: entry.executable, modifiedSeconds });
      addNode({ kind: 'file', name, parent });
      this.files += 1;
    }
  }

  #copy(entry: ArchiveEntry): void {
    let node: TreeNode | undefined = this.#root;
    for (const segment of this.#segments(entry.target)) {
      node = node?.kind === 'folder' ? childNamed(node, segment) : undefined;
    }
    if (node?.kind !== 'file') refuseEntry(entry.name, 'is a hard link to no file that came before it');
    const source = this.#onDisk(node.parent, node.name);
    const { size, mtime } = statSync(source);
    this.#budget.announce(entry.name, size);
    this.#budget.spend(entry.name, size);
    copyFileSync(source, this.#path, constants.COPYFILE_EXCL);
    utimesSync(this.#path, mtime, mtime);
  }

  #segments(name: string): string[] {
    const portable = portableName(name, this.#budget.limits);
    return 'refused' in portable ? refuseEntry(name, portable.refused) : portable.segments;
  }

  #folderAt(segments: string[]): FolderNode {
    const path = segments.join('/');
    // Entries come folder by folder, so the last one is nearly always the right one.
    if (path === this.#last.path) return this.#last.folder;
    let folder = this.#root;
    for (const segment of segments) {
      const there = folder.children.get(foldedName(segment));
      if (there && there.name !== segment) refuseEntry(this.#name, `is on some disks inside "${pathOf(there)}"`);
      if (there && there.kind !== 'folder') refuseEntry(this.#name, `is inside a ${there.kind}`);
      folder = there ?? this.#makeFolder(folder, segment);
    }
    this.#last = { path, folder };
    return folder;
  }

  #makeFolder(parent: FolderNode, name: string): FolderNode {
    this.#path = this.#onDisk(parent, name);
    this.#guarded(() => mkdirSync(this.#path, 0o755));
    return addNode({ kind: 'folder', name, parent, children: new Map() });
  }

  #onDisk(parent: FolderNode, name: string): string {
    const path = parent === this.#last.folder ? this.#last.path : pathOf(parent);
    return path === '' ? `${this.#destination}/${name}` : `${this.#destination}/${path}/${name}`;
  }

  #guarded(call: () => void): void {
    try {
      call();
    } catch (error) {
      throw diskFault(error, this.#path, this.#name);
    }
  }
}

function time(seconds: number): number {
  return Math.min(Math.max(seconds, 0), latestSeconds);
}
