import { mergedFolders } from './case-collisions.ts';
import { listFolder } from './disk-tree.ts';
import { foldedName, isDotGit } from './portable-name.ts';
import { type FolderNode, withTwins } from './tree-model.ts';

/**
 * Returns whether git treats a folder with these names (by their folding keys; `head` only if it is a file) as a bare repository, whose
 * configuration can run commands: HEAD beside objects and refs, or beside a file with their paths.
 */
function isBare(names: { has(key: string): boolean }): boolean {
  return names.has('head') && (names.has('commondir') || (names.has('objects') && names.has('refs')));
}

/** Returns the first folder that git treats as a bare repository, even if only on a case-insensitive disk. */
export function bareRepositoryIn(root: FolderNode): FolderNode | undefined {
  for (const { folders } of mergedFolders(root)) {
    const hasHead = folders.some(({ children }) =>
      [...withTwins(children.get('head'))].some(({ kind }) => kind !== 'folder'),
    );
    const has = (key: string) => (key === 'head' ? hasHead : folders.some(({ children }) => children.has(key)));
    if (hasHead && isBare({ has })) return folders[0];
  }
  return undefined;
}

/**
 * Returns the path of a git repository in a folder on disk, `.` for the folder itself. Does not follow links.
 * @param except a path to ignore
 */
export function repositoryOnDisk(root: string, except?: string): string | undefined {
  const waiting = [''];
  for (let inside = waiting.pop(); inside !== undefined; inside = waiting.pop()) {
    const names = new Set<string>();
    for (const entry of listFolder(`${root}/${inside}`)) {
      const path = `${inside}${entry.name}`;
      if (path === except) continue;
      if (isDotGit(entry.name)) return path;
      const key = foldedName(entry.name);
      if (entry.isDirectory()) waiting.push(`${path}/`);
      if (!entry.isDirectory() || key !== 'head') names.add(key);
    }
    if (isBare(names)) return inside === '' ? '.' : inside.slice(0, -1);
  }
  return undefined;
}
