import { type ErrorDetails, ProtocolError } from '../base/errors.ts';
import { isDeeperThan, jsonIn } from '../base/json.ts';
import { maskUrl } from '../base/secrets.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import type { ReadBody } from './follow-redirects.ts';
import type { HttpAnswer } from './http.ts';
import { serverProblems } from './problems.ts';

// assumed: no document of the API comes near it; printing and masking go down one call per level (docs/trust-tests.md#network).
const deepest = 1000;

/** One successful exchange: a 2xx status, headers, and the decoded body. */
export interface Exchange extends ReadBody {
  status: number;
  url: URL;
  headers: HttpAnswer['headers'];
}

const webPageHint = 'Check the address: it may be a login page or a proxy. svc config list shows where it comes from.';

/**
 * The document of an endpoint's response, checked but unchanged, with unknown fields.
 * @throws {ProtocolError} when the API does not document it
 */
export function parseReply({ method, reply, status }: Endpoint, exchange: Exchange): unknown {
  if (status === 204) return undefined;
  const request = `${method} ${maskUrl(exchange.url)}`;
  const strange = (what: string, details: ErrorDetails = {}) =>
    new ProtocolError(`Unexpected response to ${request}: ${what}.`, { request, status: exchange.status, ...details });
  const { text, headers } = exchange;
  const value = jsonIn(text);
  if (value === undefined) {
    const mediaType = headers.get('content-type')?.split(';')[0]?.trim() ?? 'no media type';
    if (/^(text\/html|application\/xhtml\+xml)$/i.test(mediaType))
      throw strange('a web page instead of the API', { hint: webPageHint });
    throw strange(text.trim() === '' ? 'the body is empty' : `the body is not JSON (${mediaType})`);
  }
  if (isDeeperThan(deepest, value)) throw strange(`the body is nested more than ${deepest} levels deep`);
  const checked = reply.safeParse(value);
  if (checked.success) return value;
  const errors = serverProblems(text);
  if ((value as { errors?: unknown } | null)?.errors !== undefined && errors.length > 0)
    throw strange(`status ${exchange.status} with errors`, { errors });
  throw strange(issueText(checked.error.issues.slice(0, 1)));
}

/** How an accepted reply differs from the API's documents; undefined if it does not. */
export function deviation({ documented, method }: Endpoint, { url }: Exchange, value: unknown): string | undefined {
  const checked = documented?.safeParse(value);
  if (!checked || checked.success) return undefined;
  return `${method} ${maskUrl(url)} responded with less than the API documents: ${issueText(checked.error.issues)}.`;
}

function issueText([issue, ...others]: readonly { path: PropertyKey[]; message: string }[]): string {
  const more = others.length > 0 ? `, and ${others.length} more` : '';
  return `${issue?.path.join('.') || 'the document'}: ${issue?.message ?? 'unexpected'}${more}`;
}
