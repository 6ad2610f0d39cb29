import { CheckFailedError } from '../../base/errors.ts';
import { fetchCalled, type Sources } from './call-package.ts';
import { shownSource } from './call-source.ts';
import { type Call, type TellUnread, withLocation } from './calls.ts';
import { type Folder, lockedFolder } from './folder.ts';
import type { Lock, LockedCall } from './lock-file.ts';
import { constraintHolds, rejectChange } from './locked-call.ts';
import { type MinAge, unknownDate, whyTooYoung } from './min-age.ts';
import { movedTo } from './version-tags.ts';
import { type Resolve, walk } from './walk.ts';

export interface LockOptions extends Sources {
  /** The previous lock, whose entries are kept as far as they match the configuration. */
  before: Lock;
  /** Returns whether to resolve a call again, or the version to choose for the call. */
  upgrades(path: string, call: Call): boolean | string;
  /** True if packages include submodules. A package that was locked with submodules always includes them. */
  submodules?: boolean | undefined;
  /** The minimum age of a chosen version (default: none). A younger locked version stays, with a warning. */
  minAge?: MinAge | undefined;
}

/**
 * Resolves every module call of a configuration, recursively.
 * @throws {CheckFailedError} for a locked version whose content changed, and if no version may be chosen; {UsageError}, {NotFoundError} and
 * all fetch errors
 */
export async function lockConfiguration(root: Folder, options: LockOptions): Promise<Lock> {
  const { before, submodules, upgrades } = options;
  const unread: [string, LockedCall][] = [];
  const tell: TellUnread = (path, { source, why }) => void unread.push([path, { source, unread: why }]);
  const resolve: Resolve = async (path, call) => {
    const locked = before.get(path);
    const upgrade = upgrades(path, call);
    if (typeof upgrade === 'string') return resolveCall(path, call, { version: upgrade }, options);
    // A locked version stays as long as it matches the constraint, even if the constraint changed.
    const mayStay = locked?.h1 && locked.source === shownSource(call.source) && constraintHolds(locked, call);
    if (upgrade || !mayStay) return resolveCall(path, call, {}, options);
    const isPartial = submodules && locked.commit !== undefined && locked.submodules === undefined;
    if (isPartial) return resolveCall(path, call, locked, options);
    await whyRejected(path, call, locked, options);
    return { locked: { ...locked, constraint: call.constraint }, inside: lockedFolder(before, path) };
  };
  const visited = await walk(root, resolve, tell);
  return new Map([...visited.map(({ locked, path }) => [path, locked] as const), ...unread]);
}

/** Returns why a version or commit is too young to be chosen. A locked one stays, with a warning, even if its date is unknown. */
async function whyRejected(
  path: string,
  call: Call,
  { commit, version }: Pick<LockedCall, 'commit' | 'version'>,
  options: LockOptions,
): Promise<string | undefined> {
  const locked = options.before.get(path);
  const isLocked =
    locked?.source === shownSource(call.source) && locked.version === version && locked.commit === commit;
  const why = await whyTooYoung(call, { commit, version }, options).catch((error: unknown) => {
    if (!isLocked) throw withLocation(error, `${call.at}: module ${call.name}`);
    return unknownDate(error);
  });
  if (why === undefined || !isLocked) return why;
  options.warn(`${call.at}: module ${call.name}: the locked ${version ?? commit ?? 'archive'} stays, but it ${why}.`);
  return undefined;
}

async function resolveCall(
  path: string,
  call: Call,
  pin: Pick<LockedCall, 'commit' | 'version'>,
  options: LockOptions,
) {
  const { constraint, source } = call;
  const { before, registries, warn } = options;
  const version =
    source.kind === 'registry'
      ? (pin.version ??
        (await registries.choose(call, source.address, warn, (each) =>
          whyRejected(path, call, { version: each }, options),
        )))
      : undefined;
  const requestedSubmodules = options.submodules ? 'fetched' : before.get(path)?.submodules;
  const content = { commit: pin.commit, version, submodules: requestedSubmodules };
  const { inside, pack, subdir } = await fetchCalled(call, content, options);
  const { alike, commit, h1, location, sha256 } = pack;
  const isFresh = version === undefined && pin.commit === undefined;
  const why = isFresh ? await whyRejected(path, call, { commit }, options) : undefined;
  if (why) throw new CheckFailedError(`${call.at}: module ${call.name}: ${commit ?? shownSource(source)} ${why}.`);
  const old = before.get(path);
  if (old?.source === shownSource(source) && old.commit !== commit && (await movedTo(call, old, options)))
    warn(`${call.at}: module ${call.name}: its version tag names commit ${commit} now, the lock has ${old.commit}.`);
  const submodules = commit === undefined ? undefined : requestedSubmodules;
  const packageFields = { version, location, commit, submodules, subdir, sha256, h1, alike };
  const locked = { source: shownSource(source), constraint, ...packageFields };
  rejectChange(locked, path, before);
  return { locked, inside };
}
