import { NotFoundError } from '../../base/errors.ts';
import type { Environment } from '../../base/system/programs.ts';
import type { GitLocation } from './location-kinds.ts';
import { type ReceivedOptions, watchReceived } from './receive-limit.ts';
import { type Git, GitFailure, openRepository, remote } from './repository.ts';

const wantedRef = 'refs/svc/wanted';
const everything = ['+refs/heads/*:refs/svc/heads/*', '+refs/tags/*:refs/svc/tags/*'];
const fetching = ['fetch', '--quiet', '--no-tags', '--no-recurse-submodules', '--force'];

/** Dependencies of fetching a commit; `env` has the PATH of `git`. */
export interface CommitDeps extends ReceivedOptions {
  env: Environment;
  signal: AbortSignal;
}

/**
 * Fetches one commit into a new repository: by a full commit id, else a tag, a branch or another name below refs/, else the beginning of
 * a
 * commit id (assumed: as a fresh clone reads it, docs/protocol/modules.md#git). `depth=` adds nothing: a server that can sends one
 * commit alone.
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
    await fetchAlone(git, ref, everything);
    return { commit: await commitAt(git, ref, ref), notes: [] };
  }
  const isHead = ref === undefined || ref === 'HEAD';
  const { notes, source } = isHead ? { notes: [], source: 'HEAD' } : await findRef(git, ref);
  if (source !== undefined) {
    await fetchAlone(git, source);
    return { commit: await commitAt(git, wantedRef, ref), notes };
  }
  if (!/^[0-9a-f]{4,}$/i.test(ref ?? '')) throw unknownRef(ref);
  await git.run(...fetching, remote, ...everything);
  return { commit: await commitAt(git, ref ?? '', ref), notes };
}

/** Returns the full name of a ref at the server, in the order of a fresh clone: tags before branches. */
async function findRef(git: Git, ref: string): Promise<{ source: string | undefined; notes: string[] }> {
  const names = [`refs/tags/${ref}`, `refs/heads/${ref}`, `refs/${ref}`, ref.replace(/^origin\//, 'refs/heads/')];
  if (ref.startsWith('refs/')) names.unshift(ref);
  const lines = (await git.run('ls-remote', '--quiet', '--', remote, ...new Set(names))).split('\n');
  const existing = new Set(lines.map((line) => line.slice(line.indexOf('\t') + 1)));
  const [source, second] = [...new Set(names)].filter((name) => existing.has(name));
  const isBoth = source === `refs/tags/${ref}` && second === `refs/heads/${ref}`;
  return { source, notes: isBoth ? [`${ref} is both a tag and a branch; using the tag.`] : [] };
}

/** Fetches one commit alone, or `otherwise` (default: all of its history) where the server cannot. */
async function fetchAlone(git: Git, source: string, otherwise?: readonly string[]): Promise<void> {
  const spec = `+${source}:${wantedRef}`;
  await git.run(...fetching, '--depth=1', remote, spec).catch(async (error: unknown) => {
    if (!isTooNarrow(error)) throw error;
    await git.run(...fetching, remote, ...(otherwise ?? [spec]));
  });
}

/** Returns whether the server sends only named commits, or no single ones. */
function isTooNarrow(error: unknown): boolean {
  return error instanceof GitFailure && /shallow|unadvertised object|not our ref|dumb http/i.test(error.stderr);
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
