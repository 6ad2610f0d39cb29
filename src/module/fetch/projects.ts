import { rmSync } from 'node:fs';
import { CheckFailedError, SvcError } from '../../errors.ts';
import { type ArchiveLimits, Budget } from '../archive/limits.ts';
import { shownName } from '../archive/rejection.ts';
import { fetchCommit } from './commit.ts';
import type { Environment } from './find-git.ts';
import { gitFault } from './git-fault.ts';
import type { GitLocation } from './git-location.ts';
import { inspectTree } from './git-tree.ts';
import { readSubmodules } from './gitmodules.ts';
import { watchReceived } from './receive-limit.ts';
import { gitEnvironment, makeRepository } from './repository.ts';
import { type Git, GitFailure, openGit } from './run-git.ts';
import { submoduleLocation } from './submodule-location.ts';

/** assumed: no module needs more of them; each costs a connection (docs/protocol/modules.md#git). */
const mostSubmodules = 100;
/** How many submodules are followed one in another. */
const deepest = 10;

/** What fetching repositories takes, one after the other. */
export interface ProjectDeps {
  /** Full path of `git`. */
  program: string;
  /** Where the repository at work is; the caller removes the last one. */
  repository: string;
  /** What `git` and `ssh` may see; never their own GIT_* variables. */
  env: Environment;
  /** Whether submodules are fetched as well, and theirs. */
  submodules?: boolean | undefined;
  limits: ArchiveLimits;
  /** Bytes that may be received in all (default: 2 GiB). */
  receivedBytes?: number;
  signal: AbortSignal;
  /** Told the number of bytes received so far. */
  onBytes?: (receivedBytes: number) => void;
  /** Ends it all, by the signal. */
  reject(error: CheckFailedError): void;
}

/** A repository whose files were fetched, as `-o json` shows a submodule. */
export interface FetchedProject {
  /** Below the module's own repository; empty for that. */
  path: string;
  /** Where it came from, secrets masked. */
  location: string;
  /** Full id. */
  commit: string;
}

/** What is known of a repository and its submodules when all of them were asked for. */
export interface Seen {
  /** The module's own repository first. */
  fetched: FetchedProject[];
  /** Size of what git received. */
  bytes: number;
  /** Paths of submodules that were not asked for. */
  empty: string[];
  /** How the commits were found, one sentence each. */
  notes: string[];
}

/** One repository whose files go to a place below the module's. */
interface Project {
  /** Empty for the module's own. */
  path: string;
  location: GitLocation;
  depth: number;
}

/** A commit of a project that is here. */
interface Opened {
  git: Git;
  /** What git calls its tree. */
  tree: string;
  submodules: Project[];
}

/**
 * Fetches a repository, and its submodules and theirs if they are asked for; each makes way for the next.
 * @returns the files of each as a tar with their paths in the whole, fetched when it is asked for; and what was seen by then
 */
export function fetchProjects(
  location: GitLocation,
  deps: ProjectDeps,
): { tars: AsyncIterable<AsyncIterable<Uint8Array>>; seen: Seen } {
  const { limits, repository, signal } = deps;
  const budget = new Budget(limits);
  const seen: Seen = { fetched: [], bytes: 0, empty: [], notes: [] };
  return { seen, tars: tars() };

  async function* tars(): AsyncGenerator<AsyncIterable<Uint8Array>> {
    const all: Project[] = [{ path: '', location, depth: 0 }];
    // It grows while it is gone through.
    for (const project of all) {
      rmSync(repository, { recursive: true, force: true, maxRetries: 3 });
      const { git, submodules, tree } = await opened(project).catch((error: unknown) => {
        throw faultOf(error, project, signal);
      });
      all.push(...submodules);
      if (all.length > mostSubmodules + 1) {
        throw new CheckFailedError(`The repository is rejected: it has more than ${mostSubmodules} submodules.`);
      }
      yield archived(git, tree, project);
    }
  }

  async function opened(project: Project): Promise<Opened> {
    const { depth, location, path } = project;
    const prefix = path === '' ? '' : `${path}/`;
    const { commit, git, notes } = await fetched(project);
    // What is named may be a tag; a submodule is a commit.
    if (path !== '' && commit !== location.ref) throw new CheckFailedError(`${location.ref} is not a commit.`);
    // The tree and not the commit, which would add a header with its id to the archive.
    const tree = `${commit}^{tree}`;
    const inspected = await inspectTree(git, tree, { budget, prefix });
    seen.fetched.push({ path, location: location.display, commit });
    seen.notes.push(...notes);
    if (!deps.submodules) {
      seen.empty.push(...inspected.submodules.map((each) => each.path));
      return { git, tree, submodules: [] };
    }
    if (inspected.submodules.length > 0 && depth === deepest) {
      throw new CheckFailedError(`Submodules are nested more than ${deepest} deep.`);
    }
    const written = await readSubmodules(git, inspected, prefix);
    const submodules = written.map((each) => {
      const inside = prefix + each.path;
      return { path: inside, location: submoduleLocation({ ...each, path: inside }, location), depth: depth + 1 };
    });
    return { git, tree, submodules };
  }

  async function fetched(project: Project) {
    const { location } = project;
    const { env, onBytes, program, receivedBytes } = deps;
    // While git is at work this error ends the run, and nothing after it gives it a name.
    const reject = (error: CheckFailedError) => deps.reject(faultOf(error, project, signal) as CheckFailedError);
    makeRepository(repository, location);
    const git = openGit({ program, folder: repository, env: gitEnvironment(env, repository, location), signal });
    const options = { beforeBytes: seen.bytes, mostBytes: receivedBytes, onBytes, reject };
    const received = watchReceived(repository, options);
    const found = await fetchCommit(git, location.ref).finally(received.stop);
    seen.bytes = received.measure();
    return { ...found, git };
  }

  async function* archived(git: Git, tree: string, project: Project): AsyncGenerator<Buffer> {
    const prefix = project.path === '' ? [] : [`--prefix=${project.path}/`];
    try {
      yield* git.stream('archive', '--format=tar', ...prefix, tree);
    } catch (error) {
      throw faultOf(error, project, signal);
    }
  }
}

/** What went wrong with a project, by its name; what ended all of it has been named, or is about all of it. */
function faultOf(error: unknown, { location: { display }, path }: Project, signal: AbortSignal): unknown {
  const submodule = `submodule ${shownName(path)} (${display})`;
  if (error instanceof GitFailure) return gitFault(error, path === '' ? display : submodule);
  if (error instanceof SvcError && path !== '' && error !== signal.reason)
    error.message = `In ${submodule}: ${error.message}`;
  return error;
}
