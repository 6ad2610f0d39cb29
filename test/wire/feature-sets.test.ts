// covers: GET /feature-sets
// covers: GET /organizations/:organization_name/feature-sets

import { describe, expect, test } from 'vitest';
import { dataOf, expectErrorDocument, KINDS, type Resource } from './documents.ts';
import { get, mediaType } from './http.ts';
import { service, serviceForAll } from './served.ts';

interface Listed {
  data: Resource[];
  links: Record<string, string | null>;
  meta: { pagination: Record<string, unknown> };
}

serviceForAll({ edition: 'hosted' });

const everywhere = () => [
  `${service.api}/feature-sets`,
  `${service.api}/organizations/${service.organization}/feature-sets`,
];

async function list(url: string): Promise<Listed> {
  const reply = await get(url, { token: service.tokens.owner });
  expect(reply.status, reply.text).toBe(200);
  expect(mediaType(reply)).toBe('application/vnd.api+json');
  return reply.json<Listed>();
}

describe('part 1, Feature sets (hosted only)', () => {
  // spec: P-17, P-131
  test.each(KINDS)('GET /feature-sets responds with 200 (%s token)', async (kind) => {
    dataOf(await get(`${service.api}/feature-sets`, { token: service.tokens[kind] }));
  });

  // spec: P-136
  test('GET of the feature sets of an unknown organization responds with 404', async () => {
    const url = `${service.api}/organizations/no-such-organization/feature-sets`;
    expectErrorDocument(await get(url, { token: service.tokens.owner }), 404);
  });

  // spec: P-133, P-141, P-142, P-143
  test('the response has an array of feature sets, links to its pages and meta.pagination', async () => {
    for (const url of everywhere()) {
      const { data, links, meta } = await list(url);
      for (const one of data) expect(one).toMatchObject({ id: expect.any(String), type: 'feature-sets' });
      expect(links.self).toBeTypeOf('string');
      expect(Object.keys(links)).toEqual(expect.arrayContaining(['first', 'prev', 'next', 'last']));
      expect(meta.pagination).toMatchObject({});
    }
  });

  // spec: P-135, P-279
  test.each(['team', 'organization'] as const)(
    'GET of the feature sets of another organization responds with 403 (%s token)',
    async (kind) => {
      const url = `${service.api}/organizations/${service.unpaidOrganization}/feature-sets`;
      expectErrorDocument(await get(url, { token: service.tokens[kind] }), 403);
    },
  );

  // spec: P-142
  test('links.self of a second page leads to that page', async () => {
    for (const url of everywhere()) {
      const page = await list(`${url}?page%5Bsize%5D=2&page%5Bnumber%5D=2`);
      expect(page.data.length).toBeGreaterThan(0);
      expect((await list(new URL(page.links.self!, url).href)).data).toEqual(page.data);
      expect(page.data).not.toEqual((await list(`${url}?page%5Bsize%5D=2`)).data);
    }
  });

  // spec: P-142
  test('following links.next lists every feature set once', async () => {
    for (const url of everywhere()) {
      const found: string[] = [];
      let next: string | null | undefined = url;
      for (let page = 0; next && page < 100; page += 1) {
        const { data, links }: Listed = await list(next);
        found.push(...data.map(({ id }) => id));
        next = links.next ? new URL(links.next, url).href : undefined;
      }
      expect(new Set(found).size).toBe(found.length);
    }
  });
});
