/** The name of each verdict, and a sign, so that colour is not the only mark. */
export const verdicts = {
  /** The signature matches one of our tokens. */
  verified: { sign: '✓', words: 'verified' },
  /** Accepted without a signature, because unsigned deliveries are allowed. Never verified. */
  unsigned: { sign: '○', words: 'unsigned' },
  /** No signature, or an empty one. */
  missing: { sign: '✕', words: 'no signature' },
  /** The signature header is repeated, contradicts that of the other dialect, or has the wrong form. */
  malformed: { sign: '✕', words: 'bad format' },
  /** A well-formed signature that does not match these bytes with any of our tokens. */
  mismatch: { sign: '✕', words: 'wrong signature' },
  /** Not a delivery: wrong method or path, too large, too slow, or too many requests. */
  refused: { sign: '–', words: 'bad request' },
};
