import { createHash, createHmac, getHashes } from 'node:crypto';
import { signatureHeaders } from '../api/contract/dialect.ts';
import { isSignatureForm } from '../api/contract/signature.ts';
import { monotonicMs } from '../base/clock.ts';
import type { Cause, Delivery, HeaderPair, Token } from './delivery.ts';
import { type Mistake, mistakes } from './mistakes.ts';
import { claimOf, type Form, longestHeader } from './signature-header.ts';

/** Why a signature does not match. */
export interface Diagnosis {
  readonly cause: Cause;
  readonly reason: string;
}

/** Finds the cause of a wrong signature, or of a missing one for an empty text, in the bytes and the header lines of a request. */
export type Diagnose = (request: Pick<Delivery, 'body' | 'headers'>, given: string) => Diagnosis;

/** Bytes hashed at most for one delivery, and what the keys of each HMAC add to them. */
const maxHashedBytes = 4 * 1024 * 1024;
const keyBytes = 256;
/** Diagnoses a listener makes one after another, and how many more each second. */
const burst = 20;
const perSecond = 10;
/** Other headers that may have the signature. */
const mostHeaders = 8;

/** A text that may be the signature. */
interface Claim {
  readonly formOf: (digest: Buffer) => Form | undefined;
  /** The header with the text, if it is not a signature header. */
  readonly header?: string;
}

/**
 * Returns what explains why signatures do not match: it tries known mistakes of senders, proxies and receivers with each token until one
 * matches. It verifies nothing, and no delivery is accepted because of it.
 */
export function createDiagnosis(tokens: readonly Token[]): Diagnose {
  const keys = tokens.filter(({ value }) => value !== '');
  return ({ body, headers }, given) => {
    const claims = claimsOf(headers, given);
    if (claims.length === 0 || keys.length === 0) return formOnly(given);
    let left = maxHashedBytes;
    for (const mistake of mistakes(body)) {
      const size = (mistake.body ?? body).length + keyBytes;
      for (const { name, value } of keys) {
        left -= size;
        if (left < 0) return formOnly(given, unfinished);
        const digest = digestOf(mistake, value, body);
        for (const { formOf, header } of claims) {
          const form = digest && formOf(digest);
          if (form) return explain(mistake, name, form, header);
        }
      }
    }
    const encoding = headers.find(([name]) => /^content-encoding$/i.test(name))?.[1];
    if (isSignatureForm(given) && encoding === 'gzip' && body[0] !== 0x1f) {
      const reason = `${mismatch}, and Content-Encoding is gzip, but the body is not compressed.`;
      return { cause: 'compressed', reason };
    }
    return formOnly(given, ' No known mistake of a sender, a proxy or a receiver explains it.');
  };
}

const mismatch = 'The signature does not match these bytes';
const unfinished = ' Only the usual mistakes were tried, because of the size of the body or the number of tokens.';

/** Returns the diagnosis of a listener, limited so that a flood of bad signatures costs a bounded amount of time. */
export function createListenerDiagnosis(tokens: readonly Token[], clock: () => number = monotonicMs): Diagnose {
  const diagnose = createDiagnosis(tokens);
  let saved = burst;
  let at = clock();
  return (request, given) => {
    if (claimsOf(request.headers, given).length === 0) return formOnly(given);
    const now = clock();
    saved = Math.min(burst, saved + ((now - at) / 1000) * perSecond);
    at = now;
    if (saved < 1) return formOnly(given, ' Too many bad signatures came at once to look for the cause.');
    saved -= 1;
    return diagnose(request, given);
  };
}

/** Returns the texts that may be the signature: that of its header, and of other headers with enough digits. */
function claimsOf(headers: readonly HeaderPair[], given: string): Claim[] {
  const others = headers.filter(
    ([name, value]) =>
      !signatureHeaders.some((known) => known === name.toLowerCase()) &&
      value.length <= longestHeader &&
      /[\w+/-]{27}/.test(value),
  );
  const own = given === '' ? [] : [{ formOf: claimOf(given) }];
  return [...own, ...others.slice(0, mostHeaders).map(([header, value]) => ({ formOf: claimOf(value), header }))];
}

/** Returns the diagnosis of a signature by its form alone; `why` says what else is known. */
function formOnly(given: string, why = ''): Diagnosis {
  if (given === '') {
    const reason = `The delivery has no signature: ${signatureHeaders.join(' and ')} are missing.`;
    return { cause: 'missing', reason };
  }
  if (isSignatureForm(given)) return { cause: 'mismatch', reason: `${mismatch} with any token.${why}` };
  return /^[0-9a-f]*$/i.test(given)
    ? { cause: 'wrong-length', reason: `The signature has ${given.length} hexadecimal digits; 128 are expected.` }
    : { cause: 'not-hexadecimal', reason: 'The signature is not hexadecimal; 128 hexadecimal digits are expected.' };
}

function explain({ cause, words }: Mistake, token: string, form: Form, header: string | undefined): Diagnosis {
  const place = header === undefined ? [] : [`in the header ${header} instead of ${signatureHeaders[0]}`];
  const also = [...place, ...(form.cause === null ? [] : [form.words])];
  if (words === '') {
    const reason = `The signature is the right one, but ${also.join('; it is also ')}.`;
    return { cause: header === undefined ? (form.cause ?? cause) : 'other-header', reason };
  }
  return { cause, reason: `The signature ${[words.replace('TOKEN', () => token), ...also].join('; it is also ')}.` };
}

const available = new Set(getHashes());

/** Returns what a mistake signs with; undefined where the OpenSSL of this machine has no such algorithm. */
function digestOf({ algorithm = 'sha512', body, key, plain }: Mistake, token: string, received: Buffer) {
  if (!available.has(algorithm)) return undefined;
  if (plain)
    return createHash(algorithm)
      .update(Buffer.concat(plain(token)))
      .digest();
  return createHmac(algorithm, key?.(token) ?? token)
    .update(body ?? received)
    .digest();
}
