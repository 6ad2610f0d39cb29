import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CheckFailedError, LocalError, unlessFailed } from '../../base/errors.ts';
import { readBytes } from '../../base/system/files.ts';
import { unlessThrown } from '../../base/unless-thrown.ts';
import { splitSubdir } from '../address/address.ts';
import { canonicalVersion } from '../address/version.ts';
import { hashTree } from '../archive/disk-tree.ts';
import { extractArchive } from '../archive/extract.ts';
import { diskFault, onDisk } from '../archive/rejection.ts';
import { place } from '../archive/staging.ts';
import { clashHint, listed } from '../archive/unpack-result.ts';
import { blobPath, bytesOf, type Cache, digestOf, hasBlob, isFile } from '../cache/folder.ts';
import type { FetchDeps, Package, Source } from '../fetch/source.ts';

import type { GetPackage } from '../lock/call-package.ts';
import { readPackage, warnOf } from '../package.ts';
import { firstParagraph } from '../publish/folder.ts';
import { fileOf, type Manifest, type Mirrored, pathIn } from './manifest.ts';
import { packFolder } from './pack.ts';

export interface MirrorDeps extends FetchDeps {
  cache: Cache;
  root: string;
  manifest: Manifest;
  now(): Date;
}

/** A package of a mirror, as `-o json` shows it. Before it is mirrored (in a dry run), some fields are missing. */
export type MirroredRow = Pick<Mirrored, 'source'> & { [field in keyof Mirrored]?: Mirrored[field] | undefined } & {
  state: 'mirrored' | 'there' | 'to mirror';
};

export interface MirroredPackage extends Package {
  row: MirroredRow;
}

type Get = (...request: Parameters<GetPackage>) => Promise<MirroredPackage>;

/** Returns a function that gets packages from a mirror, adding missing ones: archives unchanged, repositories packed. */
export function mirrorWith(options: MirrorDeps): Get {
  return async (request, dir) => {
    const { manifest, root, warn } = options;
    const identity = identityOf(request);
    const existing = existingEntry(request, manifest.find(identity));
    if (existing) {
      if (await isUnpacked(root, existing, { ...options, dir })) return packageOf(existing, 'there', request, dir);
      warn(`${existing.file} in the mirror is missing or damaged; downloading it again.`);
    }
    const entry = await mirror(request, existing ?? identity, dir, options);
    return packageOf(entry, 'mirrored', request, dir);
  };
}

/** Returns a function that downloads packages to follow their calls, and reports which of them the mirror lacks. */
export function rehearseWith(options: FetchDeps & { manifest: Manifest }): Get {
  return async (request, dir) => {
    const identity = identityOf(request);
    const existing = existingEntry(request, options.manifest.find(identity));
    const pack = await readPackage(request, dir, portable(options));
    const { commit, h1, location: origin, sha256 } = pack;
    const fetchedEntry = { ...identity, commit, sha256, h1, origin };
    return { ...pack, row: existing ? { ...existing, state: 'there' } : { ...fetchedEntry, state: 'to mirror' } };
  };
}

/** Rejects colons in names, because a mirror must also work on Windows. */
function portable(deps: FetchDeps): FetchDeps {
  return { ...deps, limits: { ...deps.limits, colons: false } };
}

/** The source and version of a package, and the hash of its files if the mirror has it. */
type Identity = Pick<Mirrored, 'commit' | 'source' | 'version'> & { h1?: string };

function identityOf({ address, commit, key, name }: Source): Identity {
  if (!address) return { source: splitSubdir(name)[0], commit };
  const host = address.host?.ascii ?? new URL(key.registry).host;
  return { source: `${host}/${key.module}`, version: canonicalVersion(key.version) };
}

/**
 * Returns the mirror's entry of a package, unless it lacks requested submodules.
 * @throws {CheckFailedError} if the mirror has another archive than the lock, or submodules that the lock does not have
 */
function existingEntry({ h1, name, sha256, submodules }: Source, entry: Mirrored | undefined): Mirrored | undefined {
  if (entry === undefined) return undefined;
  if (entry.commit !== undefined && submodules && entry.submodules === undefined) return undefined;
  const isMore = entry.submodules !== undefined && !submodules && h1 !== undefined && h1 !== entry.h1;
  const isOther = entry.commit === undefined && sha256 !== undefined && sha256 !== entry.sha256;
  if (!isMore && !isOther) return entry;
  const both = isMore ? 'with submodules, the lock without' : `with sha256 ${entry.sha256}, the lock has ${sha256}`;
  throw new CheckFailedError(`The mirror has ${name} ${both}.`, {
    hint: 'Find out which is right. A second mirror in another folder can hold the other archive.',
  });
}

async function mirror(request: Source, identity: Identity, dir: string, options: MirrorDeps): Promise<Mirrored> {
  const { source, version } = identity;
  const { cache, manifest, now, root } = options;
  const { name } = request;
  // Query the registry even if the archive is cached: the manifest needs the module's folder in the archive.
  const located = await request.locate();
  const fetched = await readPackage({ ...request, locate: async () => located }, dir, portable(options));
  const { commit, format = 'tar.gz', h1, isMerged, sha256 } = fetched;
  if (isMerged && sha256 === undefined) {
    const message = `Cannot pack ${name}: it has names that differ only in case, and this disk is case-insensitive.`;
    throw new CheckFailedError(message, { hint: clashHint });
  }
  if (identity.h1 !== undefined && identity.h1 !== h1) {
    const difference = `the mirror has ${identity.h1}, the download has ${h1}`;
    throw new CheckFailedError(`${name} changed without a new version: ${difference}.`);
  }
  if (sha256 !== undefined && !hasBlob(cache, sha256)) {
    throw new LocalError(`The cache could not store the archive of ${name}, which the mirror needs.`, {
      hint: 'Free disk space for the cache, or bypass it with --no-cache.',
    });
  }
  const archivePath = `${dir}.archive`;
  try {
    const leftOut: string[] = [];
    const bytes =
      sha256 === undefined
        ? packFolder(dir, (path) => leftOut.push(path))
        : bytesOf(blobPath(cache, sha256), options.signal);
    warnOf(listed('Omitted', 'link', leftOut, ', which leads to no file'), request, options);
    await writeFile(archivePath, bytes, { flag: 'wx', mode: 0o644 }).catch((error: unknown) => {
      throw diskFault(error, archivePath);
    });
    const archive = { sha256: await digestOf(archivePath, options.signal), bytes: lstatSync(archivePath).size };
    if (sha256 !== undefined && archive.sha256 !== sha256) {
      throw new CheckFailedError(`The cached archive of ${name} changed while it was copied.`);
    }
    const submodules = commit !== undefined && request.submodules ? ('fetched' as const) : undefined;
    const packed = { source, version, commit, submodules, sha256: archive.sha256 };
    const entry: Mirrored = {
      ...packed,
      file: fileOf(packed, format),
      subdir: located.location.subdir ?? '',
      bytes: archive.bytes,
      h1,
      origin: located.from,
      description: descriptionOf(dir),
      at: now().toISOString(),
    };
    const finalPath = pathIn(root, entry.file);
    onDisk(finalPath, () => {
      mkdirSync(dirname(finalPath), { recursive: true });
      renameSync(archivePath, finalPath);
    });
    manifest.add(entry);
    return entry;
  } finally {
    rmSync(archivePath, { force: true });
  }
}

function packageOf(entry: Mirrored, state: 'mirrored' | 'there', { name }: Source, dir: string): MirroredPackage {
  const { bytes, commit, h1, origin, sha256, subdir } = entry;
  const lockedContent = commit === undefined ? { sha256 } : { commit };
  const row = { ...entry, state };
  return { name, dir, location: origin, inner: subdir, h1, bytes, cached: true, ...lockedContent, row };
}

function descriptionOf(dir: string): string {
  const readme = readdirSync(dir).find((name) => /^readme\.md$/i.test(name));
  // The README may be a link or a folder.
  const text = readme && unlessThrown(() => readBytes(join(dir, readme)).toString());
  return firstParagraph(text ?? '')
    .replaceAll(/\p{Cc}/gu, '')
    .slice(0, 500);
}

/** Unpacks an archive of a mirror into a new folder. Returns false if the archive is missing or damaged. */
async function isUnpacked(
  root: string,
  { bytes, file, h1, sha256 }: Mirrored,
  { dir, disk, signal, temporaries }: Pick<FetchDeps, 'disk' | 'signal' | 'temporaries'> & { dir: string },
): Promise<boolean> {
  const path = pathIn(root, file);
  if (!isFile(path, bytes)) return false;
  const unpacked = place(dir, { signal, temporaries }, async (temp) => {
    const extracted = await extractArchive(bytesOf(path, signal), temp, { disk, signal });
    if (extracted.sha256 !== sha256 || hashTree(extracted.unpacked) !== h1)
      throw new CheckFailedError(`${path} is damaged.`);
    return temp;
  }).then(() => true);
  return (await unlessFailed(unpacked, (error) => error instanceof CheckFailedError)) ?? false;
}
