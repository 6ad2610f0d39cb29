import { describe, expect, test } from 'vitest';
import { sandboxPerTest } from './service.ts';

const token = 'sandbox-owner-token';
const service = sandboxPerTest();
const path = '/organizations/acme/agent-pools';
const [production, staging] = ['ws-R5hTn2KxPd8WqL4v', 'ws-M9cYb6GsJf3ZtE7u'];

const create = (attributes: unknown, workspaces?: string[]) => {
  const data = workspaces?.map((id) => ({ type: 'workspaces', id }));
  const relationships = data && { 'allowed-workspaces': { data } };
  return service.api('POST', path, { token, body: { data: { type: 'agent-pools', attributes, relationships } } });
};
const names = async (query = '') =>
  (await service.api('GET', `${path}?${query}`, { token })).json.data.map(
    ({ attributes }: { attributes: { name: string } }) => attributes.name,
  );

describe('POST', () => {
  test('answers 200 with the pool', async () => {
    const { status, json } = await create({ name: 'east_1', 'organization-scoped': false }, [production!]);
    expect(status).toBe(200);
    expect(json.data).toMatchObject({
      id: expect.stringMatching(/^apool-[A-Za-z0-9]{16}$/),
      type: 'agent-pools',
      attributes: {
        name: 'east_1',
        'created-at': '2026-03-01T12:00:00.000Z',
        'organization-scoped': false,
        'agent-count': 0,
      },
      relationships: { 'allowed-workspaces': { data: [{ id: production, type: 'workspaces' }] } },
    });
  });

  test.each([
    [{}, "Name can't be blank"],
    [{ name: '' }, "Name can't be blank"],
    [{ name: 'with blanks' }, 'Name may have letters, digits, hyphens and underscores only'],
    [{ name: 5 }, 'Name must be of type string'],
  ])('of %j is a 422', async (attributes, detail) => {
    const { status, json } = await create(attributes);
    expect([status, json.errors]).toEqual([
      422,
      [{ status: '422', title: 'invalid attribute', detail, source: { pointer: '/data/attributes/name' } }],
    ]);
  });

  test('of a name that is taken, or with a workspace of others, is a 422 and makes nothing', async () => {
    await create({ name: 'east' });
    expect((await create({ name: 'east' })).json.errors[0].detail).toBe('Name has already been taken');
    const { status, json } = await create({ name: 'west' }, [production!, 'ws-0']);
    expect([status, json.errors[0].source.pointer]).toEqual([422, '/data/relationships/allowed-workspaces/data/1/id']);
    expect(await names()).toEqual(['east']);
  });
});

describe('GET', () => {
  test('sorts by name and by time, both ways', async () => {
    for (const name of ['beta', 'alpha', 'gamma']) {
      await create({ name });
      service.advance(1);
    }
    expect(await names()).toEqual(['beta', 'alpha', 'gamma']);
    expect(await names('sort=name')).toEqual(['alpha', 'beta', 'gamma']);
    expect(await names('sort=-name')).toEqual(['gamma', 'beta', 'alpha']);
    expect(await names('sort=created-at')).toEqual(['beta', 'alpha', 'gamma']);
    expect(await names('sort=-created-at')).toEqual(['gamma', 'alpha', 'beta']);
  });

  test.each(['allowed-workspaces', 'allowed_workspaces'])(
    'filter[%s][name] leaves the pools it may use',
    async (key) => {
      await create({ name: 'all' });
      await create({ name: 'prod', 'organization-scoped': false }, [production!]);
      await create({ name: 'both', 'organization-scoped': false }, [production!, staging!]);
      await create({ name: 'none', 'organization-scoped': false });
      const filter = encodeURIComponent(`filter[${key}][name]`);
      expect(await names(`${filter}=network-production`)).toEqual(['all', 'prod', 'both']);
      expect(await names(`${filter}=network-staging`)).toEqual(['all', 'both']);
      expect(await names(`${filter}=network-staging&q=bo`)).toEqual(['both']);
      expect(await names(`${filter}=unknown`)).toEqual([]);
    },
  );

  test('comes in pages of twenty', async () => {
    for (let nth = 0; nth < 21; nth++) await create({ name: `pool-${nth}` });
    const { json } = await service.api('GET', path, { token });
    expect([json.data.length, json.meta.pagination['total-count']]).toEqual([20, 21]);
    expect(json.links.next).toBe(`${service.sandbox.info.api}${path}?page%5Bnumber%5D=2&page%5Bsize%5D=20`);
    expect(await names('page[number]=2')).toEqual(['pool-20']);
  });
});
