import { mkdirSync } from 'node:fs';
import { mostTwins } from './case-collisions.ts';
import { type Disk, foldsCase } from './disk.ts';
import { type ArchiveLimits, howToRaise } from './limits.ts';
import { differInCaseOnly, foldedName, portableName } from './portable-name.ts';
import { onDisk, rejectArchive, rejectEntry, shownExactly } from './rejection.ts';
import {
  addNode,
  childNamed,
  type FolderNode,
  nodeAt,
  pathOf,
  rootFolder,
  type TreeNode,
  withTwins,
} from './tree-model.ts';

/** The place of an entry. The entry's folder already exists, on disk too. */
export interface Place {
  parent: FolderNode;
  name: string;
  key: string;
  path: string;
}

/** Finds the place of each entry by the rules for names, and creates the folders on the way. */
export class Places {
  readonly root = rootFolder();
  /** The number of names that differ only in case from another name in the same folder. */
  twins = 0;
  /** Set if some of these names collided on this disk. */
  isMerged = false;
  #foldsCase: boolean | undefined;

  constructor(
    private readonly destination: string,
    private readonly limits: ArchiveLimits,
    private readonly disk: Disk,
  ) {}

  /** Returns the place of an entry; undefined for an entry that stands for the archive itself, such as `./`. */
  find(entry: string): Place | undefined {
    const segments = this.#segments(entry);
    const name = segments.pop();
    if (name === undefined) return undefined;
    const parent = this.#folderAt(segments, entry);
    return { parent, name, key: foldedName(name), path: `${this.onDisk(parent)}/${name}` };
  }

  check(name: string): void {
    this.#segments(name);
  }

  nodeAt(path: string, entry: string): TreeNode | undefined {
    return nodeAt(this.root, this.#segments(path, entry));
  }

  onDisk(node: TreeNode): string {
    const placeholder = (node.kind === 'folder' && node.sharers?.[0]) || node;
    return placeholder.parent ? `${this.onDisk(placeholder.parent)}/${placeholder.name}` : this.destination;
  }

  makeFolder(parent: FolderNode, name: string, entry: string): FolderNode {
    const rival = this.rival(parent, name, entry);
    const folder: FolderNode = { kind: 'folder', name, parent, children: new Map() };
    if (rival?.kind === 'folder') {
      rival.sharers ??= [rival];
      rival.sharers.push(folder);
      folder.sharers = rival.sharers;
    } else if (rival || parent.absent) folder.absent = true;
    else {
      const path = this.onDisk(folder);
      onDisk(path, () => mkdirSync(path, 0o755), entry);
    }
    return addNode(folder);
  }

  /**
   * Returns the node whose name this disk treats as equal to a new name.
   * @throws {CheckFailedError} for names that differ in more than case and collide on some disks
   */
  rival(parent: FolderNode, name: string, entry: string, key = foldedName(name)): TreeNode | undefined {
    const first = parent.children.get(key);
    if (first) this.#countTwin(first, name, entry);
    for (const folder of parent.sharers ?? [parent]) {
      for (const other of withTwins(folder.children.get(key))) {
        if (other.absent || (other.name !== name && !this.#takesForOne())) continue;
        this.isMerged = true;
        return other;
      }
    }
    return undefined;
  }

  /** Returns whether a new name collides on this disk. @throws what `rival` throws */
  isTaken({ key, name, parent }: Pick<Place, 'key' | 'name' | 'parent'>, entry: string): boolean {
    const rival = this.rival(parent, name, entry, key);
    return parent.absent === true || rival !== undefined;
  }

  #segments(path: string, entry = path): string[] {
    const portable = portableName(path, this.limits);
    if (!('reason' in portable)) return portable.segments;
    return rejectEntry(entry, portable.reason, undefined, portable.limit && howToRaise(portable.limit));
  }

  #folderAt(segments: string[], entry: string): FolderNode {
    let folder = this.root;
    for (const segment of segments) {
      const existing = childNamed(folder, segment);
      if (existing && existing.kind !== 'folder') rejectEntry(entry, `is inside a ${existing.kind}`);
      folder = existing ?? this.makeFolder(folder, segment, entry);
    }
    return folder;
  }

  #countTwin(first: TreeNode, name: string, entry: string): void {
    if (!differInCaseOnly(first.name, name))
      rejectArchive(`${shownExactly(entry)} has the same name on some disks as ${shownExactly(pathOf(first))}`);
    this.twins += 1;
    if (this.twins > mostTwins) rejectEntry(entry, `exceeds the limit of ${mostTwins} names that differ only in case`);
  }

  #takesForOne(): boolean {
    this.#foldsCase ??= foldsCase(this.destination, this.disk);
    return this.#foldsCase;
  }
}
