import type { Endpoint } from '../contract/endpoint.ts';
import { ProtocolError } from '../errors.ts';
import { maskUrl } from '../secrets.ts';
import type { Exchange } from './client.ts';

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
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const mediaType = headers.get('content-type')?.split(';')[0] ?? 'no media type';
    throw strange(text.trim() === '' ? 'the body is empty' : `the body is not JSON (${mediaType})`, cause);
  }
  const checked = reply.safeParse(value);
  if (checked.success) return value;
  const issue = checked.error.issues[0];
  throw strange(`${issue?.path.join('.') || 'the document'}: ${issue?.message ?? 'unexpected'}`);
}
