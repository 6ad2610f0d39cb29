import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { SvcError } from '../../base/errors.ts';

/** A rejected request: its status and message. */
export class Unserved extends Error {
  constructor(
    readonly status: number,
    words: string,
    readonly headers: OutgoingHttpHeaders = {},
  ) {
    super(words);
  }
}

const statuses: Readonly<Record<string, number>> = { usage: 400, not_found: 404, check_failed: 409, network: 502 };

/** Sends a response. */
export function answer(
  response: ServerResponse,
  status: number,
  type: string,
  text: string,
  headers: OutgoingHttpHeaders = {},
): void {
  const length = Buffer.byteLength(text);
  response.writeHead(status, { ...headers, 'content-type': type, 'content-length': length }).end(text);
}

/** Reports an error as the page shows it. An unexpected error shows no detail. */
export function answerError(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  const ours = error instanceof SvcError ? new Unserved(statuses[error.code] ?? 500, error.message) : error;
  const { headers, message, status } = ours instanceof Unserved ? ours : new Unserved(500, 'Internal error.');
  // The body of the request is not read.
  answer(response, status, 'application/json', JSON.stringify({ error: message }), { ...headers, connection: 'close' });
}
