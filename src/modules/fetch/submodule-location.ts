import { CheckFailedError, SvcError } from '../../base/errors.ts';
import { maskLocation } from '../../base/secrets.ts';
import { longestLocation } from '../address/address.ts';
import { shownName } from '../archive/rejection.ts';
import type { WrittenSubmodule } from './git-tree.ts';
import { parseLocation } from './location.ts';
import type { GitLocation } from './location-kinds.ts';

const hint = 'Submodules are fetched only from the host of their repository, over https or ssh.';
const defaultPorts: Readonly<Record<string, number>> = { https: 443, http: 80, ssh: 22 };
const faults: readonly [RegExp, string][] = [
  [
    /^(?!(https?|ssh):\/\/|([^@/:?-][^@/:?]*@)?[^@/:?-][^@/:?]+:(?!:|\/\/))/i,
    'must be https://…, ssh://… or user@host:path',
  ],
  [/[?#]/, 'has a query or a fragment'],
  [/(\/|:)\.\.?(\/|$)/, 'has "." or ".." inside'],
  [/[^:]\/\//, 'has an empty path segment'],
];

/**
 * Returns the location of a submodule: relative to its repository for `./` and `../`, as git resolves it, else on the same host. The same
 * transport needs the same port; another transport needs default ports on both sides, and is never a downgrade to plain http. The
 * repository's user and password are sent only to the same transport, host and port, and its key only to the same host.
 * @param submodule its path as messages show it
 * @throws {CheckFailedError} for any other place, and for what is rejected from a registry
 */
export function submoduleLocation({ id, path, url }: WrittenSubmodule, from: GitLocation): GitLocation {
  const isLong = url.length > longestLocation;
  const shown = isLong ? `of ${url.length} characters` : shownName(maskLocation(url));
  const rejection = (why: string) =>
    new CheckFailedError(`The submodule ${shownName(path)} is rejected: its URL ${shown} ${why}.`, { hint });
  if (isLong) throw rejection('is longer than 8 KiB');
  const whole = /^\.\.?\//.test(url) ? resolveRelative(from.url, url) : url;
  if (whole === undefined) throw rejection(`points above ${maskLocation(from.url)}`);
  for (const [pattern, why] of faults) if (pattern.test(whole)) throw rejection(why);
  const parsed = parsedLocation(whole, rejection);
  const [base, server] = [serverOf(from.url), serverOf(parsed.url)];
  const isSame = server.host === base.host && server.port === base.port && server.protocol === base.protocol;
  const areUsual = [server, base].every(({ port, protocol }) => port === defaultPorts[protocol]);
  if (!isSame && !(server.host === base.host && areUsual))
    throw rejection(`is on another host or port than ${maskLocation(from.url)}`);
  if (server.protocol === 'http' && base.protocol !== 'http') throw rejection('downgrades to plain http');
  const user = isSame && server.protocol !== 'ssh' && server.user === '' ? base.user : '';
  return {
    kind: 'git',
    url: parsed.url.replace('://', () => `://${user}`),
    ref: id,
    sshkey: server.protocol === 'ssh' ? from.sshkey : undefined,
    display: maskLocation(parsed.url),
  };
}

/**
 * Resolves a relative URL against that of its repository, whose last part counts as a folder; undefined above the server's root, or for a
 * base that is not a plain URL.
 */
export function resolveRelative(base: string, relative: string): string | undefined {
  const [, server, path] = /^([a-z]+:\/\/[^/?]+\/)([^?]+)$/i.exec(base) ?? [];
  if (path === undefined) return undefined;
  const folders = path.replace(/\/$/, '').split('/');
  const [steps] = /^(\.\.?\/)*/.exec(relative)!;
  for (const step of steps.split('/')) if (step === '..' && folders.pop() === undefined) return undefined;
  return server + [...folders, relative.slice(steps.length).replace(/\/$/, '')].join('/');
}

/** Parses a URL like the locations of registries, under the same rules. */
function parsedLocation(url: string, rejection: (why: string) => CheckFailedError): GitLocation {
  try {
    const location = parseLocation(`git::${url}`, new URL('ssh://nothing-is-relative-here/'));
    if (location.kind === 'git') return location;
  } catch (error) {
    if (!(error instanceof SvcError)) throw error;
    throw rejection(`cannot be fetched. ${error.message.replace(/\.$/, '')}`);
  }
  throw rejection('is not that of a repository');
}

/** Returns the server of a repository, and its user with its `@`. */
function serverOf(url: string) {
  const [, protocol = '', user = '', host = '', port] =
    /^([a-z]+):\/\/([^/@]*@)?(\[[^\]/]*\]|[^/:]*)(?::(\d+))?\//i.exec(url) ?? [];
  const kind = protocol.toLowerCase();
  return { protocol: kind, user, host: host.toLowerCase(), port: Number(port ?? defaultPorts[kind]) };
}
