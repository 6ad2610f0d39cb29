import { createHash, createHmac, getHashes } from 'node:crypto';
import { isSignatureForm } from '../api/contract/signature.ts';
import { monotonicMs } from '../base/clock.ts';
import { bodyVariants, tokenVariants } from './body-variants.ts';
import type { Cause, Token } from './delivery.ts';
import { claimOf, type Form } from './signature-header.ts';

/** Why a signature does not match. */
export interface Diagnosis {
  readonly cause: Cause;
  readonly reason: string;
}

/** Digests computed at most. */
const maxDigests = 256;
/** Diagnoses a listener makes one after another, and how many more each second. */
const burst = 20;
const perSecond = 10;
const listenerBytes = 64 * 1024;

/** One explanation, and what the signature would be if it were the right one. */
interface Trial {
  cause: Cause;
  words: string;
  /** Undefined where this machine's OpenSSL has no such algorithm. */
  digest(): Buffer | undefined;
}

/** Of the signature's own form: it is that of these bytes. */
const plainly = 'mismatch';

/**
 * Explains why a signature does not match these bytes: tries known mistakes of senders, proxies and receivers until one matches. Of a body
 * larger than `maxBytes`, it looks only at the form of the header. It verifies nothing, and no delivery is accepted because of it.
 */
export function diagnose(body: Buffer, given: string, tokens: readonly Token[], maxBytes = 256 * 1024): Diagnosis {
  if (body.length > maxBytes) return formOnly(given);
  const claim = claimOf(given);
  let left = maxDigests;
  for (const trial of trials(body, tokens)) {
    if (left <= 0) break;
    left -= 1;
    const digest = trial.digest();
    const form = digest && claim(digest);
    if (form) return explain(trial, form);
  }
  return formOnly(given);
}

/** Diagnoses for a listener, limited so that a flood of bad signatures costs a bounded amount of time. */
export function createListenerDiagnosis(
  tokens: readonly Token[],
  clock: () => number = monotonicMs,
): (body: Buffer, given: string) => Diagnosis {
  let saved = burst;
  let at = clock();
  return (body, given) => {
    const now = clock();
    saved = Math.min(burst, saved + ((now - at) / 1000) * perSecond);
    at = now;
    if (saved >= 1) {
      saved -= 1;
      return diagnose(body, given, tokens, listenerBytes);
    }
    const { cause, reason } = formOnly(given);
    return { cause, reason: `${reason} (Too many bad signatures at once to look for the cause.)` };
  };
}

/** The diagnosis of a wrong signature without any attempt. */
function formOnly(given: string): Diagnosis {
  if (isSignatureForm(given)) {
    return { cause: 'mismatch', reason: 'The signature does not match these bytes with any token.' };
  }
  return /^[0-9a-f]*$/i.test(given)
    ? { cause: 'wrong-length', reason: `The signature has ${given.length} hexadecimal digits; 128 are expected.` }
    : { cause: 'not-hexadecimal', reason: 'The signature is not hexadecimal; 128 hexadecimal digits are expected.' };
}

function explain({ cause, words }: Trial, form: Form): Diagnosis {
  if (cause === plainly)
    return { cause: form.cause ?? cause, reason: `The signature is the right one, but ${form.words}.` };
  const also = form.cause === null ? '' : `; it is also ${form.words}`;
  return { cause, reason: `The signature ${words}${also}.` };
}

function* trials(body: Buffer, tokens: readonly Token[]): Generator<Trial> {
  const keys = tokens.filter(({ value }) => value !== '');
  const available = new Set(getHashes());
  const hmac = (algorithm: string, key: string | Buffer, bytes: Buffer) => () =>
    available.has(algorithm) ? createHmac(algorithm, key).update(bytes).digest() : undefined;

  for (const { value } of keys) yield { cause: plainly, words: '', digest: hmac('sha512', value, body) };
  for (const { value } of keys) {
    for (const [algorithm, cause, title] of algorithms) {
      const words = `is made with ${title} instead of SHA-512`;
      yield { cause, words, digest: hmac(algorithm, value, body) };
    }
  }
  for (const { name, value } of keys) {
    for (const { cause, words, bytes } of tokenVariants(value)) {
      yield { cause, words: `is made with the token of ${name} ${words}`, digest: hmac('sha512', bytes, body) };
    }
  }
  const bodies = bodyVariants(body);
  for (const { value } of keys) {
    for (const { cause, words, bytes } of bodies) {
      yield { cause, words: `is that of ${words}`, digest: hmac('sha512', value, bytes) };
    }
  }
  for (const { value } of keys) {
    yield plain('token and body, no HMAC', value, body);
    yield plain('body and token, no HMAC', body, value);
  }
  yield plain('the body, without any token', body);
  yield { cause: 'no-token', words: 'is made with an empty token', digest: hmac('sha512', '', body) };
}

const algorithms: readonly [algorithm: string, cause: Cause, title: string][] = [
  ['sha256', 'sha256', 'SHA-256'],
  ['sha1', 'sha1', 'SHA-1'],
  ['sha384', 'other-algorithm', 'SHA-384'],
  ['md5', 'other-algorithm', 'MD5'],
  ['sha3-512', 'other-algorithm', 'SHA3-512'],
];

function plain(what: string, ...parts: (string | Buffer)[]): Trial {
  const digest = () => parts.reduce((hash, part) => hash.update(part), createHash('sha512')).digest();
  return { cause: 'not-hmac', words: `is a plain SHA-512 of ${what}`, digest };
}
