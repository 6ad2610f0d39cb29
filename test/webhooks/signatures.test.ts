import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { isSignatureOf, sign } from '../../src/api/contract/signature.ts';
import type { Cause, Verdict } from '../../src/webhooks/delivery.ts';
import { diagnose } from '../../src/webhooks/diagnose.ts';
import { createVerifier, signatureLines } from '../../src/webhooks/verify.ts';
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

function check(one: Case) {
  const tokens = named(one.tokens);
  const lines = signatureLines([['Content-Type', 'application/json'], ...one.lines]);
  const verify = createVerifier(tokens, { diagnose: (body, given) => diagnose(body, given, tokens) });
  return verify(bodyOf(one), lines);
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

test('a reason contains neither a token nor the right signature', () => {
  for (const one of cases) {
    const { reason } = check(one);
    const secrets = [
      ...one.tokens.filter(({ length }) => length > 3),
      ...(one.openssl.key ? [one.openssl.digest] : []),
    ];
    expect(secrets.filter((secret) => reason?.includes(secret))).toEqual([]);
  }
});

test.runIf(hasOpenssl())('openssl says the same today as when the cases were written', () => {
  for (const one of cases.filter((_, index) => index % 8 === 0)) {
    const { algorithm, key, digest } = one.openssl;
    const keyed = key === null ? [] : ['-mac', 'HMAC', '-macopt', `hexkey:${key}`];
    const input = one.message === undefined ? bodyOf(one) : Buffer.from(one.message, 'base64');
    const said = execFileSync('openssl', ['dgst', `-${algorithm}`, ...keyed, '-hex'], { input }).toString();
    expect(said.trim().split(' ').at(-1)).toBe(digest);
  }
});

// trust: T-80
test('a character outside ASCII is not a digit, even if its last byte is', () => {
  const body = Buffer.from('{}');
  const right = sign(body, 'secret');
  const beyond = [...right].map((digit) => String.fromCharCode(0x100 + digit.charCodeAt(0))).join('');
  expect(isSignatureOf(body, beyond, 'secret')).toBe(false);
});

test('a signature of another form of the token says so, and whether its own form is wrong too', () => {
  const body = Buffer.from('{}');
  const quoted = sign(body, '"secret"');
  const reasonOf = (given: string) => diagnose(body, given, named(['secret'])).reason;
  const reason = 'The signature is made with the token of token 1 in quotation marks';
  expect(reasonOf(quoted)).toBe(`${reason}.`);
  expect(reasonOf(`"${quoted}"`)).toBe(`${reason}; it is also in quotation marks, which do not belong there.`);
});

// trust: T-81
test('unsigned deliveries are accepted if allowed, and never verified', () => {
  const tokens = named(['secret']);
  const verify = createVerifier(tokens, {
    allowUnsigned: true,
    diagnose: (body, given) => diagnose(body, given, tokens),
  });
  for (const lines of [[], [['X-Svc-Notification-Signature', ''] as const]]) {
    expect(verify(Buffer.from('{}'), lines)).toMatchObject({ verified: false, verdict: 'unsigned' });
  }
  expect(verify(Buffer.from('{}'), [['x-svc-notification-signature', '0'.repeat(128)]])).toMatchObject({
    verified: false,
    verdict: 'mismatch',
  });
});

test('a check agrees with the signatures that were made, for tokens and bodies of every length', () => {
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
test('a signature header of more than 256 characters is rejected without being read', () => {
  const body = Buffer.from('{}');
  const right = sign(body, 'secret');
  const tokens = named(['secret']);
  const verify = createVerifier(tokens, { diagnose: (bytes, given) => diagnose(bytes, given, tokens) });
  const reasonOf = (...values: string[]) =>
    verify(
      body,
      values.map((value, index) => [
        index === 0 ? 'x-svc-notification-signature' : 'x-tfe-notification-signature',
        value,
      ]),
    ).reason;
  expect(reasonOf(right + 'z'.repeat(128))).toContain('followed by 128 characters');
  for (const given of [right + 'z'.repeat(129), '='.repeat(257), `${' '.repeat(129)}${right}`]) {
    const longer = 'The signature header is longer than 256 characters; 128 hexadecimal digits are expected.';
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

test('a diagnosis computes a limited number of digests, and none for a large body', () => {
  const body = Buffer.from('{"a":1}\n');
  const right = cases.find(({ title }) => title === 'a newline added')!;
  const tokens = named(right.tokens);
  const given = right.openssl.digest;
  expect(diagnose(bodyOf(right), given, tokens).cause).toBe('trailing-newline');
  const many = named([...right.tokens, ...Array.from({ length: 300 }, (_, index) => `other ${index}`)]);
  expect(diagnose(bodyOf(right), given, many).cause).toBe('mismatch');
  expect(diagnose(bodyOf(right), given, tokens, 10).cause).toBe('mismatch');
  expect(diagnose(body, 'sha512=x', tokens).cause).toBe('not-hexadecimal');
});
