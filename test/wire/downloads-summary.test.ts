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
const PERIODS = ['week', 'month', 'year', 'total'] as const;

describe('part 2, Endpoints ({registry_v2_base}/:namespace/:name/:provider/downloads/summary)', () => {
  // spec: R-75
  test('{registry_v2_base} ends in /v2/modules/', () => {
    expect(base.endsWith('/v2/modules/')).toBe(true);
  });

  // spec: R-76
  test('200, application/json', async () => {
    for (const one of all) {
      const reply = await get(summary(one));
      expect(reply.status, reply.text).toBe(200);
      expect(mediaType(reply)).toBe('application/json');
    }
  });

  test('No header is needed: the answer does not depend on Accept', async () => {
    const reply = await get(summary(all[0]!), { headers: { accept: '*/*' } });
    expect(reply.status, reply.text).toBe(200);
    expect(mediaType(reply)).toBe('application/json');
  });

  // spec: R-76
  test('required path parameters: 4xx with {errors} for an unpublished module', async () => {
    const [{ namespace, name, provider }] = all as [Module];
    expectErrors(await get(`${base}no-such-namespace/${name}/${provider}/downloads/summary`));
    expectErrors(await get(`${base}${namespace}/no-such-name/${provider}/downloads/summary`));
    expectErrors(await get(`${base}${namespace}/${name}/no-such-provider/downloads/summary`));
  });

  // spec: R-99
  test('The downloads summary is version 2: under the prefix of version 1 it is a 4xx', async () => {
    expectErrors(await get(summary(all[0]!).replace('/v2/modules/', '/v1/modules/')));
  });

  // spec: R-51
  test('All are GET: another method is an invalid request', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) expectErrors(await send(method, summary(all[0]!)));
  });
});

describe('part 2, Downloads summary (v2)', () => {
  // spec: R-41
  test('data{type, id, attributes}', async () => {
    for (const one of all) {
      const { data } = await json<Summary>(summary(one));
      expect(Object.keys(data)).toEqual(expect.arrayContaining(['type', 'id', 'attributes']));
    }
  });

  // spec: R-42
  test("type is 'module-downloads-summary'", async () => {
    for (const one of all) expect((await json<Summary>(summary(one))).data.type).toBe('module-downloads-summary');
  });

  // spec: R-43
  test('id is a string', async () => {
    for (const one of all) {
      const { id } = (await json<Summary>(summary(one))).data;
      expect(id).toBeTypeOf('string');
      expect(id).not.toBe('');
    }
  });

  // spec: R-44
  test.each(PERIODS)('attributes: %s is an integer', async (period) => {
    for (const one of all) {
      const count = (await json<Summary>(summary(one))).data.attributes[period];
      expect(Number.isInteger(count), `${one.id} ${period} ${count}`).toBe(true);
      expect(count).toBeGreaterThanOrEqual(0);
    }
  });

  // spec: R-44
  test('total counts no less than week, month or year; year no less than month', async () => {
    for (const one of all) {
      const { week, month, year, total } = (await json<Summary>(summary(one))).data.attributes;
      for (const part of [week, month, year]) expect(total).toBeGreaterThanOrEqual(part as number);
      expect(year).toBeGreaterThanOrEqual(month as number);
    }
  });
});
