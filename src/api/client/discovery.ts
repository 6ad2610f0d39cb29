import { AuthError, NotFoundError, ProtocolError, RejectedError, type SvcError } from '../../base/errors.ts';
import { isObject, jsonIn } from '../../base/json.ts';
import { maskUrl } from '../../base/secrets.ts';
import { discoveryPaths, modulesService } from '../contract/dialect.ts';
import type { Client } from './client.ts';
import type { Exchange } from './reply.ts';

const maxDocumentBytes = 1024 * 1024;
const maxDiscoveryRedirects = 3;

/** Finds a host's registry. Each origin is looked up once in a run. */
export type Discover = (origin: URL) => Promise<URL>;

/** @throws {NotFoundError} from the returned function when the host has no module registry; {ProtocolError} when its document is invalid */
export function createDiscovery(client: Pick<Client, 'send'>): Discover {
  const registries = new Map<string, Promise<URL>>();
  return (origin) => {
    const registry = registries.get(origin.origin) ?? discover(client, origin);
    registries.set(origin.origin, registry);
    return registry;
  };
}

/** Tries each discovery path until a document names a registry: a document may be missing, forbidden or without a registry. */
async function discover(client: Pick<Client, 'send'>, origin: URL): Promise<URL> {
  let rejection: SvcError | undefined;
  for (const path of discoveryPaths) {
    try {
      const url = new URL(path, origin);
      const options = { redirects: maxDiscoveryRedirects, maxBytes: maxDocumentBytes, patience: 'discovery' } as const;
      return registryUrl(origin, await client.send('GET', url, undefined, options));
    } catch (error) {
      if (!(error instanceof NotFoundError || error instanceof AuthError || error instanceof RejectedError))
        throw error;
      if (error.status !== 404) rejection ??= error;
    }
  }
  if (rejection) throw rejection;
  throw new NotFoundError(`${origin.host} offers no services (no discovery document).`, {
    hint: 'Check the host, or name its registry with --registry URL/.',
  });
}

/**
 * Returns the URL of `modules.v1` in a discovery document, resolved against the URL of the document, with a slash at the end. Other members
 * belong to other services (docs/protocol/discovery.md#document).
 */
function registryUrl({ host }: URL, { url, headers, text }: Exchange): URL {
  const request = `GET ${maskUrl(url)}`;
  const invalid = (what: string) => new ProtocolError(`The discovery document of ${host} ${what}.`, { request });
  const mediaType = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') throw invalid(`has media type ${mediaType ?? '(none)'}, not application/json`);
  const services = jsonIn(text);
  if (!isObject(services)) throw invalid('is not a JSON object');
  const registryText = services[modulesService];
  if (registryText === undefined) {
    const otherVersion = Object.keys(services).find((name) => name.startsWith('modules.'));
    throw new NotFoundError(
      otherVersion
        ? `${host} does not support version 1 of the module registry protocol (it offers ${otherVersion}).`
        : `${host} does not provide a module registry.`,
    );
  }
  if (typeof registryText !== 'string' || registryText.trim() === '') throw invalid(`has no URL for ${modulesService}`);
  if (!URL.canParse(registryText, url.href)) throw invalid(`has an invalid URL for ${modulesService}`);
  const base = new URL(registryText, url);
  if (base.protocol !== 'https:' && base.protocol !== 'http:')
    throw invalid(`has a ${base.protocol} URL for ${modulesService}, not http or https`);
  if (base.username || base.password) throw invalid(`has a user name in the URL for ${modulesService}`);
  if (url.protocol === 'https:' && base.protocol === 'http:')
    throw invalid(`has a plain http URL for ${modulesService}, although it was served over https`);
  base.hash = '';
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  return base;
}
