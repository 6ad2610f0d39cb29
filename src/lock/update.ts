import { CancelledError, NotFoundError, SvcError } from '../base/errors.ts';
import { allEnded } from '../base/queue.ts';
import { parseConstraint, raised } from '../module/address/constraint.ts';
import { parseVersion } from '../module/address/version.ts';
import { newestFirst } from '../module/address/version-order.ts';
import { fetchCalled, type Sources } from './call-package.ts';
import { type CallSource, shownSource } from './call-source.ts';
import type { Call } from './calls.ts';
import { compareCalls } from './compare.ts';
import type { Difference } from './diff.ts';
import { literalsIn } from './edits.ts';
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
 * @throws what registries and repositories throw
 */
export async function updatesOf(root: Folder, options: UpdateOptions) {
  const { names, tool } = options;
  const literals = literalsIn(root.dir ?? '', tool);
  const wanted = root.calls(() => {}).filter(({ name }) => names.length === 0 || names.includes(name));
  const all = wanted.flatMap((call) => callsBelow(call, root));
  const found = await allEnded(all.map(([path, call]) => updateOf(path, call, literals, options)));
  return found.filter((each) => each !== undefined);
}

/** A call, or the calls of the local module that it calls, by call path. */
function callsBelow(call: Call, folder: Folder, path = call.name): [path: string, call: Call][] {
  if (call.source.kind !== 'local') return [[path, call]];
  const inside = folder.into(call, call.source.path);
  return inside.calls(() => {}).flatMap((each) => callsBelow(each, inside, `${path}.${each.name}`));
}

async function updateOf(path: string, call: Call, literals: ReturnType<typeof literalsIn>, options: UpdateOptions) {
  const { at, constraint, name, source } = call;
  const { isAllowed = async () => true as const, lock, publishedAt, reach, registries, warn } = options;
  const isOwn = path === name;
  const say = (what: string) => void warn(`${at}: module ${path} ${what}.`);
  const { commit, submodules, version = '' } = lock.get(path) ?? {};
  const known = await versionsOf(source, options);
  if (known === undefined) return isOwn ? say('stays: its source has no version tag') : undefined;
  const { current = version, ref = '', versions } = known;
  const refAt = (each: string) => `ref=${ref.slice(0, ref.length - current.length)}${each}`;
  const candidate = (each: string) => {
    const of = source.kind === 'registry' ? { source, version: each } : { source: withRef(source, refAt(each)) };
    return { ...of, publishedAt: () => publishedAt(of.source, of) };
  };
  const found = newer(current, versions, reach);
  const { instead, version: to } = await firstAllowed(found, (each) => isAllowed(candidate(each)));
  if (instead !== undefined && isOwn) say(`${to === undefined ? `stays at ${current}` : `gets ${to}`}; ${instead}`);
  if (to === undefined) return undefined;
  if (!isOwn) return say(`stays at ${current}, ${to} is newer: run svc module update in its folder`);
  const isRegistry = source.kind === 'registry';
  const was = isRegistry ? constraint : refAt(current);
  const fresh = isRegistry ? was && raised(parseConstraint(was), parseVersion(to)!) : refAt(to).replaceAll('+', '%2B');
  if (fresh === undefined) return say(`stays at ${current}: its constraint "${was}" excludes ${to}`);
  const edit = was === fresh ? undefined : literals.get(`${name} ${isRegistry ? 'version' : 'source'}`)?.(was, fresh);
  if (was !== fresh && !edit)
    return say(`stays at ${current}, not ${to}: "${was}" is not in a plain string of a *.tf file`);
  const next = candidate(to);
  const updated = { ...call, source: next.source };
  const after = { submodules, version: next.version };
  const fault = await fetchCalled(updated, after, options).then(() => undefined, reason);
  if (fault !== undefined) return say(`stays at ${current}, not ${to}: ${fault}`);
  const before = { commit, submodules, version: isRegistry ? current : undefined };
  const differences = await compareCalls([call, before], [updated, after], options).catch((error: unknown) =>
    say(`gets ${to}, not compared with ${current}: ${reason(error)}`),
  );
  const changes = differences?.filter(({ part }) => part === 'input' || part === 'output') ?? [];
  for (const each of changes.filter(({ effect }) => effect === 'breaks'))
    say(`at ${to}: ${each.part} ${each.name} ${each.change}: ${each.why}`);
  const ignore = (error: unknown) => void reason(error, SvcError);
  const published = (await next.publishedAt().catch(ignore))?.toISOString() ?? null;
  const page = isRegistry ? (await registries.describe(source.address, to).catch(ignore))?.source : source.text;
  const url = /^(?:git::)?(https:.*)/s.exec(String(page))?.[1] ?? '';
  const links = URL.canParse(url) ? [new URL(url)].map(({ host, pathname }) => `https://${host}${pathname}`) : [];
  return { row: { module: name, source: shownSource(source), from: current, to, published, changes, links }, edit };
}

/** The message of an expected error. @throws any other one */
function reason(error: unknown, expected: abstract new (...args: never[]) => SvcError = NotFoundError): string {
  if (error instanceof CancelledError || !(error instanceof expected)) throw error;
  return error.message.replace(/\.$/, '');
}

/** The releases after a version, newest first; tags with `v` only after one with it. */
function newer(current: string, versions: readonly string[], reach: UpdateOptions['reach']): string[] {
  const [major = 0n, minor = 0n] = parseVersion(current)?.segments ?? [];
  const end = { major: '', minor: `, < ${major + 1n}`, patch: `, < ${major}.${minor + 1n}` }[reach];
  const alike = versions.filter((text) => text.startsWith('v') === current.startsWith('v'));
  const constraint = parseConstraint(`> ${current}${end}`);
  const listed = alike.map((version) => ({ version }));
  return newestFirst(listed, { constraint }).shown.map(({ version }) => version);
}

/** A source in a repository at another ref; any other source as it is. */
function withRef(source: CallSource, ref: string): CallSource {
  if (source.kind !== 'remote' || source.location.kind !== 'git') return source;
  const at = (text: string) => text.replace(/(?<=[?&])ref=[^&]*/, () => ref);
  const location = { ...source.location, display: at(source.location.display), ref: ref.slice('ref='.length) };
  return { ...source, text: at(source.text), location };
}
