import { ProtocolError } from '../../base/errors.ts';
import { maskLocation } from '../../base/secrets.ts';
import { unlessThrown } from '../../base/unless-thrown.ts';
import { cleanSubdir, longestLocation, parseStockAddress, splitSubdir } from '../address/address.ts';
import {
  type Context,
  type GitLocation,
  gitAt,
  inGcs,
  inS3,
  locationHint,
  malformed,
  ociAt,
  rejectDowngrade,
  type Store,
  takeQuery,
  unsupported,
} from './location-kinds.ts';

export type ArchiveFormat = 'tar.gz' | 'tar' | 'zip';

export interface Digest {
  algorithm: 'md5' | 'sha1' | 'sha256' | 'sha512';
  digest: string;
}

export type Checksum = Digest | { file: URL };

export interface ArchiveLocation {
  readonly kind: 'archive';
  /** Without `archive`, `checksum` and subdir; may contain user and password, and signed query values. */
  readonly url: URL;
  readonly format: ArchiveFormat;
  /** Relative and clean; may be a pattern. */
  readonly subdir?: string | undefined;
  readonly checksum?: Checksum | undefined;
  readonly store?: Store | undefined;
  /** Secrets masked. */
  readonly display: string;
}

/** A URL whose content is unknown: an archive, or a page that names an archive. */
export interface PageLocation extends Omit<ArchiveLocation, 'kind' | 'format'> {
  readonly kind: 'page';
}

export type Location = ArchiveLocation | GitLocation | PageLocation;

/** Archive formats by file ending and by value of `archive=` (docs/protocol/modules.md#locations). */
const formats = new Map<string, ArchiveFormat>([
  ...(['tar.gz', 'tar', 'zip'] as const).map((format) => [format, format] as const),
  ['tgz', 'tar.gz'],
]);
/** All known endings, including formats that svc does not unpack. */
const endings = /\.(tar\.gz|tgz|tar|zip|tar\.(?:t?bz2|xz|zst)|tbz2|txz|tzst|gz|bz2|xz|zst)$/;
/** Hash algorithms by the number of hex digits. */
const digestAlgorithms: Readonly<Record<number, Digest['algorithm']>> = {
  32: 'md5',
  40: 'sha1',
  64: 'sha256',
  128: 'sha512',
};

/**
 * Parses a location from a download response, or a source of the user's own configuration (docs/protocol/modules.md#locations).
 * @param downloadUrl the full URL of the request
 * @throws {ProtocolError} for a value that is not a direct remote location; {CheckFailedError} for another scheme or format, and for http
 * from an https registry
 */
export function parseLocation(raw: string, downloadUrl: URL, isOwn = false): Location {
  if (raw.length > longestLocation) throw malformed(`of ${raw.length} characters`, 'it is longer than 8 KiB');
  const display = maskLocation(raw);
  const shown = JSON.stringify(display.length > 200 ? `${display.slice(0, 200)}…` : display);
  rejectRaw(raw, shown);
  const [, getter, plain = raw] = /^([A-Za-z0-9]+)::(.*)$/.exec(raw) ?? [];
  const [source, folder] = splitSubdir(plain);
  const address = source.replaceAll(' ', '%20');
  const shorthand = expandShorthand(address);
  const subdir = cleanSubdir(`${shorthand?.folder ?? ''}/${folder}`);
  if (subdir === false) throw malformed(shown, 'its //folder is outside the archive');
  const context: Context = { shown, display, downloadUrl, subdir, isOwn };
  if (/^(\/|\.\.?\/)/.test(raw)) return archiveAt(ownUrl(address, context), context);
  if (unlessThrown(() => parseStockAddress(raw))) throw malformed(shown, 'it is the address of a module in a registry');
  if (shorthand && (getter === undefined || getter === 'git')) return gitAt(shorthand.url, context);
  return remote(getter, address, context);
}

/** Rejects what URL parsing would hide: the parser drops tabs and line breaks and turns backslashes into slashes. */
function rejectRaw(raw: string, shown: string): void {
  if (raw.trim() === '') throw new ProtocolError('The registry gave no download location.', { hint: locationHint });
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(raw))
    throw malformed(shown, 'it contains a line break or a control character');
  if (raw.includes('\\')) throw malformed(shown, 'it contains a backslash');
  if (raw.startsWith('//')) throw malformed(shown, 'it names another host without a scheme');
  if (/^([A-Za-z0-9]+::)?-/.test(raw)) throw malformed(shown, 'it starts with a hyphen');
  if (/^[^?]*%([01][0-9a-f]|7f)/i.test(raw)) throw malformed(shown, 'it contains an encoded control character');
}

/** Chooses the getter by the prefix before `::`, else by the scheme; `git@host:path` is git. */
function remote(getter: string | undefined, source: string, context: Context): Location {
  const { shown } = context;
  const nested = /^([A-Za-z0-9]+)::/.exec(source)?.[1];
  if (nested) throw unsupported(shown, `${nested}:: inside ${getter}::`);
  const scheme = /^(file(?=:)|[a-z][a-z0-9+.-]*(?=:\/\/))/i.exec(source)?.[1]?.toLowerCase();
  const [scp, user, host, path] = (!scheme && /^(?:([^@/:?]+)@)?([^@/:?]{2,}):\/?([^/].*)$/.exec(source)) || [];
  const isWeb = scheme === 'http' || scheme === 'https';
  if (getter === undefined || getter === 'http' || getter === 'https') {
    if (isWeb) return archiveAt(webUrl(source, context), context);
    if (scheme === 'oci' && getter === undefined) {
      const { display, subdir } = context;
      return { kind: 'archive', format: 'zip', ...ociAt(source, context), subdir, display };
    }
    if (scheme) throw unsupported(shown, `${scheme}://`);
    if (getter === undefined && user === 'git') return gitAt(`ssh://git@${host}/${path}`, context);
    throw malformed(shown, 'it is a local path or a name without a scheme');
  }
  if (isWeb && (getter === 's3' || getter === 'gcs')) return inStore(getter, source, context);
  if (getter !== 'git') throw unsupported(shown, `${getter}::`);
  if (scp) return gitAt(`ssh://${user ? `${user}@` : ''}${host}/${path}`, context);
  if (isWeb || scheme === 'ssh') return gitAt(source, context);
  throw unsupported(shown, scheme ? `git over ${scheme}://` : 'a local git repository');
}

function inStore(kind: 's3' | 'gcs', source: string, context: Context): ArchiveLocation {
  const parsed = archiveAt(webUrl(source, context), context);
  if (parsed.kind === 'page') throw unsupported(context.shown, 'a folder in a bucket');
  if (parsed.url.username || parsed.url.password) throw malformed(context.shown, 'it has a user name');
  return { ...parsed, ...(kind === 's3' ? inS3(parsed.url, context) : inGcs(parsed.url, context)) };
}

/** Expands `github.com/OWNER/REPOSITORY[/FOLDER]` and the like. */
function expandShorthand(source: string): { url: string; folder: string } | undefined {
  const match = /^(github\.com|gitlab\.com|bitbucket\.org)\/([^/?]+\/[^/?]+)(?:\/([^?]*))?(\?.*)?$/.exec(source);
  if (!match) return undefined;
  const [, host, repository = '', folder = '', query = ''] = match;
  return { url: `https://${host}/${repository.replace(/(\.git)?$/, '.git')}${query}`, folder };
}

/** Resolves a relative location. The registry's user and password are not sent for the archive. */
function ownUrl(path: string, { shown, downloadUrl }: Context): URL {
  const url = URL.canParse(path, downloadUrl.href) ? new URL(path, downloadUrl) : undefined;
  if (url?.origin !== downloadUrl.origin) throw malformed(shown, 'it does not resolve against the request URL');
  url.username = '';
  url.password = '';
  return url;
}

function webUrl(source: string, context: Context): URL {
  const url = /^https?:\/\/[^/?]/i.test(source) && URL.canParse(source) ? new URL(source) : undefined;
  if (!url || url.hostname.startsWith('-')) throw malformed(context.shown, 'it is not a valid URL');
  rejectDowngrade(url.protocol, context);
  return url;
}

function archiveAt(url: URL, context: Context): ArchiveLocation | PageLocation {
  const { shown, display, subdir } = context;
  const [magic, query] = takeQuery(url.search.slice(1), ['archive', 'checksum'], shown);
  url.search = query;
  // terraform also ignores the fragment, which is never sent.
  url.hash = '';
  const format = archiveFormat(url.pathname, magic.get('archive') ?? '', context);
  const sum = magic.get('checksum');
  const parsed = { url, subdir, checksum: sum ? parseChecksum(sum, context) : undefined, display };
  return format === 'page' ? { kind: 'page', ...parsed } : { kind: 'archive', format, ...parsed };
}

function archiveFormat(path: string, requested: string, { shown }: Context): ArchiveFormat | 'page' {
  const ending = requested.toLowerCase() || endings.exec(path.toLowerCase())?.[1];
  if (ending === undefined || /^(0|f|false)$/.test(ending)) return 'page';
  const format = formats.get(ending);
  if (format) return format;
  throw unsupported(shown, `the archive format ${JSON.stringify(ending)}`);
}

function parseChecksum(text: string, context: Context): Checksum {
  const [, type, digest = ''] = /^(?:([^:]*):)?(.*)$/s.exec(text)!;
  if (type === 'file') {
    if (!/^https?:\/\//i.test(digest)) throw unsupported(context.shown, 'a checksum file that is not a URL');
    return { file: webUrl(digest, context) };
  }
  const parsed = readDigest(digest, type);
  if (!parsed) throw malformed(context.shown, 'its checksum is not an md5, sha1, sha256 or sha512 in hex digits');
  return parsed;
}

/** Reads a digest; undefined for other text, and if its length does not match the named algorithm. */
export function readDigest(hex: string, type?: string): Digest | undefined {
  const algorithm = digestAlgorithms[hex.length];
  if (!algorithm || !/^[0-9a-f]+$/i.test(hex) || (type !== undefined && type.toLowerCase() !== algorithm))
    return undefined;
  return { algorithm, digest: hex.toLowerCase() };
}
