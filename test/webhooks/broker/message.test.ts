import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sign } from '../../../src/api/contract/signature.ts';
import { createIds } from '../../../src/base/sortable-ids.ts';
import {
  fromMessage,
  messageHeaders,
  subjectOf,
  subjectToken,
  toMessage,
} from '../../../src/webhooks/broker/message.ts';
import type { Delivery, HeaderPair } from '../../../src/webhooks/delivery.ts';
import { readNotification } from '../../../src/webhooks/event.ts';
import { sampleBody } from '../../../src/webhooks/sample.ts';
import fc, { anyText, forAll, runs } from '../../support/properties.ts';

const newId = createIds();
const sample = sampleBody('run:completed');

function delivery({ body = sample, ...change }: Partial<Delivery> = {}): Delivery {
  return {
    id: newId(Date.now()),
    at: '2026-11-22T10:00:00.000Z',
    verified: true,
    verdict: 'verified',
    cause: null,
    reason: null,
    signedWith: 'the test',
    method: 'POST',
    path: '/',
    headers: [],
    status: 204,
    body,
    bodySize: body.length,
    ...readNotification(body),
    ...change,
  };
}

const headerName = fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,20}$/);
/** Header values that an HTTP parser accepts: Latin-1 without control characters. */
const headerValue = fc
  .array(fc.integer({ min: 0x20, max: 0xff }).filter((code) => code !== 0x7f))
  .map((codes) => String.fromCharCode(...codes).trim());
/** Neither of a connection nor a credential. */
const isPublished = ([name]: HeaderPair) =>
  !/^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|authorization|cookie)$/i.test(name);

describe('a subject', () => {
  test.for([
    ['run:completed', 'run_completed'],
    ['ws-5Fs9_x', 'ws-5Fs9_x'],
    ['a.b*c>d e\u00e9', 'a_b_c_d_e_'],
    ['', 'none'],
    [null, 'none'],
  ] as const)('a subject spells %j as %j', ([text, token]) => {
    expect(subjectToken(text)).toBe(token);
  });

  test('a subject names the workspace and the trigger', () => {
    const { notification } = readNotification(sample);
    const { workspace_id: workspace } = notification as { workspace_id: string };
    expect(subjectOf(delivery())).toBe(`svc.deliveries.${workspace}.run_completed`);
    expect(subjectOf(delivery({ body: Buffer.from('[]') }))).toBe('svc.deliveries.none.none');
  });

  // trust: T-107
  test('a subject is short and has only allowed characters, whatever a sender writes', () => {
    forAll([anyText({ maxLength: 400 }), anyText({ maxLength: 400 })], runs(500), (id, trigger) => {
      const body = Buffer.from(JSON.stringify({ workspace_id: id, notifications: [{ trigger }] }));
      expect(subjectOf(delivery({ body }))).toMatch(/^svc\.deliveries(?:\.[A-Za-z0-9_-]{1,128}){2}$/);
    });
  });
});

describe('a message', () => {
  test('a message keeps every byte of a verified body, its id, its time and its header lines', () => {
    forAll(
      [
        fc.uint8Array({ maxLength: 300 }),
        fc.uniqueArray(fc.tuple(headerName, headerValue), { selector: ([name]) => name.toLowerCase() }),
      ],
      runs(500),
      (bytes, lines) => {
        const sent = delivery({ body: Buffer.from(bytes) });
        const read = fromMessage(toMessage(sent, lines));
        expect(read?.body.equals(sent.body)).toBe(true);
        expect(read).toMatchObject({ id: sent.id, at: sent.at });
        const named = new Set(
          lines.flatMap(([name, value]) =>
            /^connection$/i.test(name) ? value.split(',').map((part) => part.trim().toLowerCase()) : [],
          ),
        );
        expect(read?.headers).toEqual(lines.filter((l) => isPublished(l) && !named.has(l[0].toLowerCase())));
      },
    );
  });

  // trust: T-107
  test('every header of a message has an allowed name and a value of one line, whatever a sender writes', () => {
    forAll([fc.array(fc.tuple(anyText(), anyText()))], runs(500), (lines) => {
      for (const [name, value] of toMessage(delivery(), lines).headers) {
        expect(name).toMatch(/^[!-9;-~]+$/);
        expect(value).not.toMatch(/[\0\r\n]|^\s|\s$/);
      }
    });
  });

  test('a repeated header keeps the order of its values and gets the spelling of its first line', () => {
    const lines: HeaderPair[] = [
      ['X-Seen', '1'],
      ['Other', 'x'],
      ['x-seen', '2'],
    ];
    expect(fromMessage(toMessage(delivery(), lines))?.headers).toEqual([
      ['X-Seen', '1'],
      ['Other', 'x'],
      ['X-Seen', '2'],
    ]);
  });

  // trust: T-107
  test('a message contains the signature, but neither credentials nor headers that belong to the connection', () => {
    const signature: HeaderPair = ['X-SVC-Notification-Signature', sign(sample, 'secret')];
    const lines: HeaderPair[] = [
      ['Authorization', 'Bearer x'],
      ['cookie', 'a=b'],
      ['Proxy-Authorization', 'x'],
      ['Transfer-Encoding', 'chunked'],
      ['Connection', 'close, X-Hop, X-SVC-Notification-Signature'],
      ['X-Hop', '1'],
      signature,
      ['Host', 'example.com'],
    ];
    expect(fromMessage(toMessage(delivery(), lines))?.headers).toEqual([signature, ['Host', 'example.com']]);
  });

  test('every repetition of a signed delivery gets the same message id, and an unsigned delivery gets a random one', () => {
    const digits = sign(sample, 'secret');
    const id = toMessage(delivery(), [['X-TFE-Notification-Signature', digits.toUpperCase()]]).id;
    expect(id).toBe(createHash('sha256').update(`${digits}\n`).update(sample).digest('hex'));
    expect(toMessage(delivery(), [['x-tfe-notification-signature', digits]]).id).toBe(id);
    expect(toMessage(delivery({ body: Buffer.from('{}') }), [['x-tfe-notification-signature', digits]]).id).not.toBe(
      id,
    );
    expect(toMessage(delivery(), []).id).not.toBe(toMessage(delivery(), []).id);
  });

  test.for([
    ['has no id', messageHeaders.id, undefined],
    ['has an id of another form', messageHeaders.id, '../../etc'],
    ['has no time', messageHeaders.at, undefined],
    ['has an invalid time', messageHeaders.at, 'yesterday'],
  ] as const)('a message counts as foreign if it %s', ([_, changed, value]) => {
    const { headers, payload } = toMessage(delivery(), []);
    const others = headers.filter(([name]) => name !== changed);
    expect(
      fromMessage({ headers: value === undefined ? others : [...others, [changed, value]], payload }),
    ).toBeUndefined();
  });
});
