import { execFileSync } from 'node:child_process';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { isSignatureOf, sign } from '../../src/api/contract/signature.ts';
import type { Cause, HeaderPair, Token, Verdict } from '../../src/webhooks/delivery.ts';
import { createDiagnosis } from '../../src/webhooks/diagnose.ts';
import { createVerifier } from '../../src/webhooks/verify.ts';
import fc, { anyText, forAll } from '../support/properties.ts';
import { hasOpenssl } from '../support/tls.ts';
import written from './signature-cases.json' with { type: 'json' };

interface Case {
  title: string;
  body?: string;
  repeat?: [text: string, times: number];
  /** The signed text, if that is not the body. */
  message?: string;
  openssl: { algorithm: string; key: string | null; digest: string };
  lines: [name: string, value: string][];
  tokens: string[];
  verdict: Verdict;
  cause: Cause | null;
}

const cases = written as unknown as Case[];
const bodyOf = ({ body = '', repeat }: Case) =>
  repeat ? Buffer.from(repeat[0].repeat(repeat[1])) : Buffer.from(body, 'base64');
const named = (values: string[]) => values.map((value, index) => ({ name: `token ${index + 1}`, value }));

const verifierOf = (tokens: Token[], allowUnsigned = false) =>
  createVerifier(tokens, { allowUnsigned, diagnose: createDiagnosis(tokens) });
const diagnose = (body: Buffer, given: string, tokens: Token[], headers: HeaderPair[] = []) =>
  createDiagnosis(tokens)({ body, headers }, given);

function check(one: Case) {
  const headers: HeaderPair[] = [['Content-Type', 'application/json'], ...one.lines];
  return verifierOf(named(one.tokens))({ body: bodyOf(one), headers });
}

// trust: T-80
test.each(cases)('the signature of $title has the verdict $verdict, $cause', (one) => {
  const { verified, verdict, cause, reason } = check(one);
  expect({ verified, verdict, cause }).toEqual({
    verified: one.verdict === 'verified',
    verdict: one.verdict,
    cause: one.cause,
  });
  expect(reason).toEqual(verified ? null : expect.stringMatching(/^(?:The|It|Its|A|X-[\w-]+) .+\.$/));
});

test('the table has at least sixty cases', () => {
  expect(cases.length).toBeGreaterThanOrEqual(60);
});

test('the reason of a verdict contains neither a token nor the correct signature', () => {
  for (const one of cases) {
    const { reason } = check(one);
    const secrets = [
      ...one.tokens.filter(({ length }) => length > 3),
      ...(one.openssl.key ? [one.openssl.digest] : []),
    ];
    expect(secrets.filter((secret) => reason?.includes(secret))).toEqual([]);
  }
});

test.runIf(hasOpenssl())('openssl still computes the digests of the table', () => {
  for (const one of cases.filter((_, index) => index % 8 === 0)) {
    const { algorithm, key, digest } = one.openssl;
    const keyed = key === null ? [] : ['-mac', 'HMAC', '-macopt', `hexkey:${key}`];
    const input = one.message === undefined ? bodyOf(one) : Buffer.from(one.message, 'base64');
    const said = execFileSync('openssl', ['dgst', `-${algorithm}`, ...keyed, '-hex'], { input }).toString();
    expect(said.trim().split(' ').at(-1)).toBe(digest);
  }
});

// trust: T-80
test('a character outside ASCII is not accepted as a hexadecimal digit, even if its last byte is one', () => {
  const body = Buffer.from('{}');
  const right = sign(body, 'secret');
  const beyond = [...right].map((digit) => String.fromCharCode(0x100 + digit.charCodeAt(0))).join('');
  expect(isSignatureOf(body, beyond, 'secret')).toBe(false);
});

test('a signature made with another form of the token gives a reason that says so, and adds if the signature itself is malformed', () => {
  const body = Buffer.from('{}');
  const quoted = sign(body, '"secret"');
  const reasonOf = (given: string) => diagnose(body, given, named(['secret'])).reason;
  const reason = 'The signature is made with the token of token 1 in quotation marks';
  expect(reasonOf(quoted)).toBe(`${reason}.`);
  expect(reasonOf(`"${quoted}"`)).toBe(`${reason}; it is also in quotation marks, which do not belong there.`);
});

// trust: T-81
test('unsigned deliveries are accepted if they are allowed, but never verified', () => {
  const verify = verifierOf(named(['secret']), true);
  const body = Buffer.from('{}');
  for (const headers of [[], [['X-Svc-Notification-Signature', ''] as const]]) {
    expect(verify({ body, headers })).toMatchObject({ verified: false, verdict: 'unsigned' });
  }
  expect(verify({ body, headers: [['x-svc-notification-signature', '0'.repeat(128)]] })).toMatchObject({
    verified: false,
    verdict: 'mismatch',
  });
});

test('correct signatures are accepted and changed ones rejected, for tokens and bodies of every length', () => {
  const lengths = fc.oneof(fc.integer({ max: 300, min: 0 }), fc.constantFrom(65_535, 65_536, 65_537));
  const token = fc.oneof(anyText({ minLength: 1 }), fc.string({ minLength: 120, maxLength: 140 }));
  forAll([token, fc.array(fc.tuple(lengths, fc.nat(255)), { maxLength: 4 })], (secret, bodies) => {
    for (const [length, byte] of bodies) {
      const body = Buffer.alloc(length, byte);
      const right = sign(body, secret);
      const wrong = right.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
      expect(
        [right, right.toUpperCase(), wrong, right.slice(1), `${right}0`].map((text) =>
          isSignatureOf(body, text, secret),
        ),
      ).toEqual([true, true, false, false, false]);
    }
  });
});

// trust: T-89
test('rejects a signature header of more than 300 characters without comparing it', () => {
  const body = Buffer.from('{}');
  const right = sign(body, 'secret');
  const verify = verifierOf(named(['secret']));
  const names = ['x-svc-notification-signature', 'x-tfe-notification-signature'];
  const reasonOf = (...values: string[]) =>
    verify({ body, headers: values.map((value, index): HeaderPair => [names[index]!, value]) }).reason;
  expect(reasonOf(right + 'z'.repeat(172))).toContain('followed by 172 characters');
  for (const given of [right + 'z'.repeat(173), '='.repeat(301), `${' '.repeat(173)}${right}`]) {
    const longer = 'The signature header is longer than 300 characters; 128 hexadecimal digits are expected.';
    expect(reasonOf(given)).toBe(longer);
    expect(reasonOf(right, given)).toBe(longer);
  }
});

// trust: T-89
test('JSON of 16 levels is serialised again to find the cause, deeper JSON is not', () => {
  const tokens = named(['secret']);
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    const nested = (levels: number, space: string) =>
      `${open.repeat(levels - 1)}[1,${space}2]${close.repeat(levels - 1)}`;
    const causeAt = (levels: number) =>
      diagnose(Buffer.from(nested(levels, '  ')), sign(nested(levels, ''), 'secret'), tokens).cause;
    expect([causeAt(16), causeAt(17), causeAt(1000)]).toEqual(['re-serialised', 'mismatch', 'mismatch']);
  }
});

// trust: T-248
test('a diagnosis hashes at most 4 MiB, tries the usual mistakes with every token first, and says if it did not try all', () => {
  const body = Buffer.alloc(10 * 1024, 'x');
  const given = sign(Buffer.concat([body, Buffer.from('\n')]), 'secret');
  const others = (count: number) => Array.from({ length: count }, (_, index) => `other ${index}`);
  expect(diagnose(body, given, named([...others(150), 'secret'])).cause).toBe('trailing-newline');
  const { cause, reason } = diagnose(body, given, named([...others(300), 'secret']));
  expect([cause, reason]).toEqual(['mismatch', expect.stringContaining('Only the usual mistakes were tried')]);
  const large = Buffer.alloc(1024 * 1024, '{"a":1}');
  expect(diagnose(large, '0'.repeat(128), named(['secret'])).reason).toContain('Only the usual mistakes were tried');
  expect(diagnose(body, '0'.repeat(128), named(['secret'])).reason).toContain('No known mistake');
  expect(diagnose(body, 'sha512=x', named(['secret'])).cause).toBe('not-hexadecimal');
});

// trust: T-248
test('a small gzip body that decompresses to more than 1 MiB is not decompressed to find the cause', () => {
  const bomb = gzipSync(Buffer.alloc(1024 * 1024 + 1));
  const within = gzipSync(Buffer.alloc(1024 * 1024));
  const causeOf = (body: Buffer, size: number) =>
    diagnose(body, sign(Buffer.alloc(size), 'secret'), named(['secret'])).cause;
  expect([causeOf(bomb, 1024 * 1024 + 1), causeOf(within, 1024 * 1024)]).toEqual(['mismatch', 'compressed']);
});

test('a body that was decompressed on the way is recognised by its Content-Encoding', () => {
  const { cause, reason } = diagnose(Buffer.from('{}'), '0'.repeat(128), named(['secret']), [
    ['content-encoding', 'gzip'],
  ]);
  expect([cause, reason]).toEqual(['compressed', expect.stringContaining('but the body is not compressed')]);
});
