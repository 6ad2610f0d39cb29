import { describe, expect, test } from 'vitest';
import { dataOf, type Resource } from './documents.ts';
import { get, post } from './http.ts';
import { service, serviceForEach } from './served.ts';

serviceForEach({ edition: 'hosted' });

const own = (list: string) => `${service.api}/organizations/${service.organization}/${list}`;

async function ids(url: string): Promise<string[]> {
  return dataOf<Resource[]>(await get(url, { token: service.tokens.owner })).map(({ id }) => id);
}

/** The list is the sequence of its pages, and all pages except the last have the requested length. */
async function expectPages(url: string): Promise<void> {
  const whole = await ids(url);
  expect(whole.length).toBeGreaterThan(2);
  const found: string[] = [];
  for (let page = 1; found.length < whole.length && page <= whole.length; page += 1) {
    const part = await ids(`${url}?page[number]=${page}&page[size]=2`);
    expect(part.length).toBe(Math.min(2, whole.length - found.length));
    found.push(...part);
  }
  expect(found).toEqual(whole);
}

describe('part 1, Feature sets (which are listed)', () => {
  // spec: P-140
  test.each(['feature-sets', 'organization feature-sets'])(
    'each page has the requested size, and each feature set is listed once (%s)',
    async (list) => {
      await expectPages(list === 'feature-sets' ? `${service.api}/feature-sets` : own('feature-sets'));
    },
  );

  // spec: P-138, P-139
  test('a feature set that is not public is listed only for an eligible organization', async () => {
    const [open, eligible] = [await ids(`${service.api}/feature-sets`), await ids(own('feature-sets'))];
    expect(eligible.filter((id) => !open.includes(id)).length).toBeGreaterThan(0);
  });
});

describe('part 1, Agent pools (which are listed)', () => {
  const make = async (name: string, relationships = '') => {
    const body = `{"data":{"type":"agent-pools","attributes":{"name":"${name}"${relationships ? ',"organization-scoped":false' : ''}}${relationships}}}`;
    const reply = await post(own('agent-pools'), { token: service.tokens.owner, body });
    expect(reply.status, reply.text).toBe(200);
    return reply.json<{ data: { id: string } }>().data.id;
  };

  // spec: P-164
  test('each page has the requested size, and each agent pool is listed once', async () => {
    for (const name of ['alpha', 'bravo', 'charlie', 'delta', 'echo']) await make(name);
    await expectPages(own('agent-pools'));
  });

  // spec: P-159, P-160
  test('filter[allowed-workspaces][name] finds an agent pool for one workspace only by the name of that workspace', async () => {
    const [here, there] = service.workspaces;
    const allowed = `,"relationships":{"allowed-workspaces":{"data":[{"type":"workspaces","id":"${here!.id}"}]}}`;
    const id = await make('alpha', allowed);
    const by = (name: string) => ids(`${own('agent-pools')}?filter[allowed-workspaces][name]=${name}`);
    expect(await by(here!.name)).toContain(id);
    expect(await by(there!.name)).not.toContain(id);
  });
});
