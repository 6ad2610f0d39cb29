import { discoveryPaths, modulesService } from '../contract/dialect.ts';
import { discoveryDocument } from '../contract/registry/discovery.ts';
import { AuthError, NotFoundError, ProtocolError, RejectedError, type SvcError } from '../errors.ts';
import { maskUrl } from '../secrets.ts';
import type { Client } from './client.ts';
import type { Exchange } from './reply.ts';

const maxDocumentBytes = 1024 * 1024;
const maxDiscoveryRedirects = 3;

/** Finds a host's registry; each origin is asked once per run. */
export type Discover = (origin: URL) => Promise<URL>;

/** @throws {NotFoundError} from the returned function when the host has no module registry; {ProtocolError} when its document is odd */
export function createDiscovery(client: Client): Discover {
  const found = new Map<string, Promise<URL>>();
  return (origin) => {
    const known = found.get(origin.origin) ?? discover(client, origin);
    found.set(origin.origin, known);
    return known;
  };
}

/** A document that is not there, not allowed, or of other services does not hide the next one. */
async function discover(client: Client, origin: URL): Promise<URL> {
  let told: SvcError | undefined;
  for (const path of discoveryPaths) {
    try {
      return registryUrl(origin, await fetchDocument(client, new URL(path, origin)));
    } catch (error) {
      if (!(error instanceof NotFoundError || error instanceof AuthError || error instanceof RejectedError))
        throw error;
      if (error.status !== 404) told ??= error;
    }
  }
  if (told) throw told;
  throw new NotFoundError(`${origin.host} offers no services (no discovery document).`, {
    hint: 'Check the host, or name its registry with --registry URL/.',
  });
}

function fetchDocument(client: Client, url: URL): Promise<Exchange> {
  return client.send('GET', url, undefined, {
    redirects: maxDiscoveryRedirects,
    maxBytes: maxDocumentBytes,
    patience: 'discovery',
  });
}

/** The URL of `modules.v1` in a discovery document, relative ones resolved against where it was found, a slash at its end. */
function registryUrl({ host }: URL, { url, headers, text }: Exchange): URL {
  const request = `GET ${maskUrl(url)}`;
  const odd = (what: string) => new ProtocolError(`The discovery document of ${host} ${what}.`, { request });
  const mediaType = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') throw odd(`has media type ${mediaType ?? '(none)'}, not application/json`);
  let services: Record<string, unknown>;
  try {
    services = discoveryDocument.parse(JSON.parse(text));
  } catch {
    throw odd('is not a JSON object');
  }
  const declared = services[modulesService];
  if (declared === undefined) {
    const other = Object.keys(services).find((name) => name.startsWith('modules.'));
    throw new NotFoundError(
      other
        ? `${host} does not support version 1 of the module registry protocol (it offers ${other}).`
        : `${host} does not provide a module registry.`,
    );
  }
  if (typeof declared !== 'string') throw odd(`gives no URL for ${modulesService}`);
  let base: URL;
  try {
    base = new URL(declared, url);
  } catch {
    throw odd(`gives something that is no URL for ${modulesService}`);
  }
  if (base.protocol !== 'https:' && base.protocol !== 'http:')
    throw odd(`points at ${base.protocol}, not http or https`);
  if (base.username || base.password) throw odd('puts a user name into the registry URL');
  if (url.protocol === 'https:' && base.protocol === 'http:') throw odd('leads from https to plain http');
  base.hash = '';
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  return base;
}
