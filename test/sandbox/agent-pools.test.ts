import { expect, test } from 'vitest';
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

test('a new pool has an id, its time of creation and an agent count of 0, and its name must be unique', async () => {
  const { json } = await create({ name: 'east' });
  const attributes = { name: 'east', 'created-at': '2026-03-01T12:00:00.000Z', 'agent-count': 0 };
  expect(json.data).toMatchObject({ id: expect.stringMatching(/^apool-[A-Za-z0-9]{16}$/), attributes });
  expect((await create({ name: 'east' })).json.errors[0].detail).toBe('Name has already been taken');
  expect(await names()).toEqual(['east']);
});

test.each(['allowed-workspaces', 'allowed_workspaces'])(
  'filter[%s][name] lists only pools that the workspace may use',
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
