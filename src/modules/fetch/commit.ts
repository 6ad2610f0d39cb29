import { statSync } from 'node:fs';
import { join } from 'node:path';
import { CheckFailedError, NotFoundError } from '../../base/errors.ts';
import { namesIn } from '../../base/system/files.ts';
import type { Environment } from '../../base/system/programs.ts';
import { grouped } from '../../base/text.ts';
import type { GitLocation } from './location-kinds.ts';
import { type Git, GitFailure, openRepository, remote } from './repository.ts';

const fetchedRef = 'refs/svc/wanted';
const allRefs = ['+refs/heads/*:refs/svc/heads/*', '+refs/tags/*:refs/svc/tags/*'];
const fetchArguments = ['fetch', '--quiet', '--no-tags', '--no-recurse-submodules', '--force'];

/** Dependencies of fetching a commit; `env` has the PATH of `git`. */
export interface CommitDeps {
  env: Environment;
  signal: AbortSignal;
  mostBytes?: number | undefined;
  /** Bytes already received from other repositories. */
  beforeBytes?: number;
  onBytes?: ((receivedBytes: number) => void) | undefined;
  reject(error: Error): void;
}

/**
 * Fetches one commit into a new repository. The ref is a full commit id, else a tag, a branch or another name below refs/, else the
 * beginning of a commit id (assumed: as a fresh clone reads it, docs/protocol/modules.md#git). `depth=` changes nothing: only one commit is
 * requested where the server can send it alone.
 * @param folder does not exist yet; the caller removes it
 * @throws {NotFoundError} for an unknown ref; {CheckFailedError} for a repository that is too large; what `openRepository` throws
 */
export async function fetchCommit(folder: string, location: GitLocation, deps: CommitDeps) {
  const git = openRepository(folder, location, deps);
  const received = watchReceived(folder, deps);
  const fetched = await fetchRef(git, location.ref).finally(received.stop);
  return { ...fetched, git, bytes: received.measure() };
}

async function fetchRef(git: Git, ref: string | undefined): Promise<{ commit: string; notes: string[] }> {
  if (ref !== undefined && /^([0-9a-f]{40}|[0-9a-f]{64})$/i.test(ref)) {
    await fetchAlone(git, ref, allRefs);
    return { commit: await commitAt(git, ref, ref), notes: [] };
  }
  const isHead = ref === undefined || ref === 'HEAD';
  const { notes, source } = isHead ? { notes: [], source: 'HEAD' } : await findRef(git, ref);
  if (source !== undefined) {
    await fetchAlone(git, source);
    return { commit: await commitAt(git, fetchedRef, ref), notes };
  }
  if (!/^[0-9a-f]{4,}$/i.test(ref ?? '')) throw unknownRef(ref);
  await git.run(...fetchArguments, remote, ...allRefs);
  return { commit: await commitAt(git, ref ?? '', ref), notes };
}

/** Returns the server's full name for a ref; like a fresh clone, looks for a tag before a branch. */
async function findRef(git: Git, ref: string): Promise<{ source: string | undefined; notes: string[] }> {
  const names = [`refs/tags/${ref}`, `refs/heads/${ref}`, `refs/${ref}`, ref.replace(/^origin\//, 'refs/heads/')];
  if (ref.startsWith('refs/')) names.unshift(ref);
  const lines = (await git.run('ls-remote', '--quiet', '--', remote, ...new Set(names))).split('\n');
  const refNames = new Set(lines.map((line) => line.slice(line.indexOf('\t') + 1)));
  const [source, second] = [...new Set(names)].filter((name) => refNames.has(name));
  const isBoth = source === `refs/tags/${ref}` && second === `refs/heads/${ref}`;
  return { source, notes: isBoth ? [`${ref} is both a tag and a branch; using the tag.`] : [] };
}

/** Fetches only one commit. Where the server cannot send it, fetches `otherwise` (default: its whole history). */
async function fetchAlone(git: Git, source: string, otherwise?: readonly string[]): Promise<void> {
  const spec = `+${source}:${fetchedRef}`;
  // Some servers send only commits that a ref names, or never a commit without its history.
  const tooNarrow = /shallow|unadvertised object|not our ref|dumb http/i;
  await git.run(...fetchArguments, '--depth=1', remote, spec).catch(async (error: unknown) => {
    if (!(error instanceof GitFailure && tooNarrow.test(error.stderr))) throw error;
    await git.run(...fetchArguments, remote, ...(otherwise ?? [spec]));
  });
}

async function commitAt(git: Git, name: string, ref: string | undefined): Promise<string> {
  try {
    return (await git.run('rev-parse', '--verify', '--quiet', `${name}^{commit}`)).trim();
  } catch (error) {
    throw error instanceof GitFailure ? unknownRef(ref) : error;
  }
}

function unknownRef(ref: string | undefined): NotFoundError {
  if (ref === undefined) return new NotFoundError('The repository is empty: HEAD does not point to a commit.');
  return new NotFoundError(`The repository has no commit ${JSON.stringify(ref)}.`, {
    hint: 'It is not a tag, a branch or a commit id of the repository.',
  });
}

const glanceMs = 200;
/** Files that git writes beside a pack: its index (also a growing one) and its lock. */
const besidePack = /(\.(idx|rev|keep)|\/tmp_(idx|rev)_[^/]*)$/;
/** Larger than the limit for files, because packed history may be larger than the files of one commit. */
const defaultMostBytes = 2 * 1024 ** 3;

/** Watches the size of packs, growing packs and loose objects while git fetches, because git has no limit. */
export function watchReceived(repository: string, options: Omit<CommitDeps, 'env' | 'signal'>) {
  const { beforeBytes = 0, mostBytes = defaultMostBytes, onBytes, reject } = options;
  const folder = join(repository, 'objects');
  /** Returns the bytes received so far, including `beforeBytes`. @throws {CheckFailedError} over the limit */
  const measure = (): number => {
    // For a moment, a complete pack has two names: count it once.
    const sizes = new Map<number, number>();
    for (const name of namesIn(folder, { recursive: true })) {
      const status = statSync(join(folder, name), { throwIfNoEntry: false });
      if (status?.isFile() && !besidePack.test(name)) sizes.set(status.ino, status.size);
    }
    const bytes = [...sizes.values()].reduce((sum, size) => sum + size, beforeBytes);
    if (bytes <= mostBytes) return bytes;
    throw new CheckFailedError(`The repository is rejected: it sends more than ${grouped(mostBytes)} bytes.`);
  };
  const glance = () => {
    try {
      const bytes = measure();
      onBytes?.(bytes);
    } catch (error) {
      reject(error as CheckFailedError);
    }
  };
  const timer = setInterval(glance, glanceMs);
  return { measure, stop: () => clearInterval(timer) };
}
