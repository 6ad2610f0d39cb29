import type { Endpoint } from '../contract/endpoint.ts';
import { ProtocolError } from '../errors.ts';
import { maskUrl } from '../secrets.ts';
import type { ReadBody } from './follow-redirects.ts';
import type { HttpAnswer } from './http.ts';
import { serverWords } from './problems.ts';

// assumed: no document of the API comes near it; printing and masking go down one call per level (docs/trust.md#network).
const deepest = 1000;

/** One exchange that ended well: a 2xx status, headers, and the decoded body. */
export interface Exchange extends ReadBody {
  status: number;
  url: URL;
  headers: HttpAnswer['headers'];
}

/**
 * The document an endpoint answered: what the server sent, checked but not changed, unknown fields kept.
 * @throws {ProtocolError} when it is not what the API documents
 */
export function parseReply({ method, reply, status }: Endpoint, exchange: Exchange): unknown {
  if (status === 204) return undefined;
  const request = `${method} ${maskUrl(exchange.url)}`;
  const strange = (what: string, cause?: unknown) =>
    new ProtocolError(`${request} did not answer what the API documents: ${what}.`, {
      request,
      status: exchange.status,
      cause,
    });
  const { text, headers } = exchange;
  if (isDeeperThan(text, deepest)) throw strange(`it is nested more than ${deepest} deep`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const mediaType = headers.get('content-type')?.split(';')[0] ?? 'no media type';
    throw strange(text.trim() === '' ? 'the body is empty' : `the body is not JSON (${mediaType})`, cause);
  }
  const checked = reply.safeParse(value);
  if (checked.success) return value;
  const errors = serverWords(text);
  if ((value as { errors?: unknown } | null)?.errors !== undefined && errors.length > 0) {
    throw new ProtocolError(`${request} answered ${exchange.status}, which means success, with errors.`, {
      request,
      status: exchange.status,
      errors,
    });
  }
  throw strange(issueText(checked.error.issues.slice(0, 1)));
}

/** How a reply that was accepted differs from what the API documents, in words; undefined where it does not. */
export function deviation({ documented, method }: Endpoint, { url }: Exchange, value: unknown): string | undefined {
  const checked = documented?.safeParse(value);
  if (!checked || checked.success) return undefined;
  return `${method} ${maskUrl(url)} did not answer all that the API documents: ${issueText(checked.error.issues)}.`;
}

function issueText([issue, ...others]: readonly { path: PropertyKey[]; message: string }[]): string {
  const more = others.length > 0 ? `, and ${others.length} more` : '';
  return `${issue?.path.join('.') || 'the document'}: ${issue?.message ?? 'unexpected'}${more}`;
}

/** Whether brackets outside of strings nest further than that. */
function isDeeperThan(text: string, limit: number): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') quoted = !quoted;
    else if (quoted) at += character === '\\' ? 1 : 0;
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    if (depth > limit) return true;
  }
  return false;
}
