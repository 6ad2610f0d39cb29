import { expect, test } from 'vitest';
import { sandboxPerTest } from './service.ts';

const token = 'sandbox-user-token';
const service = sandboxPerTest();
const teams = async (query: string) =>
  (await service.api('GET', `/organizations/acme/teams?${query}`, { token })).json.data.map(
    ({ attributes }: { attributes: { name: string } }) => attributes.name,
  );

test('a workspace is found by its exact name', async () => {
  const { status, json } = await service.api('GET', '/organizations/acme/workspaces/network-staging', { token });
  expect(status).toBe(200);
  expect(json.data).toMatchObject({
    id: 'ws-M9cYb6GsJf3ZtE7u',
    type: 'workspaces',
    attributes: { name: 'network-staging' },
    relationships: { organization: { data: { id: 'acme', type: 'organizations' } } },
  });
  for (const name of ['network', 'Network-staging', '']) {
    expect((await service.api('GET', `/organizations/acme/workspaces/${name}`, { token })).status).toBe(404);
  }
});

test('teams are found by exact names or by a part of one', async () => {
  expect(await teams('')).toEqual(['platform', 'network', 'owners']);
  expect(await teams('filter[names]=owners')).toEqual(['owners']);
  expect(await teams('filter%5Bnames%5D=network,platform,none')).toEqual(['platform', 'network']);
  expect(await teams('filter[names]=own')).toEqual([]);
  expect(await teams('q=OWN')).toEqual(['owners']);
});
