import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CheckFailedError, LocalError } from '../errors.ts';
import type { GetPackage } from '../lock/packages.ts';
import { splitSubdir } from '../module/address/address.ts';
import { canonicalVersion } from '../module/address/version.ts';
import { clashHint, type Unpacked } from '../module/archive/unpack-result.ts';
import { blobPath, bytesOf, hasBlob } from '../module/cache/blobs.ts';
import { writeHashed } from '../module/cache/files.ts';
import type { Cache } from '../module/cache/folder.ts';
import type { ArchiveFormat } from '../module/fetch/location.ts';
import type { FetchDeps, PackageSpec } from '../module/fetch/spec.ts';
import { fetchPackage, type Package } from '../module/package.ts';
import { firstParagraph } from '../publish/folder.ts';
import { adopt, unpackMirrored } from './archives.ts';
import { fileOf, type Mirrored } from './entry.ts';
import type { Manifest } from './manifest.ts';
import { packFolder } from './pack.ts';
import { hashWithoutSubmodules } from './without-submodules.ts';

/** What mirroring packages takes. */
export interface MirrorParts extends FetchDeps {
  cache: Cache;
  /** The mirror. */
  root: string;
  manifest: Manifest;
  now(): Date;
  /** Told of each package, whether it was there before or not. */
  done(entry: Mirrored, state: 'mirrored' | 'there'): void;
}

/** Gets packages from a mirror, and those it does not hold into it first: archives as they are, repositories packed. */
export function mirrorWith(parts: MirrorParts): GetPackage {
  return async (wanted, dir) => {
    const { disk, manifest, root, signal, warn } = parts;
    const identity = await identityOf(wanted);
    const known = knownFor(wanted, manifest.find(identity));
    if (known) {
      refuseOther(known, wanted);
      const unpacked = await unpackMirrored(root, known, { dir, disk, signal });
      if (unpacked) {
        const found = asLocked(known, wanted, dir, unpacked);
        parts.done(known, 'there');
        return packageOf(found, wanted, dir);
      }
      warn(`${known.file} in the mirror is missing or not what it was; it is fetched again.`);
    }
    const entry = await mirror(wanted, known ?? identity, dir, parts);
    parts.done(entry, 'mirrored');
    return packageOf(entry, wanted, dir);
  };
}

/** A package that a mirror holds, or what is known of one that it does not. */
export type Rehearsed = Pick<Mirrored, 'source'> & { [field in keyof Mirrored]?: Mirrored[field] | undefined };

/** What rehearsing takes, and tells of each package. */
export interface RehearsalParts extends FetchDeps {
  manifest: Pick<Manifest, 'find'>;
  done(entry: Rehearsed, state: 'to mirror' | 'there'): void;
}

/** Gets packages from where they are, to see what they call, and tells which of them the mirror does not hold. */
export function rehearseWith(parts: RehearsalParts): GetPackage {
  return async (wanted, dir) => {
    const identity = await identityOf(wanted);
    const known = knownFor(wanted, parts.manifest.find(identity));
    if (known) refuseOther(known, wanted);
    const pack = await fetchPackage(wanted, dir, parts);
    const { commit, h1, location: origin, sha256 } = pack;
    parts.done(known ?? { ...identity, commit, sha256, h1, origin }, known ? 'there' : 'to mirror');
    return pack;
  };
}

/** What a package is, and the hash of its files where the mirror had it before. */
type Identity = Pick<Mirrored, 'commit' | 'source' | 'version'> & { h1?: string };

async function identityOf({ commit, key, module, name }: PackageSpec): Promise<Identity> {
  if (!module) return { source: splitSubdir(name)[0], commit };
  const { address, version } = module;
  const host = address.host?.ascii ?? new URL(key.registry).host;
  return { source: `${host}/${key.module}`, version: canonicalVersion(version) };
}

/** What a mirror holds of a package, unless its submodules are asked for and it does not hold those. */
function knownFor({ submodules }: PackageSpec, known: Mirrored | undefined): Mirrored | undefined {
  const lacks = known?.commit !== undefined && submodules && known.submodules === undefined;
  return lacks ? undefined : known;
}

/** Under the same version the mirror has another archive than was locked. */
function refuseOther(known: Mirrored, { name, sha256 }: PackageSpec): void {
  if (sha256 === undefined || known.commit !== undefined || known.sha256 === sha256) return;
  throw new CheckFailedError(
    `The mirror holds ${name} with the sha256 ${known.sha256}, and the one of the lock is ${sha256}.`,
    { hint: 'Find out which is right; another folder can hold the other one.' },
  );
}

/**
 * What a mirror holds as a lock has it: of a repository with its submodules the files without them, where those were locked.
 * @throws {CheckFailedError} where they are others
 */
function asLocked(known: Mirrored, spec: PackageSpec, dir: string, { root }: Unpacked): Mirrored {
  const isMore = known.submodules !== undefined && !spec.submodules;
  if (!isMore || spec.h1 === undefined || spec.h1 === known.h1) return known;
  const h1 = hashWithoutSubmodules(dir, root);
  if (h1 === spec.h1) return { ...known, h1 };
  throw new CheckFailedError(
    `The mirror holds ${spec.name} with its submodules, and its files are not those of the lock: without them they have ${h1}, and the lock has ${spec.h1}.`,
    { hint: 'Another folder can hold what the lock names: svc module mirror DIR --from-lock FILE' },
  );
}

function changedBehind({ name }: PackageSpec, before: string, found: string): CheckFailedError {
  return new CheckFailedError(
    `${name} has changed behind its version: the mirror had ${before}, and what was fetched is ${found}.`,
  );
}

function merged({ name }: PackageSpec): CheckFailedError {
  const message = `${name} has names that differ only in case, and this disk takes them for one: it cannot be packed.`;
  return new CheckFailedError(message, { hint: clashHint });
}

async function mirror(wanted: PackageSpec, before: Identity, dir: string, parts: MirrorParts): Promise<Mirrored> {
  const { source, version } = before;
  const { cache, manifest, now, root } = parts;
  // The mirror has to say which folder of the archive is the module, so the registry is asked even for what is cached.
  const located = await wanted.locate();
  const fetched = await fetchPackage({ ...wanted, locate: async () => located }, dir, parts);
  const { commit, format = 'tar.gz', h1, isMerged, sha256 } = fetched;
  if (isMerged && sha256 === undefined) throw merged(wanted);
  if (before.h1 !== undefined && before.h1 !== h1) throw changedBehind(wanted, before.h1, h1);
  if (sha256 !== undefined && !hasBlob(cache, sha256)) {
    throw new LocalError(`The mirror takes archives from the cache, which could not keep that of ${wanted.name}.`, {
      hint: 'Make room there, or leave it out with --no-cache.',
    });
  }
  const aside = `${dir}.archive`;
  try {
    const bytes = sha256 === undefined ? packFolder(dir) : bytesOf(blobPath(cache, sha256), { signal: parts.signal });
    const written = await writeHashed(aside, bytes, { durable: true, mode: 0o644 });
    if (sha256 !== undefined && written.sha256 !== sha256) {
      throw new CheckFailedError(`The cache's copy of ${wanted.name} is not what it was a moment ago.`);
    }
    const submodules = commit !== undefined && wanted.submodules ? ('fetched' as const) : undefined;
    const packed = { source, version, commit, submodules, sha256: written.sha256 };
    const entry: Mirrored = {
      ...packed,
      file: placeOf(packed, format, wanted.name),
      subdir: located.location.subdir ?? '',
      bytes: written.bytes,
      h1,
      origin: located.from,
      description: descriptionOf(dir),
      at: now().toISOString(),
    };
    adopt(root, aside, entry.file);
    manifest.add(entry);
    return entry;
  } finally {
    rmSync(aside, { force: true });
  }
}

function placeOf(entry: Identity & { sha256: string }, ending: ArchiveFormat, name: string): string {
  try {
    return fileOf(entry, ending);
  } catch (cause) {
    throw new CheckFailedError(`${name} has a name that no disk should bear: it ${(cause as Error).message}.`);
  }
}

function packageOf(
  { bytes, commit, h1, origin, sha256, subdir }: Mirrored,
  { name }: PackageSpec,
  dir: string,
): Package {
  const fixed = commit === undefined ? { sha256 } : { commit };
  return { name, dir, location: origin, inner: subdir, h1, bytes, cached: true, ...fixed };
}

function descriptionOf(dir: string): string {
  const readme = readdirSync(dir).find((name) => /^readme\.md$/i.test(name));
  if (readme === undefined) return '';
  try {
    return firstParagraph(readFileSync(join(dir, readme), 'utf8'))
      .replaceAll(/\p{Cc}/gu, '')
      .slice(0, 500);
  } catch {
    // A link, or a folder of that name.
    return '';
  }
}
