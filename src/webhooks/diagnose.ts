import { createHash, createHmac, getHashes } from 'node:crypto';
import { signatureHeaders } from '../api/contract/dialect.ts';
import { isSignatureForm } from '../api/contract/signature.ts';
import { monotonicMs } from '../base/clock.ts';
import type { Cause, Delivery, HeaderPair, Token } from './delivery.ts';
import { type Mistake, mistakes } from './mistakes.ts';
import { claimOf, type Form, longestHeader } from './signature-header.ts';

export interface Diagnosis {
  readonly cause: Cause;
  readonly reason: string;
}

/** Finds the cause of a wrong signature in the bytes and header lines of a request; an empty signature is missing. */
export type Diagnose = (request: Pick<Delivery, 'body' | 'headers'>, signature: string) => Diagnosis;

/** Maximum number of bytes to hash for one delivery. Each HMAC also counts `keyBytes` for its keys. */
const maxHashedBytes = 4 * 1024 * 1024;
const keyBytes = 256;
/** Number of diagnoses that a listener may make at once; `perSecond` more become available each second. */
const burst = 20;
const perSecond = 10;
const mostHeaders = 8;

interface Claim {
  readonly formOf: (digest: Buffer) => Form | undefined;
  /** Name of the header with the value, if it is not a signature header. */
  readonly header?: string;
}

/**
 * Returns a function that explains why a signature does not match. It tries known mistakes of senders, proxies and receivers with each
 * token until one matches. An explained delivery is still rejected.
 */
export function createDiagnosis(tokens: readonly Token[]): Diagnose {
  const keys = tokens.filter(({ value }) => value !== '');
  return ({ body, headers }, signature) => {
    const claims = claimsOf(headers, signature);
    if (claims.length === 0 || keys.length === 0) return diagnosisByForm(signature);
    let bytesLeft = maxHashedBytes;
    for (const mistake of mistakes(body)) {
      const size = (mistake.body ?? body).length + keyBytes;
      for (const { name, value } of keys) {
        bytesLeft -= size;
        if (bytesLeft < 0) return diagnosisByForm(signature, unfinished);
        const digest = digestOf(mistake, value, body);
        for (const { formOf, header } of claims) {
          const form = digest && formOf(digest);
          if (form) return explain(mistake, name, form, header);
        }
      }
    }
    const encoding = headers.find(([name]) => /^content-encoding$/i.test(name))?.[1];
    if (isSignatureForm(signature) && encoding === 'gzip' && body[0] !== 0x1f) {
      const reason = `${mismatch}, and Content-Encoding is gzip, but the body is not compressed.`;
      return { cause: 'compressed', reason };
    }
    return diagnosisByForm(signature, ' No known mistake of a sender, a proxy or a receiver explains it.');
  };
}

const mismatch = 'The signature does not match these bytes';
const unfinished = ' Only the usual mistakes were tried, because of the size of the body or the number of tokens.';

/** Returns the diagnosis for a listener, with a limit: a flood of bad signatures must not keep it busy. */
export function createListenerDiagnosis(tokens: readonly Token[], clock: () => number = monotonicMs): Diagnose {
  const diagnose = createDiagnosis(tokens);
  let saved = burst;
  let at = clock();
  return (request, signature) => {
    if (claimsOf(request.headers, signature).length === 0) return diagnosisByForm(signature);
    const now = clock();
    saved = Math.min(burst, saved + ((now - at) / 1000) * perSecond);
    at = now;
    if (saved < 1) return diagnosisByForm(signature, ' Too many bad signatures came at once to look for the cause.');
    saved -= 1;
    return diagnose(request, signature);
  };
}

/** Returns the header values that may be the signature: the signature header's, and other values with enough digits. */
function claimsOf(headers: readonly HeaderPair[], signature: string): Claim[] {
  const otherHeaders = headers.filter(
    ([name, value]) =>
      !signatureHeaders.some((header) => header === name.toLowerCase()) &&
      value.length <= longestHeader &&
      /[\w+/-]{27}/.test(value),
  );
  const signatureClaims = signature === '' ? [] : [{ formOf: claimOf(signature) }];
  return [
    ...signatureClaims,
    ...otherHeaders.slice(0, mostHeaders).map(([header, value]) => ({ formOf: claimOf(value), header })),
  ];
}

/** Returns the diagnosis by the form of the signature alone; `detail` is appended to the sentence about a mismatch. */
function diagnosisByForm(signature: string, detail = ''): Diagnosis {
  if (signature === '') {
    const reason = `The delivery has no signature: ${signatureHeaders.join(' and ')} are missing.`;
    return { cause: 'missing', reason };
  }
  if (isSignatureForm(signature)) return { cause: 'mismatch', reason: `${mismatch} with any token.${detail}` };
  return /^[0-9a-f]*$/i.test(signature)
    ? { cause: 'wrong-length', reason: `The signature has ${signature.length} hexadecimal digits; 128 are expected.` }
    : { cause: 'not-hexadecimal', reason: 'The signature is not hexadecimal; 128 hexadecimal digits are expected.' };
}

function explain({ cause, words }: Mistake, token: string, form: Form, header: string | undefined): Diagnosis {
  const place = header === undefined ? [] : [`in the header ${header} instead of ${signatureHeaders[0]}`];
  const deviations = [...place, ...(form.cause === null ? [] : [form.words])];
  if (words === '') {
    const reason = `The signature is the right one, but ${deviations.join('; it is also ')}.`;
    return { cause: header === undefined ? (form.cause ?? cause) : 'other-header', reason };
  }
  return {
    cause,
    reason: `The signature ${[words.replace('TOKEN', () => token), ...deviations].join('; it is also ')}.`,
  };
}

const available = new Set(getHashes());

/** Returns the digest that results from a mistake; undefined if the local OpenSSL lacks the algorithm. */
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
