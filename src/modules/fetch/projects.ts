import { rmSync } from 'node:fs';
import { CheckFailedError, SvcError } from '../../base/errors.ts';
import { type ArchiveLimits, Budget } from '../archive/limits.ts';
import { shownName } from '../archive/rejection.ts';
import { type CommitDeps, fetchCommit } from './commit.ts';
import { gitFault } from './git-fault.ts';
import { inspectTree, readSubmodules } from './git-tree.ts';
import type { GitLocation } from './location-kinds.ts';
import { type Git, GitFailure } from './repository.ts';
import type { FetchedProject } from './source.ts';
import { submoduleLocation } from './submodule-location.ts';

/** assumed: no module needs more submodules; each costs a connection (docs/protocol/modules.md#git). */
const mostSubmodules = 100;
const deepest = 10;

/** Dependencies of fetching repositories; the limit of bytes is for all of them. */
export interface ProjectDeps extends CommitDeps {
  /** The temporary repository; the caller removes the last one. */
  repository: string;
  submodules?: boolean | undefined;
  limits: ArchiveLimits;
}

/** A repository and the place of its files in the module; the path is empty for the module itself. */
interface Project {
  path: string;
  location: GitLocation;
  depth: number;
}

/** Fetches a repository, and its submodules recursively if requested; each replaces the one before. */
export class FetchedProjects {
  readonly repositories: FetchedProject[] = [];
  bytes = 0;
  readonly empty: string[] = [];
  readonly notes: string[] = [];
  private readonly budget: Budget;

  constructor(
    private readonly location: GitLocation,
    private readonly deps: ProjectDeps,
  ) {
    this.budget = new Budget(deps.limits);
  }

  /** Yields a tar of each repository with its paths in the module, fetched lazily. */
  async *tars(): AsyncGenerator<AsyncIterable<Uint8Array>> {
    const all: Project[] = [{ path: '', location: this.location, depth: 0 }];
    for (const project of all) {
      rmSync(this.deps.repository, { recursive: true, force: true, maxRetries: 3 });
      const { git, submodules, tree } = await this.opened(project).catch((error: unknown) => {
        throw faultOf(error, project, this.deps.signal);
      });
      for (const each of submodules) all.push(each);
      if (all.length > mostSubmodules + 1)
        throw new CheckFailedError(`The repository is rejected: it has more than ${mostSubmodules} submodules.`);
      yield this.archived(git, tree, project);
    }
  }

  /** Fetches the commit of a project, and inspects its tree and submodules. */
  private async opened(project: Project) {
    const { depth, location, path } = project;
    const prefix = path === '' ? '' : `${path}/`;
    // Name the project here: this error aborts the run while git works.
    const reject = (error: Error) => this.deps.reject(faultOf(error, project, this.deps.signal));
    const deps = { ...this.deps, beforeBytes: this.bytes, reject };
    const { bytes, commit, git, notes } = await fetchCommit(deps.repository, location, deps);
    this.bytes = bytes;
    // An id may name a tag, but a submodule must be a commit.
    if (path !== '' && commit !== location.ref) throw new CheckFailedError(`${location.ref} is not a commit.`);
    // Not the commit: git would add a header with its id to the archive.
    const tree = `${commit}^{tree}`;
    const inspected = await inspectTree(git, tree, { budget: this.budget, prefix });
    this.repositories.push({ path, location: location.display, commit });
    for (const note of notes) this.notes.push(note);
    if (!deps.submodules) {
      for (const { path } of inspected.submodules) this.empty.push(path);
      return { git, tree, submodules: [] };
    }
    if (inspected.submodules.length > 0 && depth === deepest)
      throw new CheckFailedError(`Submodules are nested more than ${deepest} deep.`);
    const submodules = (await readSubmodules(git, inspected, prefix)).map((each): Project => {
      const inside = prefix + each.path;
      return { path: inside, location: submoduleLocation({ ...each, path: inside }, location), depth: depth + 1 };
    });
    return { git, tree, submodules };
  }

  private async *archived(git: Git, tree: string, project: Project): AsyncGenerator<Buffer> {
    const prefix = project.path === '' ? [] : [`--prefix=${project.path}/`];
    try {
      yield* git.stream('archive', '--format=tar', ...prefix, tree);
    } catch (error) {
      throw faultOf(error, project, this.deps.signal);
    }
  }
}

/** Returns an error with the name of its project; errors of the whole run are unchanged. */
function faultOf<Fault>(error: Fault, { location: { display }, path }: Project, signal: AbortSignal): Fault | SvcError {
  const submodule = `submodule ${shownName(path)} (${display})`;
  if (error instanceof GitFailure) return gitFault(error, path === '' ? display : submodule);
  if (error instanceof SvcError && path !== '' && error !== signal.reason)
    error.message = `In ${submodule}: ${error.message}`;
  return error;
}
