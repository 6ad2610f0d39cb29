import { join } from 'node:path';
import { matchesGlob } from '../../base/glob.ts';
import { isLoopback } from '../../base/origin.ts';
import { Place } from '../../base/place.ts';
import { allEnded } from '../../base/queue.ts';
import { joined } from '../../base/text.ts';
import { readFile } from '../hcl/read.ts';
import type { Sources } from '../lock/call-package.ts';
import type { CallSource } from '../lock/call-source.ts';
import type { Call } from '../lock/calls.ts';
import { declarationsOf, differencesBetween } from '../lock/diff.ts';
import { configurationFiles, textOf } from '../lock/files.ts';
import type { LockedCall } from '../lock/lock-file.ts';
import { type MinAge, unknownDate, whyTooYoung } from '../lock/min-age.ts';
import { movedTo, versionOfTag } from '../lock/version-tags.ts';
import type { Policy } from './policy.ts';
import type { RuleName } from './rules.ts';

/** The result of a rule: a message, true for the rule's own message, or nothing; and the place, if it is not that of the call. */
export type RuleResult = [rule: RuleName, message: string | boolean | undefined, at?: Place];

export function checkSource({ constraint, source }: Call, locked: LockedCall, { hosts, namespaces }: Policy) {
  const urls = urlsOf(source);
  const location = locked.location?.replace(/^\w+::/, '') ?? '';
  const allUrls = [...urls, ...(URL.canParse(location) ? [new URL(location)] : [])];
  const inHosts = urls.map(({ host, hostname }) => [host, hostname]);
  const inNamespaces = urls.map(({ host, pathname }) => {
    const namespace = pathname.replace(/^\/+/, '').replace(/\/*[^/]+\/*$/, '');
    return [`/${namespace}`, `${host}/${namespace}`];
  });
  return [
    ['unpinned', isUnpinned(source, constraint)],
    ['branch', branchOf(source, locked)],
    ['http', allUrls.some(({ hostname, protocol }) => protocol === 'http:' && !isLoopback(hostname))],
    ['host', listFault(hosts, inHosts, (text) => text.toLowerCase())],
    // `example.com/a` must not allow a folder example.com on another host, so such a pattern includes the host.
    [
      'namespace',
      listFault(namespaces, inNamespaces, (text) => (/^[^/.]*\.[^/]*\//.test(text) ? lowerHost(text) : `/${text}`)),
    ],
  ] satisfies RuleResult[];
}

/** Returns the URLs of a source and of its checksum file. The last part of each path is a module, repository or file. */
function urlsOf(source: CallSource): URL[] {
  if (source.kind === 'local') return [];
  if (source.kind === 'registry') {
    const { host, name, namespace } = source.address;
    return [new URL(`https://${host?.ascii}/${namespace}/${name}`)];
  }
  const { location } = source;
  if (location.kind === 'git') return [new URL(lowerHost(location.url))];
  const { checksum, store, url } = location;
  const file = checksum && 'file' in checksum ? [checksum.file] : [];
  return [store?.kind === 'oci' ? new URL(store.repository) : url, ...file];
}

/** Returns a URL, or a text that starts with a host, with a lower-case host, as `URL` does only for http(s). */
function lowerHost(text: string): string {
  return text.replace(/^(\w+:\/\/)?[^/]*/, (start) => start.toLowerCase());
}

function isUnpinned(source: CallSource, constraint: string): boolean {
  if (source.kind === 'registry') return constraint === '';
  if (source.kind === 'local') return false;
  const { location } = source;
  if (location.kind === 'git') return location.ref === undefined;
  const { checksum, store, url } = location;
  if (checksum && !('file' in checksum)) return false;
  if (store?.kind === 'oci') return !store.reference.includes(':') && versionOfTag(store.reference) === undefined;
  return !store || !/[?&](versionId|generation)=/.test(url.search);
}

function branchOf(source: CallSource, { commit }: LockedCall): string | undefined {
  const ref = source.kind === 'remote' && source.location.kind === 'git' && source.location.ref;
  if (!ref) return undefined;
  const isCommit = /^[0-9a-f]{7,64}$/i.test(ref) && (commit?.startsWith(ref.toLowerCase()) ?? true);
  const isVersion = !ref.startsWith('refs/heads/') && versionOfTag(ref) !== undefined;
  return isCommit || isVersion ? undefined : `ref=${ref} is neither a version nor a commit`;
}

/** Returns the message for the first place whose names all match no allowed pattern. */
function listFault(
  allowed: readonly string[] | undefined,
  places: readonly (readonly string[])[],
  patternOf: (text: string) => string,
): string | undefined {
  const isAllowed = (names: readonly string[]) =>
    allowed?.some((text) => names.some((name) => matchesGlob(patternOf(text), name)));
  const disallowed = allowed && places.find((names) => !isAllowed(names));
  const place = disallowed?.[0]?.replace(/^\//, '') || 'a source without a namespace';
  return disallowed && `${place} is not among the allowed: ${joined(allowed)}`;
}

/** Finds the programs that a module runs. @param isPlaced whether each result gets a place of its own */
export function checkPrograms(folder: string, { isPlaced, tool }: { isPlaced: boolean } & Pick<Sources, 'tool'>) {
  return configurationFiles(folder, folder, tool).flatMap((file) =>
    commandsIn(file, textOf(join(folder, file), file)).map(({ kind, line }): RuleResult => {
      const text = `runs a program: ${kind}`;
      return isPlaced ? [kind, text, new Place(join(folder, file), line)] : [kind, `${text} at ${file}:${line}`];
    }),
  );
}

/** Checks the locked version of a call against its registry or repository. @throws all errors of registries */
export async function checkVersion(call: Call, locked: LockedCall, minAge: MinAge | undefined, sources: Sources) {
  const { source } = call;
  const { submodules, version } = locked;
  const { registries } = sources;
  const why = await whyTooYoung(call, locked, { ...sources, minAge }).catch(unknownDate);
  const moved = await movedTo(call, locked, sources);
  const results: RuleResult[] = [
    ['moved', moved && `its version tag names commit ${moved} now, the lock has ${locked.commit}`],
    ['min-age', why && `it ${why}`],
  ];
  if (source.kind !== 'registry' || version === undefined) return results;
  const described = await registries.describe(source.address, version);
  const deprecated = await registries.deprecation(source.address, version);
  const newest = await registries.choose(call, source.address, sources.warn);
  const versions = newest === version ? [] : [version, newest];
  const read = (each: string) => declarationsOf(call, { submodules, version: each }, sources);
  const [was, is] = await allEnded(versions.map(read));
  const differences = was && is ? differencesBetween(was, is) : [];
  const newProviders = differences.filter(({ change, part }) => part === 'provider' && change === 'added');
  const providers = joined(newProviders.map(({ name }) => name));
  return [
    ...results,
    ['unverified', described?.verified === false],
    ['deprecated', deprecated && `deprecated: ${deprecated}`],
    ['new-provider', providers && `the newest allowed version requires ${providers}`],
  ] satisfies RuleResult[];
}

const kinds = { 'local-exec': 'provisioner', 'remote-exec': 'provisioner', external: 'data' } as const;
const names = Object.keys(kinds) as (keyof typeof kinds)[];

/** Returns the kinds and lines of the blocks of a file that run programs, in resources, at each plan and in checks. Never throws. */
export function commandsIn(file: string, text: string): { kind: keyof typeof kinds; line: number }[] {
  return readFile(file, text).blocks.flatMap(({ block, lineOf }) =>
    [block, ...block.blocks].flatMap(({ at, labels, type }) => {
      const kind = names.find((each) => each === labels[0] && kinds[each] === type);
      return kind ? [{ kind, line: lineOf(at) }] : [];
    }),
  );
}
