import { realpathSync } from 'node:fs';
import { relative, resolve as resolvePath, sep } from 'node:path';
import { matchesGlob } from '../base/glob.ts';
import { Place } from '../base/place.ts';
import { allEnded } from '../base/queue.ts';
import { fetchLocked, type Sources } from '../lock/call-package.ts';
import { shownSource } from '../lock/call-source.ts';
import type { UnreadCall } from '../lock/calls.ts';
import { type Folder, lockedFolder } from '../lock/folder.ts';
import { type Drift, driftOf } from '../lock/lock-diff.ts';
import { type Lock, type LockedCall, lockName } from '../lock/lock-file.ts';
import { nameOf } from '../lock/locked-call.ts';
import { type Resolve, type Visited, walk } from '../lock/walk.ts';
import { checkPrograms, checkSource, checkVersion, type Found } from './checks.ts';
import type { Policy } from './policy.ts';
import { type Level, type RuleName, rules } from './rules.ts';

/** A finding, as `-o json` shows it. */
export interface Finding {
  rule: RuleName;
  level: Level;
  /** Call path. */
  module: string;
  source: string;
  /** Relative to the current folder. */
  file: string;
  line: number;
  message: string;
}

interface AuditOptions {
  /** The folder of the configuration, and the root of its repository, if any. */
  dir: string;
  repository: string | undefined;
  cwd: string;
  lock: Lock | undefined;
  policy: Policy;
  now: Date;
  sources: Sources;
  /** Whether a package is cached, where nothing may be fetched. */
  offline?: { holds(locked: LockedCall): boolean } | undefined;
}

/** A call path, what the rules find there, and the place if no call has that path. */
type Checked = [module: string, found: Found[], elsewhere?: Place | undefined];

/**
 * What the rules of a policy find in the module calls of a configuration, by file and line; `accepted` counts what its exceptions accept.
 * `missing` are the packages that are not cached, `unlocked` the calls that are not in the lock as they are.
 * @throws what {@link walk} and {@link fetchLocked} throw, and errors of registries
 */
export async function audit(root: Folder, options: AuditOptions) {
  const { cwd, dir, lock, now, policy } = options;
  const drifts = lock ? await driftOf(root, lock) : [];
  const { unread, visited, ...others } = await walkLocked(root, drifts, options);
  const remote = visited.filter(({ call }) => call.source.kind !== 'local');
  const isBelow = (module: string, { path }: Visited) => module.startsWith(`${path}.`);
  // Callers come before their calls.
  const placeOf = (module: string) =>
    (remote.find((each) => isBelow(module, each)) ?? visited.find(({ path }) => path === module))?.call.at;
  const top = visited.find((each) => remote[0] === each || (remote[0] && isBelow(remote[0].path, each)));
  if (!lock && top) drifts.push({ module: top.path, why: `the configuration has no ${lockName}` });
  const found = [
    ...drifts.map(({ module, why }): Checked => [module, [['lock', why]], new Place(lockName, 1)]),
    ...(await allEnded(visited.map((each) => checkCall(each, placeOf(each.path), options)))),
    ...unread.map(([module, { placed, why }]): Checked => {
      const { at, text } = placed ?? { at: '', text: why };
      const isInside = placed !== undefined && placeOf(module) !== undefined;
      return [module, [['unread', isInside ? `${at}: ${text}` : text]], placed?.at];
    }),
  ];
  const read = visited.map(({ locked, path }) => [path, locked] as const);
  const entries = new Map<string, { source: string }>([...(lock ?? []), ...unread, ...read]);
  const all = found.flatMap(([module, each, elsewhere = new Place('')]) =>
    each.flatMap(([rule, message, at = placeOf(module) ?? elsewhere]): Finding[] => {
      const level = policy.rules?.[rule] ?? rules[rule].level;
      if (!message || level === 'off') return [];
      const file = relative(cwd, resolvePath(dir, at.file)).split(sep).join('/');
      const call = { module, source: entries.get(module)?.source ?? '', file, line: at.line || 1 };
      return [{ rule, level, ...call, message: message === true ? rules[rule].finds : message }];
    }),
  );
  const findings = all.flatMap((finding) => unlessAccepted(finding, policy, now));
  findings.sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1));
  return { calls: visited.length + unread.length, findings, accepted: all.length - findings.length, ...others };
}

/** Follows the calls of a configuration into their locked packages, as far as these may be fetched. */
async function walkLocked(root: Folder, drifts: readonly Drift[], { lock, offline, sources }: AuditOptions) {
  const [missing, unlocked, unread]: [string[], string[], [string, UnreadCall][]] = [[], [], []];
  const resolve: Resolve = async (path, call) => {
    const locked = lock?.get(path);
    if (!lock || !locked || drifts.some(({ module }) => module === path)) {
      unlocked.push(path);
      return { locked: { source: shownSource(call.source) }, inside: lockedFolder(new Map(), path) };
    }
    if (offline?.holds(locked) ?? true)
      return { locked, inside: (await fetchLocked(path, call, locked, sources)).inside };
    missing.push(nameOf(locked));
    return { locked, inside: lockedFolder(lock, path) };
  };
  const visited = await walk(root, resolve, (...each) => void unread.push(each));
  return { visited, unread, missing, unlocked };
}

/** What the rules find in a call and its module; `at` is the place of the call, or of the one that leads to its package. */
async function checkCall(
  { call, inside, locked, path }: Visited,
  at: Place | undefined,
  options: AuditOptions,
): Promise<Checked> {
  const { now, offline, policy, repository, sources } = options;
  const isOwn = call.source.kind === 'local' && call.at === at;
  const { minAgeMs: ms } = policy;
  const minAge = ms === undefined ? undefined : { ms, now, rule: 'min-age', strict: true };
  const isOutside = isOwn && repository && relative(repository, realpathSync(inside.dir!)).split(sep)[0] === '..';
  const found: Found[] = [
    ...checkSource(call, locked, policy),
    ['outside', isOutside],
    ...(inside.dir === undefined ? [] : checkPrograms(inside.dir, { placed: isOwn, tool: sources.tool })),
    ...(offline || locked.h1 === undefined ? [] : await checkVersion(call, locked, minAge, sources)),
  ];
  return [path, found];
}

/** Nothing for a finding that an exception accepts today; an exception that ended is in the message. */
function unlessAccepted(finding: Finding, { exceptions = [] }: Policy, now: Date): Finding[] {
  const today = now.toISOString().slice(0, 10);
  const about = exceptions.filter(
    ({ call = '*', rule, source = '*' }) =>
      rule === finding.rule && matchesGlob(call, finding.module) && matchesGlob(source, finding.source),
  );
  if (about.some(({ until }) => until >= today)) return [];
  const ended = about.map(({ reason, until }) => ` (the exception "${reason}" ended on ${until})`);
  return [{ ...finding, message: finding.message + ended.join('') }];
}
