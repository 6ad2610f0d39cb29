import { isUtf8 } from 'node:buffer';
import { gunzipSync } from 'node:zlib';
import { percentDecoded } from '../base/origin.ts';
import { unlessThrown } from '../base/unless-thrown.ts';
import type { Cause } from './delivery.ts';
import { jsonVariants } from './json-variants.ts';

/** A mistake of a sender, a proxy or a receiver that explains why a signature does not match the received body. */
export interface Mistake {
  readonly cause: Cause;
  /** Completes "The signature …"; `TOKEN` stands for the name of the token. Empty if only the form of the signature is wrong. */
  readonly words: string;
  readonly body?: Buffer;
  readonly algorithm?: string;
  key?(token: string): string | Buffer;
  plain?(token: string): Buffer[];
}

/** Size limit of a decompressed body, the same as for a delivery. */
const maxOutputLength = 1024 * 1024;

/** Yields the known mistakes, the most common first. Creates each on demand: together they are many times as large as the body. */
export function* mistakes(received: Buffer): Generator<Mistake> {
  // Latin-1 has one character for each byte, so the conversion loses nothing.
  const raw = received.toString('latin1');
  yield { cause: 'mismatch', words: '' };
  yield bytes('trailing-newline', 'the body with a newline at its end, which is missing here', `${raw}\n`);
  yield bytes('trailing-newline', 'the body without the newline at its end', raw.replace(/\r?\n$/, ''));
  yield hashed('sha256', 'SHA-256');
  yield hashed('sha1', 'SHA-1', 'sha1');
  yield { cause: 'no-token', words: 'is made with an empty token', key: () => '' };
  yield* tokenMistakes;
  if (raw.startsWith('\x1F\x8B')) {
    const body = unlessThrown(() => gunzipSync(received, { maxOutputLength }));
    if (body) yield signed('compressed', 'the body before it was compressed with gzip', body);
  }
  yield* byteMistakes(received, raw);
  for (const [variant, text] of jsonVariants(received.toString().replace(/^\uFEFF/, ''))) {
    const description = `the same JSON ${variant}: it was parsed and re-serialized on the way or before the check`;
    yield signed('re-serialised', description, Buffer.from(text));
  }
  yield* rareMistakes(received);
}

function* byteMistakes(received: Buffer, raw: string): Generator<Mistake> {
  yield bytes('trailing-newline', 'the body with CR LF at its end, which is missing here', `${raw}\r\n`);
  yield bytes('white-space', 'the body without the white space around it', raw.trim());
  const unmarked = raw.replace(/^\xEF\xBB\xBF/, '');
  yield bytes('byte-order-mark', 'the body without the byte order mark at its beginning', unmarked);
  const marked = 'the body with a byte order mark at its beginning, which is missing here';
  yield bytes('byte-order-mark', marked, `\xEF\xBB\xBF${raw}`);
  const toLf = 'the body with its lines ending in LF; here they end in CR LF';
  yield bytes('line-endings', toLf, raw.replaceAll('\r\n', '\n'));
  const toCrLf = 'the body with its lines ending in CR LF; here they end in LF';
  yield bytes('line-endings', toCrLf, raw.replace(/\r?\n/g, '\r\n'));
  yield bytes('empty-body', 'an empty body: it was made before the body was there', '');
  const encoded = (words: string, text: string, encoding?: BufferEncoding) =>
    signed('character-encoding', words, Buffer.from(text, encoding));
  yield encoded('the body in UTF-8; here it is in Latin-1', raw);
  const text = received.toString();
  if (!isUtf8(received)) return yield encoded('the body with what is not UTF-8 in it replaced by U+FFFD', text);
  yield encoded('the body in Latin-1; here it is in UTF-8', text, 'latin1');
  yield encoded('the body in UTF-16; here it is in UTF-8', text, 'utf16le');
  yield encoded('the body with its accents composed (NFC)', text.normalize('NFC'));
  yield encoded('the body with its accents decomposed (NFD)', text.normalize('NFD'));
}

function* rareMistakes(received: Buffer): Generator<Mistake> {
  yield hashed('sha384', 'SHA-384', 'other-algorithm');
  yield hashed('md5', 'MD5', 'other-algorithm');
  yield hashed('sha3-512', 'SHA3-512', 'other-algorithm');
  const cause = 'not-hmac';
  const plainHash = 'is a plain SHA-512 of';
  yield { cause, words: `${plainHash} token and body, no HMAC`, plain: (token) => [Buffer.from(token), received] };
  yield { cause, words: `${plainHash} body and token, no HMAC`, plain: (token) => [received, Buffer.from(token)] };
  yield { cause, words: `${plainHash} the body, without any token`, plain: () => [received] };
}

const signed = (cause: Cause, name: string, body: Buffer): Mistake => ({ cause, words: `is that of ${name}`, body });
const bytes = (cause: Cause, name: string, text: string) => signed(cause, name, Buffer.from(text, 'latin1'));
const hashed = (algorithm: string, title: string, cause: Cause = 'sha256'): Mistake => {
  return { cause, words: `is made with ${title} instead of SHA-512`, algorithm };
};

/** Returns the mistake that the other side uses a changed form of the token. */
const keyed = (cause: Cause, form: string, key: NonNullable<Mistake['key']>): Mistake => {
  return { cause, words: `is made with the token of TOKEN ${form}`, key };
};
const padded = (cause: Cause, form: string, prefix: string, suffix = '') =>
  keyed(cause, form, (token) => `${prefix}${token}${suffix}`);

const tokenMistakes: readonly Mistake[] = [
  keyed('token-white-space', 'without the white space around it', (token) => token.trim()),
  padded('token-white-space', 'with a newline at its end', '', '\n'),
  padded('token-white-space', 'with CR LF at its end', '', '\r\n'),
  padded('token-white-space', 'with a space at its end', '', ' '),
  padded('token-white-space', 'with a space before it', ' '),
  // String.trim also removes a byte order mark.
  padded('token-white-space', 'with a byte order mark before it', '\uFEFF'),
  keyed('token-quoted', 'without the quotation marks around it', (token) => token.replace(/^(["'])(.*)\1$/s, '$2')),
  padded('token-quoted', 'in quotation marks', '"', '"'),
  padded('token-quoted', 'in quotation marks', "'", "'"),
  ...['Bearer ', 'Token ', 'sha512=', 'token=', 'secret=', 'whsec_'].map((prefix) =>
    padded('token-prefixed', `with "${prefix}" before it`, prefix),
  ),
  ...['=', ' ', ':', '_'].map((mark) =>
    keyed('token-prefixed', `without what is before its first "${mark}"`, (token) =>
      token.slice(token.indexOf(mark) + 1).trim(),
    ),
  ),
  keyed('token-encoded', 'decoded from base64', (token) => Buffer.from(token, 'base64')),
  keyed('token-encoded', 'encoded in base64', (token) => Buffer.from(token).toString('base64')),
  keyed('token-encoded', 'decoded from hexadecimal', (token) =>
    /^(?:[0-9a-f]{2})+$/i.test(token) ? Buffer.from(token, 'hex') : token,
  ),
  keyed('token-encoded', 'encoded in hexadecimal', (token) => Buffer.from(token).toString('hex')),
  keyed('token-encoded', 'in Latin-1', (token) => Buffer.from(token, 'latin1')),
  keyed('token-encoded', 'with its accents composed (NFC)', (token) => token.normalize('NFC')),
  keyed('token-encoded', 'with its accents decomposed (NFD)', (token) => token.normalize('NFD')),
  keyed('token-encoded', 'decoded from a URL', percentDecoded),
  keyed('token-encoded', 'encoded for a URL', encodeURIComponent),
  keyed('token-encoded', 'in lower case', (token) => token.toLowerCase()),
];
