import { signatureHeaders } from '../api/contract/dialect.ts';
import { isSignatureForm, isSignatureOf } from '../api/contract/signature.ts';
import type { Cause, Delivery, HeaderPair, Token } from './delivery.ts';
import type { Diagnose } from './diagnose.ts';
import { longestHeader } from './signature-header.ts';

export type Classification = Pick<Delivery, 'verified' | 'verdict' | 'cause' | 'reason' | 'signedWith'>;

/** The result of a verification: the name of the matching token, or the reason why none matches. */
export type Proof = Classification &
  ({ verified: true; cause: null; reason: null } | { verified: false; cause: Cause; reason: string });

const names: readonly string[] = signatureHeaders;

/** Returns the signature lines among the headers of a request, in the order sent. */
export function signatureLines(headers: readonly HeaderPair[]): HeaderPair[] {
  return headers.filter(([name]) => names.includes(name.toLowerCase()));
}

/**
 * Returns a function that verifies the signature of a request over the exact bytes of its body (trust, "forged notifications").
 * A request is verified only if a token matches; every other case, known or not, is unverified.
 */
export function createVerifier(
  tokens: readonly Token[],
  { allowUnsigned = false, diagnose }: { allowUnsigned?: boolean | undefined; diagnose: Diagnose },
) {
  const keys = tokens.filter(({ value }) => value !== '');
  const unproven = allowUnsigned ? 'unsigned' : 'missing';
  return (request: Pick<Delivery, 'body' | 'headers'>): Proof => {
    const { body } = request;
    const lines = signatureLines(request.headers);
    if (isRepeated(lines)) {
      return unproved('malformed', 'repeated-header', 'The signature header is repeated; one value is expected.');
    }
    if (lines.some(([, value]) => value.length > longestHeader)) {
      const reason = `The signature header is longer than ${longestHeader} characters; 128 hexadecimal digits are expected.`;
      return unproved('malformed', 'wrong-length', reason);
    }
    const signature = lines[0]?.[1] ?? '';
    if (lines.some(([, value]) => value !== signature && value.toLowerCase() !== signature.toLowerCase())) {
      return unproved('malformed', 'headers-disagree', disagreement(body, lines, keys));
    }
    if (lines.length > 0 && signature === '') {
      const reason = 'The signature header is empty: the service has no token for this configuration.';
      return unproved(unproven, 'empty-header', reason);
    }
    if (keys.length === 0 && signature !== '') {
      const reason = 'The delivery is signed, but the listener has no token to verify it.';
      return unproved(allowUnsigned ? 'unsigned' : 'mismatch', 'no-token', reason);
    }
    const key = keys.find(({ value }) => isSignatureOf(body, signature, value));
    if (key) return { verified: true, verdict: 'verified', cause: null, reason: null, signedWith: key.name };
    const { cause, reason } = diagnose(request, signature);
    return unproved(signature === '' ? unproven : isSignatureForm(signature) ? 'mismatch' : 'malformed', cause, reason);
  };
}

function isRepeated(lines: readonly HeaderPair[]): boolean {
  return new Set(lines.map(([name]) => name.toLowerCase())).size < lines.length;
}

/** Returns the reason for two contradicting signature headers; names the correct header, if any. */
function disagreement(body: Buffer, lines: readonly HeaderPair[], keys: readonly Token[]): string {
  const correct = lines.find(([, value]) => keys.some((key) => isSignatureOf(body, value, key.value)));
  const reason = `${lines.map(([name]) => name).join(' and ')} differ; if both are present, both must match.`;
  return correct ? `${reason} Only ${correct[0]} is right.` : reason;
}

function unproved(verdict: 'unsigned' | 'missing' | 'malformed' | 'mismatch', cause: Cause, reason: string): Proof {
  return { verified: false, verdict, cause, reason, signedWith: null };
}
