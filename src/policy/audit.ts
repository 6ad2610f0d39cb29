import { realpathSync } from 'node:fs';
import { relative, resolve as resolvePath, sep } from 'node:path';
import { matchesGlob } from '../base/glob.ts';
import { allEnded } from '../base/queue.ts';
import { fetchLocked, type Sources } from '../lock/call-package.ts';
import { shownSource } from '../lock/call-source.ts';
import type { UnreadCall } from '../lock/calls.ts';
import { type Folder, lockedFolder } from '../lock/folder.ts';
import { driftOf } from '../lock/lock-diff.ts';
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

/** A call, and what the rules find in it. */
interface Audited {
  module: string;
  source: string;
  /** `FILE:LINE` of the call in the configuration, or of the one that leads to it. */
  at: string;
  found: Found[];
}

/**
 * What the rules of a policy find in the module calls of a configuration, by file and line; `accepted` counts what its exceptions accept.
 * `missing` are the packages that are not cached, `unlocked` the calls that are not in the lock as they are.
 * @throws what {@link walk} and {@link fetchLocked} throw, and errors of registries
 */
export async function audit(root: Folder, options: AuditOptions) {
  const { lock, offline, policy, sources } = options;
  const drifts = lock ? await driftOf(root, lock) : [];
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
  const remote = visited.filter(({ call }) => call.source.kind !== 'local');
  const isBelow = (module: string, { path }: Visited) => module.startsWith(`${path}.`);
  // Callers come before their calls.
  const placeOf = (module: string) =>
    (remote.find((each) => isBelow(module, each)) ?? visited.find(({ path }) => path === module))?.call.at;
  const top = visited.find((each) => remote[0] === each || (remote[0] && isBelow(remote[0].path, each)));
  if (!lock && top) drifts.push({ module: top.path, why: `the configuration has no ${lockName}` });
  const sourceOf = (module: string) =>
    (visited.find(({ path }) => path === module)?.locked ?? lock?.get(module))?.source ?? '';
  const audited = await allEnded([
    ...drifts.map(async ({ module, why }): Promise<Audited> => {
      const at = placeOf(module) ?? `${lockName}:1`;
      return { module, source: sourceOf(module), at, found: [['lock', why]] };
    }),
    ...visited.map(async (each): Promise<Audited> => {
      const at = placeOf(each.path) ?? '';
      return { module: each.path, source: each.locked.source, at, found: await checkCall(each, at, options) };
    }),
    ...unread.map(async ([module, { source, why }]): Promise<Audited> => {
      const [, own = '', text = why] = /^(.*?:\d+): (?:module \S+: )?(.*)$/s.exec(why) ?? [];
      const at = placeOf(module) ?? own;
      return { module, source, at, found: [['unread', at === own ? text : `${own}: ${text}`]] };
    }),
  ]);
  const found = audited.flatMap((each) => findingsOf(each, options));
  const findings = found.flatMap((finding) => unlessAccepted(finding, policy, options.now));
  findings.sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1));
  const accepted = found.length - findings.length;
  return { calls: visited.length + unread.length, findings, accepted, missing, unlocked };
}

/** What the rules find in a call and its module; `at` is the place of the call, or of the one that leads to its package. */
async function checkCall({ call, inside, locked }: Visited, at: string, options: AuditOptions): Promise<Found[]> {
  const { now, offline, policy, repository, sources } = options;
  const isOwn = call.source.kind === 'local' && call.at === at;
  const { minAgeMs: ms } = policy;
  const minAge = ms === undefined ? undefined : { ms, now, rule: 'min-age', strict: false };
  return [
    ...checkSource(call, locked, policy),
    ['outside', isOwn && repository !== undefined && isOutside(repository, inside.dir!)],
    ...(inside.dir === undefined ? [] : checkPrograms(inside.dir, { placed: isOwn, tool: sources.tool })),
    ...(offline || locked.h1 === undefined ? [] : await checkVersion(call, locked, minAge, sources)),
  ];
}

function isOutside(repository: string, dir: string): boolean {
  return relative(realpathSync(repository), realpathSync(dir)).split(sep)[0] === '..';
}

function findingsOf({ at, found, ...call }: Audited, { cwd, dir, policy }: AuditOptions): Finding[] {
  return found.flatMap(([rule, message, own = at]) => {
    const level = policy.rules?.[rule] ?? rules[rule].level;
    if (!message || level === 'off') return [];
    const [, path = own, line = '1'] = /^(.*):(\d+)$/.exec(own) ?? [];
    const file = relative(cwd, resolvePath(dir, path)).split(sep).join('/');
    return { rule, level, ...call, file, line: Number(line), message: message === true ? rules[rule].finds : message };
  });
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
