/** The name and sign of each verdict: colour must not be the only difference. */
export const verdicts = {
  /** The signature matches one of our tokens. */
  verified: { sign: '✓', words: 'verified' },
  /** Accepted without a signature, because unsigned deliveries are allowed; not verified. */
  unsigned: { sign: '○', words: 'unsigned' },
  /** The signature is missing or empty. */
  missing: { sign: '✕', words: 'no signature' },
  /** The signature header is repeated, contradicts the signature header under the other name, or has the wrong form. */
  malformed: { sign: '✕', words: 'bad format' },
  /** A signature of the right form, but for other bytes or another token. */
  mismatch: { sign: '✕', words: 'wrong signature' },
  /** Not a delivery: wrong method or path, too large, too slow, or too many requests. */
  refused: { sign: '–', words: 'bad request' },
};
