import { signatureHeaders } from '../api/contract/dialect.ts';
import { isSignatureForm, isSignatureOf } from '../api/contract/signature.ts';
import type { Cause, HeaderPair, Token } from './delivery.ts';
import type { Diagnosis } from './diagnose.ts';

/** The result of a verification: the name of the matching token, or why no token matches. */
export type Proof =
  | {
      readonly verified: true;
      readonly verdict: 'verified';
      readonly cause: null;
      readonly reason: null;
      readonly signedWith: string;
    }
  | {
      readonly verified: false;
      readonly verdict: 'unsigned' | 'missing' | 'malformed' | 'mismatch';
      readonly cause: Cause;
      readonly reason: string;
      readonly signedWith: null;
    };

export interface VerifyOptions {
  /** Accept what is not signed, without calling it verified. */
  readonly allowUnsigned?: boolean | undefined;
  /** Finds the likely cause of a wrong signature. */
  readonly diagnose: (body: Buffer, given: string) => Diagnosis;
}

const names: readonly string[] = signatureHeaders;
/** A signature with any prefix that senders are known to write is shorter; what is longer is not read. */
const longestHeader = 256;

/** The signature lines among a request's headers, in the order sent. */
export function signatureLines(headers: readonly HeaderPair[]): HeaderPair[] {
  return headers.filter(([name]) => names.includes(name.toLowerCase()));
}

/**
 * Returns a function that checks the signature lines of a request against its body, to the byte, with any of these tokens (trust, "forged
 * notifications"). A body is verified only if a token matches; every other case, known or not, is unverified.
 */
export function createVerifier(tokens: readonly Token[], { allowUnsigned = false, diagnose }: VerifyOptions) {
  const keys = tokens.filter(({ value }) => value !== '');
  return (body: Buffer, lines: readonly HeaderPair[]): Proof => {
    if (isRepeated(lines)) {
      return unproved('malformed', 'repeated-header', 'The signature header is repeated; one value is expected.');
    }
    if (lines.some(([, value]) => value.length > longestHeader)) {
      const reason = `The signature header is longer than ${longestHeader} characters; 128 hexadecimal digits are expected.`;
      return unproved('malformed', 'wrong-length', reason);
    }
    const given = lines[0]?.[1] ?? '';
    if (lines.some(([, value]) => value !== given && value.toLowerCase() !== given.toLowerCase())) {
      return unproved('malformed', 'headers-disagree', disagreement(body, lines, keys));
    }
    if (given === '') return unsigned(lines, allowUnsigned);
    if (keys.length === 0) {
      return unproved(
        allowUnsigned ? 'unsigned' : 'mismatch',
        'no-token',
        'The delivery is signed, but the listener has no token to verify it.',
      );
    }
    const key = keys.find(({ value }) => isSignatureOf(body, given, value));
    if (key) return { verified: true, verdict: 'verified', cause: null, reason: null, signedWith: key.name };
    const { cause, reason } = diagnose(body, given);
    return unproved(isSignatureForm(given) ? 'mismatch' : 'malformed', cause, reason);
  };
}

function isRepeated(lines: readonly HeaderPair[]): boolean {
  return new Set(lines.map(([name]) => name.toLowerCase())).size < lines.length;
}

function unsigned(lines: readonly HeaderPair[], allowUnsigned: boolean): Proof {
  const verdict = allowUnsigned ? 'unsigned' : 'missing';
  return lines.length === 0
    ? unproved(verdict, 'missing', `The delivery has no signature: ${names.join(' and ')} are missing.`)
    : unproved(
        verdict,
        'empty-header',
        'The signature header is empty: the service has no token for this configuration.',
      );
}

/** Names the right one of two contradicting headers, if one is right. */
function disagreement(body: Buffer, lines: readonly HeaderPair[], keys: readonly Token[]): string {
  const right = lines.find(([, value]) => keys.some((key) => isSignatureOf(body, value, key.value)));
  const words = `${lines.map(([name]) => name).join(' and ')} differ; if both are present, both must match.`;
  return right ? `${words} Only ${right[0]} is right.` : words;
}

function unproved(verdict: 'unsigned' | 'missing' | 'malformed' | 'mismatch', cause: Cause, reason: string): Proof {
  return { verified: false, verdict, cause, reason, signedWith: null };
}
