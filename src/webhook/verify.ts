import { signatureHeaders } from '../contract/dialect.ts';
import { isSignatureForm, isSignatureOf } from '../contract/signature.ts';
import type { Cause, HeaderPair, Token } from './delivery.ts';
import type { Diagnosis } from './diagnose.ts';

/** What a signature proves about a body: something, with a token's name, or nothing, and why. */
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
  /** Looks for the likely cause when a signature does not hold. */
  readonly diagnose: (body: Buffer, given: string) => Diagnosis;
}

const names: readonly string[] = signatureHeaders;

/** The signature lines among a request's headers, in the order sent. */
export function signatureLines(headers: readonly HeaderPair[]): HeaderPair[] {
  return headers.filter(([name]) => names.includes(name.toLowerCase()));
}

/** Verifies what the signature lines of a request say about its body. */
export type Verifier = (body: Buffer, lines: readonly HeaderPair[]) => Proof;

/**
 * Checks signatures made with any of these tokens, of exactly the bytes given (trust, "forged notifications"). Verified is what a
 * token proved; everything else, whatever we did not think of included, is not.
 */
export function createVerifier(tokens: readonly Token[], { allowUnsigned = false, diagnose }: VerifyOptions): Verifier {
  const keys = tokens.filter(({ value }) => value !== '');
  return (body, lines) => {
    if (isRepeated(lines)) {
      return unproved(
        'malformed',
        'repeated-header',
        'A signature header is there more than once; one value is expected.',
      );
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
        'It is signed, but there is no token here to check the signature with.',
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
    ? unproved(verdict, 'missing', `It has no signature: neither ${names.join(' nor ')} is there.`)
    : unproved(
        verdict,
        'empty-header',
        'Its signature header is empty: the service has no token for this configuration.',
      );
}

/** Says which of two contradicting headers is right, where one is. */
function disagreement(body: Buffer, lines: readonly HeaderPair[], keys: readonly Token[]): string {
  const right = lines.find(([, value]) => keys.some((key) => isSignatureOf(body, value, key.value)));
  const words = `${lines.map(([name]) => name).join(' and ')} differ; where both are there both must hold.`;
  return right ? `${words} Only ${right[0]} is right.` : words;
}

function unproved(verdict: 'unsigned' | 'missing' | 'malformed' | 'mismatch', cause: Cause, reason: string): Proof {
  return { verified: false, verdict, cause, reason, signedWith: null };
}
