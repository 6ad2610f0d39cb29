import { join } from 'node:path';
import { AuthError, UsageError } from '../../base/errors.ts';
import { isLoopback } from '../../base/origin.ts';
import { maskUrl } from '../../base/secrets.ts';
import { textIn } from '../../base/system/files.ts';
import { homeFolder } from '../../base/system/processes.ts';
import type { Environment } from '../../base/system/programs.ts';
import { type Context, malformed, takeQuery, unsupported } from './location-context.ts';

/** What `oci://HOST/NAME?tag=…|digest=…` names; the URL is that of its manifest. */
export interface OciReference {
  kind: 'oci';
  /** `oci://HOST/NAME` */
  repository: string;
  /** A tag, or a digest. */
  reference: string;
}

/** How requests for an archive in an object store are authorized; in S3, `isOwn` if the user's own configuration names it. */
export type Store =
  | { kind: 's3'; region: string; profile: string | undefined; isOwn: boolean }
  | { kind: 'gcs' }
  | (OciReference & { authorization?: string | undefined });

/** A URL, and how requests for it are authorized. */
interface Stored {
  url: URL;
  store?: Store | undefined;
}

type Headers = Record<string, string>;

/** The hosts of S3 at AWS, with the region. Customers of AWS have other names below amazonaws.com. */
const awsHost =
  /(?:^|\.)s3(?:-[a-z]{1,12}){0,2}(?:\.dualstack)?(?:[.-]([a-z]{2,3}(?:-[a-z]{1,12}){1,3}-\d))?\.amazonaws\.com(?:\.cn)?$/;

const keysInUrl = ['aws_access_key_id', 'aws_access_key_secret', 'aws_access_token'];

/** The object that a URL after `s3::` or `gcs::` names. @throws {SvcError} for keys in the URL, and for another URL than a store has */
export function storedAt(kind: 's3' | 'gcs', named: URL, context: Context): Stored {
  if (named.username || named.password) throw malformed(context.shown, 'it has a user name');
  return kind === 's3' ? inS3(named, context) : inGcs(named, context);
}

function inS3(named: URL, { isOwn, shown }: Context): Stored {
  const url = new URL(named);
  const own = ['region', 'version', 'aws_profile', ...keysInUrl];
  const [taken, query] = takeQuery(url.search.slice(1), own, shown);
  if (keysInUrl.some((name) => taken.has(name)))
    throw unsupported(shown, 'a key in a URL', 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead.');
  const version = taken.get('version');
  const rest = version ? [`versionId=${encodeURIComponent(version)}`] : [];
  url.search = [query, ...rest].filter((part) => part !== '').join('&');
  const [, ofHost] = awsHost.exec(url.hostname) ?? [];
  const region = ofHost ?? (taken.get('region') || 'us-east-1');
  if (!/^[a-z0-9-]{1,32}$/.test(region)) throw malformed(shown, 'its region= is not a region of AWS');
  const profile = (isOwn && taken.get('aws_profile')) || undefined;
  return { url, store: { kind: 's3', region, profile, isOwn } };
}

function inGcs(named: URL, { shown }: Context): Stored {
  const [, bucket, object] = /^\/storage\/v1\/([^/]+)\/(.+)$/.exec(named.pathname) ?? [];
  // The token is for Google alone.
  if (!/(^|\.)googleapis\.com$/.test(named.hostname) || named.protocol !== 'https:' || object === undefined)
    throw malformed(shown, 'it is not https://www.googleapis.com/storage/v1/BUCKET/OBJECT');
  const url = new URL(named);
  url.pathname = `/storage/v1/b/${bucket}/o/${object.replaceAll('/', '%2F')}`;
  url.search = `?alt=media${named.search.replace('?', '&')}`;
  return { url, store: { kind: 'gcs' } };
}

const part = '[a-z0-9]+(?:(?:[.]|_{1,2}|-+)[a-z0-9]+)*';
const repository = new RegExp(`^oci://([a-z0-9][a-z0-9.-]*(?::[0-9]{1,5})?)/(${part}(?:/${part})*)$`);

/** Reads an address of OpenTofu's form (docs/protocol/modules.md#oci). @throws {SvcError} for another form */
export function ociAt(source: string, { shown }: Context): { url: URL; store: OciReference } {
  const [address = '', ...queries] = source.split('?');
  const [taken, rest] = takeQuery(queries.join('?'), ['tag', 'digest'], shown);
  const [, host, name] = repository.exec(address) ?? [];
  if (host === undefined || !URL.canParse(`https://${host}/`) || rest !== '')
    throw malformed(shown, 'it is not oci://HOST/NAME?tag=TAG or oci://HOST/NAME?digest=sha256:HEX');
  const [tag, digest] = [taken.get('tag'), taken.get('digest')];
  if (tag !== undefined && digest !== undefined) throw malformed(shown, 'it has both tag= and digest=');
  if (tag !== undefined && !/^[A-Za-z0-9_][\w.-]{0,127}$/.test(tag)) throw malformed(shown, 'its tag= is not a tag');
  if (digest !== undefined && !/^sha256:[0-9a-f]{64}$/.test(digest))
    throw unsupported(shown, 'a digest other than sha256:HEX');
  const reference = digest ?? tag ?? 'latest';
  const url = new URL(`https://${host}/v2/${name}/manifests/${reference}`);
  return { url, store: { kind: 'oci', repository: address, reference } };
}

/** Where keys come from, and whether signatures may be sent over plain http to other machines. */
type Signing = { git: { env: Environment }; insecureHttp?: boolean | undefined };

/**
 * Returns the headers that authorize the request for an archive, for its own URL and for no other that redirects name; none without keys.
 * @throws {AuthError} for a named profile without keys, and for unusable keys; {UsageError} for keys and plain http
 */
export async function authorizationFor({ store, url }: Stored, signing: Signing): Promise<(url: URL) => Headers> {
  const own = store ? await headersFor(url, store, signing) : {};
  return ({ href }) => (href === url.href ? own : {});
}

async function headersFor(url: URL, store: Store, { git: { env }, insecureHttp }: Signing): Promise<Headers> {
  const bearer = store.kind === 'gcs' && env.GOOGLE_OAUTH_ACCESS_TOKEN && `Bearer ${env.GOOGLE_OAUTH_ACCESS_TOKEN}`;
  const authorization = store.kind === 'oci' ? store.authorization : bearer;
  if (authorization) return { authorization };
  if (store.kind !== 's3' || !(store.isOwn || awsHost.test(url.hostname))) return {};
  const keys = keysFor(store.profile, env);
  if (!keys) return {};
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !insecureHttp)
    throw new UsageError(`s3::${maskUrl(url)} is plain http, which exposes the signature to the network.`, {
      hint: `Use s3::https://${url.host}, or allow plain http with --insecure-http.`,
    });
  const { AwsV4Signer } = await import('aws4fetch');
  const signed = { ...keys, url: url.href, service: 's3', region: store.region, method: 'GET' };
  const { headers } = await new AwsV4Signer(signed).sign();
  // undici sends the host itself.
  headers.delete('host');
  return Object.fromEntries(headers);
}

interface Keys {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

/** The keys of the environment, unless the URL names a profile, else of a profile in the shared files. */
function keysFor(inUrl: string | undefined, env: Environment): Keys | undefined {
  const own = inUrl === undefined && keysIn((name) => env[name.toUpperCase()]);
  if (own) return own;
  const named = inUrl ?? (env.AWS_PROFILE || undefined);
  const profile = named ?? 'default';
  const folder = join(homeFolder(env), '.aws');
  const credentials = env.AWS_SHARED_CREDENTIALS_FILE || join(folder, 'credentials');
  const config = env.AWS_CONFIG_FILE || join(folder, 'config');
  const found = keysOf(credentials, profile) ?? keysOf(config, profile === 'default' ? profile : `profile ${profile}`);
  if (found !== undefined || named === undefined) return found;
  throw new AuthError(`The AWS profile ${JSON.stringify(named)} has no keys in ${credentials} or ${config}.`, {
    hint: 'svc reads aws_access_key_id, aws_secret_access_key and aws_session_token, and runs no programs.',
  });
}

function keysOf(path: string, section: string): Keys | undefined {
  const settings = new Map<string, string>();
  let current = '';
  for (const line of (textIn(path) ?? '').split('\n')) {
    const head = line.trim();
    if (head.startsWith('[') && head.includes(']')) current = head.slice(1, head.indexOf(']')).trim();
    const at = line.indexOf('=');
    if (current === section && at > 0) settings.set(line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim());
  }
  return keysIn((name) => settings.get(name));
}

function keysIn(value: (name: string) => string | undefined): Keys | undefined {
  const [accessKeyId, secretAccessKey] = [value('aws_access_key_id'), value('aws_secret_access_key')];
  const sessionToken = value('aws_session_token');
  if (!accessKeyId || !secretAccessKey) return undefined;
  // They are parts of headers.
  if (/[^\x21-\x7e]/.test(accessKeyId + secretAccessKey + sessionToken))
    throw new AuthError('An AWS key or session token contains a blank, a control character or a letter outside ASCII.');
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
}
