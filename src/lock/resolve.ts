import { fetchCalled, type Sources } from './call-package.ts';
import { shownSource } from './call-source.ts';
import type { Call } from './calls.ts';
import { type Folder, lockedFolder } from './folder.ts';
import type { Lock, LockedCall } from './lock-file.ts';
import { constraintHolds, refuseChange } from './locked-call.ts';
import { type Step, walk } from './walk.ts';

/** What locking a configuration takes. */
export interface LockParts extends Sources {
  /** What was locked before; it stays wherever it still is what the configuration asks for. */
  before: Lock;
  /** Whether a call is to be looked up anew. */
  upgrades(path: string, call: Call): boolean;
  /** Whether the submodules of repositories belong to their packages; where they did before they do in any case. */
  submodules?: boolean | undefined;
}

/**
 * Resolves every module call of a configuration, to the end.
 * @throws {CheckFailedError} for a version whose content is not what was locked before; {UsageError}, {NotFoundError} and
 * whatever fetching throws
 */
export async function lockConfiguration(root: Folder, parts: LockParts): Promise<Lock> {
  const { before, submodules, upgrades } = parts;
  const visited = await walk(root, async (path, call) => {
    const locked = before.get(path);
    const anew = upgrades(path, call) || locked === undefined || !mayStay(locked, call);
    if (anew) return resolved(path, call, {}, parts);
    const lacking = submodules && locked.commit !== undefined && locked.submodules === undefined;
    return lacking ? resolved(path, call, locked, parts) : kept(before, path, call, locked);
  });
  return new Map(visited.map(({ locked, path }) => [path, locked]));
}

/** Another constraint is no reason for another version, as long as it holds. */
function mayStay(locked: LockedCall, call: Call): boolean {
  return locked.h1 !== undefined && locked.source === shownSource(call.source) && constraintHolds(locked, call);
}

function kept(before: Lock, path: string, { constraint }: Call, locked: LockedCall): Step {
  return { locked: { ...locked, constraint }, inside: lockedFolder(before, path) };
}

async function resolved(
  path: string,
  call: Call,
  fixed: Pick<LockedCall, 'commit' | 'version'>,
  parts: LockParts,
): Promise<Step> {
  const { constraint, source } = call;
  const { before, registries } = parts;
  const version =
    source.kind === 'registry' ? (fixed.version ?? (await registries.choose(call, source.address))) : undefined;
  const wanted = parts.submodules ? 'fetched' : before.get(path)?.submodules;
  const { inside, pack, subdir } = await fetchCalled(
    call,
    { commit: fixed.commit, version, submodules: wanted },
    parts,
  );
  const { alike, commit, h1, location, sha256 } = pack;
  const submodules = commit === undefined ? undefined : wanted;
  const found = { version, location, commit, submodules, subdir, sha256, h1, alike };
  const locked = { source: shownSource(source), constraint, ...found };
  refuseChange(locked, path, before);
  return { locked, inside };
}
