import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { Cause, Verdict } from '../../src/webhook/delivery.ts';
import { diagnose } from '../../src/webhook/diagnose.ts';
import { signatureLines, verifySignature } from '../../src/webhook/verify.ts';
import { hasOpenssl } from '../support/tls.ts';
import written from './signature-cases.json' with { type: 'json' };

interface Case {
  title: string;
  body?: string;
  repeat?: [text: string, times: number];
  /** What was signed, where that is not the body. */
  message?: string;
  openssl: { algorithm: string; key: string | null; digest: string };
  lines: [name: string, value: string][];
  tokens: string[];
  others?: string[];
  verdict: Verdict;
  cause: Cause | null;
}

const cases = written as unknown as Case[];
const bodyOf = ({ body = '', repeat }: Case) =>
  repeat ? Buffer.from(repeat[0].repeat(repeat[1])) : Buffer.from(body, 'base64');
const named = (values: string[]) => values.map((value, index) => ({ name: `token ${index + 1}`, value }));

function check(one: Case) {
  const tokens = named(one.tokens);
  const otherTokens = named(one.others ?? []);
  const lines = signatureLines([['Content-Type', 'application/json'], ...one.lines]);
  return verifySignature(bodyOf(one), lines, tokens, {
    diagnose: (body, given) => diagnose(body, given, tokens, { otherTokens }),
  });
}

test.each(cases)('$title: $verdict, $cause', (one) => {
  const { verified, verdict, cause, reason } = check(one);
  expect({ verified, verdict, cause }).toEqual({
    verified: one.verdict === 'verified',
    verdict: one.verdict,
    cause: one.cause,
  });
  if (verified) expect(reason).toBeNull();
  else expect(reason).toMatch(/^(?:The|It|Its|A|X-[\w-]+) .+\.$/);
});

test('there are at least sixty cases', () => {
  expect(cases.length).toBeGreaterThanOrEqual(60);
});

test('no reason tells a token or the right signature', () => {
  for (const one of cases) {
    const { reason } = check(one);
    if (one.openssl.key) expect(reason ?? '').not.toContain(one.openssl.digest);
    for (const token of one.tokens) if (token.length > 3) expect(reason ?? '').not.toContain(token);
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

test('where unsigned ones are allowed they are accepted and never verified', () => {
  const tokens = named(['secret']);
  for (const lines of [[], [['X-Svc-Notification-Signature', ''] as const]]) {
    expect(verifySignature(Buffer.from('{}'), lines, tokens, { allowUnsigned: true })).toMatchObject({
      verified: false,
      verdict: 'unsigned',
    });
  }
  expect(
    verifySignature(Buffer.from('{}'), [['x-svc-notification-signature', '0'.repeat(128)]], tokens, {
      allowUnsigned: true,
    }),
  ).toMatchObject({ verified: false, verdict: 'mismatch' });
});

test('a diagnosis computes no more digests than it was given, and none for a large body', () => {
  const body = Buffer.from('{"a":1}\n');
  const right = cases.find(({ title }) => title === 'a newline added')!;
  const tokens = named(right.tokens);
  const given = right.openssl.digest;
  expect(diagnose(bodyOf(right), given, tokens).cause).toBe('trailing-newline');
  expect(diagnose(bodyOf(right), given, tokens, { maxDigests: 5 }).cause).toBe('mismatch');
  expect(diagnose(bodyOf(right), given, tokens, { maxBytes: 10 }).cause).toBe('mismatch');
  expect(diagnose(body, 'sha512=x', tokens).cause).toBe('not-hexadecimal');
});
