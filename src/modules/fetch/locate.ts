import type { Client } from '../../api/client/client.ts';
import { endpointUrl } from '../../api/client/endpoints.ts';
import type { HttpAnswer } from '../../api/client/http.ts';
import type { Exchange } from '../../api/client/reply.ts';
import { locationHeaders } from '../../api/contract/dialect.ts';
import { modules } from '../../api/contract/registry/modules.ts';
import { CheckFailedError, ProtocolError } from '../../base/errors.ts';
import { isObject, jsonIn } from '../../base/json.ts';
import { maskUrl } from '../../base/secrets.ts';
import { joined } from '../../base/text.ts';
import { joinSubdirs, type ModuleAddress } from '../address/address.ts';
import { canonicalVersion } from '../address/version.ts';
import { sniff } from '../archive/sniff.ts';
import type { Registry } from '../registry/registry.ts';
import { asLacking, nameOf, unlessMissing } from '../registry/resolve.ts';
import { type ArchiveFormat, type Location, type PageLocation, parseLocation } from './location.ts';
import { locationHint } from './location-kinds.ts';

export type DirectLocation = Exclude<Location, PageLocation>;

export interface Located {
  location: DirectLocation;
  /** The full location, secrets masked. */
  from: string;
  /** Set if the request must not send the registry's token. */
  anonymous: boolean;
}

/** The page or registry that named a URL, and whether its credentials may be sent to that URL. */
type Named = { by: URL; credentials: boolean };

/** Returns whether a request must omit the token: a token is valid only for the origin of the registry. */
export function isAnonymous(url: URL, { by, credentials }: Named): boolean {
  return !(credentials && url.origin === by.origin);
}

/** The limit of the stock tool (docs/protocol/modules.md#pages). */
const maxPages = 10;
const maxPageBytes = 256 * 1024;
const headBytes = 512;
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Requests the location of a version (docs/protocol/registry.md#location): in canonical spelling, and if that is missing, in the registry's. assumed:
 * the ecosystem's own tools request only canonical ones (docs/protocol/registry.md#download-answers). A relative location is resolved against the
 * requested URL, not against a redirect's.
 * @throws {NotFoundError} for a missing version; {ProtocolError} for a response with no location, or with several
 */
export async function locate(registry: Registry, address: ModuleAddress, version: string): Promise<Located> {
  const { namespace, name, provider } = address;
  const ask = async (spelling: string) => {
    const input = { namespace, name, provider, version: spelling };
    const source = sourceIn(await registry.get(modules.download, input));
    return { ...source, by: endpointUrl(registry.base, modules.download, input) };
  };
  const canonical = canonicalVersion(version);
  const first = canonical === version ? undefined : await unlessMissing(ask(canonical));
  const module = nameOf(address);
  const missing = asLacking(registry, `no download of ${module} ${version}`, `svc module versions ${module}`);
  const { by, credentials, source } = first ?? (await ask(version).catch(missing));
  return resolveLocation(parseLocation(source, by), { by, credentials }, registry.fetch);
}

/** Returns the location in a response. The body has priority over the header if it is JSON (docs/protocol/registry.md#download-answers). */
function sourceIn({ headers, status, text, url }: Exchange): { source: string; credentials: boolean } {
  const request = `GET ${maskUrl(url)}`;
  const invalidResponse = (problem: string) =>
    new ProtocolError(`The registry returned an invalid download response: ${problem}.`, { request });
  const type = headers.get('content-type') ?? '';
  const isJson = /^application\/([\w.-]+\+)?json\b/i.test(type) || text.trimStart().startsWith('{');
  const body = isJson && status !== 204 && text.trim() !== '' ? jsonIn(text) : null;
  if (body === undefined) throw invalidResponse('the body is not JSON');
  const { location, use_registry_credentials } = isObject(body) ? body : {};
  if (location !== undefined && location !== null && typeof location !== 'string')
    throw invalidResponse('the location is not a string');
  const credentials = use_registry_credentials === true;
  if (location) return { source: location, credentials };
  for (const header of locationHeaders) {
    const values = new Set(headers.all(header));
    if (values.size > 1) throw new ProtocolError('The registry returned several download locations.', { request });
    const [value] = values;
    if (value) return { source: value, credentials };
  }
  const what = `no ${joined(locationHeaders, 'or')} header, no JSON location; the body is ${type.split(';')[0] || 'nothing'}`;
  throw new ProtocolError(`The registry returned no download location (${what}).`, { request });
}

/**
 * Resolves a location: a URL without an archive's ending is requested with `terraform-get=1` (docs/protocol/modules.md#pages). The response
 * names the source in a header or in a `meta` element, or is the archive itself: the first bytes decide, then the media type. assumed: a
 * response may be the archive, although the stock tool always requires a source.
 * @throws {CheckFailedError} for another response, too many pages, plain http after https; what the client throws
 */
export async function resolveLocation(first: Location, named: Named, fetch: Client['fetch']): Promise<Located> {
  let location = first;
  let { by, credentials } = named;
  let subdir: string | undefined;
  for (let pages = 0; location.kind === 'page'; pages++) {
    const page: PageLocation = location;
    if (pages === maxPages)
      throw new CheckFailedError(`${first.display} leads through more than ${maxPages} pages.`, {
        hint: locationHint,
      });
    const url = new URL(page.url);
    url.search = `${url.search ? `${url.search}&` : '?'}terraform-get=1`;
    const anonymous = isAnonymous(url, { by, credentials });
    const reply = await fetch(url, { anonymous }, readPage);
    if ('format' in reply) {
      location = { ...page, kind: 'archive', format: reply.format, url };
      break;
    }
    [by, credentials] = [reply.url, false];
    location = inherited(parseLocation(reply.source, by), page);
    subdir = joinSubdirs(page.subdir, subdir);
  }
  const anonymous =
    location.kind === 'git' || location.store !== undefined || isAnonymous(location.url, { by, credentials });
  const { display } = location;
  const from = /^(\/|\.\.?\/)/.test(display) ? new URL(display, by).href : display;
  return { location: { ...location, subdir: joinSubdirs(location.subdir, subdir) }, from, anonymous };
}

type Page = { format: ArchiveFormat } | { source: string; url: URL };

/** Returns the format of a response that is an archive; for a page, the source that it names. */
async function readPage({ body, headers, url }: HttpAnswer): Promise<Page> {
  const [header] = locationHeaders.flatMap((name) => headers.all(name)).filter((value) => value !== '');
  if (header !== undefined) return { source: header, url };
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  const bytes = await beginning(body, (head) => ('known' in sniff(head) ? headBytes : maxPageBytes));
  const format = sniff(bytes.subarray(0, headBytes));
  if ('known' in format) return { format: format.known === 'gzip' ? 'tar.gz' : format.known };
  const isPage = /^(text\/html|application\/xhtml\+xml)$/.test(type) || format.unknown === 'an HTML page';
  const source = isPage ? sourceInPage(bytes.toString('utf8')) : undefined;
  if (source !== undefined) return { source, url };
  const formatText = `${format.unknown} (${type || 'no media type'})`;
  const contentText = isPage ? 'an HTML page without <meta name="terraform-get">' : formatText;
  const message = `${maskUrl(url)} is neither an archive nor a page that names one: it is ${contentText}.`;
  throw new CheckFailedError(message, { hint: locationHint });
}

/** Reads the beginning of a body, as many bytes as `lengthFor` returns for what has arrived. */
async function beginning(body: AsyncIterable<Uint8Array>, lengthFor: (head: Buffer) => number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  let most: number | undefined;
  for await (const piece of body) {
    pieces.push(piece);
    size += piece.length;
    if (size >= headBytes) most ??= lengthFor(Buffer.concat(pieces).subarray(0, headBytes));
    if (size >= (most ?? maxPageBytes)) break;
  }
  return Buffer.concat(pieces).subarray(0, maxPageBytes);
}

/** Adds a page's options (its checksum) to the location that it names. */
function inherited(location: Location, { checksum }: PageLocation): Location {
  if (checksum === undefined) return location;
  if (location.kind !== 'git') return { ...location, checksum: location.checksum ?? checksum };
  throw new CheckFailedError(`The page names the git repository ${location.display}, which cannot have checksum=.`);
}

/** Returns the content of `<meta name="terraform-get">` in the head of an HTML page, if any. */
export function sourceInPage(html: string): string | undefined {
  const plain = html.replaceAll(/<!--.*?(?:-->|$)/gs, '');
  const end = plain.search(/<\/head\b|<body\b/i);
  const head = end < 0 ? plain : plain.slice(0, end);
  for (const [, inside = ''] of head.matchAll(/<meta\s([^<>]{0,8192})>/gi)) {
    const attributes = new Map<string, string>();
    const pairs = inside.matchAll(/(?<![\w-])([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g);
    for (const [, name = '', double, single, bare = ''] of [...pairs].reverse())
      attributes.set(name.toLowerCase(), double ?? single ?? bare);
    const content = attributes.get('content');
    if (attributes.get('name') === 'terraform-get' && content) return decoded(content).trim() || undefined;
  }
  return undefined;
}

function decoded(text: string): string {
  const reference = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{1,8}));/gi;
  return text.replace(reference, (match, decimal, hex, name: string | undefined) => {
    if (name !== undefined) return entities[name] ?? match;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : match;
  });
}
