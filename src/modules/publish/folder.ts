import { createReadStream, type Dirent } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UsageError } from '../../base/errors.ts';
import { type NameLabel, nameFault } from '../address/address.ts';
import { parseVersion } from '../address/version.ts';
import type { Release, SourceFile } from './release.ts';

/** The releases in a folder, and the paths that were skipped. */
export interface ModuleFolder {
  releases: Release[];
  skipped: { path: string; why: string }[];
}

const labels: readonly NameLabel[] = ['namespace', 'name', 'provider'];
const ignoredNames = new Set(['.git', '.terraform', '.svn', '.hg', 'node_modules']);

/**
 * Reads a folder with the layout `NAMESPACE/NAME/PROVIDER/VERSION/`; does not follow links and ignores hidden folders at the top.
 * @throws {UsageError} for the namespace `search`, which is a reserved path of the registry (docs/protocol/registry.md#endpoints)
 */
export async function readModuleFolder(root: string): Promise<ModuleFolder> {
  const result: ModuleFolder = { releases: [], skipped: [] };
  await descend([]);
  const message = `${join(root, 'search')}: the namespace "search" is reserved for the registry's search.`;
  if (result.releases.some(({ namespace }) => namespace === 'search'))
    throw new UsageError(message, { hint: 'Rename the folder.' });
  return result;

  async function descend(path: readonly string[]): Promise<void> {
    const entries = await readdir(join(root, ...path), { withFileTypes: true });
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const entryPath = [...path, entry.name];
      const why = complaintAbout(entry, path.length);
      if (entry.name.startsWith('.') || (path.length === 0 && entry.isFile())) continue;
      if (why !== undefined) result.skipped.push({ path: entryPath.join('/'), why });
      else if (entryPath.length < 4) await descend(entryPath);
      else result.releases.push(await readRelease(root, entryPath, result));
    }
  }
}

function complaintAbout(entry: Dirent, depth: number): string | undefined {
  if (!entry.isDirectory()) return 'not a folder';
  const label = labels[depth];
  if (label !== undefined) return nameFault(label, entry.name);
  return parseVersion(entry.name) ? undefined : 'not a version';
}

async function readRelease(root: string, path: readonly string[], result: ModuleFolder): Promise<Release> {
  const folder = join(root, ...path);
  const listed: { file: SourceFile; mtimeMs: number }[] = [];
  await list(folder, '', listed, (inside, why) => result.skipped.push({ path: [...path, inside].join('/'), why }));
  const [namespace = '', name = '', provider = '', version = ''] = path;
  const readme = listed.find(({ file }) => /^readme\.md$/i.test(file.path))?.file.path;
  const newest = listed.reduce((latest, { mtimeMs }) => Math.max(latest, mtimeMs), 0);
  return {
    namespace,
    name,
    provider,
    version,
    owner: '',
    verified: false,
    downloads: 0,
    description: readme === undefined ? '' : firstParagraph(await readFile(join(folder, readme), 'utf8')),
    source: pathToFileURL(folder).href,
    publishedAt: new Date(newest).toISOString(),
    files: listed.map(({ file }) => file),
  };
}

async function list(
  folder: string,
  inside: string,
  listed: { file: SourceFile; mtimeMs: number }[],
  skip: (path: string, why: string) => void,
): Promise<void> {
  for (const entry of await readdir(join(folder, inside), { withFileTypes: true })) {
    const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
    const full = join(folder, path);
    if (ignoredNames.has(entry.name)) continue;
    if (entry.isDirectory()) await list(folder, path, listed, skip);
    else if (entry.isFile()) {
      const { size, mode, mtimeMs } = await stat(full);
      const file = { path, size, executable: (mode & 0o111) !== 0, open: () => createReadStream(full) };
      listed.push({ file, mtimeMs });
    } else skip(path, 'neither a file nor a folder');
  }
}

/** Returns the first paragraph of a README that is not a heading, on one line. */
export function firstParagraph(markdown: string): string {
  const paragraphs = markdown.split(/\r?\n[^\S\n]*\r?\n/).map((each) => each.trim());
  const prose = paragraphs.find((each) => each !== '' && !/^[#!<[=-]/.test(each)) ?? '';
  return prose.replaceAll(/\s+/g, ' ');
}
