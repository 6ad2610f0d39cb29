import { type Dirent, readdirSync, readlinkSync } from 'node:fs';
import { diskFault, refuseEntry } from './refusal.ts';
import { addNode, type FolderNode, type LinkNode, pathOf, rootFolder } from './tree-model.ts';

/** Lists one folder without following anything; throws `LocalError` when the disk fails. */
export function listFolder(path: string): Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    throw diskFault(error, path);
  }
}

/** The links of a folder on disk, in a model of that folder alone. */
export function linksIn(path: string): LinkNode[] {
  const links: LinkNode[] = [];
  const waiting: FolderNode[] = [rootFolder()];
  for (let folder = waiting.pop(); folder; folder = waiting.pop()) {
    const parent = folder;
    for (const { name, ...found } of listFolder(`${path}/${pathOf(parent)}`).map(typed)) {
      if (found.kind === 'folder') waiting.push(addNode({ kind: 'folder', name, parent, children: new Map() }));
      else if (found.kind === 'file') addNode({ kind: 'file', name, parent });
      else if (found.kind === 'link') {
        const target = readlinkSync(`${path}/${pathOf(parent)}/${name}`);
        links.push(addNode({ kind: 'link', name, parent, target }));
      } else refuseEntry(name, 'is neither a file, a folder nor a link');
    }
  }
  return links;
}

function typed(entry: Dirent): { name: string; kind: 'file' | 'folder' | 'link' | 'other' } {
  const kind = entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : entry.isSymbolicLink() ? 'link' : 'other';
  return { name: entry.name, kind };
}
