import { describe, expect, test } from 'vitest';
import { readNotification } from '../../src/webhooks/event.ts';
import { parseSetting, sampleBody, samplePayload, sampleTriggers, scenarioBodies } from '../../src/webhooks/sample.ts';

const at = new Date('2026-08-18T10:00:00.000Z');

test('a sample is what the specification shows, byte for byte', () => {
  expect(sampleBody('run:needs_attention', { at }).toString()).toBe(
    '{"payload_version":1,"notification_configuration_id":"nc-W6VGEi8A7Cfoaf4K","run_url":"https://svc.example.com/app/acme/workspaces/network/runs/run-Mjx7CzE5zUWyGwHR","run_id":"run-Mjx7CzE5zUWyGwHR","run_message":"A sample: Größe – 🚀 <svc> & 1+1","run_created_at":"2026-08-18T10:00:00.000Z","run_created_by":"alice","workspace_id":"ws-XdeUVMWShTesDMME","workspace_name":"network","organization_name":"acme","notifications":[{"message":"Run Planned - Needs Confirmation","trigger":"run:needs_attention","run_status":"planned","run_updated_at":"2026-08-18T10:00:00.000Z","run_updated_by":"alice"}]}',
  );
});

test.each(sampleTriggers)('a sample of %s is read without a mark', (trigger) => {
  expect(readNotification(sampleBody(trigger))).toMatchObject({
    trigger,
    marks: trigger === 'verification' ? ['verification'] : [],
  });
});

test.each(sampleTriggers)('every sample of %s has characters that a careless receiver changes', (trigger) => {
  for (const as of ['generic', 'slack'] as const) {
    const text = sampleBody(trigger, { as }).toString();
    for (const character of ['ö', '–', '🚀', '<', '&', '>', '+']) expect(text).toContain(character);
  }
});

test('a sample verification names the workspace, and its run fields are null', () => {
  const place = { workspace_id: 'ws-XdeUVMWShTesDMME', workspace_name: 'network', organization_name: 'acme' };
  expect(samplePayload('verification')).toMatchObject({ payload_version: 1, run_id: null, run_url: null, ...place });
});

test('a scenario is one run from start to end, with a second between its deliveries', () => {
  const bodies = scenarioBodies('lifecycle', { at }).map(({ body }) => JSON.parse(body.toString()));
  expect(bodies.map(({ notifications }) => notifications[0].trigger)).toEqual(
    'run:created run:planning run:needs_attention run:applying run:completed'.split(' '),
  );
  expect(new Set(bodies.map(({ run_id }) => run_id)).size).toBe(1);
  expect(bodies[4].notifications[0].run_updated_at).toBe('2026-08-18T10:00:04.000Z');
});

test.each([
  ['run_message=Hello=there', 'run_message', 'Hello=there'],
  ['payload_version=2', 'payload_version', 2],
  ['payload_version="2"', 'payload_version', '2'],
  ['run_id=null', 'run_id', null],
  ['extra={"a":[1]}', 'extra', { a: [1] }],
  ['run_message=', 'run_message', ''],
])('--set %s sets the field', (text, key, value) => {
  expect(samplePayload('run:created', { settings: [parseSetting(text)] })).toHaveProperty([key], value);
});

test('--set can set a field of a notification', () => {
  const settings = [parseSetting('notifications.0.trigger=assessment:drifted')];
  expect(samplePayload('run:created', { settings }).notifications[0]?.trigger).toBe('assessment:drifted');
});

test.each(['x', '=y', 'a..b=1', '__proto__.x=1', 'constructor.prototype.x=1', 'nowhere.x=1', 'notifications.length=9'])(
  '--set %s is rejected',
  (text) => {
    expect(() => samplePayload('run:created', { settings: [parseSetting(text)] })).toThrow(
      /--set: (invalid|a notification has no field)/,
    );
    expect(Object.keys(Object.prototype)).toEqual([]);
  },
);

describe('marks for unusual bodies', () => {
  // spec: P-268
  // trust: T-82
  test.each([
    ['not-json', '{'],
    ['not-json', ''],
    ['not-a-notification', '[]'],
    ['not-a-notification', 'null'],
    ['not-a-notification', '{"notifications":[]}'],
    ['not-a-notification', '{"notifications":{"trigger":"x"}}'],
    ['unknown-trigger', '{"payload_version":1,"notifications":[{"trigger":"run:exploded"}]}'],
    ['unknown-trigger', '{"payload_version":1,"notifications":[{"trigger":"toString"}]}'],
    ['payload-version', '{"payload_version":"1","notifications":[{"trigger":"run:created"}]}'],
    [
      'several-notifications',
      '{"payload_version":1,"notifications":[{"trigger":"run:created"},{"trigger":"run:created"}]}',
    ],
    ['too-deep', '['.repeat(100) + ']'.repeat(100)],
    ['too-deep', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ])('a body gets the mark %s', (mark, text) => {
    expect(readNotification(Buffer.from(text)).marks).toContain(mark);
  });

  // trust: T-82
  test('a body with a byte order mark and bytes that are not UTF-8 is still read', () => {
    const body = Buffer.concat([
      Buffer.from('\uFEFF{"notifications":[{"trigger":"run:created","message":"'),
      Buffer.from([0xff]),
      Buffer.from('"}],"payload_version":1}'),
    ]);
    expect(readNotification(body)).toMatchObject({ trigger: 'run:created', marks: ['not-utf8', 'byte-order-mark'] });
    expect(readNotification(body.filter((byte) => byte !== 0xff) as Buffer).marks).toEqual(['byte-order-mark']);
  });

  // trust: T-82
  test('a body with payload_version "2" has its trigger at the top level', () => {
    const text =
      '{"payload_version":"2","trigger_scope":"assessment","trigger":"assessment:drifted","message":"Drift"}';
    expect(readNotification(Buffer.from(text))).toMatchObject({
      trigger: 'assessment:drifted',
      marks: ['unknown-trigger', 'payload-version'],
    });
  });
});
