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
  test('GET responds with 200 and the subscription document', async () => {
    expect(
      dataOf(await get(`${service.api}/subscriptions/${service.subscription}`, { token: service.tokens.owner })),
    ).toMatchObject({ id: service.subscription, type: 'subscriptions' });
  });

  // spec: P-75
  test('rum-alert-threshold is an integer of at least 0, or null', async () => {
    const { attributes } = await subscription();
    expect(attributes).toHaveProperty('rum-alert-threshold');
    const value = attributes['rum-alert-threshold'];
    expect(value === null || (Number.isInteger(value) && (value as number) >= 0)).toBe(true);
  });

  // spec: P-145
  test.each(KINDS)('GET responds with the default error for an unknown subscription (%s token)', async (kind) => {
    expectErrorDocument(await get(`${service.api}/subscriptions/sub-none`, { token: service.tokens[kind] }), 404);
  });
});

describe('part 1, Subscriptions (PATCH /organizations/{organization_name}/subscription, hosted only)', () => {
  serviceForEach(hosted);

  // spec: P-147
  test.each([1, 5, 1000000])(
    'PATCH responds with 200 and the subscription document for the threshold %d',
    async (value) => {
      expect(dataOf(await threshold(String(value)))).toMatchObject({
        id: service.subscription,
        type: 'subscriptions',
        attributes: { 'rum-alert-threshold': value },
      });
      expect((await subscription()).attributes['rum-alert-threshold']).toBe(value);
    },
  );

  // spec: P-152
  test.each(['null', '0'])('PATCH with %s clears the threshold (rule 2)', async (value) => {
    expect((await threshold('7')).status).toBe(200);
    dataOf(await threshold(value));
    expect([null, 0]).toContain((await subscription()).attributes['rum-alert-threshold']);
  });

  // spec: P-151, P-287
  test.each(['-1', '1.5', '"5"', 'true', '[]', '{}'])(
    'PATCH responds with 422 and changes nothing for the threshold %s, which is neither an integer >= 0 nor null (rule 2)',
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
  test('PATCH responds with 404 for a user who does not own the organization (rule 1)', async () => {
    const before = await subscription();
    expectErrorDocument(await threshold('7', service.tokens.user), 404);
    expect(await subscription()).toEqual(before);
  });

  // spec: P-150
  test('PATCH responds with 4xx for an organization without a paid resource-count (RUM) plan (rule 1)', async () => {
    const reply = await threshold('7', service.tokens.owner, service.unpaidOrganization);
    expect(reply.status, reply.text).toBeGreaterThanOrEqual(400);
    expect(reply.status, reply.text).toBeLessThan(500);
    expectErrorDocument(reply, reply.status);
  });

  // spec: P-148
  test('PATCH responds with 404 for an unknown organization', async () => {
    expectErrorDocument(await threshold('7', service.tokens.owner, 'no-such-organization'), 404);
  });

  // spec: P-147
  test("PATCH with a data.type other than 'subscriptions' gets 422", async () => {
    const body = '{"data":{"type":"organizations","attributes":{"rum-alert-threshold":7}}}';
    expectErrorDocument(await patch(of(service.organization), { token: service.tokens.owner, body }), 422);
  });
});

describe('part 1, Subscriptions rule 3 (alert e-mail)', () => {
  serviceForEach(hosted);

  // spec: P-154
  test.each([10, 11])('a count of %d reaches the threshold 10, and an alert e-mail is sent', async (count) => {
    await armed();
    expect(await alerts(9)).toEqual([]);
    expect((await alerts(count)).length).toBeGreaterThan(0);
  });

  // spec: P-155
  test('the alert e-mail is sent to the owners of the organization only', async () => {
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
  test.each(['null', '0'])(
    'the threshold %s disables the alert, however many resources are counted (rule 2)',
    async (value) => {
      await armed();
      await threshold(value);
      expect(await alerts(1000)).toEqual([]);
    },
  );
});
