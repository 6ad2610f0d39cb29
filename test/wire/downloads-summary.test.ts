// covers: GET /:namespace/:name/:provider/downloads/summary

import { beforeAll, describe, expect, test } from 'vitest';
import { get, mediaType, send } from './http.ts';
import { expectErrors, json, type Module, published } from './registry.ts';
import { service, serviceForAll } from './served.ts';

interface Summary {
  data: { type: string; id: string; attributes: Record<string, unknown> };
}

serviceForAll();
let base: string;
let all: Module[];
beforeAll(async () => {
  base = service.registry.replace('/v1/modules/', '/v2/modules/');
  all = await published(service);
});

const summary = (one: Module) => `${base}${one.namespace}/${one.name}/${one.provider}/downloads/summary`;

describe('part 2, Endpoints ({registry_v2_base}/:namespace/:name/:provider/downloads/summary)', () => {
  test('GET responds with 200 and application/json whatever the Accept header says', async () => {
    const reply = await get(summary(all[0]!), { headers: { accept: '*/*' } });
    expect(reply.status, reply.text).toBe(200);
    expect(mediaType(reply)).toBe('application/json');
  });

  // spec: R-76
  test('GET responds with 4xx and errors for an unpublished module', async () => {
    const [{ namespace, name, provider }] = all as [Module];
    expectErrors(await get(`${base}no-such-namespace/${name}/${provider}/downloads/summary`));
    expectErrors(await get(`${base}${namespace}/no-such-name/${provider}/downloads/summary`));
    expectErrors(await get(`${base}${namespace}/${name}/no-such-provider/downloads/summary`));
  });

  // spec: R-99
  test('GET responds with 4xx under the prefix of version 1, because the downloads summary belongs to version 2', async () => {
    expectErrors(await get(summary(all[0]!).replace('/v2/modules/', '/v1/modules/')));
  });

  // spec: R-51
  test('methods other than GET are rejected', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) expectErrors(await send(method, summary(all[0]!)));
  });
});

describe('part 2, Downloads summary (v2)', () => {
  // spec
  test("the response has data of the type 'module-downloads-summary' with an id and integer counts", async () => {
    expect(base.endsWith('/v2/modules/')).toBe(true);
    const count = expect.toSatisfy((value) => Number.isInteger(value) && value >= 0);
    for (const one of all) {
      const attributes = { week: count, month: count, year: count, total: count };
      const data = { type: 'module-downloads-summary', id: expect.stringMatching(/./), attributes };
      expect(await json<Summary>(summary(one))).toMatchObject({ data });
    }
  });

  // spec: R-44
  test('the total is at least the count of a week, a month and a year, and the year at least the month', async () => {
    for (const one of all) {
      const { week, month, year, total } = (await json<Summary>(summary(one))).data.attributes;
      for (const part of [week, month, year]) expect(total).toBeGreaterThanOrEqual(part as number);
      expect(year).toBeGreaterThanOrEqual(month as number);
    }
  });
});
