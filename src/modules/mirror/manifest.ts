import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { CheckFailedError, UsageError } from '../../base/errors.ts';
import { isObject, jsonIn } from '../../base/json.ts';
import { lookAt, replaceFile, textIn } from '../../base/system/files.ts';
import { onDisk } from '../archive/rejection.ts';
import { diskKey, isEntry, type Mirrored } from './entry.ts';

export const manifestName = 'mirror.json';
const manifestVersion = 1;
/** How often a long run saves the manifest; after a crash the next run repeats later downloads. */
const saveEveryMs = 1000;

export type Manifest = ReturnType<typeof openManifest>;

/**
 * Opens the manifest of a mirror, empty for a new mirror.
 * @param fresh the temporary path to write to first, on the same disk
 * @throws {UsageError} for an invalid manifest
 */
export function openManifest(dir: string, fresh = join(dir, `${manifestName}.new`)) {
  const path = join(dir, manifestName);
  if (lookAt(path)?.isSymbolicLink()) throw rejection(path, 'it is a link');
  const stored = new Map(readManifest(dir).map((entry) => [keyOf(entry), entry]));
  const places = new Map([...stored.values()].map((entry) => [diskKey(entry), entry.source]));
  const added = new Set<string>();
  let saved = 0;

  /** Writes it, merged with entries that other processes added. @throws {LocalError} */
  function save(): void {
    for (const entry of readManifest(dir)) if (!added.has(keyOf(entry))) stored.set(keyOf(entry), entry);
    // One line for each entry, for readable diffs.
    const lines = sorted(stored.values()).map((entry) => `    ${JSON.stringify(entry)}`);
    const text = `{\n  "version": ${manifestVersion},\n  "packages": [\n${lines.join(',\n')}\n  ]\n}\n`;
    onDisk(path, () => replaceFile(path, text, fresh));
    saved = Date.now();
  }

  return {
    find: (identity: Parameters<typeof keyOf>[0]): Mirrored | undefined => stored.get(keyOf(identity)),
    /** @throws {CheckFailedError} for an entry whose path collides with another on some disks */
    add(entry: Mirrored): void {
      const place = diskKey(entry);
      const other = entry.version === undefined ? undefined : places.get(place);
      if (other !== undefined && other !== entry.source) {
        throw new CheckFailedError(`${entry.source} and ${other} would share a folder on some disks.`);
      }
      places.set(place, entry.source);
      stored.set(keyOf(entry), entry);
      added.add(keyOf(entry));
      if (Date.now() - saved > saveEveryMs) save();
    },
    entries: (): Mirrored[] => sorted(stored.values()),
    save,
    remove: () => onDisk(path, () => rmSync(path, { force: true })),
  };
}

/** Reads the entries of a mirror's manifest. @throws {UsageError} for an invalid manifest */
export function readManifest(dir: string): Mirrored[] {
  const path = join(dir, manifestName);
  const text = textIn(path);
  if (text === undefined) return [];
  const document = jsonIn(text);
  const { packages, version } = isObject(document) ? document : {};
  if (typeof version === 'number' && version > manifestVersion) throw rejection(path, 'a newer svc created it');
  if (version !== manifestVersion || !Array.isArray(packages))
    throw rejection(path, 'its version or its list of packages is missing');
  const wrong = packages.findIndex((entry) => !isEntry(entry));
  if (wrong >= 0) throw rejection(path, `entry ${wrong + 1} is invalid`);
  return packages;
}

function rejection(path: string, why: string): UsageError {
  return new UsageError(`${path} is not a valid mirror manifest: ${why}.`, {
    hint: 'Use another folder, or delete the file and rerun svc module mirror.',
  });
}

function keyOf({ commit, source, version }: Pick<Mirrored, 'commit' | 'source' | 'version'>): string {
  return version === undefined ? `${source} ${commit ?? ''}` : `${source}@${version}`;
}

function sorted(entries: Iterable<Mirrored>): Mirrored[] {
  return [...entries].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
