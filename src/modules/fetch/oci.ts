import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { readBytes } from '../../api/client/body.ts';
import { AuthError, CheckFailedError, ProtocolError } from '../../base/errors.ts';
import { isObject, jsonIn } from '../../base/json.ts';
import { maskUrl } from '../../base/secrets.ts';
import { textIn } from '../../base/system/files.ts';
import { homeFolder } from '../../base/system/processes.ts';
import type { Environment } from '../../base/system/programs.ts';
import type { Located } from './locate.ts';
import type { OciReference } from './location-kinds.ts';
import type { FetchDeps } from './source.ts';

const manifestType = 'application/vnd.oci.image.manifest.v1+json';
const artifactType = 'application/vnd.opentofu.modulepkg';
const archiveType = 'archive/zip';
/** The limit of OpenTofu (docs/protocol/modules.md#oci). */
const maxManifestBytes = 4 * 1024 * 1024;
const maxTokenBytes = 256 * 1024;
const maxPages = 1000;

type OciDeps = Pick<FetchDeps, 'client' | 'git' | 'signal'>;

/**
 * Returns the archive of a package in an OCI registry, with its manifest's digest in `from`; other locations as they are.
 * @throws {CheckFailedError} for a manifest that is not that of a module package; {AuthError}; what the client throws
 */
export async function inOciRegistry(located: Located, deps: FetchDeps): Promise<Located> {
  const { location } = located;
  const store = location.kind === 'archive' ? location.store : undefined;
  if (location.kind !== 'archive' || store?.kind !== 'oci') return located;
  const { authorization, bytes } = await authorized(location.url, manifestType, store, deps);
  const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  if (store.reference.startsWith('sha256:') && store.reference !== digest)
    throw new CheckFailedError(`${location.display}: the registry sent a manifest with the digest ${digest}.`);
  const layer = layerIn(bytes, location.display);
  const url = new URL(location.url.href.replace(/\/manifests\/[^/]*$/, `/blobs/sha256:${layer}`));
  const inside = location.subdir === undefined ? '' : `//${location.subdir}`;
  const blob = { url, checksum: { algorithm: 'sha256' as const, digest: layer }, store: { ...store, authorization } };
  return { from: `${store.repository}${inside}?digest=${digest}`, anonymous: true, location: { ...location, ...blob } };
}

/** Returns the sha256 of the only archive in a manifest, chosen as OpenTofu does. */
function layerIn(bytes: Buffer, shown: string): string {
  const reject = (why: string) => new CheckFailedError(`${shown} is not a module package of OpenTofu: ${why}.`);
  const manifest = jsonIn(bytes.toString());
  if (!isObject(manifest) || manifest.mediaType !== manifestType) throw reject('its manifest is not an image manifest');
  if (manifest.artifactType !== artifactType) throw reject(`its artifact type is not ${artifactType}`);
  const layers = Array.isArray(manifest.layers) ? manifest.layers.filter(isObject) : [];
  const [archive, another] = layers.filter(({ mediaType }) => mediaType === archiveType);
  if (archive === undefined) throw reject(`it has no layer of type ${archiveType}`);
  if (another !== undefined) throw reject(`it has several layers of type ${archiveType}`);
  const [, hex] = /^sha256:([0-9a-f]{64})$/.exec(String(archive.digest)) ?? [];
  if (hex === undefined) throw reject('its layer has no sha256');
  return hex;
}

/** Lists the tags of a repository. @throws {ProtocolError} for another reply, or endless pages; what {@link inOciRegistry} throws */
export async function listOciTags(store: OciReference, deps: OciDeps): Promise<string[]> {
  const [, host, name] = /^oci:\/\/([^/]*)\/(.*)$/.exec(store.repository) ?? [];
  const pages = new Map<string, unknown[]>();
  let url = new URL(`https://${host}/v2/${name}/tags/list`);
  let authorization: string | undefined;
  for (;;) {
    const page = await authorized(url, 'application/json', store, deps, authorization);
    const reply = jsonIn(page.bytes.toString());
    if (!isObject(reply) || !Array.isArray(reply.tags ?? []))
      throw new ProtocolError(`${maskUrl(url)} sent no list of tags.`);
    pages.set(url.href, (reply.tags as unknown[] | null) ?? []);
    const [, next] = /<([^>]*)>\s*;[^,]*\brel="?next\b/i.exec(page.link ?? '') ?? [];
    if (next === undefined) return [...pages.values()].flat().filter((tag) => typeof tag === 'string');
    const nextUrl = URL.canParse(next, url) ? new URL(next, url) : undefined;
    if (nextUrl?.origin !== url.origin || pages.has(nextUrl.href) || pages.size >= maxPages)
      throw new ProtocolError(`${maskUrl(url)} names ${JSON.stringify(next)} as its next page.`);
    ({ authorization } = page);
    url = nextUrl;
  }
}

/** Fetches a document and returns it with the authorization that was used. The first request sends no login. */
async function authorized(url: URL, accept: string, { repository }: OciReference, deps: OciDeps, previous?: string) {
  const ask = async (authorization?: string) => {
    const headers = { accept, ...(authorization && { authorization }) };
    return { authorization, ...(await fetchFrom(url, headers, maxManifestBytes, deps)) };
  };
  try {
    return await ask(previous);
  } catch (error) {
    if (!(error instanceof AuthError) || error.challenge === undefined) throw error;
    const login = loginFor(repository.slice('oci://'.length), deps.git.env);
    const denied = () => new AuthError(`${url.host} requires a login for ${repository}.`, { hint: loginHint });
    const authorization = await answerTo(error.challenge, url, { login, repository }, deps);
    if (authorization === undefined) throw denied();
    return await ask(authorization).catch((retryError: unknown) => {
      throw retryError instanceof AuthError ? denied() : retryError;
    });
  }
}

const loginHint = 'docker login HOST, without a credential helper: svc runs no programs of docker.';

/**
 * Returns the authorization that a challenge requests. Sends a login only over https, and only to the registry's own token server.
 * @throws {AuthError} if another token server would get the login
 */
async function answerTo(
  challenge: string,
  url: URL,
  { login, repository }: { login: string | undefined; repository: string },
  deps: OciDeps,
): Promise<string | undefined> {
  const basic = login && `Basic ${login}`;
  if (/^basic\b/i.test(challenge)) return basic;
  const parameter = (name: string) => new RegExp(`[ ,]${name}="([^"]*)"`, 'i').exec(challenge)?.[1];
  const realm = parameter('realm') ?? '';
  if (!/^bearer\b/i.test(challenge) || !URL.canParse(realm) || new URL(realm).protocol !== 'https:') return undefined;
  const server = new URL(realm);
  if (login !== undefined && !isTokenServerOf(url, server) && loginFor(server.host, deps.git.env) === undefined)
    throw new AuthError(`${url.host} names ${server.host} as its server of tokens, to which svc sends no login.`, {
      hint: `If that server may have the login of ${url.host}, log in to it too: docker login ${server.host}`,
    });
  const service = parameter('service');
  if (service !== undefined) server.searchParams.set('service', service);
  server.searchParams.set('scope', `repository:${repository.replace(/^oci:\/\/[^/]*\//, '')}:pull`);
  const { bytes } = await fetchFrom(server, basic ? { authorization: basic } : {}, maxTokenBytes, deps);
  const reply = jsonIn(bytes.toString());
  const token = isObject(reply) ? (reply.token ?? reply.access_token) : undefined;
  if (typeof token === 'string' && /^[\x21-\x7e]+$/.test(token)) return `Bearer ${token}`;
  throw new CheckFailedError(`${maskUrl(server)} sent no token for ${url.host}.`);
}

/** Fetches a document and its header `link`. Sends `ownHeaders` only to this URL, and not to redirects. */
async function fetchFrom(url: URL, ownHeaders: Record<string, string>, maxBytes: number, { client, signal }: OciDeps) {
  const headers = (target: URL) => (target.href === url.href ? ownHeaders : {});
  const tooLong = () => new CheckFailedError(`The response of ${maskUrl(url)} is larger than ${maxBytes} bytes.`);
  return (await client()).fetch(url, { anonymous: true, signal, headers }, async (answer) => {
    return { bytes: await readBytes(answer, { maxBytes, tooLong, signal }), link: answer.headers.get('link') };
  });
}

/** Returns whether a token server belongs to a registry: the same host, a parent domain of it, or that of Docker Hub. */
function isTokenServerOf({ hostname }: URL, { hostname: server }: URL): boolean {
  if (server === 'auth.docker.io') return hostname === 'registry-1.docker.io';
  return hostname === server || (server.includes('.') && hostname.endsWith(`.${server}`));
}

/** Returns `USER:PASSWORD` in base64 from the login whose entry matches a repository best. */
function loginFor(repository: string, env: Environment): string | undefined {
  const home = homeFolder(env);
  const files = [
    ...(env.XDG_RUNTIME_DIR ? [join(env.XDG_RUNTIME_DIR, 'containers', 'auth.json')] : []),
    join(env.XDG_CONFIG_HOME || join(home, '.config'), 'containers', 'auth.json'),
    join(env.DOCKER_CONFIG || join(home, '.docker'), 'config.json'),
  ];
  const entries = files.flatMap((path) => {
    const document = jsonIn(textIn(path) ?? '');
    const auths = isObject(document) && isObject(document.auths) ? document.auths : {};
    return Object.entries(auths).flatMap(([key, value]) => {
      const isFor = `${repository}/`.startsWith(`${key}/`);
      const auth = isObject(value) ? value.auth : undefined;
      return isFor && typeof auth === 'string' && /^[A-Za-z0-9+/]+={0,2}$/.test(auth) ? [{ key, auth }] : [];
    });
  });
  return entries.sort((a, b) => b.key.length - a.key.length)[0]?.auth;
}
