// covers: GET /organizations/:organization_name/agent-pools
// covers: POST /organizations/:organization_name/agent-pools

import { beforeEach, describe, expect, test } from 'vitest';
import { type Collection, dataOf, expectErrorDocument, type Resource, type Single } from './documents.ts';
import { get, mediaType, post } from './http.ts';
import { service, serviceForEach } from './served.ts';

serviceForEach({ fakeClock: true });
let pools: string;
beforeEach(() => {
  pools = `${service.api}/organizations/${service.organization}/agent-pools`;
});

const named = (name: string) => `{"data":{"type":"agent-pools","attributes":{"name":"${name}"}}}`;

async function create(name: string): Promise<Resource> {
  return dataOf(await post(pools, { token: service.tokens.owner, body: named(name) }));
}

async function ids(query = ''): Promise<string[]> {
  return dataOf<Resource[]>(await get(`${pools}${query}`, { token: service.tokens.owner })).map(({ id }) => id);
}

/** Bravo, alpha and charlie, created in this order, a minute between them. */
async function three() {
  const made: Record<string, string> = {};
  for (const name of ['bravo', 'alpha', 'charlie']) {
    made[name] = (await create(name)).id;
    service.advance(60_000);
  }
  return made as Record<'bravo' | 'alpha' | 'charlie', string>;
}

describe('part 1, Agent pools', () => {
  // spec: P-156
  test('POST responds with 200 and the agent pool document', async () => {
    const data = dataOf(await post(pools, { token: service.tokens.owner, body: named('alpha') }));
    expect(data.type).toBe('agent-pools');
    expect(data.id).toBeTypeOf('string');
    expect(data.attributes).toMatchObject({ name: 'alpha' });
  });

  // spec: P-157
  test('GET responds with 200 and an array of agent pools', async () => {
    const { id } = await create('alpha');
    const reply = await get(pools, { token: service.tokens.owner });
    expect(reply.status, reply.text).toBe(200);
    expect(mediaType(reply)).toBe('application/vnd.api+json');
    const { data } = reply.json<Collection>();
    expect(data.map((one) => one.id)).toContain(id);
    for (const one of data) expect(one.type).toBe('agent-pools');
  });

  // spec: P-9
  test('an agent pool of one organization is not in the list of another organization', async () => {
    const { id } = await create('alpha');
    const url = `${service.api}/organizations/${service.unpaidOrganization}/agent-pools`;
    expect(
      dataOf<Resource[]>(await get(url, { token: service.tokens['site-admin'] })).map((one) => one.id),
    ).not.toContain(id);
  });

  test('GET and POST respond with 404 for an unknown organization', async () => {
    const url = `${service.api}/organizations/no-such-organization/agent-pools`;
    expectErrorDocument(await get(url, { token: service.tokens.owner }), 404);
    expectErrorDocument(await post(url, { token: service.tokens.owner, body: named('alpha') }), 404);
  });
});

describe('part 1, Agent pools (GET query parameters)', () => {
  // spec: P-161
  test('the query parameter q finds agent pools by name', async () => {
    const made = await three();
    expect(await ids('?q=charlie')).toEqual([made.charlie]);
    expect(await ids('?q=zqxjkvwy')).toEqual([]);
  });

  // spec: P-162, P-163
  test.each([
    ['name', ['alpha', 'bravo', 'charlie']],
    ['-name', ['charlie', 'bravo', 'alpha']],
    ['created-at', ['bravo', 'alpha', 'charlie']],
    ['-created-at', ['charlie', 'alpha', 'bravo']],
  ] as const)(
    'the query parameter sort orders agent pools by name or created-at, and a leading hyphen reverses the order (%s)',
    async (sort, order) => {
      const made = await three();
      const mine = new Set(Object.values(made));
      expect((await ids(`?sort=${sort}`)).filter((id) => mine.has(id))).toEqual(order.map((name) => made[name]));
    },
  );

  // spec: P-163
  test.each(['created-at', 'name'])(
    'a leading hyphen in sort reverses the order exactly, even for agent pools created at the same moment (%s)',
    async (sort) => {
      for (const name of ['golf', 'delta', 'foxtrot', 'echo']) await create(name);
      await three();
      const forwards = await ids(`?sort=${sort}`);
      expect(await ids(`?sort=-${sort}`)).toEqual(forwards.toReversed());
      const pages = [1, 2, 3].map((page) => ids(`?sort=-${sort}&page%5Bnumber%5D=${page}&page%5Bsize%5D=4`));
      expect((await Promise.all(pages)).flat()).toEqual(forwards.toReversed().slice(0, 12));
    },
  );

  test('the query parameters sort and q can be combined', async () => {
    await three();
    const later = await create('charlie-two');
    const found = await ids('?q=charlie&sort=-name');
    expect(found[0]).toBe(later.id);
    expect(found.length).toBe(2);
  });

  // spec: P-159
  test('filter[allowed-workspaces][name] finds no agent pool for a workspace that does not exist', async () => {
    await three();
    const url = `${pools}?filter[allowed-workspaces][name]=no-such-workspace`;
    const reply = await get(url, { token: service.tokens.owner });
    expect([200, 404]).toContain(reply.status);
    expect(reply.json<Partial<Collection>>().data ?? []).toEqual([]);
  });

  // spec: P-158
  test('GET without query parameters lists every agent pool of the organization (all are optional)', async () => {
    const attributes = '{"name":"own","organization-scoped":false}';
    const body = `{"data":{"type":"agent-pools","attributes":${attributes}}}`;
    const { data } = (await post(pools, { token: service.tokens.owner, body })).json<Single>();
    const made = await three();
    expect(await ids()).toEqual(expect.arrayContaining([data.id, ...Object.values(made)]));
  });
});
