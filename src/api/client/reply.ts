import { type ErrorDetails, ProtocolError } from '../../base/errors.ts';
import { isDeeperThan, jsonIn } from '../../base/json.ts';
import { maskUrl } from '../../base/secrets.ts';
import type { ShellLanguage } from '../../base/shell-word.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { throwAccepted } from './attempts.ts';
import type { ReadBody } from './body.ts';
import type { HttpAnswer } from './http.ts';
import { serverProblems } from './problems.ts';

// assumed: no document of the API is nearly this deep. Printing and masking recurse once per level (docs/trust-tests.md#network).
const maxDepth = 1000;

/** A successful exchange: a 2xx status, headers, and the decoded body. */
export type Exchange = ReadBody & Pick<HttpAnswer, 'headers' | 'method' | 'status' | 'url'>;

/** The types whose fields the specification shows; resources of any other type may have no attributes. */
const shownTypes = /^(oauth-clients|notification-configurations?)$/;

const webPageHint = 'Check the address: it may be a login page or a proxy. svc config list shows where it comes from.';

/**
 * Checks the document of an endpoint's response and returns it unchanged, with unknown fields.
 * @throws {ProtocolError} when the API does not document it
 */
export function parseReply({ does, reply, status: due }: Endpoint, exchange: Exchange, shell: ShellLanguage): unknown {
  if (due === 204) return undefined;
  const { headers, method, status, text, url } = exchange;
  const request = `${method} ${maskUrl(url)}`;
  // Makes `Verified` from `verify this configuration`.
  const verb = does.replace(/ .*/, '').replace(/y$/, 'i').replace(/e?$/, 'ed');
  const done = `${verb.charAt(0).toUpperCase()}${verb.slice(1)}`;
  const unexpected = (what: string, details: ErrorDetails = {}, lacks?: string) => {
    const error = new ProtocolError(`Unexpected response to ${request}: ${what}.`, { request, status, ...details });
    return throwAccepted(error, exchange, shell, lacks && `${done}; the service sent no ${lacks}.`);
  };
  const value = jsonIn(text);
  if (value === undefined) {
    const mediaType = headers.get('content-type')?.split(';')[0]?.trim() ?? 'no media type';
    if (/^(text\/html|application\/xhtml\+xml)$/i.test(mediaType))
      throw unexpected('a web page instead of the API', { hint: webPageHint });
    if (text.trim() === '') throw unexpected('the body is empty', {}, 'document');
    throw unexpected(`the body is not JSON (${mediaType})`);
  }
  if (isDeeperThan(maxDepth, value)) throw unexpected(`the body is nested more than ${maxDepth} levels deep`);
  const { data, errors: listedErrors } = (value ?? {}) as { data?: unknown; errors?: unknown };
  for (const row of [data].flat() as Record<string, unknown>[])
    if (row?.id !== undefined && !shownTypes.test(`${row.type}`)) row.attributes ??= {};
  const checked = reply.safeParse(value);
  if (checked.success) return value;
  const errors = serverProblems(text);
  if (listedErrors !== undefined && errors.length > 0) throw unexpected(`status ${status} with errors`, { errors });
  const { issues } = checked.error;
  const lacksId = issues.every(({ path }) => path.join('.') === 'data.id');
  const lacks = lacksId ? 'id' : (data ?? listedErrors ?? null) === null ? 'document' : undefined;
  throw unexpected(issueText(issues.slice(0, 1)), {}, lacks);
}

/** Returns how an accepted reply differs from the API's documents; undefined if it does not. */
export function deviation({ documented, method }: Endpoint, { url }: Exchange, value: unknown): string | undefined {
  const checked = documented?.safeParse(value);
  if (!checked || checked.success) return undefined;
  return `${method} ${maskUrl(url)} responded with less than the API documents: ${issueText(checked.error.issues)}.`;
}

function issueText([issue, ...others]: readonly { path: PropertyKey[]; message: string }[]): string {
  const more = others.length > 0 ? `, and ${others.length} more` : '';
  return `${issue?.path.join('.') || 'the document'}: ${issue?.message ?? 'unexpected'}${more}`;
}
