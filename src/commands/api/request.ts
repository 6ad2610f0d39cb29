import { UsageError } from '../../base/errors.ts';
import { serviceUrl } from '../../base/origin.ts';
import { jsonOf } from '../../cli/set-flag.ts';
import { contradiction } from '../../cli/verb.ts';

const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD'];

/** A request from the command line. */
export interface ApiRequest {
  method: string;
  /** The path below the address, or a whole URL. */
  target: string;
  query: [name: string, value: string][];
  body: unknown;
}

/**
 * Returns the request to send. The default method is GET, or POST for a request with a body.
 * @throws {UsageError} for an unknown method, a field that is not `key=value`, two bodies, or a body that is not JSON
 */
export function apiRequest(
  [first, second]: [string, string | undefined],
  fields: readonly string[] = [],
  input?: { name: string; text: string },
): ApiRequest {
  const typedMethod = second === undefined ? undefined : first.toUpperCase();
  if (typedMethod !== undefined && !methods.includes(typedMethod)) {
    throw new UsageError(`Invalid method "${first}". Choose from: ${methods.join(', ')}`);
  }
  const method = typedMethod ?? (input !== undefined || fields.length > 0 ? 'POST' : 'GET');
  const target = second ?? first;
  if (method === 'GET' || method === 'HEAD') {
    if (input !== undefined) throw contradiction('--input', `${method}, which has no body`);
    return { method, target, query: fields.map(fieldParts).map(({ key, text }) => [key, text]), body: undefined };
  }
  const body = input === undefined ? fieldsBody(fields) : parseInput(input);
  return { method, target, query: [], body };
}

/**
 * Returns the URL of a request. A path is relative to the address and may repeat the address's own path; a whole URL is used unchanged.
 * A token is sent only to its own origin.
 * @throws {UsageError} for an invalid URL, and for plain http to another machine
 */
export function apiUrl({ query, target }: ApiRequest, address: () => URL, insecureHttp: boolean): URL {
  const url = isWhole(target) ? wholeUrl(target, insecureHttp) : below(address(), target);
  for (const [name, value] of query) url.searchParams.append(name, value);
  return url;
}

/** Returns whether a target is a URL rather than a path below the address. */
export function isWhole(target: string): boolean {
  return /^https?:\/\//i.test(target);
}

function wholeUrl(text: string, insecureHttp: boolean): URL {
  const [path = text, search] = text.split('?', 2);
  const url = serviceUrl(path, { source: 'The URL', insecureHttp });
  if (search !== undefined) url.search = search;
  return url;
}

function below(address: URL, target: string): URL {
  const path = target.startsWith('/') ? target : `/${target}`;
  const prefix = path.startsWith(`${address.pathname}/`) ? '' : address.pathname;
  const url = new URL(`${address.origin}${prefix}${path}`);
  if (url.origin !== address.origin) throw new UsageError(`Invalid path "${target}": it leaves ${address.origin}.`);
  return url;
}

/** Splits a field into its key and its text. @throws {UsageError} for a field that is not `key=text` or `key:=json` */
function fieldParts(field: string): { key: string; isJson: boolean; text: string } {
  const [, key, json, text = ''] = /^([^=]+?)(:)?=(.*)$/s.exec(field) ?? [];
  if (key) return { key, isJson: json !== undefined, text };
  throw new UsageError(`Invalid --field "${field}". Expected key=text or key:=json.`);
}

/** Returns fields such as `a.b=text` and `a.b:=json` as nested objects. */
function fieldsBody(fields: readonly string[]): unknown {
  if (fields.length === 0) return undefined;
  const body: Record<string, unknown> = Object.create(null);
  for (const field of fields) {
    const { key, isJson, text } = fieldParts(field);
    const path = key.split('.');
    const last = path.pop()!;
    let index = body;
    for (const step of path) {
      const inner = index[step] ?? Object.create(null);
      if (typeof inner !== 'object')
        throw new UsageError(`--field ${key}: "${step}" already has a value and cannot contain fields.`);
      index[step] = inner;
      index = inner as Record<string, unknown>;
    }
    index[last] = isJson ? jsonOf('--field', key, text) : text;
  }
  return body;
}

function parseInput({ name, text }: { name: string; text: string }): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    // The message of the parser quotes the text, which may contain a secret. Keep only the position.
    const [place] = /line \d+ column \d+|position \d+/.exec((cause as Error).message) ?? [];
    throw new UsageError(`--input: ${name} is not valid JSON${place === undefined ? '' : ` (${place})`}.`, { cause });
  }
}
