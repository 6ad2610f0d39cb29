import { rmSync } from 'node:fs';
import { CheckFailedError, SvcError } from '../../base/errors.ts';
import { maskLocation } from '../../base/secrets.ts';
import { longestLocation } from '../address/address.ts';
import { type ArchiveLimits, Budget } from '../archive/limits.ts';
import { shownName } from '../archive/rejection.ts';
import { type CommitDeps, fetchCommit } from './commit.ts';
import { gitFault } from './git-fault.ts';
import { inspectTree, readSubmodules, type WrittenSubmodule } from './git-tree.ts';
import { parseLocation } from './location.ts';
import type { GitLocation } from './location-kinds.ts';
import { type Git, GitFailure } from './repository.ts';
import type { FetchedProject } from './source.ts';

/** assumed: no module needs more submodules; each costs a connection (docs/protocol/modules.md#git). */
const mostSubmodules = 100;
const deepest = 10;

/** Dependencies of fetching a repository and its submodules; the limit of bytes is for all together. */
export interface ProjectDeps extends CommitDeps {
  /** The folder of the temporary repository; the caller removes the last repository. */
  repository: string;
  submodules?: boolean | undefined;
  limits: ArchiveLimits;
}

/** A repository and the place of its files in the module; the path is empty for the module itself. */
type Project = { path: string; location: GitLocation; depth: number };

/** Fetches a repository and, if requested, its submodules recursively, one by one into the same temporary folder. */
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

  /** Yields a tar of each repository, with paths in the module; fetches a repository when its tar is requested. */
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
    // Name the project here, because this error ends the run while git still works.
    const reject = (error: Error) => this.deps.reject(faultOf(error, project, this.deps.signal));
    const deps = { ...this.deps, beforeBytes: this.bytes, reject };
    const { bytes, commit, git, notes } = await fetchCommit(deps.repository, location, deps);
    this.bytes = bytes;
    // A tag may have the name of an id, but a submodule must be at that commit.
    if (path !== '' && commit !== location.ref) throw new CheckFailedError(`${location.ref} is not a commit.`);
    // The tree, because for a commit git would add a header with its id to the archive.
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

const hint = 'Submodules are fetched only from the host of their repository, over https or ssh.';
const defaultPorts: Readonly<Record<string, number>> = { https: 443, http: 80, ssh: 22 };
const faults: readonly [RegExp, string][] = [
  [
    /^(?!(https?|ssh):\/\/|([^@/:?-][^@/:?]*@)?[^@/:?-][^@/:?]+:(?!:|\/\/))/i,
    'must be https://…, ssh://… or user@host:path',
  ],
  [/[?#]/, 'has a query or a fragment'],
  [/(\/|:)\.\.?(\/|$)/, 'has "." or ".." inside'],
  [/[^:]\/\//, 'has an empty path segment'],
];

/**
 * Returns the location of a submodule: relative to its repository for `./` and `../`, as git resolves it, else on the same host. With the
 * same transport the port must be the same; with another one both ports must be the default, and it is never a downgrade to plain http. The
 * repository's user and password are sent only to the same transport, host and port, and its key only to the same host.
 * @param submodule its path as messages show it
 * @throws {CheckFailedError} for any other location, and for a location that a registry may not name
 */
export function submoduleLocation({ id, path, url }: WrittenSubmodule, from: GitLocation): GitLocation {
  const isLong = url.length > longestLocation;
  const shown = isLong ? `of ${url.length} characters` : shownName(maskLocation(url));
  const rejection = (why: string) =>
    new CheckFailedError(`The submodule ${shownName(path)} is rejected: its URL ${shown} ${why}.`, { hint });
  if (isLong) throw rejection('is longer than 8 KiB');
  const absoluteUrl = /^\.\.?\//.test(url) ? resolveRelative(from.url, url) : url;
  if (absoluteUrl === undefined) throw rejection(`points above ${maskLocation(from.url)}`);
  for (const [pattern, why] of faults) if (pattern.test(absoluteUrl)) throw rejection(why);
  const parsed = parsedLocation(absoluteUrl, rejection);
  const [base, server] = [serverOf(from.url), serverOf(parsed.url)];
  const isSame = server.host === base.host && server.port === base.port && server.protocol === base.protocol;
  const areUsual = [server, base].every(({ port, protocol }) => port === defaultPorts[protocol]);
  if (!isSame && !(server.host === base.host && areUsual))
    throw rejection(`is on another host or port than ${maskLocation(from.url)}`);
  if (server.protocol === 'http' && base.protocol !== 'http') throw rejection('downgrades to plain http');
  const user = isSame && server.protocol !== 'ssh' && server.user === '' ? base.user : '';
  return {
    kind: 'git',
    url: parsed.url.replace('://', () => `://${user}`),
    ref: id,
    sshkey: server.protocol === 'ssh' ? from.sshkey : undefined,
    display: maskLocation(parsed.url),
  };
}

/**
 * Resolves a relative URL against the URL of its repository, whose last part counts as a folder. Undefined if the result is above the
 * server's root, or the repository has no plain URL.
 */
export function resolveRelative(base: string, relative: string): string | undefined {
  const [, server, path] = /^([a-z]+:\/\/[^/?]+\/)([^?]+)$/i.exec(base) ?? [];
  if (path === undefined) return undefined;
  const folders = path.replace(/\/$/, '').split('/');
  const [steps] = /^(\.\.?\/)*/.exec(relative)!;
  for (const step of steps.split('/')) if (step === '..' && folders.pop() === undefined) return undefined;
  return server + [...folders, relative.slice(steps.length).replace(/\/$/, '')].join('/');
}

/** Parses a URL under the same rules as locations from registries. */
function parsedLocation(url: string, rejection: (why: string) => CheckFailedError): GitLocation {
  try {
    const location = parseLocation(`git::${url}`, new URL('ssh://nothing-is-relative-here/'));
    if (location.kind === 'git') return location;
  } catch (error) {
    if (!(error instanceof SvcError)) throw error;
    throw rejection(`cannot be fetched. ${error.message.replace(/\.$/, '')}`);
  }
  throw rejection('is not that of a repository');
}

/** Returns the server of a repository, and its user including the `@`. */
function serverOf(url: string) {
  const [, protocol = '', user = '', host = '', port] =
    /^([a-z]+):\/\/([^/@]*@)?(\[[^\]/]*\]|[^/:]*)(?::(\d+))?\//i.exec(url) ?? [];
  const kind = protocol.toLowerCase();
  return { protocol: kind, user, host: host.toLowerCase(), port: Number(port ?? defaultPorts[kind]) };
}
