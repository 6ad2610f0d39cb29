// covers: POST /teams/:team_id/relationships/users
// covers: DELETE /teams/:team_id/relationships/users
// covers: POST /teams/:team_id/relationships/organization-memberships
// covers: DELETE /teams/:team_id/relationships/organization-memberships

import { describe, expect, test } from 'vitest';
import { expectErrorDocument, type Single } from './documents.ts';
import { type Reply, send } from './http.ts';
import { service, serviceForAll, serviceForEach, serviceForTest } from './served.ts';

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

  // spec: P-14, P-66, P-67, P-204, P-205
  test.each(TYPES)('POST /teams/:team_id/relationships/%s adds a member', async (type) => {
    expectSuccess(await ask('POST', type, document(type, nonMember(type))));
  });

  // spec: P-14, P-206, P-207
  test.each(TYPES)('DELETE /teams/:team_id/relationships/%s removes a member', async (type) => {
    expectSuccess(await ask('POST', type, document(type, nonMember(type))));
    expectSuccess(await ask('DELETE', type, document(type, nonMember(type))));
  });

  // spec: P-209
  test.each(TYPES)('Deleting removes from the team only: the same one can be added again (%s)', async (type) => {
    for (const method of ['POST', 'DELETE', 'POST']) {
      expectSuccess(await ask(method, type, document(type, nonMember(type))));
    }
  });

  // spec: P-208
  test.each(TYPES)('Deleting removes from this team only: the other team still has the user (%s)', async (type) => {
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
  test('Request body: data array: two memberships can be added and removed at once', async () => {
    const body = document('organization-memberships', service.memberships[0]!.id, service.invited.id);
    expectSuccess(await ask('POST', 'organization-memberships', body));
    expectSuccess(await ask('DELETE', 'organization-memberships', body));
  });

  // spec: P-290
  test('Not marked for one edition: the hosted edition has it as well', async () => {
    const hosted = await serviceForTest({ edition: 'hosted' });
    const body = document('users', hosted.users.at(-1)!.username);
    const path = `${hosted.api}/teams/${hosted.teams[0]!.id}/relationships/users`;
    expectSuccess(await send('POST', path, { token: hosted.tokens.owner, body }));
    expectSuccess(await send('DELETE', path, { token: hosted.tokens.owner, body }));
  });
});

describe('part 1, Team membership (who can be added)', () => {
  serviceForEach();

  // spec: P-198
  test('Users must already exist: an unknown username is an error', async () => {
    expectFailure(await ask('POST', 'users', document('users', 'no-such-user')));
  });

  test('Users added by username must already belong to the organization', async () => {
    const details = await send('GET', `${service.api}/account/details`, { token: service.tokens['site-admin'] });
    const { username } = details.json<Single>().data.attributes as { username: string };
    expect(service.memberships.map((each) => each.username)).not.toContain(username);
    expectFailure(await ask('POST', 'users', document('users', username)));
  });

  // spec: P-199
  test('Users added by user id must already belong to the organization', async () => {
    const details = await send('GET', `${service.api}/account/details`, { token: service.tokens['site-admin'] });
    expectFailure(await ask('POST', 'users', document('users', details.json<Single>().data.id)));
  });

  // spec: P-67
  test('An unknown membership id is an error', async () => {
    const body = document('organization-memberships', 'ou-0000000000000000');
    expectFailure(await ask('POST', 'organization-memberships', body));
  });

  // spec: P-200
  test('A user must first accept the organization invitation to be added by username', async () => {
    expectFailure(await ask('POST', 'users', document('users', service.invited.username)));
  });

  // spec: P-201
  test('The organization-membership variant needs only an invitation', async () => {
    const body = document('organization-memberships', service.invited.id);
    expectSuccess(await ask('POST', 'organization-memberships', body));
    expectSuccess(await ask('DELETE', 'organization-memberships', body));
  });
});

describe('part 1, Team membership (errors)', () => {
  serviceForAll();

  // spec: P-202
  test.each(EACH)('%s %s: 404 for an unknown team', async (method, type) => {
    expectErrorDocument(await ask(method, type, document(type, nonMember(type)), 'team-0000000000000000'), 404);
  });

  test.each(EACH)('%s %s: 404 when the caller is not authorized', async (method, type) => {
    const { user } = service.tokens;
    expectErrorDocument(await ask(method, type, document(type, nonMember(type)), undefined, user), 404);
  });

  // spec: P-203
  test.each(EACH)('%s %s: both keys are required: 422 without type', async (method, type) => {
    expectErrorDocument(await ask(method, type, `{"data":[{"id":"${nonMember(type)}"}]}`), 422);
  });

  // spec: P-203
  test.each(EACH)('%s %s: both keys are required: 422 without id', async (method, type) => {
    expectErrorDocument(await ask(method, type, `{"data":[{"type":"${type}"}]}`), 422);
  });

  // spec: P-203
  test.each(EACH)('%s %s: both keys are required in every element of the array', async (method, type) => {
    const body = `{"data":[{"type":"${type}","id":"${nonMember(type)}"},{"type":"${type}"}]}`;
    expectErrorDocument(await ask(method, type, body), 422);
  });

  // spec: P-204, P-205
  test.each(EACH)('%s %s: 422 for the other data[].type', async (method, type) => {
    const other = TYPES.find((one) => one !== type)!;
    expectErrorDocument(await ask(method, type, document(other, nonMember(type))), 422);
  });

  test.each(EACH)('%s %s: 422 wrong types: id a number, type a number', async (method, type) => {
    expectErrorDocument(await ask(method, type, `{"data":[{"type":"${type}","id":5}]}`), 422);
    expectErrorDocument(await ask(method, type, `{"data":[{"type":5,"id":"${nonMember(type)}"}]}`), 422);
  });

  // spec: P-65
  test.each(EACH)('%s %s: 422 malformed body', async (method, type) => {
    const single = `{"data":{"type":"${type}","id":"${nonMember(type)}"}}`;
    for (const body of ['{"data":', 'hello', '[]', 'null', '{}', '{"data":null}', '{"data":["x"]}', single]) {
      expectErrorDocument(await ask(method, type, body), 422);
    }
  });
});
