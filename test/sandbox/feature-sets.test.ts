import { expect, test } from 'vitest';
import { sandboxPerTest } from './service.ts';

const service = sandboxPerTest({ edition: 'hosted' });
const list = (path: string) => service.api('GET', path, { token: 'sandbox-user-token' });
const identifiers = async (path: string) =>
  (await list(path)).json.data.map(({ attributes }: { attributes: { identifier: string } }) => attributes.identifier);

// spec: P-138
test('the public list has the feature sets that are active, current and public', async () => {
  expect(await identifiers('/feature-sets')).toEqual(['free', 'standard', 'plus']);
});

// spec: P-139
test('the list of an organization has the feature sets for which the organization is eligible', async () => {
  expect(await identifiers('/organizations/acme/feature-sets')).toEqual(['free', 'standard', 'plus', 'enterprise']);
});

test('a request without page parameters returns the whole list as one page', async () => {
  const { json } = await list('/feature-sets');
  expect(json.meta.pagination).toMatchObject({ 'page-size': 3, 'total-pages': 1, 'total-count': 3 });
});
