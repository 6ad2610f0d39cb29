import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CheckFailedError, UsageError } from '../errors.ts';
import { replaceFile } from '../files.ts';
import { temporaryName } from '../module/archive/owner.ts';
import { diskFault, onDisk } from '../module/archive/rejection.ts';
import { diskKey, isEntry, type Mirrored } from './entry.ts';

export const manifestName = 'mirror.json';
const manifestVersion = 1;
/** How often a long run writes it; what comes after is fetched again by the run after a crash. */
const saveEveryMs = 1000;

/** What a mirror holds. */
export interface Manifest {
  find(wanted: Pick<Mirrored, 'commit' | 'source' | 'version'>): Mirrored | undefined;
  /** @throws {CheckFailedError} for one that some disks could not tell from another */
  add(entry: Mirrored): void;
  /** In the order of their sources and versions. */
  entries(): Mirrored[];
  /** Writes it, with what others have added meanwhile. @throws {LocalError} */
  save(): void;
  /** Removes it, where nothing came of the mirror. @throws {LocalError} */
  remove(): void;
}

/**
 * The manifest of a mirror, an empty one where there is none yet.
 * @param fresh where it is written first, on the same disk
 * @throws {UsageError} for a file that is none
 */
export function openManifest(dir: string, fresh?: string): Manifest {
  const path = join(dir, manifestName);
  const known = new Map(readManifest(dir).map((entry) => [keyOf(entry), entry]));
  const places = new Map([...known.values()].map((entry) => [diskKey(entry), entry.source]));
  const added = new Set<string>();
  let saved = 0;

  function save(): void {
    for (const entry of readManifest(dir)) if (!added.has(keyOf(entry))) known.set(keyOf(entry), entry);
    try {
      replaceFile(path, format(sorted(known.values())), fresh ?? join(dir, temporaryName()));
    } catch (error) {
      throw diskFault(error, path);
    }
    saved = Date.now();
  }

  return {
    find: (wanted) => known.get(keyOf(wanted)),
    add(entry) {
      const place = diskKey(entry);
      const other = entry.version === undefined ? undefined : places.get(place);
      if (other !== undefined && other !== entry.source) {
        throw new CheckFailedError(`${entry.source} and ${other} would be the same folder on some disks.`);
      }
      places.set(place, entry.source);
      known.set(keyOf(entry), entry);
      added.add(keyOf(entry));
      if (Date.now() - saved > saveEveryMs) save();
    },
    entries: () => sorted(known.values()),
    save,
    remove: () => onDisk(path, () => rmSync(path, { force: true })),
  };
}

/** What a mirror holds, by its manifest. @throws {UsageError} for a file that is none */
export function readManifest(dir: string): Mirrored[] {
  const path = join(dir, manifestName);
  if (!existsSync(path)) return [];
  let document: { version?: unknown; packages?: unknown } | null;
  try {
    document = JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw refuse(path, 'it cannot be read as JSON', cause);
  }
  const { packages, version } = document ?? {};
  if (typeof version === 'number' && version > manifestVersion) throw refuse(path, 'a newer svc wrote it');
  if (version !== manifestVersion || !Array.isArray(packages)) throw refuse(path, 'its fields are others');
  const wrong = packages.findIndex((entry) => !isEntry(entry));
  if (wrong >= 0) throw refuse(path, `entry ${wrong + 1} is not what it should be`);
  return packages;
}

function refuse(path: string, why: string, cause?: unknown): UsageError {
  return new UsageError(`${path} is not the manifest of a mirror: ${why}.`, {
    hint: 'Name another folder, or remove the file and run svc module mirror again.',
    cause,
  });
}

function keyOf({ commit, source, version }: Pick<Mirrored, 'commit' | 'source' | 'version'>): string {
  return version === undefined ? `${source} ${commit ?? ''}` : `${source}@${version}`;
}

function sorted(entries: Iterable<Mirrored>): Mirrored[] {
  return [...entries].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** A line for each, so that it can be compared. */
function format(entries: readonly Mirrored[]): string {
  const lines = entries.map((entry) => `    ${JSON.stringify(entry)}`);
  return `{\n  "version": ${manifestVersion},\n  "packages": [\n${lines.join(',\n')}\n  ]\n}\n`;
}
