import { NotFoundError, unlessFailed } from '../../base/errors.ts';
import { allEnded } from '../../base/queue.ts';
import { unlessThrown } from '../../base/unless-thrown.ts';
import { newestFirst } from '../address/choose.ts';
import { parseConstraint, raised } from '../address/constraint.ts';
import { canonicalVersion, compareVersions, parseVersion } from '../address/version.ts';
import type { Sources } from './call-package.ts';
import { parseCallSource, shownSource } from './call-source.ts';
import type { Call } from './calls.ts';
import { type Difference, declarationsOf, differencesBetween } from './diff.ts';
import { literalsIn } from './edits.ts';
import { configurationFolder, type Folder, foldersBelow } from './folder.ts';
import { type CallRow, type Lock, type LockedCall, readLock } from './lock-file.ts';
import { firstOldEnough, type MinAge, unknownDate, whyTooYoung } from './min-age.ts';
import type { Target } from './upgrade.ts';
import { type AvailableVersions, versionsOf } from './version-tags.ts';

/** A module call with a newer version, as in `-o json`. */
export interface Updated extends Pick<CallRow, 'module' | 'source'> {
  from: string;
  to: string;
  /** The date on which `to` was published; null if unknown. */
  published: string | null;
  changes: Difference[];
  links: string[];
}

interface UpdateOptions extends Sources {
  lock: Lock;
  /** True if the lock is written too, so a version can change without any edit. */
  isLocked: boolean;
  /** The calls to update (default: all). */
  targets: readonly Target[];
  allowDowngrade: boolean | undefined;
  /** True if calls in the folders of local modules are updated too. */
  recursive: boolean | undefined;
  /** The part of a version that may change. */
  reach: 'major' | 'minor' | 'patch';
  minAge: MinAge | undefined;
  /** Collects the calls that do not get the version of their target. */
  unchanged: string[];
}

/**
 * Finds newer versions for the locked calls of a configuration. Warns of each call that stays although it may have a newer version.
 * @returns for each update its row, its updated call, and the edit of its file if the constraint excludes the version
 * @throws what registries and repositories throw
 */
export async function updatesOf(root: Folder, options: UpdateOptions) {
  const { targets, tool } = options;
  const updating = { ...options, literals: literalsIn(root.dir ?? '', tool) };
  const updates = await allEnded(
    callsBelow(root).map(async ([path, call]) => {
      const target = targets.find(({ selects }) => selects(path, call));
      if (target === undefined && targets.length > 0) return undefined;
      return updateOf(path, call, target?.version, updating);
    }),
  );
  return updates.filter((each) => each !== undefined);
}

/** Returns the remote calls of a folder and of the local modules that it calls, with their call paths and folders. */
export function callsBelow(
  folder: Folder,
  start = '',
  callers: readonly string[] = [],
): [path: string, call: Call, dir: string | undefined][] {
  const trail = [...callers, folder.id];
  return folder
    .calls(() => {})
    .flatMap((call): ReturnType<typeof callsBelow> => {
      const path = start + call.name;
      if (call.source.kind !== 'local') return [[path, call, folder.dir]];
      const inside = folder.calledModule(call, call.source.path);
      return trail.includes(inside.id) ? [] : callsBelow(inside, `${path}.`, trail);
    });
}

/** Returns the folders below a folder whose lock may have previous calls of an edited folder, except `others`. */
export function oldLocks(top: string, edited: ReadonlySet<string>, others: ReadonlySet<string>): string[] {
  const isOld = (dir: string) => {
    const lock = others.has(dir) ? undefined : readLock(dir);
    return lock && callsBelow(configurationFolder(dir, lock, () => {})).some(([, , of]) => edited.has(of ?? ''));
  };
  return foldersBelow(top).filter((dir) => unlessThrown(() => isOld(dir)));
}

type Updating = UpdateOptions & { literals: ReturnType<typeof literalsIn> };

async function updateOf(path: string, call: Call, requested: string | undefined, options: Updating) {
  const { allowDowngrade, isLocked, literals, lock, reach, recursive, warn } = options;
  const isOwn = path === call.name;
  // With --recursive, a call in a local module is reported by the update of that module's folder.
  const isSilent = !isOwn && recursive;
  const say = (what: string) => (isSilent ? undefined : warn(`${call.at}: module ${path} ${what}.`));
  const stay = (what: string) => {
    if (requested !== undefined && !isSilent) options.unchanged.push(path);
    say(what);
  };
  const available = await versionsOf(call.source, lock.get(path)?.version ?? '', options);
  if (available === undefined) return isOwn ? say('stays: its source has no version tag') : undefined;
  const { current, isFloating, unknown, versions } = available;
  if (isFloating) return isOwn ? say(`stays: ${unknown}`) : undefined;
  const isRequested = (each: string) =>
    requested !== undefined && canonicalVersion(each) === canonicalVersion(requested);
  if (isRequested(current)) return undefined;
  const choices = requested === undefined ? newerThan(current, versions, reach) : versions.filter(isRequested);
  const next = (to: string) => callAt(call, to, available);
  if (requested !== undefined) {
    const [first] = choices;
    if (first === undefined)
      throw new NotFoundError(`${call.at}: ${shownSource(call.source)} has no version ${requested}.`);
    const { fresh, was } = next(first);
    if (was === fresh && !isLocked) return say(`stays: its constraint allows ${requested}, and its folder has no lock`);
    if (!allowDowngrade && compareVersions(parseVersion(current)!, parseVersion(requested)!) > 0)
      return stay(`stays at ${current}, which is newer than ${requested}: add --allow-downgrade`);
  }
  let tried = '';
  const tooYoung = (to: string) => {
    tried = to;
    return whyTooYoung(next(to).call, next(to), options);
  };
  const { instead, version: to } = await firstOldEnough(choices, tooYoung).catch((error: unknown) => ({
    instead: `${tried} ${unknownDate(error)}`,
    version: undefined,
  }));
  if (to === undefined && instead !== undefined) return isOwn ? stay(`stays at ${current}; ${instead}`) : undefined;
  if (to === undefined) return unknown && isOwn ? say(`stays: ${unknown}`) : undefined;
  const { fresh, part, was } = next(to);
  if (!isOwn && !recursive) return stay(`stays at ${current}, ${to} is newer: run svc module update in its folder`);
  if (!isOwn && was !== fresh) return undefined;
  if (instead !== undefined) say(`gets ${to}; ${instead}`);
  if (fresh === undefined) return stay(`stays at ${current}: its constraint "${was}" excludes ${to}`);
  const edit = was === fresh ? undefined : literals.get(`${call.name} ${part}`)?.(was, fresh);
  if (was !== fresh && !edit)
    return stay(`stays at ${current}, not ${to}: "${was}" is not a plain string of its block in a *.tf file`);
  const row = await described(path, call, { ...next(to), from: current, to }, { ...options, say, stay });
  return row && { row, edit, call: next(to).call };
}

/** Returns the row of an update; undefined if the new version turns out to be missing. */
async function described(
  path: string,
  call: Call,
  { call: updated, from, to, version }: ReturnType<typeof callAt> & { from: string; to: string },
  options: UpdateOptions & Record<'say' | 'stay', (what: string) => void>,
) {
  const { lock, publishedAt, registries, say, stay } = options;
  const { commit, location, submodules } = lock.get(path) ?? {};
  const read = (of: Call, fixed: Partial<LockedCall>, otherwise: (why: string) => void) =>
    declarationsOf(of, fixed, options).catch((error: unknown) => {
      if (!(error instanceof NotFoundError)) throw error;
      otherwise(error.message.replace(/\.$/, ''));
    });
  const missing = (why: string) => stay(`stays at ${from}, not ${to}: ${why}`);
  const after = await read(updated, { submodules, version }, missing);
  if (!after) return undefined;
  const locked = { commit, location, submodules, version: version && from };
  const before = await read(call, locked, (why) => say(`gets ${to}, not compared with ${from}: ${why}`));
  const changes = before ? differencesBetween(before, after).filter(({ part }) => /^(input|output)$/.test(part)) : [];
  for (const each of changes.filter(({ effect }) => effect === 'breaks'))
    say(`at ${to}: ${each.part} ${each.name} ${each.change}: ${each.why}`);
  const published = (await unlessFailed(publishedAt(updated, { version })))?.toISOString() ?? null;
  const { source } = call;
  const page =
    source.kind === 'registry' ? (await unlessFailed(registries.describe(source.address, to)))?.source : source.text;
  const url = /^(?:git::)?(https:.*)/s.exec(String(page))?.[1] ?? '';
  // Omit the query and the login, which may be secret.
  const links = URL.canParse(url) ? [new URL(url)].map(({ host, pathname }) => `https://${host}${pathname}`) : [];
  return { module: path, source: shownSource(source), from, to, published, changes, links };
}

/** Returns a call at another version, the part that changes, its old text (`was`) and its new text (`fresh`, undefined if none fits). */
function callAt(call: Call, to: string, { current, parameter, ref = '' }: AvailableVersions) {
  const { constraint, source } = call;
  if (source.kind === 'registry') {
    const fresh = constraint && raised(parseConstraint(constraint), parseVersion(to)!);
    return { call: { ...call, constraint: fresh ?? '' }, version: to, part: 'version', was: constraint, fresh };
  }
  const pattern = new RegExp(`(?<=[?&])${parameter}=([^&]*)`);
  const [was = '', value = ''] = pattern.exec(source.text) ?? [];
  const encoded = (text: string) => text.replaceAll('+', '%2B');
  const isPlain = value.endsWith(encoded(current));
  const prefix = isPlain ? value.slice(0, -encoded(current).length) : encodeURIComponent(ref.slice(0, -current.length));
  const fresh = `${parameter}=${prefix}${encoded(to)}`;
  const moved = parseCallSource(source.text.replace(pattern, () => fresh));
  return { call: { ...call, source: moved }, version: undefined, part: 'source', was, fresh };
}

/** Returns the releases that are newer than a version, newest first. */
function newerThan(current: string, versions: readonly string[], reach: UpdateOptions['reach']): string[] {
  const [major = 0n, minor = 0n] = parseVersion(current)?.segments ?? [];
  const end = { major: '', minor: `, < ${major + 1n}`, patch: `, < ${major}.${minor + 1n}` }[reach];
  const constraint = parseConstraint(`> ${current}${end}`);
  const listed = versions.map((version) => ({ version }));
  return newestFirst(listed, { constraint }).shown.map(({ version }) => version);
}
