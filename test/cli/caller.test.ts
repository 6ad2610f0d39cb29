import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { machine } from '../support/svc.ts';
import { sendJson, tinyServer } from '../support/tiny-server.ts';

const type = 'application/vnd.api+json';
const denied = { errors: [{ status: '404', title: 'not found' }] };
const user = (attributes: object) => ({ data: { id: 'user-1', type: 'users', attributes } });

/** A machine whose service denies requests of one method, and answers that for the user in one way. */
async function denying(details: (response: ServerResponse) => void, denies = { method: 'POST', status: 404 }) {
  const service = await tinyServer((request, response) => {
    if (request.url === '/api/v2/account/details') details(response);
    else if (request.method === denies.method) sendJson(response, denied, { status: denies.status, type });
    else sendJson(response, { data: [] }, { type });
  });
  const { svc } = await machine({ SVC_ADDRESS: service.url, SVC_TOKEN: 'svc-token', SVC_ORGANIZATION: 'acme' });
  return { svc, paths: () => service.seen.map(({ method, path }) => `${method} ${path}`) };
}

const create = ['banner', 'create', '--title', 'T', '--body', 'B'];

test.each([
  ['is a user', user({ username: 'olive' }), 'with this token (user olive).'],
  ['is a service user', user({ username: 'bot', 'is-service-account': true }), 'with this token (service user bot).'],
  ['has no name', user({}), 'with this token.'],
  ['has a name of control characters', user({ username: 'o\n\u001b[2J' }), '(user o\\n\\u001b[2J).'],
])('a denied write names the user of the token, which %s', async (_title, document, words) => {
  const { svc } = await denying((response) => sendJson(response, document, { type }));
  const { code, stderr } = await svc(create);
  expect([code, stderr]).toEqual([3, expect.stringContaining(words)]);
  expect(stderr).not.toContain('not found');
});

test('a 403 names the user of the token', async () => {
  const { svc } = await denying((response) => sendJson(response, user({ username: 'olive' }), { type }), {
    method: 'GET',
    status: 403,
  });
  const { code, stderr } = await svc(['feature-set', 'list', '--organization', 'acme']);
  expect([code, stderr]).toEqual([
    4,
    expect.stringContaining('Error: This token (user olive) is not allowed to do that.'),
  ]);
});

test.each<[string, (response: ServerResponse) => void]>([
  ['fails', (response) => response.writeHead(500).end()],
  ['closes the connection', (response) => response.destroy()],
  ['sends anything else', (response) => response.end('<html>')],
  ['redirects', (response) => response.writeHead(302, { location: 'https://elsewhere.test/' }).end()],
])('a service that %s when the user is requested changes nothing else about the error', async (_title, details) => {
  const { paths, svc } = await denying(details);
  const { code, stderr } = await svc(create);
  expect([code, stderr]).toEqual([
    3,
    expect.stringContaining("You can't create banners with this token. This requires"),
  ]);
  expect(paths().slice(-2)).toEqual(['POST /api/v2/admin/banners', 'GET /api/v2/account/details']);
});

test('the 404 of a read does not ask for the user', async () => {
  const details = (response: ServerResponse) => sendJson(response, user({ username: 'olive' }), { type });
  const { paths, svc } = await denying(details, { method: 'GET', status: 404 });
  expect((await svc(['banner', 'list'])).code).toBe(3);
  expect(paths().filter((path) => path.includes('details'))).toEqual([]);
});
