import { createHmac } from 'node:crypto';
import { signatureHeaders } from '../contract/dialect.ts';
import { sign } from '../contract/signature.ts';
import type { HeaderPair } from './delivery.ts';
import { deliveryHeaders } from './send.ts';

/** A delivery that a correct receiver must reject. */
export interface Forgery {
  readonly name: string;
  /** What is wrong with it. */
  readonly words: string;
  readonly headers: readonly HeaderPair[];
  readonly body: Buffer;
}

/** Everything that must not pass for a body signed with a token; the untouched one is not among them. */
export function forgeries(body: Buffer, token: string): Forgery[] {
  const right = sign(body, token);
  const spaced = Buffer.concat([body, Buffer.from('\n')]);
  const flipped = Buffer.from(body);
  const middle = flipped.length >> 1;
  if (flipped.length > 0) flipped[middle] = flipped[middle]! ^ 1;
  const forge = (name: string, words: string, signature: string, bytes = body) => ({
    name,
    words,
    headers: [...deliveryHeaders(), ...signatureHeaders.map((header): HeaderPair => [header, signature])],
    body: bytes,
  });
  return [
    forge('body', 'one bit of the body changed', right, flipped.length > 0 ? flipped : Buffer.from('x')),
    forge('newline', 'a newline added to the body', right, spaced),
    forge('token', 'signed with another token', sign(body, `${token}x`)),
    forge('empty-token', 'signed with an empty token', sign(body, '')),
    forge('sha256', 'signed with SHA-256', createHmac('sha256', token).update(body).digest('hex')),
    forge('truncated', 'the signature cut to half', right.slice(0, 64)),
    forge('garbage', 'the right signature with garbage after it', `${right}zz`),
    forge('prefixed', 'the right signature after "sha512="', `sha512=${right}`),
    forge(
      'last-digit',
      'the last digit of the signature changed',
      right.slice(0, -1) + (right.endsWith('0') ? '1' : '0'),
    ),
    forge('zeros', 'a signature of zeros', '0'.repeat(128)),
    forge('empty', 'an empty signature', ''),
    { name: 'unsigned', words: 'no signature', headers: deliveryHeaders(), body },
    {
      name: 'repeated',
      words: 'a wrong signature, then the right one, under one name',
      headers: [
        ...deliveryHeaders(),
        ...signatureHeaders.flatMap((name): HeaderPair[] => [
          [name, '0'.repeat(128)],
          [name, right],
        ]),
      ],
      body,
    },
  ];
}
