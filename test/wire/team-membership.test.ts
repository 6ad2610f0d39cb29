// covers: POST /teams/:team_id/relationships/users
// covers: DELETE /teams/:team_id/relationships/users
// covers: POST /teams/:team_id/relationships/organization-memberships
// covers: DELETE /teams/:team_id/relationships/organization-memberships

import { describe, expect, test } from 'vitest';
import { type Collection, expectErrorDocument, type Single } from './documents.ts';
import { type Reply, send } from './http.ts';
import { service, serviceForAll, serviceForEach } from './served.ts';

const TYPES = ['users', 'organization-memberships'] as const;
const METHODS = ['POST', 'DELETE'] as const;
const EACH = TYPES.flatMap((type) => METHODS.map((method) => [method, type] as const));

const url = (type: string, team = service.teams[0]!.id) => `${service.api}/teams/${team}/relationships/${type}`;

/** A user of the organization who is not in the first team. */
const nonMember = (type: string) => (type === 'users' ? service.users.at(-1)!.username : service.memberships[0]!.id);

const document = (type: string, ...ids: string[]) =>
  `{"data":[${ids.map((id) => `{"type":"${type}","id":"${id}"}`).join()}]}`;

const ask = (method: string, type: string, body: string, team?: string, token = service.tokens.owner) =>
  send(method, url(type, team), { token, body });

function expectSuccess(reply: Reply): void {
  expect(reply.status, reply.text).toBeGreaterThanOrEqual(200);
  expect(reply.status, reply.text).toBeLessThan(300);
}

/** The default error document, with any 4xx. */
function expectFailure(reply: Reply): void {
  expect(reply.status, reply.text).toBeGreaterThanOrEqual(400);
  expect(reply.status, reply.text).toBeLessThan(500);
  expectErrorDocument(reply, reply.status);
}

describe('part 1, Team membership', () => {
  serviceForEach();

  // spec: P-14, P-66, P-67, P-204, P-205, P-206, P-207, P-209
  test.each(TYPES)(
    'DELETE removes a member from the team only, and the member can be added again (%s)',
    async (type) => {
      for (const method of ['POST', 'DELETE', 'POST']) {
        expectSuccess(await ask(method, type, document(type, nonMember(type))));
      }
    },
  );

  // spec: P-208
  test.each(TYPES)('DELETE removes a member from this team only, and not from another team (%s)', async (type) => {
    const [first, second] = service.teams.map(({ id }) => id);
    // A user who is not in a team yet.
    const { username } = service.users.at(-1)!;
    const id = type === 'users' ? username : service.memberships.find((each) => each.username === username)!.id;
    const body = document(type, id);
    expectSuccess(await ask('POST', type, body, first));
    expectSuccess(await ask('POST', type, body, second));
    expectSuccess(await ask('DELETE', type, body, first));
    expectSuccess(await ask('DELETE', type, body, second));
  });

  // spec: P-65
  test('two members can be added and removed with one request', async () => {
    const body = document('organization-memberships', service.memberships[0]!.id, service.invited.id);
    expectSuccess(await ask('POST', 'organization-memberships', body));
    expectSuccess(await ask('DELETE', 'organization-memberships', body));
  });
});

describe('part 1, Team membership (who can be added)', () => {
  serviceForEach();

  // spec: P-67, P-198, P-199, P-200
  test('a user who is added must exist, belong to the organization and have accepted the invitation, and a membership must exist', async () => {
    const details = await send('GET', `${service.api}/account/details`, { token: service.tokens['site-admin'] });
    const { attributes, id } = details.json<Single>().data;
    expect(service.memberships.map((each) => each.username)).not.toContain(attributes.username);
    for (const user of ['no-such-user', String(attributes.username), id, service.invited.username]) {
      expectFailure(await ask('POST', 'users', document('users', user)));
    }
    const body = document('organization-memberships', 'ou-0000000000000000');
    expectFailure(await ask('POST', 'organization-memberships', body));
  });

  // spec: P-201
  test('an organization membership can be added before its invitation is accepted', async () => {
    const body = document('organization-memberships', service.invited.id);
    expectSuccess(await ask('POST', 'organization-memberships', body));
    expectSuccess(await ask('DELETE', 'organization-memberships', body));
  });
});

describe('part 1, Team membership (by e-mail address)', () => {
  serviceForEach();

  // spec: P-201, P-205, P-207
  test('an invited person is found by e-mail address, and added and removed by membership id', async () => {
    const { token, team } = { token: service.tokens.owner, team: service.teams[0]!.id };
    const list = `${service.api}/organizations/${service.organization}/organization-memberships`;
    const found = await send('GET', `${list}?filter%5Bemail%5D=ivo%40acme.example%2Cnobody%40acme.example`, { token });
    const { data } = found.json<Collection>();
    expect(data.map(({ attributes, id }) => [id, attributes.email, attributes.status])).toEqual([
      [service.invited.id, 'ivo@acme.example', 'invited'],
    ]);
    const body = document('organization-memberships', data[0]!.id);
    const members = async () => {
      const url = `${service.api}/teams/${team}?include=users,organization-memberships`;
      const { included } = (await send('GET', url, { token })).json<Single & { included: { id: string }[] }>();
      return included.map(({ id }) => id);
    };
    expect(await members()).not.toContain(service.invited.id);
    expectSuccess(await ask('POST', 'organization-memberships', body));
    expect(await members()).toContain(service.invited.id);
    expectSuccess(await ask('DELETE', 'organization-memberships', body));
    expect(await members()).not.toContain(service.invited.id);
  });
});

describe('part 1, Team membership (errors)', () => {
  serviceForAll();

  // spec: P-202
  test.each(EACH)('%s %s responds with 404 for an unknown team', async (method, type) => {
    expectErrorDocument(await ask(method, type, document(type, nonMember(type)), 'team-0000000000000000'), 404);
  });

  // spec: P-203, P-204, P-205
  test.each(EACH)(
    '%s %s responds with 422 if an element has no type, no id or a value of another type',
    async (method, type) => {
      const [id, other] = [`"id":"${nonMember(type)}"`, TYPES.find((one) => one !== type)];
      const own = `"type":"${type}"`;
      for (const wrong of [id, own, `"type":"${other}",${id}`, `${own},"id":5`, `"type":5,${id}`]) {
        expectErrorDocument(await ask(method, type, `{"data":[{${wrong}}]}`), 422);
        expectErrorDocument(await ask(method, type, `{"data":[{${own},${id}},{${wrong}}]}`), 422);
      }
    },
  );

  test.each(EACH)('%s %s responds with 404 for an unauthorized caller', async (method, type) => {
    const { user } = service.tokens;
    expectErrorDocument(await ask(method, type, document(type, nonMember(type)), undefined, user), 404);
  });
});
