// covers: GET /account/details

import { beforeEach, describe, expect, test } from 'vitest';
import { dataOf, KINDS } from './documents.ts';
import { get } from './http.ts';
import { service, serviceForEach } from './served.ts';

serviceForEach();
let details: string;
beforeEach(() => {
  details = `${service.api}/account/details`;
});

async function idOf(kind: (typeof KINDS)[number]): Promise<string> {
  return dataOf(await get(details, { token: service.tokens[kind] })).id;
}

describe('part 1, Account (GET /account/details)', () => {
  // spec: P-68, P-120
  test.each(KINDS)('GET responds with 200 and the users document of the caller (%s token)', async (kind) => {
    const data = dataOf(await get(details, { token: service.tokens[kind] }));
    expect(data.type).toBe('users');
    expect(data.id).toBeTypeOf('string');
    expect(data.id).not.toBe('');
  });

  // spec: P-1, P-289
  test('the path /account/details does not exist without the prefix /api/v2', async () => {
    expect((await get(`${service.address}/account/details`, { token: service.tokens.user })).status).toBe(404);
  });

  // spec: P-120, P-129, P-244
  test('each token belongs to a different user: three people and two synthetic service users', async () => {
    expect(new Set(await Promise.all(KINDS.map(idOf))).size).toBe(KINDS.length);
  });
});
