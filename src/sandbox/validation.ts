import type { IncomingMessage } from 'node:http';
import type { z } from 'zod/mini';
import { jsonApiMediaType } from '../api/contract/dialect.ts';
import type { Edition, Endpoint } from '../api/contract/endpoint.ts';
import { type Problem, Rejection } from './reply.ts';

/** assumed: the largest request body (docs/protocol/sandbox.md#limits). */
const bodyLimit = 1024 * 1024;

/** Reads a request body and checks it against the endpoint's schema; undefined for an endpoint without a body. */
export async function readBody(request: IncomingMessage, endpoint: Endpoint, edition: Edition): Promise<unknown> {
  if (endpoint.body === undefined) {
    request.resume();
    return undefined;
  }
  requireMediaType(request);
  const document = parseJson(await bodyBytes(request));
  if (edition === 'hosted') removeAttributes(document, endpoint.selfHostedAttributes ?? []);
  const result = endpoint.body.safeParse(document);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => problemOf(issue, document));
  throw new Rejection(422, problems);
}

/** Removes attributes that the edition does not have, before the validation (docs/protocol/customization.md#editions). */
function removeAttributes(document: unknown, names: readonly string[]): void {
  const attributes = valueAt(document, ['data', 'attributes']);
  if (typeof attributes !== 'object' || attributes === null) return;
  for (const name of names) Reflect.deleteProperty(attributes, name);
}

/** assumed: 415 for another media type and for any content encoding (docs/protocol/conventions.md#error-objects). */
function requireMediaType({ headers }: IncomingMessage): void {
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== jsonApiMediaType) {
    throw new Rejection(415, { title: 'unsupported media type', detail: `Content-Type must be ${jsonApiMediaType}` });
  }
  if (!['', 'identity'].includes((headers['content-encoding'] ?? '').toLowerCase())) {
    throw new Rejection(415, { title: 'unsupported media type', detail: 'Content-Encoding is not supported' });
  }
}

/** Reads the whole body of a request. @throws {Rejection} 413 for a body longer than the limit */
export async function bodyBytes(request: IncomingMessage): Promise<Buffer> {
  const tooLarge = new Rejection(413, { title: 'payload too large' }, { connection: 'close' });
  if (Number(request.headers['content-length'] ?? 0) > bodyLimit) {
    request.resume();
    throw tooLarge;
  }
  const chunks: Buffer[] = [];
  let length = 0;
  await new Promise<void>((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > bodyLimit) reject(tooLarge);
      else chunks.push(chunk);
    });
    request.on('end', resolve);
    request.on('error', reject);
    request.on('close', () => reject(new Error('the request was cut')));
  });
  return Buffer.concat(chunks);
}

/** Parses a body. @throws {Rejection} 422 for a body that is not JSON in UTF-8 */
export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Rejection(422, { title: 'malformed body', detail: 'The request body is not valid JSON' });
  }
}

function problemOf(issue: z.core.$ZodIssue, document: unknown): Problem {
  const pointer = issue.path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  return { title: 'invalid attribute', detail: `${nameOf(issue.path)} ${complaint(issue, document)}`, pointer };
}

/** Returns the display name of a path: `scheduled-publish-at` is `Scheduled publish at`; an array index has the name before it. */
function nameOf(path: readonly PropertyKey[]): string {
  const name = path.findLast((step) => typeof step === 'string') ?? 'document';
  const text = String(name).replaceAll(/[-_]/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** assumed: the wording; one message is known, "Name has already been taken" (docs/protocol/conventions.md#error-objects). */
function complaint(issue: z.core.$ZodIssue, document: unknown): string {
  if (valueAt(document, issue.path) === undefined) return "can't be blank";
  switch (issue.code) {
    case 'invalid_type':
      return `must be of type ${issue.expected}`;
    case 'invalid_value':
      return choiceComplaint(issue.values.filter((value) => value !== ''));
    case 'too_small':
      if (issue.origin !== 'string') return `is too small (minimum is ${issue.minimum})`;
      return issue.minimum === 1 ? "can't be blank" : `is too short (minimum is ${issue.minimum} characters)`;
    case 'too_big':
      return issue.origin === 'string'
        ? `is too long (maximum is ${issue.maximum} characters)`
        : `is too large (maximum is ${issue.maximum})`;
    case 'invalid_format':
      return `must be a valid ${issue.format}`;
    case 'custom':
      return issue.message;
    default:
      return 'is invalid';
  }
}

function choiceComplaint(values: readonly unknown[]): string {
  return values.length === 1 ? `must be ${String(values[0])}` : `must be one of ${values.join(', ')}`;
}

function valueAt(document: unknown, path: readonly PropertyKey[]): unknown {
  let value = document;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[step];
  }
  return value;
}
