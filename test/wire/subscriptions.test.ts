// covers: GET /subscriptions/:id
// covers: PATCH /organizations/:organization_name/subscription

import { describe, expect, test } from 'vitest';
import { dataOf, expectErrorDocument, KINDS, type Resource, type Single } from './documents.ts';
import { get, patch } from './http.ts';
import { service, serviceForAll, serviceForEach } from './served.ts';

const hosted = { edition: 'hosted' } as const;

const of = (organization: string) => `${service.api}/organizations/${organization}/subscription`;

async function subscription(): Promise<Resource> {
  return dataOf(await get(`${service.api}/subscriptions/${service.subscription}`, { token: service.tokens.owner }));
}

/** PATCH with that threshold as JSON text. */
function threshold(value: string, token = service.tokens.owner, organization = service.organization) {
  const body = `{"data":{"type":"subscriptions","attributes":{"rum-alert-threshold":${value}}}}`;
  return patch(of(organization), { token, body });
}

/** A threshold of 10 that the count has not met yet. */
async function armed() {
  await service.rum(0);
  await threshold('10');
}

/** The e-mails that go out when the billable resource count becomes n. */
async function alerts(n: number) {
  const before = (await service.outbox()).length;
  await service.rum(n);
  return (await service.outbox()).slice(before);
}

describe('part 1, Subscriptions (GET /subscriptions/{id}, hosted only)', () => {
  serviceForAll(hosted);

  // spec: P-18, P-144
  test('200, subscription document', async () => {
    expect(
      dataOf(await get(`${service.api}/subscriptions/${service.subscription}`, { token: service.tokens.owner })),
    ).toMatchObject({ id: service.subscription, type: 'subscriptions' });
  });

  // spec: P-75
  test('Attribute rum-alert-threshold (integer or null, minimum 0)', async () => {
    const { attributes } = await subscription();
    expect(attributes).toHaveProperty('rum-alert-threshold');
    const value = attributes['rum-alert-threshold'];
    expect(value === null || (Number.isInteger(value) && (value as number) >= 0)).toBe(true);
  });

  // spec: P-145
  test.each(KINDS)('Default error when not found (%s token)', async (kind) => {
    expectErrorDocument(await get(`${service.api}/subscriptions/sub-none`, { token: service.tokens[kind] }), 404);
  });
});

describe('part 1, Subscriptions (PATCH /organizations/{organization_name}/subscription, hosted only)', () => {
  serviceForEach(hosted);

  // spec: P-147
  test.each([1, 5, 1000000])('200, subscription document: rum-alert-threshold %d', async (value) => {
    expect(dataOf(await threshold(String(value)))).toMatchObject({
      id: service.subscription,
      type: 'subscriptions',
      attributes: { 'rum-alert-threshold': value },
    });
    expect((await subscription()).attributes['rum-alert-threshold']).toBe(value);
  });

  // spec: P-152
  test.each(['null', '0'])('Rule 2: %s clears the threshold', async (value) => {
    expect((await threshold('7')).status).toBe(200);
    dataOf(await threshold(value));
    expect([null, 0]).toContain((await subscription()).attributes['rum-alert-threshold']);
  });

  // spec: P-151, P-287
  test.each(['-1', '1.5', '"5"', 'true', '[]', '{}'])(
    'Rule 2: rum-alert-threshold is an integer >= 0 or null: %s is 422 and changes nothing',
    async (value) => {
      expect((await threshold('7')).status).toBe(200);
      expectErrorDocument(await threshold(value), 422);
      expect((await subscription()).attributes['rum-alert-threshold']).toBe(7);
    },
  );
});

describe('part 1, Subscriptions (PATCH /organizations/{organization_name}/subscription, rejected)', () => {
  serviceForAll(hosted);

  // spec: P-149, P-247
  test('Rule 1: it requires organization owner permission: 404 with the token of another user', async () => {
    const before = await subscription();
    expectErrorDocument(await threshold('7', service.tokens.user), 404);
    expect(await subscription()).toEqual(before);
  });

  // spec: P-150
  test('Rule 1: it requires a paid resource-count (RUM) plan', async () => {
    const reply = await threshold('7', service.tokens.owner, service.unpaidOrganization);
    expect(reply.status, reply.text).toBeGreaterThanOrEqual(400);
    expect(reply.status, reply.text).toBeLessThan(500);
    expectErrorDocument(reply, reply.status);
  });

  // spec: P-148
  test('404: organization not found', async () => {
    expectErrorDocument(await threshold('7', service.tokens.owner, 'no-such-organization'), 404);
  });

  // spec: P-147
  test("data{type 'subscriptions'}: another type is 422", async () => {
    const body = '{"data":{"type":"organizations","attributes":{"rum-alert-threshold":7}}}';
    expectErrorDocument(await patch(of(service.organization), { token: service.tokens.owner, body }), 422);
  });
});

describe('part 1, Subscriptions rule 3 (alert e-mail)', () => {
  serviceForEach(hosted);

  // spec: P-154
  test.each([10, 11])('A count of %d meets or exceeds the threshold 10: an alert e-mail is sent', async (count) => {
    await armed();
    expect(await alerts(9)).toEqual([]);
    expect((await alerts(count)).length).toBeGreaterThan(0);
  });

  // spec: P-155
  test('The alert e-mail is sent to the organization owners and not to other people', async () => {
    await armed();
    const address = async (kind: 'owner' | 'user') => {
      const reply = await get(`${service.api}/account/details`, { token: service.tokens[kind] });
      return reply.json<Single>().data.attributes.email;
    };
    const to = (await alerts(10)).map((mail) => mail.to).join(' ');
    const [owner, user] = [await address('owner'), await address('user')];
    expect(owner).toBeTypeOf('string');
    expect(user).toBeTypeOf('string');
    expect(to).toContain(owner);
    expect(to).not.toContain(user);
  });

  // spec: P-153
  test.each(['null', '0'])('Rule 2: %s disables alerting: no e-mail however many resources', async (value) => {
    await armed();
    await threshold(value);
    expect(await alerts(1000)).toEqual([]);
  });
});
