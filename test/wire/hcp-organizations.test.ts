// covers: GET /account/hcp-organizations/:id

import { describe, expect, test } from 'vitest';
import { dataOf, expectErrorDocument, KINDS } from './documents.ts';
import { get } from './http.ts';
import { service, serviceForEach } from './served.ts';

const UNKNOWN = '/account/hcp-organizations/00000000-0000-0000-0000-000000000000';

describe('part 1, Account (GET /account/hcp-organizations/{hcp_organization_id}, hosted only)', () => {
  serviceForEach({ edition: 'hosted' });

  // spec: P-19, P-127
  test('GET responds with 200 and the HCP organization document', async () => {
    const data = dataOf(
      await get(`${service.api}/account/hcp-organizations/${service.hcpOrganization}`, {
        token: service.tokens.owner,
      }),
    );
    expect(data.id).toBe(service.hcpOrganization);
    expect(data.type).toMatch(/^[a-z-]+$/);
    expect(data.attributes).toBeTypeOf('object');
  });

  // spec: P-130
  test.each(KINDS)('an unknown id gets 404 with the default error document (%s token)', async (kind) => {
    expectErrorDocument(await get(service.api + UNKNOWN, { token: service.tokens[kind] }), 404);
  });
});
