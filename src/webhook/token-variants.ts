import { distinct, type Variant } from './body-variants.ts';
import type { Cause } from './delivery.ts';

/** The tokens that a sender may have used instead of this one, the likeliest first. */
export function tokenVariants(token: string): Variant[] {
  const key = (cause: Cause, words: string, bytes: string | Buffer) => ({ cause, words, bytes: Buffer.from(bytes) });
  const unquoted = token.replace(/^(["'])(.*)\1$/s, '$2');
  const variants = [
    key('token-white-space', 'without the white space around it', token.trim()),
    key('token-white-space', 'with a newline at its end', `${token}\n`),
    key('token-white-space', 'with CR LF at its end', `${token}\r\n`),
    key('token-white-space', 'with a space at its end', `${token} `),
    key('token-white-space', 'with a space before it', ` ${token}`),
    key('token-quoted', 'without the quotation marks around it', unquoted),
    key('token-quoted', 'in quotation marks', `"${token}"`),
    key('token-quoted', 'in quotation marks', `'${token}'`),
    key('token-encoded', 'decoded from base64', Buffer.from(token, 'base64')),
    key('token-encoded', 'encoded in base64', Buffer.from(token).toString('base64')),
    key(
      'token-encoded',
      'decoded from hexadecimal',
      /^(?:[0-9a-f]{2})+$/i.test(token) ? Buffer.from(token, 'hex') : token,
    ),
    key('token-encoded', 'encoded in hexadecimal', Buffer.from(token).toString('hex')),
    key('token-encoded', 'in Latin-1', Buffer.from(token, 'latin1')),
    key('token-encoded', 'with its accents composed (NFC)', token.normalize('NFC')),
    key('token-encoded', 'with its accents decomposed (NFD)', token.normalize('NFD')),
    key('token-encoded', 'decoded from a URL', unescaped(token)),
    key('token-encoded', 'encoded for a URL', encodeURIComponent(token)),
    key('token-encoded', 'in lower case', token.toLowerCase()),
  ];
  return distinct(variants, [Buffer.from(token), Buffer.alloc(0)]);
}

function unescaped(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}
