import { join } from 'node:path';
import { AuthError, UsageError } from '../../base/errors.ts';
import { isLoopback } from '../../base/origin.ts';
import { maskUrl } from '../../base/secrets.ts';
import { textIn } from '../../base/system/files.ts';
import { homeFolder } from '../../base/system/processes.ts';
import type { Environment } from '../../base/system/programs.ts';
import { awsHost, type Store, type Stored } from './location-kinds.ts';
import type { FetchDeps } from './source.ts';

type Headers = Record<string, string>;
type Signing = Pick<FetchDeps, 'insecureHttp'> & { git: { env: Environment } };

/**
 * Returns the headers that authorize an archive's request. They apply to its own URL and not to redirects.
 * @throws {AuthError} for a named profile without keys, and for unusable keys; {UsageError} for keys and plain http
 */
export async function authorizationFor({ store, url }: Stored, signing: Signing): Promise<(url: URL) => Headers> {
  const headers = store ? await headersFor(url, store, signing) : {};
  return ({ href }) => (href === url.href ? headers : {});
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
  headers.delete('host');
  return Object.fromEntries(headers);
}

/** Returns the keys of the URL's profile, else of the environment, else of the profile AWS_PROFILE or `default`. */
function keysFor(inUrl: string | undefined, env: Environment) {
  const environmentKeys = inUrl === undefined && keysIn((name) => env[name.toUpperCase()]);
  if (environmentKeys) return environmentKeys;
  const profileName = inUrl ?? (env.AWS_PROFILE || undefined);
  const folder = join(homeFolder(env), '.aws');
  const credentials = env.AWS_SHARED_CREDENTIALS_FILE || join(folder, 'credentials');
  const config = env.AWS_CONFIG_FILE || join(folder, 'config');
  const profile = profileName ?? 'default';
  const keys = keysOf(credentials, profile) ?? keysOf(config, profile === 'default' ? profile : `profile ${profile}`);
  if (keys !== undefined || profileName === undefined) return keys;
  throw new AuthError(`The AWS profile ${JSON.stringify(profileName)} has no keys in ${credentials} or ${config}.`, {
    hint: 'svc reads aws_access_key_id, aws_secret_access_key and aws_session_token, and runs no programs.',
  });
}

function keysOf(path: string, section: string) {
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

function keysIn(value: (name: string) => string | undefined) {
  const [accessKeyId, secretAccessKey] = [value('aws_access_key_id'), value('aws_secret_access_key')];
  const sessionToken = value('aws_session_token');
  if (!accessKeyId || !secretAccessKey) return undefined;
  if (/[^\x21-\x7e]/.test(accessKeyId + secretAccessKey + sessionToken))
    throw new AuthError('An AWS key or session token contains a blank, a control character or a letter outside ASCII.');
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
}
