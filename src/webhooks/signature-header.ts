import { signatureHeaders } from '../api/contract/dialect.ts';
import type { Cause } from './delivery.ts';

export interface Form {
  /** Null if the form is as expected: 128 hexadecimal digits. */
  readonly cause: Cause | null;
  readonly words: string;
}

/**
 * Minimum number of digits of a truncated signature that is recognised. With fewer, the response time would reveal whether a guessed
 * prefix is right, and a signature could be guessed digit by digit.
 */
const shortestPrefix = 32;

/** Maximum length of a header that is parsed: two signatures, each with any known prefix. */
export const longestHeader = 300;

const prefixPattern = `(?:hmac-?)?(?:sha-?(?:1|256|384|512)|md5)|v\\d|s|signature|hmac|${signatureHeaders.join('|')}`;
const prefix = new RegExp(`^(?:${prefixPattern})\\s*[=:]\\s*`, 'i');

/**
 * Parses a signature header in every form that senders are known to write. The returned function compares a digest with it: it returns
 * the form of the header, or undefined for another digest.
 */
export function claimOf(header: string): (digest: Buffer) => Form | undefined {
  const trimmed = header.trim();
  const [first = '', second, ...otherParts] = trimmed.split(',').map((part) => part.trim());
  const isTwice = first.toLowerCase() === second?.toLowerCase() && otherParts.length === 0;
  const single = isTwice ? first : trimmed;
  const quoted = /^(["'])(.*)\1$/.exec(single)?.[2];
  const text = quoted ?? single;
  const bare = text.replace(prefix, '');
  const around = formOf(text.slice(0, text.length - bare.length), quoted !== undefined, trimmed !== header);
  const form = isTwice ? joined : around;
  const digits = bare.toLowerCase();
  const compact = bare.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');

  return (digest) => {
    const expectedHex = digest.toString('hex');
    if (digits === expectedHex) return form;
    if (digest.length === 64 && digits.length >= shortestPrefix && expectedHex.startsWith(digits)) {
      return { cause: 'truncated', words: `cut off: only the first ${digits.length} of its 128 digits are there` };
    }
    if (digits.length > expectedHex.length && digits.startsWith(expectedHex)) {
      const extra = digits.length - expectedHex.length;
      return {
        cause: 'wrong-length',
        words: `followed by ${extra === 1 ? '1 character that does' : `${extra} characters that do`} not belong to it`,
      };
    }
    if (compact === digest.toString('base64').replace(/=+$/, '')) {
      return { cause: 'base64', words: 'written in base64 instead of hexadecimal digits' };
    }
    return undefined;
  };
}

const joined: Form = { cause: 'repeated-header', words: 'joined by a comma with the same value again' };

/** Returns the form of a signature with correct digits, by the characters around them. */
function formOf(prefixed: string, quoted: boolean, spaced: boolean): Form {
  if (prefixed !== '')
    return { cause: 'prefixed', words: `with "${prefixed.trim()}" before its digits, which does not belong there` };
  if (quoted) return { cause: 'quoted', words: 'in quotation marks, which do not belong there' };
  return spaced
    ? { cause: 'white-space', words: 'with white space around it, which does not belong there' }
    : { cause: null, words: '' };
}
