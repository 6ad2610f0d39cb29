import { CancelledError, NotFoundError, SvcError } from '../base/errors.ts';
import { allEnded } from '../base/queue.ts';
import { newestFirst } from '../module/address/choose.ts';
import { parseConstraint, raised } from '../module/address/constraint.ts';
import { parseVersion } from '../module/address/version.ts';
import type { Sources } from './call-package.ts';
import { parseCallSource, shownSource } from './call-source.ts';
import type { Call } from './calls.ts';
import { declarationsOf } from './compare.ts';
import { type Difference, differencesBetween } from './diff.ts';
import { literalsIn } from './edits.ts';
import type { Folder } from './folder.ts';
import type { Lock, LockedCall } from './lock-file.ts';
import { firstOldEnough, type MinAge, whyTooYoung } from './min-age.ts';
import { type Known, versionsOf } from './version-tags.ts';

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
  minAge: MinAge | undefined;
}

/**
 * Finds newer versions for the locked calls of a configuration. A call that keeps its version, although it may have a newer one, is warned of.
 * @returns what to show, each call as it is then, and the edit of each where its constraint does not allow the version
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
  const { at, name, source } = call;
  const { lock, publishedAt, registries, warn } = options;
  const isOwn = path === name;
  const say = (what: string) => void warn(`${at}: module ${path} ${what}.`);
  const { commit, submodules, version: locked = '' } = lock.get(path) ?? {};
  const known = await versionsOf(source, locked, options);
  if (known === undefined) return isOwn ? say('stays: its source has no version tag') : undefined;
  const { current, isFloating, unknown, versions } = known;
  if (isFloating) return isOwn ? say(`stays: ${unknown}`) : undefined;
  const next = (to: string) => callAt(call, to, known);
  const { instead, version: to } = await firstOldEnough(newer(current, versions, options.reach), (each) =>
    whyTooYoung(next(each).call, next(each), options),
  );
  if (instead !== undefined && isOwn) say(`${to === undefined ? `stays at ${current}` : `gets ${to}`}; ${instead}`);
  if (to === undefined) return unknown && isOwn ? say(`stays: ${unknown}`) : undefined;
  if (!isOwn) return say(`stays at ${current}, ${to} is newer: run svc module update in its folder`);
  const { call: updated, fresh, part, version, was } = next(to);
  if (fresh === undefined) return say(`stays at ${current}: its constraint "${was}" excludes ${to}`);
  const edit = was === fresh ? undefined : literals.get(`${name} ${part}`)?.(was, fresh);
  if (was !== fresh && !edit)
    return say(`stays at ${current}, not ${to}: "${was}" is not in a plain string of a *.tf file`);
  const read = (of: Call, fixed: Partial<LockedCall>, otherwise: string) =>
    declarationsOf(of, fixed, options).catch((error: unknown) => {
      if (!(error instanceof NotFoundError)) throw error;
      return say(`${otherwise}: ${error.message.replace(/\.$/, '')}`);
    });
  const after = await read(updated, { submodules, version }, `stays at ${current}, not ${to}`);
  if (after === undefined) return undefined;
  const fixed = { commit, submodules, version: version && current };
  const before = await read(call, fixed, `gets ${to}, not compared with ${current}`);
  const changes = before ? differencesBetween(before, after).filter(({ part }) => /^(input|output)$/.test(part)) : [];
  for (const each of changes.filter(({ effect }) => effect === 'breaks'))
    say(`at ${to}: ${each.part} ${each.name} ${each.change}: ${each.why}`);
  const published = (await publishedAt(updated, { version }).catch(ignored))?.toISOString() ?? null;
  const page =
    source.kind === 'registry' ? (await registries.describe(source.address, to).catch(ignored))?.source : source.text;
  const url = /^(?:git::)?(https:.*)/s.exec(String(page))?.[1] ?? '';
  // Without what may be secret.
  const links = URL.canParse(url) ? [new URL(url)].map(({ host, pathname }) => `https://${host}${pathname}`) : [];
  const row = { module: name, source: shownSource(source), from: current, to, published, changes, links };
  return { row, edit, call: updated };
}

/** A call at another version, and what is written for it: the part, its text until now, and the one after; undefined if that cannot be. */
function callAt(call: Call, to: string, { current, ref = '' }: Known) {
  const { constraint, source } = call;
  if (source.kind === 'registry') {
    const fresh = constraint && raised(parseConstraint(constraint), parseVersion(to)!);
    return { call: { ...call, constraint: fresh ?? '' }, version: to, part: 'version', was: constraint, fresh };
  }
  const [was = '', value = ''] = /(?<=[?&])ref=([^&]*)/.exec(source.text) ?? [];
  const encoded = (text: string) => text.replaceAll('+', '%2B');
  const isPlain = value.endsWith(encoded(current));
  const prefix = isPlain ? value.slice(0, -encoded(current).length) : encodeURIComponent(ref.slice(0, -current.length));
  const fresh = `ref=${prefix}${encoded(to)}`;
  return {
    call: { ...call, source: parseCallSource(source.text.replace(/(?<=[?&])ref=[^&]*/, () => fresh)) },
    part: 'source',
    was,
    fresh,
  };
}

/** The releases after a version, newest first. */
function newer(current: string, versions: readonly string[], reach: UpdateOptions['reach']): string[] {
  const [major = 0n, minor = 0n] = parseVersion(current)?.segments ?? [];
  const end = { major: '', minor: `, < ${major + 1n}`, patch: `, < ${major}.${minor + 1n}` }[reach];
  const constraint = parseConstraint(`> ${current}${end}`);
  const listed = versions.map((version) => ({ version }));
  return newestFirst(listed, { constraint }).shown.map(({ version }) => version);
}

/** Nothing for an expected error: what only informs stops no update. @throws any other one */
function ignored(error: unknown): undefined {
  if (error instanceof CancelledError || !(error instanceof SvcError)) throw error;
}
