import { expect, test } from 'vitest';
import { sandboxPerTest } from './service.ts';

const service = sandboxPerTest({ edition: 'hosted' });
const list = (path: string) => service.api('GET', path, { token: 'sandbox-user-token' });
const identifiers = async (path: string) =>
  (await list(path)).json.data.map(({ attributes }: { attributes: { identifier: string } }) => attributes.identifier);

test('the public list has those that are active, current and public', async () => {
  expect(await identifiers('/feature-sets')).toEqual(['free', 'standard', 'plus']);
});

test('an organization has those it is eligible for', async () => {
  expect(await identifiers('/organizations/acme/feature-sets')).toEqual(['free', 'standard', 'plus', 'enterprise']);
});

test('without page parameters the whole list is one page, with links and meta all the same', async () => {
  const { status, headers, json } = await list('/feature-sets');
  expect([status, headers.get('content-type')]).toEqual([200, 'application/vnd.api+json']);
  expect(json.data[0]).toMatchObject({ id: 'fs-B2nXw7KdQf5TjR9m', type: 'feature-sets', attributes: { cost: 0 } });
  expect(json.meta.pagination).toEqual({
    'current-page': 1,
    'page-size': 3,
    'prev-page': null,
    'next-page': null,
    'total-pages': 1,
    'total-count': 3,
  });
  expect(json.links.self).toBe(`${service.sandbox.info.api}/feature-sets?page%5Bnumber%5D=1&page%5Bsize%5D=3`);
});

test('a stranger to an organization is told so with a 403', async () => {
  const { status, json } = await list('/organizations/globex/feature-sets');
  expect([status, json]).toEqual([403, { errors: [{ status: '403', title: 'forbidden' }] }]);
});
