import { realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { allEnded } from '../base/queue.ts';
import { commandsIn } from '../hcl/commands.ts';
import { fetchLocked, type Sources } from '../lock/call-package.ts';
import { shownSource } from '../lock/call-source.ts';
import { declarationsOf } from '../lock/compare.ts';
import { differencesBetween } from '../lock/diff.ts';
import { configurationFiles, textOf } from '../lock/files.ts';
import { type Folder, lockedFolder } from '../lock/folder.ts';
import { driftOf } from '../lock/lock-diff.ts';
import { type Lock, type LockedCall, lockName } from '../lock/lock-file.ts';
import { nameOf } from '../lock/locked-call.ts';
import { type Resolve, type Visited, walk } from '../lock/walk.ts';
import type { CallFacts } from './rules.ts';

export interface FactsOptions {
  /** The folder of the configuration, and the root of its repository, if any. */
  dir: string;
  repository: string | undefined;
  lock: Lock | undefined;
  sources: Sources;
  /** Whether a package is cached, where nothing may be fetched. */
  offline?: { holds(locked: LockedCall): boolean } | undefined;
  /** Whether the dates of versions are needed. */
  hasMinAge: boolean;
}

/**
 * What is known of each module call of a configuration; `missing` are the packages that are not cached, `unlocked` the
 * calls that are not in the lock as they are.
 * @throws what {@link walk} and {@link fetchLocked} throw, and errors of registries
 */
export async function factsOf(
  root: Folder,
  options: FactsOptions,
): Promise<{ calls: CallFacts[]; missing: string[]; unlocked: string[] }> {
  const { lock = new Map(), offline, repository, sources } = options;
  const drifts = new Map((options.lock ? await driftOf(root, lock) : []).map(({ module, why }) => [module, why]));
  const [missing, unlocked, unread]: [string[], string[], CallFacts[]] = [[], [], []];
  const resolve: Resolve = async (path, call) => {
    const locked = lock.get(path);
    if (locked === undefined || drifts.has(path)) {
      unlocked.push(path);
      return { locked: { source: shownSource(call.source) }, inside: lockedFolder(new Map(), path) };
    }
    if (offline?.holds(locked) ?? true)
      return { locked, inside: (await fetchLocked(path, call, locked, sources)).inside };
    missing.push(nameOf(locked));
    return { locked, inside: lockedFolder(lock, path) };
  };
  const visited = await walk(root, resolve, (module, { source, why }) => {
    const [, at = '', text = why] = /^(.*?:\d+): (?:module \S+: )?(.*)$/s.exec(why) ?? [];
    unread.push({ module, at, shown: source, unread: text });
  });
  // Callers come before their calls.
  const outerOf = (module: string) =>
    visited.find(({ call, path }) => call.source.kind !== 'local' && module.startsWith(`${path}.`));
  const placed = unread.map((each): CallFacts => {
    const outer = outerOf(each.module);
    return outer ? { ...each, at: outer.call.at, unread: `${each.at}: ${each.unread}` } : each;
  });
  const calls = visited.map(async (each): Promise<CallFacts> => {
    const { call, inside, locked, path: module } = each;
    const outer = outerOf(module);
    const isOwn = outer === undefined && call.source.kind === 'local';
    const drift = drifts.get(module);
    drifts.delete(module);
    return {
      ...{ module, at: (outer?.call ?? call).at, shown: locked.source, source: call.source, locked, drift },
      ...{ constraint: call.constraint, commands: commandsOf(inside, isOwn, options) },
      isOutside: isOwn && repository !== undefined && isOutside(repository, inside.dir!),
      ...(offline ? {} : await listedOf(each, options)),
    };
  });
  const all = await allEnded(calls);
  const isRemote = ({ source }: CallFacts) => source?.kind !== 'local';
  // A call of the configuration itself, which needs the lock or leads to one that does.
  const first = all.find(
    ({ module }) =>
      !module.includes('.') && all.some((each) => isRemote(each) && `${each.module}.`.startsWith(`${module}.`)),
  );
  if (first && !options.lock) first.drift = `the configuration has no ${lockName}`;
  const stale = [...drifts].map(([module, drift]): CallFacts => {
    return { module, at: `${lockName}:1`, shown: lock.get(module)?.source ?? '', drift };
  });
  return { calls: [...all, ...placed, ...stale], missing, unlocked };
}

/** The programs that a module runs; those of the configuration's own folders have a place in it. */
function commandsOf({ dir: folder }: Folder, isOwn: boolean, { dir, sources: { tool } }: FactsOptions) {
  if (folder === undefined) return [];
  return configurationFiles(folder, folder, tool).flatMap((file) => {
    const at = relative(dir, join(folder, file)).split(sep).join('/');
    const commands = commandsIn(file, textOf(join(folder, file), file));
    return commands.map((command) => ({ ...command, at: isOwn ? `${at}:${command.line}` : undefined }));
  });
}

/** What the registry says of the locked version of a call, and the date of a commit. @throws all errors of registries */
async function listedOf({ call, locked }: Visited, { hasMinAge, sources }: FactsOptions) {
  const { registries, publishedAt } = sources;
  const { source } = call;
  const { submodules } = locked;
  if (locked.h1 === undefined) return {};
  const published = hasMinAge ? await publishedAt(call, locked) : undefined;
  if (source.kind !== 'registry' || locked.version === undefined) return { published };
  const described = await registries.describe(source.address, locked.version);
  const deprecated = await registries.deprecation(source.address, locked.version);
  const newest = await registries.choose(call, source.address);
  const versions = newest === locked.version ? [] : [locked.version, newest];
  const [was, is] = await allEnded(versions.map((version) => declarationsOf(call, { submodules, version }, sources)));
  const differences = was && is ? differencesBetween(was, is) : [];
  const added = differences.filter(({ change, part }) => part === 'provider' && change === 'added');
  const newProviders = added.map(({ name }) => name);
  return { published, deprecated, isVerified: described?.verified as boolean | undefined, newProviders };
}

function isOutside(repository: string, dir: string): boolean {
  return relative(realpathSync(repository), realpathSync(dir)).split(sep)[0] === '..';
}
