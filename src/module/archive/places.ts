import { mkdirSync } from 'node:fs';
import { type ArchiveLimits, howToRaise } from './limits.ts';
import { foldedName, portableName, segmentFault } from './portable-name.ts';
import { diskFault, refuseEntry } from './refusal.ts';
import { addNode, childNamed, type FolderNode, pathOf, rootFolder, type TreeNode } from './tree-model.ts';

/** Where an entry belongs: its folder is there, on disk too. */
export interface Place {
  parent: FolderNode;
  name: string;
  /** The name's key among the folder's children. */
  key: string;
  /** Path on disk. */
  path: string;
}

/** Finds the places of entries under the rules for names, and makes the folders on the way. */
export class Places {
  readonly root = rootFolder();
  readonly #destination: string;
  readonly #limits: ArchiveLimits;
  /** The folder of the last entry: entries come folder by folder, so it is nearly always the next one's too. */
  #last: { prefix: string; folder: FolderNode; path: string; depth: number };

  constructor(destination: string, limits: ArchiveLimits) {
    this.#destination = destination;
    this.#limits = limits;
    this.#last = { prefix: '', folder: this.root, path: destination, depth: 0 };
  }

  /** The place of an entry; undefined for one that names the archive itself. */
  find(name: string): Place | undefined {
    const end = name.endsWith('/') ? name.length - 1 : name.length;
    const prefix = name.slice(0, name.lastIndexOf('/', end - 1) + 1);
    const last = name.slice(prefix.length, end);
    if (!this.#isBesideLast(name, prefix, last)) {
      const segments = this.#segments(name);
      const own = segments.pop();
      if (own === undefined) return undefined;
      const found = { prefix, ...this.#folderAt(segments, name), depth: segments.length };
      // A name that ends in "." segments is not its folder's spelling and one name more.
      if (own !== last) return placed(found, own);
      this.#last = found;
    }
    return placed(this.#last, last);
  }

  /** Refuses a name that is good for no place. */
  check(name: string): void {
    this.#segments(name);
  }

  /** What there is at a path that an entry names; undefined for nothing. */
  nodeAt(path: string, entry: string): TreeNode | undefined {
    let node: TreeNode | undefined = this.root;
    for (const segment of this.#segments(path, entry)) {
      node = node?.kind === 'folder' ? childNamed(node, segment) : undefined;
    }
    return node;
  }

  onDisk(node: TreeNode): string {
    return node.parent ? `${this.#destination}/${pathOf(node)}` : this.#destination;
  }

  makeFolder(parent: FolderNode, name: string, path: string, entry: string): FolderNode {
    try {
      mkdirSync(path, 0o755);
    } catch (error) {
      throw diskFault(error, path, entry);
    }
    return addNode({ kind: 'folder', name, parent, children: new Map() });
  }

  /** A shortcut past the checks of a whole path when all but its end is known to be good. */
  #isBesideLast(name: string, prefix: string, last: string): boolean {
    const { depth, pathBytes } = this.#limits;
    return (
      prefix === this.#last.prefix &&
      this.#last.depth < depth &&
      // No character takes more than three bytes in UTF-8 for each unit of its length.
      name.length * 3 <= pathBytes &&
      last !== '.' &&
      segmentFault(last) === undefined
    );
  }

  #segments(path: string, entry = path): string[] {
    const portable = portableName(path, this.#limits);
    if (!('refused' in portable)) return portable.segments;
    return refuseEntry(entry, portable.refused, undefined, portable.limit && howToRaise(portable.limit));
  }

  #folderAt(segments: string[], entry: string): { folder: FolderNode; path: string } {
    let folder = this.root;
    let path = this.#destination;
    for (const segment of segments) {
      path = `${path}/${segment}`;
      const there = folder.children.get(foldedName(segment));
      if (there && there.name !== segment) refuseEntry(entry, `is on some disks inside "${pathOf(there)}"`);
      if (there && there.kind !== 'folder') refuseEntry(entry, `is inside a ${there.kind}`);
      folder = there ?? this.makeFolder(folder, segment, path, entry);
    }
    return { folder, path };
  }
}

function placed({ folder, path }: { folder: FolderNode; path: string }, name: string): Place {
  return { parent: folder, name, key: foldedName(name), path: `${path}/${name}` };
}
