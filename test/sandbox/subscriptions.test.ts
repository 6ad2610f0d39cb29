import { describe, expect, test } from 'vitest';
import { sandboxPerTest } from './service.ts';

const owner = 'sandbox-owner-token';
const service = sandboxPerTest({ edition: 'hosted' });
const attribute = 'rum-alert-threshold';
const update = (attributes: unknown, organization = 'acme', token = owner) =>
  service.api('PATCH', `/organizations/${organization}/subscription`, {
    token,
    body: { data: { type: 'subscriptions', attributes } },
  });
const rum = (body: unknown) => service.control('POST', '/rum', { body });
const mails = async () => (await service.control('GET', '/outbox')).json.mails;

describe('the alert threshold', () => {
  // spec: P-150
  test.each([
    ['acme', 'a paid plan that counts users'],
    ['globex', 'no paid plan'],
  ])('the alert threshold is rejected for %s with %s', async (organization) => {
    const { organizations } = service.sandbox.state.world;
    organizations.find(({ name }) => name === 'acme')!.featureSet = 'fs-E8tYk5VmCz3PhS6w';
    const { status, json } = await update({ [attribute]: 5 }, organization, 'sandbox-site-admin-token');
    expect([status, json.errors[0].detail]).toEqual([422, `${organization} has no paid plan that counts resources`]);
  });
});

describe('the alert mail', () => {
  test('the alert mail is sent to the owners once, when the count meets the threshold', async () => {
    await update({ [attribute]: 500 });
    expect((await rum({ count: 499 })).json).toEqual({
      organization: 'acme',
      count: 499,
      threshold: 500,
      alerted: false,
    });
    expect(await mails()).toEqual([]);
    expect((await rum({ count: 500 })).json.alerted).toBe(true);
    expect((await rum({ count: 501 })).json.alerted).toBe(false);
    expect(await mails()).toEqual([
      {
        id: expect.stringMatching(/^mail-/),
        at: '2026-03-01T12:00:00.000Z',
        to: ['olive@acme.example'],
        subject: '[acme] 500 billable resources',
        body: 'acme has 500 billable resources; its alert threshold is 500.\n',
      },
    ]);
  });

  test('the alert mail is sent again after the count was below the threshold, and after the threshold changed', async () => {
    await update({ [attribute]: 500 });
    await rum({ count: 600 });
    await rum({ count: 1 });
    await rum({ count: 700 });
    expect(await mails()).toHaveLength(2);
    await update({ [attribute]: 650 });
    expect(await mails()).toHaveLength(3);
    await update({ [attribute]: 650 });
    expect(await mails()).toHaveLength(3);
  });

  test('the alert mail is not sent without a threshold, or for another organization', async () => {
    await rum({ count: 1_000_000 });
    await update({ [attribute]: 2_000_000 });
    await rum({ count: 3_000_000, organization: 'globex' });
    expect(await mails()).toEqual([]);
    expect((await rum({ count: 1, organization: 'none' })).status).toBe(404);
    expect((await rum({ count: -1 })).status).toBe(422);
  });
});
