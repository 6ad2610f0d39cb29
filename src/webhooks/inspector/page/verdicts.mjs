/** Each verdict in words, and the sign before it, so that colour is not its only mark. */
export const verdicts = {
  /** Its signature matches one of our tokens. */
  verified: { sign: '✓', words: 'verified' },
  /** Accepted without a signature, because unsigned deliveries are allowed. Never verified. */
  unsigned: { sign: '○', words: 'unsigned' },
  /** It carries no signature, or an empty one. */
  missing: { sign: '✕', words: 'no signature' },
  /** Its signature header is repeated, contradicts the other dialect's, or is not in the form of a signature. */
  malformed: { sign: '✕', words: 'bad format' },
  /** A well-formed signature that does not match these bytes with any of our tokens. */
  mismatch: { sign: '✕', words: 'wrong signature' },
  /** Not a delivery at all: wrong method or path, too large, too slow, or more than we can handle. */
  refused: { sign: '–', words: 'bad request' },
};
