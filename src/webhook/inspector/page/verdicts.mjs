/** @import { Verdict } from '../../delivery.ts' */

/**
 * Each verdict in words, and the sign before it, so that colour is not its only mark.
 * @type {Readonly<Record<Verdict, { sign: string, words: string }>>}
 */
export const verdicts = {
  verified: { sign: '✓', words: 'verified' },
  unsigned: { sign: '○', words: 'unsigned' },
  missing: { sign: '✕', words: 'no signature' },
  malformed: { sign: '✕', words: 'bad format' },
  mismatch: { sign: '✕', words: 'wrong signature' },
  refused: { sign: '–', words: 'bad request' },
};
