import { describe, expect, test } from 'vitest';
import { sign } from '../../src/api/contract/signature.ts';
import { configurations, max, nell, usersOf, workspace } from './configurations.ts';
import { type Received, startReceiver } from './receiver.ts';
import { sandboxPerTest } from './service.ts';

const service = sandboxPerTest();
const triggers = ['run:created', 'run:planning', 'run:needs_attention', 'run:applying', 'run:completed', 'run:errored'];

async function configure(attributes: Record<string, unknown>, users?: string[]): Promise<string> {
  const relationships = users && usersOf(users);
  const all = { name: 'Häuk', enabled: true, triggers, ...attributes };
  const { status, json } = await configurations(service).create(all, relationships);
  expect(status, JSON.stringify(json)).toBe(201);
  return json.data.id;
}

const run = (trigger: string, more: Record<string, unknown> = {}) =>
  service.control('POST', '/run', { body: { workspace, trigger, ...more } });

const signatures = ({ headers }: Received) => [
  headers['x-svc-notification-signature'],
  headers['x-tfe-notification-signature'],
];

describe('a generic destination', () => {
  test('a verification of a generic destination has exactly these bytes', async () => {
    const receiver = await startReceiver();
    const id = await configure({ url: receiver.url });
    const [request] = receiver.received;
    expect([request!.method, request!.path]).toEqual(['POST', '/hook']);
    expect(request!.headers).toMatchObject({ 'content-type': 'application/json', accept: 'application/json' });
    expect(request!.text).toBe(
      `{"payload_version":1,"notification_configuration_id":"${id}","run_url":null,"run_id":null,"run_message":null,` +
        `"run_created_at":null,"run_created_by":null,"workspace_id":"${workspace}","workspace_name":"network-production",` +
        '"organization_name":"acme",' +
        '"notifications":[{"message":"Verification of Häuk","trigger":"verification","run_status":null,' +
        '"run_updated_at":null,"run_updated_by":null}]}',
    );
    await configurations(service).patch(id, { name: 'New' });
    expect(JSON.parse(receiver.received[1]!.text).notifications[0].message).toBe('Verification of New');
  });

  test.each([
    ['run:created', 'Run Created', 'pending'],
    ['run:planning', 'Run Planning', 'planning'],
    // spec: P-54
    ['run:needs_attention', 'Run Planned - Needs Confirmation', 'planned'],
    ['run:applying', 'Run Applying', 'applying'],
    ['run:completed', 'Run Applied', 'applied'],
    // spec: P-57
    ['run:errored', 'Run Errored', 'errored'],
  ])('a generic destination receives %s with these bytes, signed', async (trigger, message, status) => {
    const receiver = await startReceiver();
    const id = await configure({ url: receiver.url, token: 'sécret' });
    await run('run:created', { message: 'Größer "werden"' });
    service.advance(2);
    if (trigger !== 'run:created') await run(trigger);
    const at = trigger === 'run:created' ? '2026-03-01T12:00:00.000Z' : '2026-03-01T12:02:00.000Z';
    const request = receiver.received.at(-1)!;
    const { run_id } = JSON.parse(request.text);
    expect(run_id).toMatch(/^run-[A-Za-z0-9]{16}$/);
    expect(request.text).toBe(
      `{"payload_version":1,"notification_configuration_id":"${id}",` +
        `"run_url":"${service.sandbox.url}/app/acme/workspaces/network-production/runs/${run_id}","run_id":"${run_id}",` +
        `"run_message":"Größer \\"werden\\"","run_created_at":"2026-03-01T12:00:00.000Z","run_created_by":"olive",` +
        `"workspace_id":"${workspace}","workspace_name":"network-production","organization_name":"acme",` +
        `"notifications":[{"message":"${message}","trigger":"${trigger}","run_status":"${status}",` +
        `"run_updated_at":"${at}","run_updated_by":"olive"}]}`,
    );
    const wanted = sign(request.bytes, 'sécret');
    expect(signatures(request)).toEqual([wanted, wanted]);
  });

  test('a delivery with an empty token is not signed', async () => {
    const receiver = await startReceiver();
    await configure({ url: receiver.url, token: '' });
    expect(signatures(receiver.received[0]!)).toEqual([undefined, undefined]);
  });
});

test('a chat destination gets a text with attachments, and is never signed', async () => {
  const receiver = await startReceiver();
  await configure({ url: receiver.url, 'destination-type': 'slack', token: 'k' });
  await run('run:errored', { message: 'Nightly' });
  const [verification, errored] = receiver.received;
  expect(JSON.parse(verification!.text)).toEqual({
    text: 'Verification of Häuk',
    attachments: [{ fallback: 'Verification of Häuk', color: '#8f8f8f', text: 'Verification of Häuk' }],
  });
  const id = service.sandbox.state.workspace(workspace)!.run!.id;
  const url = `${service.sandbox.url}/app/acme/workspaces/network-production/runs/${id}`;
  expect(errored!.text).toBe(
    `{"text":"Run Errored: acme/network-production","attachments":[{"fallback":"Run Errored: acme/network-production ${url}",` +
      `"color":"danger","title":"Nightly","title_link":"${url}","text":"${id} by olive",` +
      '"fields":[{"title":"Workspace","value":"network-production","short":true},{"title":"Status","value":"errored","short":true}]}]}',
  );
  for (const request of receiver.received) expect(signatures(request)).toEqual([undefined, undefined]);
});

test('an e-mail notification goes to the selected users through the outbox', async () => {
  const id = await configure({ 'destination-type': 'email' }, [max, nell]);
  const { json } = await run('run:needs_attention');
  const { mails } = (await service.control('GET', '/outbox')).json;
  const { run: made } = json.transitions[0];
  expect(mails).toMatchObject([{ to: mails[1].to, subject: 'Verification of Häuk' }, {}]);
  expect(mails[1]).toEqual({
    id: expect.stringMatching(/^mail-/),
    at: '2026-03-01T12:00:00.000Z',
    to: ['max@acme.example', 'nell@acme.example'],
    subject: '[acme/network-production] Run Planned - Needs Confirmation',
    body: [
      'Run Planned - Needs Confirmation in acme/network-production',
      '',
      `Run      ${made.id} (Queued from the sandbox)`,
      'Status   planned',
      'Changed  2026-03-01T12:00:00.000Z by olive',
      `${service.sandbox.url}/app/acme/workspaces/network-production/runs/${made.id}`,
      '',
    ].join('\n'),
  });
  expect(json.transitions[0].deliveries).toEqual([
    {
      configuration: id,
      name: 'Häuk',
      'destination-type': 'email',
      url: null,
      status: null,
      error: null,
      successful: true,
      body: mails[1].body,
    },
  ]);
});
