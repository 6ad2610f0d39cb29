import { NotFoundError } from '../base/errors.ts';
import { allEnded } from '../base/queue.ts';
import { parseConstraint, raised } from '../module/address/constraint.ts';
import { parseVersion } from '../module/address/version.ts';
import { newestFirst } from '../module/address/version-order.ts';
import type { Sources } from './call-package.ts';
import { type CallSource, shownSource } from './call-source.ts';
import type { Call } from './calls.ts';
import { compareCalls } from './compare.ts';
import type { Difference } from './diff.ts';
import { type Edit, literalsIn } from './edits.ts';
import type { Folder } from './folder.ts';
import type { Lock } from './lock-file.ts';
import { versionsOf } from './outdated.ts';
import { firstAllowed, type IsAllowed } from './verdict.ts';

/** A module call with a newer version, as shown by `-o json`. */
export interface Updated {
  module: string;
  source: string;
  from: string;
  to: string;
  /** When `to` was published; null if nothing tells. */
  published: string | null;
  /** The differences of inputs and outputs. */
  changes: Difference[];
  /** Web pages of the source. */
  links: string[];
}

interface UpdateOptions extends Sources {
  lock: Lock;
  /** Of the calls to update; all without one. */
  names: readonly string[];
  /** The part of a version that may change. */
  reach: 'major' | 'minor' | 'patch';
  isAllowed?: IsAllowed | undefined;
}

/**
 * Finds newer versions for the locked calls of a configuration. A call that keeps its version, although it may have a newer one, is warned of.
 * @returns what to show, and the edit of each where its constraint does not allow the version
 * @throws {NotFoundError} for a name that no call has; what registries and repositories throw
 */
export async function updatesOf(
  root: Folder,
  options: UpdateOptions,
): Promise<{ row: Updated; edit: Edit | undefined }[]> {
  const { names, tool } = options;
  const calls = root.calls(() => {});
  const unknown = names.find((name) => !calls.some((call) => call.name === name));
  if (unknown !== undefined) {
    const hint = `If it is a folder, type ./${unknown}`;
    throw new NotFoundError(`The configuration has no module call ${unknown}.`, { hint });
  }
  const literals = literalsIn(root.dir ?? '', tool);
  const wanted = calls.filter(({ name }) => names.length === 0 || names.includes(name));
  const found = await allEnded(wanted.map((call) => updateOf(call, literals, options)));
  return found.filter((each) => each !== undefined);
}

async function updateOf(call: Call, literals: ReturnType<typeof literalsIn>, options: UpdateOptions) {
  const { at, constraint, name, source } = call;
  const { isAllowed = async () => true as const, lock, publishedAt, reach, registries, warn } = options;
  const say = (what: string) => void warn(`${at}: module ${name} ${what}.`);
  const { commit, version = '' } = lock.get(name) ?? {};
  if (source.kind === 'local') return undefined;
  const known = await versionsOf(source, options);
  if (known === undefined) return say('stays: its source has no version tag');
  const { current = version, ref = '', versions } = known;
  const refAt = (each: string) => `ref=${ref.slice(0, ref.length - current.length)}${each}`;
  const candidate = (each: string) => {
    const of = source.kind === 'registry' ? { source, version: each } : { source: withRef(source, refAt(each)) };
    return { ...of, publishedAt: () => publishedAt(of.source, of) };
  };
  const { instead, version: to } = await firstAllowed(newer(current, versions, reach), (each) =>
    isAllowed(candidate(each)),
  );
  if (instead !== undefined) say(`${to === undefined ? `stays at ${current}` : `gets ${to}`}; ${instead}`);
  if (to === undefined) return undefined;
  const isRegistry = source.kind === 'registry';
  const was = isRegistry ? constraint : refAt(current);
  const fresh = isRegistry ? was && raised(parseConstraint(was), parseVersion(to)!) : refAt(to).replaceAll('+', '%2B');
  if (fresh === undefined) return say(`stays at ${current}: its constraint "${was}" excludes ${to}`);
  const edit = literals.get(`${name} ${isRegistry ? 'version' : 'source'}`)?.(was, fresh);
  if (was !== fresh && !edit)
    return say(`stays at ${current}, not ${to}: "${was}" is not in a plain string of a *.tf file`);
  const next = candidate(to);
  const before = { commit, version: isRegistry ? current : undefined };
  const differences = await compareCalls([call, before], [{ ...call, source: next.source }, next], options);
  const changes = differences.filter(({ part }) => part === 'input' || part === 'output');
  for (const each of changes.filter(({ effect }) => effect === 'breaks'))
    say(`at ${to}: ${each.part} ${each.name} ${each.change}: ${each.why}`);
  const published = (await next.publishedAt())?.toISOString() ?? null;
  const page = isRegistry ? (await registries.describe(source.address, to))?.source : source.text;
  const links = /https:\/\/[^@?\s]+/.exec(String(page))?.slice() ?? [];
  return { row: { module: name, source: shownSource(source), from: current, to, published, changes, links }, edit };
}

/** The releases after a version, newest first; tags with `v` only after one with it. */
function newer(current: string, versions: readonly string[], reach: UpdateOptions['reach']): string[] {
  const [major = 0n, minor = 0n] = parseVersion(current)?.segments ?? [];
  const end = { major: '', minor: `, < ${major + 1n}`, patch: `, < ${major}.${minor + 1n}` }[reach];
  const alike = versions.filter((text) => text.startsWith('v') === current.startsWith('v'));
  const { shown } = newestFirst(
    alike.map((version) => ({ version })),
    { constraint: parseConstraint(`> ${current}${end}`) },
  );
  return shown.map(({ version }) => version);
}

/** A source in a repository at another ref; any other source as it is. */
function withRef(source: CallSource, ref: string): CallSource {
  if (source.kind !== 'remote' || source.location.kind !== 'git') return source;
  const text = source.text.replace(/(?<=[?&])ref=[^&]*/, () => ref);
  return { ...source, text, location: { ...source.location, ref: ref.slice('ref='.length) } };
}
