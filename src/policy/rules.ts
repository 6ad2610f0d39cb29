import { matchesGlob } from '../base/glob.ts';
import { isLoopback } from '../base/origin.ts';
import { joined } from '../base/text.ts';
import { unlessThrown } from '../base/unless-thrown.ts';
import type { Command } from '../hcl/commands.ts';
import type { CallSource } from '../lock/call-source.ts';
import type { LockedCall } from '../lock/lock-file.ts';
import { versionOfTag } from '../lock/outdated.ts';

export type Level = 'error' | 'warning' | 'note';

/** A module call and what is known of it; offline nothing of what its registry says. */
export interface CallFacts {
  /** Call path. */
  module: string;
  /** `FILE:LINE` of the call in the configuration, or of the one that leads to it. */
  at: string;
  /** The source as messages show it, secrets masked. */
  shown: string;
  source?: CallSource | undefined;
  constraint?: string | undefined;
  locked?: LockedCall | undefined;
  /** How it differs from the lock. */
  drift?: string | undefined;
  /** Why svc cannot read it. */
  unread?: string | undefined;
  /** Whether it is a folder outside the repository. */
  isOutside?: boolean;
  /** The programs that its module runs; those of the configuration's own folders have a place in it. */
  commands?: readonly (Command & { at: string | undefined })[];
  published?: Date | undefined;
  deprecated?: string | undefined;
  isVerified?: boolean | undefined;
  /** The providers that the newest allowed version requires and the locked one does not. */
  newProviders?: readonly string[];
}

/** What a policy allows. */
interface Allowed {
  hosts?: readonly string[] | undefined;
  namespaces?: readonly string[] | undefined;
  minAgeMs?: number | undefined;
  now: Date;
}

interface Rule {
  level: Level;
  needs: 'configuration' | 'lock' | 'modules' | 'registry';
  /** What it finds; the message of a finding without its own. */
  finds: string;
  /** Whether there is a finding, or its message; or several, with their own places. */
  find(facts: CallFacts, allowed: Allowed): { text: string; at: string | undefined }[] | string | boolean | undefined;
}

const rule = (level: Level, needs: Rule['needs'], finds: string, find: Rule['find']): Rule => {
  return { level, needs, finds, find };
};

/** The rules of an audit: a rule is one entry here. */
export const rules = {
  lock: rule('error', 'lock', 'no lock, or a call that differs from the lock', ({ drift }) => drift),
  unread: rule('warning', 'configuration', 'a call that svc cannot read, so nothing checks it', ({ unread }) => unread),
  unpinned: rule('warning', 'configuration', 'no version, ref=, checksum= or digest= pins the source', isUnpinned),
  branch: rule('warning', 'configuration', 'a ref= that is neither a version nor a commit', ({ locked, source }) => {
    const ref = source?.kind === 'remote' && source.location.kind === 'git' && source.location.ref;
    if (!ref) return false;
    const isCommit = /^[0-9a-f]{7,64}$/i.test(ref) && (locked?.commit?.startsWith(ref.toLowerCase()) ?? true);
    const isVersion = !ref.startsWith('refs/heads/') && versionOfTag(ref) !== undefined;
    return !isCommit && !isVersion && `ref=${ref} is neither a version nor a commit`;
  }),
  http: rule(
    'error',
    'lock',
    'plain http, in the source, its checksum file or the locked location',
    ({ locked, source }) =>
      [...urlsOf(source), urlIn(locked?.location)].some(
        (url) => url?.protocol === 'http:' && !isLoopback(url.hostname),
      ),
  ),
  host: rule('error', 'configuration', 'a host that hosts does not list', ({ source }, { hosts }) => {
    const places = placesOf(source).map(({ host, hostname }) => [host, hostname]);
    const match = (pattern: string, names: readonly string[]) =>
      names.some((each) => matchesGlob(pattern.toLowerCase(), each));
    return hosts && unlisted(hosts, places, match);
  }),
  namespace: rule(
    'error',
    'configuration',
    'a namespace that namespaces does not list',
    ({ source }, { namespaces }) => {
      const places = placesOf(source).map(({ host, namespace }) => [namespace, `${host}/${namespace}`]);
      // A pattern with a host does not allow a folder of that name on another host.
      const match = (pattern: string, [namespace = '', whole = '']: readonly string[]) =>
        matchesGlob(pattern, /^[^/]*\.[^/]*\//.test(pattern) ? whole : namespace);
      return namespaces && unlisted(namespaces, places, match);
    },
  ),
  outside: rule('error', 'configuration', 'a local source outside the repository', ({ isOutside }) => isOutside),
  'local-exec': rule('warning', 'modules', 'a program that runs on the machine of terraform', runs('local-exec')),
  'remote-exec': rule('warning', 'modules', 'a program that runs on a new machine', runs('remote-exec')),
  external: rule('warning', 'modules', 'a program that runs at each plan', runs('external')),
  'min-age': rule('error', 'registry', 'a version younger than min-age', ({ published }, { minAgeMs = 0, now }) => {
    return published && now.getTime() - published.getTime() < minAgeMs && `published ${published.toISOString()}`;
  }),
  unverified: rule(
    'note',
    'registry',
    'a publisher that its registry calls unverified',
    (facts) => facts.isVerified === false,
  ),
  deprecated: rule(
    'warning',
    'registry',
    'a deprecated version',
    ({ deprecated }) => deprecated && `deprecated: ${deprecated}`,
  ),
  'new-provider': rule(
    'note',
    'registry',
    'a provider that the newest allowed version requires and the locked one does not',
    ({ newProviders = [] }) => newProviders.length > 0 && `the newest allowed version requires ${joined(newProviders)}`,
  ),
};
export type RuleName = keyof typeof rules;
export const ruleNames = Object.keys(rules) as RuleName[];
export const registryRules = ruleNames.filter((name) => rules[name].needs === 'registry');

function runs(kind: string): Rule['find'] {
  return ({ commands = [] }) =>
    commands
      .filter((command) => command.kind === kind)
      .map(({ at, file, line }) => ({ at, text: `runs a program: ${kind}${at ? '' : ` at ${file}:${line}`}` }));
}

function isUnpinned({ constraint, source }: CallFacts): boolean {
  if (source?.kind === 'registry') return constraint === '';
  if (source?.kind !== 'remote') return false;
  const { location } = source;
  if (location.kind === 'git') return location.ref === undefined;
  const { checksum, store, url } = location;
  const isFixed =
    store?.kind === 'oci' ? store.reference.includes(':') : store && /[?&](versionId|generation)=/.test(url.search);
  return !isFixed && (checksum === undefined || 'file' in checksum);
}

function urlIn(text = ''): URL | undefined {
  return unlessThrown(() => new URL(text.replace(/^\w+::/, '')));
}

/** The URLs of a source, and of the file of its checksum. */
function urlsOf(source: CallSource | undefined): URL[] {
  if (source?.kind !== 'remote') return [];
  const { location } = source;
  if (location.kind === 'git') return [new URL(location.url)];
  const { checksum, store, url } = location;
  return [
    store?.kind === 'oci' ? new URL(store.repository) : url,
    ...(checksum && 'file' in checksum ? [checksum.file] : []),
  ];
}

/** The hosts of a source and its namespaces there: that of a registry, or the folders of a URL's path. */
function placesOf(source: CallSource | undefined): { host: string; hostname: string; namespace: string }[] {
  if (source?.kind === 'registry') {
    const host = source.address.host?.ascii ?? '';
    return [{ host, hostname: host.replace(/:\d+$/, ''), namespace: source.address.namespace }];
  }
  return urlsOf(source).map(({ host, hostname, pathname }) => {
    return { host, hostname, namespace: pathname.replace(/^\/+/, '').replace(/\/*[^/]+\/*$/, '') };
  });
}

/** What is said of the first place that no pattern matches. */
function unlisted(
  allowed: readonly string[],
  places: readonly (readonly string[])[],
  matches: (pattern: string, names: readonly string[]) => boolean,
): string | undefined {
  const found = places.find((names) => !allowed.some((pattern) => matches(pattern, names)));
  return found && `${found[0] || 'a source without a namespace'} is not among the allowed: ${joined(allowed)}`;
}
