import { beforeAll, describe, expect, test } from 'vitest';
import { created, expectErrorDocument, PLAIN, shown } from './documents.ts';
import { get, patch, post, type Reply, remove } from './http.ts';
import { service, serviceForAll } from './served.ts';

const banners = () => `${service.api}/admin/banners`;
const token = () => service.tokens['site-admin'];

const head = '{"data":{"type":"admin-banners","attributes":{';
const [t, b, s, a] = ['"title":"T"', '"body":"B"', '"style":"info"', '"audience":"all_users"'];
const whole = `${t},${b},${s},${a}`;
const from = '"scheduled-publish-at":"2026-01-15T13:00:00Z"';
const to = '"scheduled-expire-at":"2026-01-15T14:00:00Z"';
const zone = '"timezone":"Etc/UTC"';

describe('part 1, Errors (POST /admin/banners with a malformed or invalid body)', () => {
  serviceForAll();

  // spec: P-99, P-282, P-283
  test.each([
    ['missing attributes: all of them', '{"data":{"type":"admin-banners"}}'],
    ['missing attributes: an empty object', `${head}}}}`],
    ['missing attributes: title', `${head}${b},${s},${a}}}}`],
    ['missing attributes: body', `${head}${t},${s},${a}}}}`],
    ['missing attributes: style', `${head}${t},${b},${a}}}}`],
    ['missing attributes: audience', `${head}${t},${b},${s}}}}`],
    ['wrong types: attributes a string', '{"data":{"type":"admin-banners","attributes":"title"}}'],
    ['wrong types: title a number', `${head}"title":5,${b},${s},${a}}}}`],
    ['wrong types: title null', `${head}"title":null,${b},${s},${a}}}}`],
    ['wrong types: body an object', `${head}${t},"body":{},${s},${a}}}}`],
    ['wrong types: style an array', `${head}${t},${b},"style":["info"],${a}}}}`],
    ['wrong types: audience a boolean', `${head}${t},${b},${s},"audience":true}}}`],
    ['invalid: style outside info, warning, critical', `${head}${t},${b},"style":"purple",${a}}}}`],
    ['invalid: audience outside its two values', `${head}${t},${b},${s},"audience":"everybody"}}}`],
    ['schedule: timezone not an IANA name', `${head}${whole},${from},${to},"timezone":"Mars/Base"}}}`],
    ['schedule: timezone a number', `${head}${whole},${from},${to},"timezone":1}}}`],
    ['schedule: publish not a time', `${head}${whole},"scheduled-publish-at":"soon",${to},${zone}}}}`],
    ['schedule: expire a number', `${head}${whole},${from},"scheduled-expire-at":12,${zone}}}}`],
  ])('POST /admin/banners responds with 422 for %s', async (_title, body) => {
    expectErrorDocument(await post(banners(), { token: token(), body }), 422);
    expect(await shown(service, token())).toEqual([]);
  });
});

describe('part 1, Admin banners rule 4 (PATCH: all model validations apply)', () => {
  serviceForAll();
  let id: string;
  beforeAll(async () => {
    ({ id } = await created(service, PLAIN));
  });

  // spec: P-110
  test.each([
    ['wrong types: attributes a string', '{"data":{"type":"admin-banners","attributes":"title"}}'],
    ['wrong types: title a number', `${head}"title":5}}}`],
    ['a null title', `${head}"title":null}}}`],
    ['a null body', `${head}"body":null}}}`],
    ['a style other than info, warning and critical', `${head}"style":"purple"}}}`],
    ['an audience other than its two values', `${head}"audience":"everybody"}}}`],
  ])('PATCH /admin/banners/{id} responds with 422 for %s', async (_title, body) => {
    const own = body.replace('{"data":{"type"', `{"data":{"id":"${id}","type"`);
    expectErrorDocument(await patch(`${banners()}/${id}`, { token: token(), body: own }), 422);
    expect(await shown(service)).toEqual(['Maintenance']);
  });
});

describe('part 1, Errors', () => {
  serviceForAll();

  /** Returns a reply for each status that the endpoints of this milestone can return. */
  async function answers(): Promise<[number, Reply][]> {
    const id = 'ab-0000000000000000';
    return [
      [401, await get(`${service.api}/account/details`)],
      [401, await post(banners(), { body: PLAIN })],
      [404, await remove(`${banners()}/${id}`, { token: token() })],
      [404, await get(`${service.api}/no/such/thing`, { token: token() })],
      [422, await post(banners(), { token: token(), body: '{"data":{}}' })],
    ];
  }

  // spec: P-95, P-280, P-285
  test('an error response is a JSON:API error document with an errors array and no data', async () => {
    for (const [status, reply] of await answers()) expectErrorDocument(reply, status);
  });
});
