import { relative, resolve as resolvePath, sep } from 'node:path';
import { matchesGlob } from '../../base/glob.ts';
import { Place } from '../../base/place.ts';
import { allEnded } from '../../base/queue.ts';
import type { Cache } from '../cache/folder.ts';
import { fetchLocked, type Sources } from '../lock/call-package.ts';
import type { Folder } from '../lock/folder.ts';
import { compareWithLock, type ReadLocked } from '../lock/lock-diff.ts';
import { type CallRow, type Lock, lockName } from '../lock/lock-file.ts';
import type { Visited } from '../lock/walk.ts';
import { isCached } from '../package.ts';
import { checkPrograms, checkSource, checkVersion, type RuleResult } from './checks.ts';
import type { Policy } from './policy.ts';
import { type Level, type RuleName, rules } from './rules.ts';

/** A finding, as in `-o json`. */
export interface Finding extends Pick<CallRow, 'module' | 'source'> {
  rule: RuleName;
  level: Level;
  /** The path of the file from the current folder. */
  file: string;
  line: number;
  message: string;
  /** The number of findings of this rule in the module; place and message are those of the first. */
  count: number;
}

interface AuditOptions {
  /** The folders of the configuration and, if any, of its git repository. */
  dir: string;
  repository: string | undefined;
  cwd: string;
  lock: Lock | undefined;
  policy: Policy;
  now: Date;
  sources: Sources;
  cache: Cache | undefined;
  offline: boolean | undefined;
}

/** The findings for a call path, and their place if the configuration has no call at that path. */
type Checked = [module: string, found: RuleResult[], elsewhere?: Place | undefined];

/**
 * Checks the module calls of a configuration against the rules of a policy. Sorts the findings by file and line.
 * @returns also the number of findings that exceptions accept, and the call paths whose files were not checked (`unseen`)
 * @throws what {@link compareWithLock} and {@link fetchLocked} throw, and errors of registries
 */
export async function audit(root: Folder, options: AuditOptions) {
  const { cache, cwd, dir, lock, now, offline, policy, sources } = options;
  const readLocked: ReadLocked = async (path, call, locked) =>
    !offline || (cache && isCached(cache, locked))
      ? (await fetchLocked(path, call, locked, sources)).inside
      : undefined;
  const { drifts, unread, visited } = await compareWithLock(root, lock, readLocked);
  const remote = visited.filter(({ call }) => call.source.kind !== 'local');
  const isBelow = (module: string, { path }: Visited) => module.startsWith(`${path}.`);
  // Callers come before their calls, so the first match is the outermost.
  const placeOf = (module: string) =>
    (remote.find((each) => isBelow(module, each)) ?? visited.find(({ path }) => path === module))?.call.at;
  const checked = [
    ...drifts.map(({ module, why }): Checked => [module, [['lock', why]], new Place(lockName, 1)]),
    ...(await allEnded(visited.map((each) => checkCall(each, placeOf(each.path), options)))),
    ...unread.map(([module, { placed, why }]): Checked => {
      const { at, text } = placed ?? { at: '', text: why };
      const isInside = placed !== undefined && placeOf(module) !== undefined;
      return [module, [['unread', isInside ? `${at}: ${text}` : text]], placed?.at];
    }),
  ];
  const visitedEntries = visited.map(({ locked, path }) => [path, locked] as const);
  const entries = new Map<string, { source: string }>([...(lock ?? []), ...unread, ...visitedEntries]);
  const all = checked.flatMap(([module, each, elsewhere = new Place('')]) =>
    each.flatMap(([rule, message, at = placeOf(module) ?? elsewhere]): Finding[] => {
      const level = policy.rules?.[rule] ?? rules[rule].level;
      if (!message || level === 'off') return [];
      const file = relative(cwd, resolvePath(dir, at.file)).split(sep).join('/');
      const call = { module, source: entries.get(module)?.source ?? '', file, line: at.line || 1 };
      return [{ rule, level, ...call, message: message === true ? rules[rule].finds : message, count: 1 }];
    }),
  );
  const kinds = new Map<string, Finding>();
  for (const each of all) {
    const key = `${each.rule} ${each.module}`;
    const first = kinds.get(key);
    kinds.set(key, first ? { ...first, count: first.count + 1 } : each);
  }
  const findings = [...kinds.values()].flatMap((finding) => unlessAccepted(finding, policy, now));
  findings.sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1));
  const unseen = visited.filter(({ inside }) => inside.dir === undefined).map(({ path }) => path);
  return { calls: visited.length + unread.length, findings, accepted: kinds.size - findings.length, unseen };
}

/** Checks a call and its module. @param at the place of the call, or of the call that leads to its package */
async function checkCall({ call, inside, locked, path }: Visited, at: Place | undefined, options: AuditOptions) {
  const { now, offline, policy, repository, sources } = options;
  const isOwn = call.source.kind === 'local' && call.at === at;
  const { minAgeMs: ms } = policy;
  const minAge = ms === undefined ? undefined : { ms, now, rule: 'min-age', strict: true };
  const isOutside = isOwn && repository && relative(repository, inside.dir!).split(sep)[0] === '..';
  const results: RuleResult[] = [
    ...checkSource(call, locked, policy),
    ['outside', isOutside],
    ['unread', inside.dir === undefined && locked.h1 && 'its package is not cached, so nothing checks its files'],
    ...(inside.dir === undefined ? [] : checkPrograms(inside.dir, { isPlaced: isOwn, tool: sources.tool })),
    ...(offline || locked.h1 === undefined ? [] : await checkVersion(call, locked, minAge, sources)),
  ];
  return [path, results] satisfies Checked;
}

/** Returns a finding unless an exception accepts it today; adds expired exceptions to its message. */
function unlessAccepted(finding: Finding, { exceptions = [] }: Policy, now: Date): Finding[] {
  const today = now.toISOString().slice(0, 10);
  const applicable = exceptions.filter(
    ({ call = '*', rule, source = '*' }) =>
      rule === finding.rule && matchesGlob(call, finding.module) && matchesGlob(source, finding.source),
  );
  if (applicable.some(({ until }) => until >= today)) return [];
  const { count, message } = finding;
  const moreText = count > 1 ? `, and ${count - 1} more` : '';
  const ended = applicable.map(({ reason, until }) => ` (the exception "${reason}" expired on ${until})`);
  return [{ ...finding, message: message + moreText + ended.join('') }];
}
