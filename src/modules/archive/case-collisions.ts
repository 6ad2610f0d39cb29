import { joined } from '../../base/text.ts';
import { rejectArchive, rejectEntry, shownName } from './rejection.ts';
import { type FolderNode, pathOf, type TreeNode, withTwins } from './tree-model.ts';

/** assumed: no module has more names that differ only in case; a lock lists them all (docs/trust-tests.md#archives). */
export const mostTwins = 1000;

/** The names of a tree that differ only in case, and so collide on a case-insensitive disk. */
export interface Twins {
  /** Paths of the files and links whose name, or whose folder's name, differs from another only in case. */
  paths: string[];
  /** A sentence for each collision: the names, and whether the content is the same. */
  same: string[];
  different: string[];
}

/** Folders of a tree that are one folder on a case-insensitive disk. */
interface Merged {
  folders: FolderNode[];
  /** Set if these folders, or folders above them, collide. */
  isMerged: boolean;
}

/** Groups the folders of a tree whose paths differ only in case. */
export function* mergedFolders(root: FolderNode): Generator<Merged> {
  const waiting: Merged[] = [{ folders: [root], isMerged: false }];
  for (let merged = waiting.pop(); merged; merged = waiting.pop()) {
    yield merged;
    for (const nodes of mergedChildren(merged.folders)) {
      const folders = nodes.filter((node) => node.kind === 'folder');
      if (folders.length > 0) waiting.push({ folders, isMerged: merged.isMerged || folders.length > 1 });
    }
  }
}

function mergedChildren(folders: readonly FolderNode[]): Iterable<TreeNode[]> {
  const places = new Map<string, TreeNode[]>();
  for (const { children } of folders) {
    for (const [key, first] of children) places.set(key, [...(places.get(key) ?? []), ...withTwins(first)]);
  }
  return places.values();
}

/**
 * Finds the colliding names of a tree. @throws {CheckFailedError} for a link that collides with a folder, which could redirect other paths
 */
export function twinsIn(root: FolderNode): Twins {
  const twins: Twins = { paths: [], same: [], different: [] };
  for (const { folders, isMerged } of mergedFolders(root)) {
    for (const nodes of mergedChildren(folders)) {
      const [first, second] = nodes;
      if (isMerged || second) for (const node of nodes) if (node.kind !== 'folder') twins.paths.push(pathOf(node));
      if (!first || !second) continue;
      const kinds = new Set(nodes.map(({ kind }) => kind));
      if (kinds.has('link') && kinds.has('folder')) {
        rejectEntry(pathOf(second), `has the same name on some disks as ${shownName(pathOf(first))}`);
      }
      const names = joined(nodes.map((node) => shownName(pathOf(node))));
      const content = new Set(nodes.map(contentOf));
      if (content.size === 1) twins.same.push(`${names} differ only in case`);
      else twins.different.push(`${names} differ in case and in content`);
    }
  }
  if (twins.paths.length > mostTwins)
    rejectArchive(`it has more than ${mostTwins} files with names that differ only in case`);
  twins.paths.sort();
  return twins;
}

function contentOf(node: TreeNode): string {
  if (node.kind === 'file') return `file ${node.executable} ${node.sha256}`;
  return node.kind === 'link' ? `link ${node.target}` : 'folder';
}
