import { posix } from 'node:path';
import { SvcError, UsageError } from '../../base/errors.ts';
import { maskLocation } from '../../base/secrets.ts';
import { registryHostOf, type Tool } from '../../base/system/tools.ts';
import {
  cleanSubdir,
  formatAddress,
  longestLocation,
  type ModuleAddress,
  parseStockAddress,
  splitSubdir,
} from '../address/address.ts';
import { parseHost } from '../address/hostname.ts';
import { type Location, parseLocation } from '../fetch/location.ts';

/** The source of a module call; `text` is its normal form in the stock tool's manifest. */
export type CallSource = { text: string } & (
  | { kind: 'local'; path: string }
  | { kind: 'registry'; address: ModuleAddress; subdir: string | undefined }
  | { kind: 'remote'; location: Location; subdir: string | undefined }
);

/** A base URL that the parser needs; unlike a registry's location, a source in a configuration is never relative. */
const baseUrl = new URL('http://localhost/');
const shapes =
  'Valid sources: ./FOLDER, [HOST/]NAMESPACE/NAME/PROVIDER with a separate version argument, git::https://…, git::ssh://…, or the URL of a .tar.gz, .tar or .zip file: https://…, s3::https://…, gcs::https://…, or oci://HOST/NAME?tag=TAG.';

/**
 * Parses the source of a module call, in the stock tool's order: local, registry, remote
 * (docs/protocol/modules.md#order-of-sources). An address without a host belongs to the tool's default registry, even with
 * `--registry`.
 * @throws {UsageError} for a source that the stock tool rejects or `svc` does not fetch
 */
export function parseCallSource(source: string, tool: Tool = 'terraform'): CallSource {
  if (source.length > longestLocation)
    throw new UsageError(`A module source of ${source.length} characters is longer than 8 KiB.`, { hint: shapes });
  if (/\p{Cs}/u.test(source)) throw new UsageError(`${quoted(source)} contains half of a surrogate pair.`);
  if (/^\.\.?[/\\]/.test(source)) return localSource(source);
  if (source !== source.trim()) {
    const hint = `Remove them: ${quoted(source.trim())}`;
    throw new UsageError(`The module source ${quoted(source)} has leading or trailing blanks.`, { hint });
  }
  if (splitSubdir(source)[1].startsWith('/'))
    throw new UsageError(`The module source ${quoted(source)} has an empty step: write //FOLDER.`, { hint: shapes });
  return registrySource(source, tool) ?? remoteSource(source);
}

/** Returns a source from a downloaded module, which may not choose keys and hosts of an object store. */
export function asForeignSource(source: CallSource): CallSource {
  if (source.kind !== 'remote' || source.location.kind === 'git' || source.location.store?.kind !== 's3') return source;
  const store = { ...source.location.store, isOwn: false, profile: undefined };
  return { ...source, location: { ...source.location, store } };
}

const quoted = (source: string) => JSON.stringify(maskLocation(source));

/** Returns a source for a lock file: passwords, keys and signed values are masked. */
export function shownSource({ text }: CallSource): string {
  return maskLocation(text);
}

function localSource(source: string): CallSource {
  const path = posix.normalize(source.replaceAll('\\', '/')).replace(/(?<=.)\/$/, '');
  // The stock tool adds `./` to every other local path.
  const text = path.startsWith('../') ? path : `./${path}`;
  return { kind: 'local', path, text };
}

/** Returns undefined for anything but a registry address. */
function registrySource(source: string, tool: Tool): CallSource | undefined {
  let parsed: ModuleAddress;
  try {
    if (splitSubdir(source)[0].includes('@')) return undefined;
    parsed = parseStockAddress(source);
  } catch (error) {
    // Report the syntax error only if the text can be nothing but a registry address.
    const [path] = splitSubdir(source);
    if (!/^(?!(github\.com|bitbucket\.org)\/)[^/:?@]+(\/[^/:?@]+){2,3}$/.test(path)) return undefined;
    throw error instanceof UsageError ? new UsageError(error.message, { hint: shapes }) : error;
  }
  const address = { ...parsed, host: parsed.host ?? parseHost(registryHostOf[tool]) };
  return { kind: 'registry', address, subdir: address.subdir, text: formatAddress(address) };
}

function remoteSource(source: string): CallSource {
  const shown = quoted(source);
  if (/^([A-Za-z0-9]+::)?([/~]|file:|[A-Za-z]:[/\\])/.test(source)) {
    const [problem, hint] = source.startsWith('git::')
      ? ['a repository on this machine', 'Use the address that other machines use: git::https://… or git::ssh://…']
      : ['an absolute path', 'Write a path relative to the configuration, starting with ./ or ../'];
    const message = `${shown} is ${problem}, which svc cannot lock: other machines have other files there.`;
    throw new UsageError(message, { hint });
  }
  try {
    const location = parseLocation(source, baseUrl, true);
    const text = normalRemote(source);
    return { kind: 'remote', location, subdir: location.subdir, text };
  } catch (error) {
    if (!(error instanceof SvcError)) throw error;
    const renamed = (_: string, verb: string) => `The module source ${shown} ${verb}`;
    const folder = /^[^?]*\?.*[^:]\/\//.test(source) && 'The folder comes before the query: SOURCE//FOLDER?ref=TAG.';
    const bucket = error.message.includes('in a bucket') && 'Name an archive in it: s3::https://…/BUCKET/KEY.zip.';
    const message = error.message.replace(/^The download location .*? (is|must)/, renamed);
    throw new UsageError(message, { hint: folder || bucket || shapes });
  }
}

/** Returns the stock tool's form of a remote source: long forms only, the folder normalized and before the query. */
function normalRemote(source: string): string {
  const [, getter, plain = source] = /^([A-Za-z0-9]+)::(.*)$/s.exec(source) ?? [];
  const [address, folder] = splitSubdir(plain);
  const [path = '', ...query] = address.split('?');
  const short = /^(github\.com|bitbucket\.org)\/([^/]+\/[^/]+)(?:\/(.*))?$/s.exec(path);
  const scp = /^([^@/:]+)@([^@/:]+):\/?(.*)$/.exec(path);
  const base = short
    ? `git::https://${short[1]}/${short[2]!.replace(/(\.git)?$/, '.git')}`
    : scp
      ? `git::ssh://${scp[1]}@${scp[2]}/${scp[3]}`
      : (getter === undefined ? '' : `${getter}::`) + path;
  const subdir = cleanSubdir(`${short?.[3] ?? ''}/${folder}`) || '';
  return base + (subdir && `//${subdir}`) + (query.length > 0 ? `?${query.join('?')}` : '');
}
