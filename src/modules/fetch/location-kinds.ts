import { CheckFailedError, ProtocolError } from '../../base/errors.ts';

export interface Context {
  readonly shown: string;
  readonly display: string;
  readonly downloadUrl: URL;
  readonly subdir: string | undefined;
  /** Set if the user's own configuration names the location. */
  readonly isOwn: boolean;
}

export const locationHint =
  'The registry must answer with the https URL of a .tar.gz, .tar or .zip file, or with git::https://… or git::ssh://…';

/** Removes parameters from a query, and leaves the others unchanged, because a signature may cover them. */
export function takeQuery(query: string, names: readonly string[], shown: string): [Map<string, string>, string] {
  const parameters = new Map<string, string>();
  const rest = query.split('&').filter((pair) => {
    const [[name, value] = ['', '']] = new URLSearchParams(pair);
    if (!names.includes(name)) return true;
    if (parameters.has(name)) throw malformed(shown, `it has ${name}= twice`);
    parameters.set(name, value);
    return false;
  });
  return [parameters, rest.join('&')];
}

export function rejectDowngrade(protocol: string, { shown, downloadUrl }: Context): void {
  if (protocol.toLowerCase() !== 'http:' || downloadUrl.protocol !== 'https:') return;
  throw new CheckFailedError(`The registry answers over https but points to plain http: ${shown}.`, {
    hint: 'The registry must serve its archives over https.',
  });
}

export function malformed(shown: string, reason: string): ProtocolError {
  return new ProtocolError(`The download location ${shown} is not valid: ${reason}.`, { hint: locationHint });
}

export function unsupported(shown: string, problem: string, hint = locationHint): CheckFailedError {
  return new CheckFailedError(`The download location ${shown} is unsupported: ${problem}.`, { hint });
}

export interface GitLocation {
  readonly kind: 'git';
  /** Without `ref`, `depth` (svc needs only one commit), `sshkey` and subdir; may contain user and password. */
  readonly url: string;
  readonly ref?: string | undefined;
  /** A private key in base64: a secret. */
  readonly sshkey?: string | undefined;
  readonly subdir?: string | undefined;
  readonly display: string;
}

const gitUrl = /^(https?:|ssh:)\/\/(?:([^/@]+)@)?([a-z0-9._-]+(?::[0-9]+)?|\[[0-9a-f:.]+\](?::[0-9]+)?)\/+[^/-].*$/i;
/** The names that git's check-ref-format rejects, and a leading hyphen, which git would read as an option. */
const badRef = /^[-/.]|^@$|[\p{Cc} ~^:?*[\\]|\.\.|@\{|\/[/.]|\.lock(\/|$)|[/.]$/u;

/** Reads the URL of a git repository. @throws {SvcError} for a URL that git cannot fetch or would misread */
export function gitAt(source: string, context: Context): GitLocation {
  const { shown, display, subdir } = context;
  if (source.includes('#')) throw malformed(shown, 'it has a fragment');
  const [address = '', ...queries] = source.split('?');
  const [magic, query] = takeQuery(queries.join('?'), ['ref', 'depth', 'sshkey', 'archive', 'checksum'], shown);
  const [, protocol = '', user, host = ''] = gitUrl.exec(address) ?? [];
  const isOdd = user?.startsWith('-') || (protocol !== 'https:' && user?.includes('%'));
  // The password would be visible in the process list, and ssh ignores it anyway.
  const hasPassword = /^ssh:$/i.test(protocol) && user?.includes(':');
  if (!URL.canParse(address) || !host || /^-|%/.test(host) || isOdd || hasPassword)
    throw malformed(shown, 'it is not a valid git URL');
  rejectDowngrade(protocol, context);
  if (magic.get('archive') || magic.get('checksum'))
    throw malformed(shown, 'archive= and checksum= do not apply to git');
  const [ref, key] = [magic.get('ref'), magic.get('sshkey')?.replaceAll(' ', '+')];
  if (ref === '') throw malformed(shown, 'its ref= is empty');
  if (ref && badRef.test(ref)) throw malformed(shown, `${JSON.stringify(ref)} is not a git ref`);
  if (key && !/^[A-Za-z0-9+/]+={0,2}$/.test(key)) throw malformed(shown, 'its sshkey is not base64');
  const url = address + (query && `?${query}`);
  return { kind: 'git', url, ref, sshkey: key || undefined, subdir, display };
}

/** A package in a registry of OCI (`oci://HOST/NAME?tag=…|digest=…`). */
export interface OciReference {
  kind: 'oci';
  repository: string;
  reference: string;
}

/** The object store of an archive. In S3, `isOwn` is set if the user's own configuration names the location. */
export type Store =
  | { kind: 's3'; region: string; profile: string | undefined; isOwn: boolean }
  | { kind: 'gcs' }
  | (OciReference & { authorization?: string | undefined });

export interface Stored {
  url: URL;
  store?: Store | undefined;
}

/** Matches the hosts of S3 at AWS, and their region. Other names below amazonaws.com may belong to customers of AWS. */
export const awsHost =
  /(?:^|\.)s3(?:-[a-z]{1,12}){0,2}(?:\.dualstack)?(?:[.-]([a-z]{2,3}(?:-[a-z]{1,12}){1,3}-\d))?\.amazonaws\.com(?:\.cn)?$/;

const keysInUrl = ['aws_access_key_id', 'aws_access_key_secret', 'aws_access_token'];

/** Returns the object that a URL after `s3::` names. @throws {SvcError} for keys in the URL */
export function inS3(sourceUrl: URL, { isOwn, shown }: Context): Stored {
  const url = new URL(sourceUrl);
  const names = ['region', 'version', 'aws_profile', ...keysInUrl];
  const [parameters, query] = takeQuery(url.search.slice(1), names, shown);
  if (keysInUrl.some((name) => parameters.has(name)))
    throw unsupported(shown, 'a key in a URL', 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead.');
  const version = parameters.get('version');
  const rest = version ? [`versionId=${encodeURIComponent(version)}`] : [];
  url.search = [query, ...rest].filter((part) => part !== '').join('&');
  const [, ofHost] = awsHost.exec(url.hostname) ?? [];
  const region = ofHost ?? (parameters.get('region') || 'us-east-1');
  if (!/^[a-z0-9-]{1,32}$/.test(region)) throw malformed(shown, 'its region= is not a region of AWS');
  return { url, store: { kind: 's3', region, profile: (isOwn && parameters.get('aws_profile')) || undefined, isOwn } };
}

/** Returns the object that a URL after `gcs::` names. @throws {SvcError} for a URL of another form */
export function inGcs(sourceUrl: URL, { shown }: Context): Stored {
  const [, bucket, object] = /^\/storage\/v1\/([^/]+)\/(.+)$/.exec(sourceUrl.pathname) ?? [];
  if (!/(^|\.)googleapis\.com$/.test(sourceUrl.hostname) || sourceUrl.protocol !== 'https:' || object === undefined)
    throw malformed(shown, 'it is not https://www.googleapis.com/storage/v1/BUCKET/OBJECT');
  const url = new URL(sourceUrl);
  url.pathname = `/storage/v1/b/${bucket}/o/${object.replaceAll('/', '%2F')}`;
  url.search = `?alt=media${sourceUrl.search.replace('?', '&')}`;
  return { url, store: { kind: 'gcs' } };
}

const part = '[a-z0-9]+(?:(?:[.]|_{1,2}|-+)[a-z0-9]+)*';
const repository = new RegExp(`^oci://([a-z0-9][a-z0-9.-]*(?::[0-9]{1,5})?)/(${part}(?:/${part})*)$`);

/** Reads an address of OpenTofu's form (docs/protocol/modules.md#oci). @throws {SvcError} for another form */
export function ociAt(source: string, { shown }: Context): { url: URL; store: OciReference } {
  const [address = '', ...queries] = source.split('?');
  const [parameters, rest] = takeQuery(queries.join('?'), ['tag', 'digest'], shown);
  const [, host, name] = repository.exec(address) ?? [];
  if (host === undefined || !URL.canParse(`https://${host}/`) || rest !== '')
    throw malformed(shown, 'it is not oci://HOST/NAME?tag=TAG or oci://HOST/NAME?digest=sha256:HEX');
  const [tag, digest] = [parameters.get('tag'), parameters.get('digest')];
  if (tag !== undefined && digest !== undefined) throw malformed(shown, 'it has both tag= and digest=');
  if (tag !== undefined && !/^[A-Za-z0-9_][\w.-]{0,127}$/.test(tag)) throw malformed(shown, 'its tag= is not a tag');
  if (digest !== undefined && !/^sha256:[0-9a-f]{64}$/.test(digest))
    throw unsupported(shown, 'a digest other than sha256:HEX');
  const reference = digest ?? tag ?? 'latest';
  const url = new URL(`https://${host}/v2/${name}/manifests/${reference}`);
  return { url, store: { kind: 'oci', repository: address, reference } };
}
