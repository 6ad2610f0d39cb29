import { isUtf8 } from 'node:buffer';
import { isDeeperThan, jsonIn } from '../base/json.ts';
import { percentDecoded } from '../base/origin.ts';
import type { Cause } from './delivery.ts';

/** A body or token that the sender may have used instead of ours. */
export interface Variant {
  readonly bytes: Buffer;
  readonly cause: Cause;
  /** Completes "it is that of …". */
  readonly words: string;
}

/** The bodies that a sender may have signed when these bytes arrived, the likeliest first, each once. */
export function bodyVariants(body: Buffer): Variant[] {
  return distinct([...byBytes(body), ...byJson(body)], [body]);
}

/** The variants whose bytes differ from these and from earlier variants. */
export function distinct(variants: readonly Variant[], known: readonly Buffer[]): Variant[] {
  const seen = [...known];
  return variants.filter(({ bytes }) => {
    if (seen.some((other) => other.equals(bytes))) return false;
    seen.push(bytes);
    return true;
  });
}

const from = (cause: Cause, words: string, text: string, encoding: BufferEncoding = 'utf8'): Variant => ({
  bytes: Buffer.from(text, encoding),
  cause,
  words,
});

function byBytes(body: Buffer): Variant[] {
  // One character for each byte: nothing is lost on the way there and back.
  const raw = body.toString('latin1');
  const bytes = (cause: Cause, words: string, text: string) => from(cause, words, text, 'latin1');
  const text = body.toString();
  return [
    bytes('trailing-newline', 'the body with a newline at its end, which is missing here', `${raw}\n`),
    bytes('trailing-newline', 'the body without the newline at its end', raw.replace(/\r?\n$/, '')),
    bytes('trailing-newline', 'the body with CR LF at its end, which is missing here', `${raw}\r\n`),
    bytes('white-space', 'the body without the white space around it', raw.trim()),
    bytes('byte-order-mark', 'the body without the byte order mark at its beginning', raw.replace(/^\xEF\xBB\xBF/, '')),
    bytes(
      'byte-order-mark',
      'the body with a byte order mark at its beginning, which is missing here',
      `\xEF\xBB\xBF${raw}`,
    ),
    bytes('line-endings', 'the body with its lines ending in LF; here they end in CR LF', raw.replaceAll('\r\n', '\n')),
    bytes(
      'line-endings',
      'the body with its lines ending in CR LF; here they end in LF',
      raw.replace(/\r?\n/g, '\r\n'),
    ),
    bytes('empty-body', 'an empty body: it was made before the body was there', ''),
    from('character-encoding', 'the body in UTF-8; here it is in Latin-1', raw),
    ...(isUtf8(body)
      ? [
          bytes('character-encoding', 'the body in Latin-1; here it is in UTF-8', text),
          from('character-encoding', 'the body in UTF-16; here it is in UTF-8', text, 'utf16le'),
          from('character-encoding', 'the body with its accents composed (NFC)', text.normalize('NFC')),
          from('character-encoding', 'the body with its accents decomposed (NFD)', text.normalize('NFD')),
        ]
      : [from('character-encoding', 'the body with what is not UTF-8 in it replaced by U+FFFD', text)]),
  ];
}

function byJson(body: Buffer): Variant[] {
  const text = body.toString().replace(/^\uFEFF/, '');
  const value = jsonIn(text);
  // Indented, JSON is as many times as large as it is deep.
  if (value === undefined || isDeeperThan(16, value)) return [];
  const compact = JSON.stringify(value);
  const wide = spaced(value);
  const indented = JSON.stringify(value, null, 2);
  const sorted = sortKeys(value);
  const again = (how: string, made: string) =>
    from('re-serialised', `the same JSON ${how}: it was parsed and written anew on the way or before the check`, made);
  return [
    again('written compactly', compact),
    again('with spaces after colons and commas', wide),
    again('indented by two', indented),
    again('indented by four', JSON.stringify(value, null, 4)),
    again('indented by tabs', JSON.stringify(value, null, '\t')),
    again('with its keys sorted', JSON.stringify(sorted)),
    again('with its keys sorted and spaces after colons and commas', spaced(sorted)),
    again('with \\u escapes instead of what is not ASCII', ascii(compact)),
    again('with \\u escapes and spaces after colons and commas', ascii(wide)),
    again('with <, > and & as \\u escapes', compact.replace(/[<>&\u2028\u2029]/g, escaped)),
    again('with its slashes escaped', compact.replaceAll('/', '\\/')),
    again('written compactly, with a newline at its end', `${compact}\n`),
    again('indented by two, with a newline at its end', `${indented}\n`),
    again('as a text inside JSON', JSON.stringify(text)),
    ...(typeof value === 'string' ? [again('outside the JSON text it is in here', value)] : []),
  ];
}

/** As Python's json.dumps and similar libraries write it. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, inner]) => `${JSON.stringify(name)}: ${spaced(inner)}`)
    .join(', ')}}`;
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sortKeys(inner)]),
  );
}

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
const ascii = (text: string) => text.replace(/[\u007F-\uFFFF]/g, escaped);

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
    key('token-encoded', 'decoded from a URL', percentDecoded(token)),
    key('token-encoded', 'encoded for a URL', encodeURIComponent(token)),
    key('token-encoded', 'in lower case', token.toLowerCase()),
  ];
  return distinct(variants, [Buffer.from(token), Buffer.alloc(0)]);
}
