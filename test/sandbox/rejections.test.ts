import { describe, expect, test } from 'vitest';
import { fixedTokens } from '../../src/sandbox/tokens.ts';
import { collection, ivo, max, usersOf } from './configurations.ts';
import { bannerWith, sandboxPerTest, schedule } from './service.ts';

const service = sandboxPerTest();

/** Expects these errors, each with its place and its text, and that nothing is changed. */
async function expectRejected(
  request: string,
  token: string,
  body: unknown,
  errors: [place: string, detail: unknown][],
) {
  const [method, path] = request.split(' ') as [string, string];
  const before = structuredClone(service.sandbox.state.world);
  const { status, json } = await service.api(method, path, { token, body });
  const expected = errors.map(([pointer, detail]) => ({ title: 'invalid attribute', detail, source: { pointer } }));
  expect([status, json]).toEqual([422, { errors: expected.map((error) => ({ status: '422', ...error })) }]);
  expect(service.sandbox.state.world).toEqual(before);
}

/** A write that is accepted as it is: each row changes some of its attributes, or replaces another member of its document. */
interface Write {
  caller: keyof typeof fixedTokens;
  request: string;
  type: string;
  attributes: Record<string, unknown>;
}

function rejections(write: Write, rows: [place: string, changes: Record<string, unknown>, detail?: unknown][]): void {
  test.each(rows)(
    `${write.request} gets 422 with an error for %s: %j`,
    async (place, changes, detail = expect.any(String)) => {
      const { relationships, type = write.type, ...changed } = changes;
      const body = { data: { type, attributes: { ...write.attributes, ...changed }, relationships } };
      const pointer = place.startsWith('/') ? place : `/data/attributes/${place}`;
      await expectRejected(write.request, fixedTokens[write.caller], body, [[pointer, detail]]);
    },
  );
}

rejections({ caller: 'user', request: 'PATCH /account/update', type: 'users', attributes: {} }, [
  ['username', { username: '' }, "Username can't be blank"],
  ['username', { username: 7 }, 'Username must be of type string'],
  ['username', { username: null }, 'Username must be of type string'],
  ['username', { username: 'olive' }, 'Username has already been taken'],
  ['email', { email: 'nobody' }, 'Email must be a valid email'],
  ['email', { email: 'olive@acme.example' }, 'Email has already been taken'],
  ['/data/type', { type: 'user' }, 'Type must be users'],
]);

const change = {
  current_password: 'sandbox-password',
  password: 'correct horse',
  password_confirmation: 'correct horse',
};
rejections({ caller: 'user', request: 'PATCH /account/password', type: 'users', attributes: change }, [
  ['current_password', { current_password: 'wrong' }, 'Current password is incorrect'],
  ['current_password', { current_password: undefined }, "Current password can't be blank"],
  ['password_confirmation', { password_confirmation: 'x' }, "Password confirmation doesn't match Password"],
  [
    'password',
    { password: 'nine char', password_confirmation: 'nine char' },
    'Password is too short (minimum is 10 characters)',
  ],
  ['password', { password: 10 }, 'Password must be of type string'],
]);

const banner = bannerWith().data.attributes;
rejections({ caller: 'site-admin', request: 'POST /admin/banners', type: 'admin-banners', attributes: banner }, [
  ['scheduled-expire-at', { 'scheduled-publish-at': '2026-03-01T13:00:00Z' }],
  ['scheduled-publish-at', { 'scheduled-expire-at': '2026-03-01T13:00:00Z', timezone: 'UTC' }],
  ['scheduled-expire-at', schedule('14:00', '13:00')],
  ['timezone', { ...schedule('13:00', '14:00'), timezone: 'Mars/Base' }],
  ['timezone', { ...schedule('13:00', '14:00'), timezone: '+02:00' }],
]);

const pools = 'POST /organizations/acme/agent-pools';
const workspaces = { data: ['ws-R5hTn2KxPd8WqL4v', 'ws-0'].map((id) => ({ type: 'workspaces', id })) };
rejections({ caller: 'owner', request: pools, type: 'agent-pools', attributes: { name: 'east' } }, [
  ['name', { name: undefined }, "Name can't be blank"],
  ['name', { name: '' }, "Name can't be blank"],
  ['name', { name: 'with blanks' }, 'Name may have letters, digits, hyphens and underscores only'],
  ['name', { name: 5 }, 'Name must be of type string'],
  [
    '/data/relationships/allowed-workspaces/data/1/id',
    { 'organization-scoped': false, relationships: { 'allowed-workspaces': workspaces } },
  ],
]);

const settings = 'PATCH /admin/customization-settings';
rejections({ caller: 'site-admin', request: settings, type: 'customization-settings', attributes: { footer: 'F' } }, [
  ['internal-support-url', { 'internal-support-url': 'mailto:' }],
  ['internal-documentation-url', { 'internal-documentation-url': 'mailto:help@acme.example' }],
  ['internal-tutorials-url', { 'internal-tutorials-url': 'a.example/tutorials' }],
  ['internal-tutorials-url', { 'internal-tutorials-url': 'https://' }],
  ['internal-tutorials-url', { 'internal-tutorials-url': 'https://a b.example' }],
  ['internal-tutorials-url', { 'internal-tutorials-url': 'https:a.example' }],
  ['support-url-address', { 'support-url-address': 'file:///etc/passwd' }],
  ['support-email-address', { 'support-email-address': 'nobody' }],
  ['footer', { footer: true }],
  ['avatar-sources', { 'avatar-sources': 'gravatar' }],
  ['avatar-sources/0/source', { 'avatar-sources': [{ source: 'initials', enabled: true }] }],
]);

const hook = { name: 'Hook', 'destination-type': 'generic', enabled: true, url: 'http://127.0.0.1:1/' };
const mail = { 'destination-type': 'email', url: undefined };
rejections({ caller: 'owner', request: `POST ${collection}`, type: 'notification-configurations', attributes: hook }, [
  ['name', { name: undefined }, "Name can't be blank"],
  ['name', { name: '' }, "Name can't be blank"],
  ['destination-type', { 'destination-type': 'pigeon' }, 'Destination type must be one of generic, email, slack'],
  ['destination-type', { 'destination-type': undefined }, "Destination type can't be blank"],
  ['enabled', { enabled: 'yes' }, 'Enabled must be of type boolean'],
  ['triggers', { triggers: 'run:created' }, 'Triggers must be of type array'],
  ['triggers/1', { triggers: ['run:created', 'run:done'] }, expect.stringContaining('must be one of run:created, ')],
  ['token', { token: 7 }, 'Token must be of type string'],
  ['url', { url: undefined }, "Url can't be blank"],
  ['url', { url: null }, "Url can't be blank when Destination type is generic"],
  ['url', { url: undefined, 'destination-type': 'slack' }, "Url can't be blank"],
  ['url', { url: 'ftp://a.example/' }, 'Url must be an http or https URL'],
  ['url', { 'destination-type': 'email' }, "Url can't be given when Destination type is email"],
  // A user who is only invited, a name, and an unknown id.
  ['/data/relationships/users/data/1/id', { ...mail, relationships: usersOf([max, ivo]) }],
  ['/data/relationships/users/data/0/id', { ...mail, relationships: usersOf(['max']) }],
  ['/data/relationships/users/data/0/id', { ...mail, relationships: usersOf(['user-0']) }],
]);

const github = {
  ...{ 'service-provider': 'github', 'http-url': 'https://github.com', 'api-url': 'https://api.github.com' },
  'oauth-token-string': 'canary-token',
};
const clients = 'POST /organizations/acme/oauth-clients';
rejections({ caller: 'owner', request: clients, type: 'oauth-clients', attributes: github }, [
  ['http-url', { 'http-url': 'git.example.com' }],
  ['api-url', { 'api-url': 'ssh://git.example.com' }],
  ['oauth-token-string', { 'oauth-token-string': '' }],
  ['private-key', { 'service-provider': 'ado_server' }],
  ['private-key', { 'service-provider': 'ado_server', 'private-key': '' }],
]);

describe('the members of a team', () => {
  const users = '/teams/team-V8nXk4JtQs2GyB6d/relationships/users';
  const memberships = '/teams/team-V8nXk4JtQs2GyB6d/relationships/organization-memberships';
  const of = (type: string, ids: unknown[]) => ({ data: ids.map((id) => ({ type, id })) });

  test.each([
    ['POST', ['nell', 'nobody', 'max'], 'nobody does not exist'],
    ['POST', ['nell', 'sol', 'max'], 'sol does not belong to the organization acme'],
    ['POST', ['nell', 'ivo', 'max'], 'ivo has not accepted the invitation to the organization acme'],
    ['POST', ['nell', 'uma', 'max'], 'uma is already a member of the team'],
    ['DELETE', ['uma', 'max'], 'max is not a member of the team'],
  ])('%s of the team members %j is rejected as a whole', async (method, names, detail) => {
    await expectRejected(`${method} ${users}`, fixedTokens.owner, of('users', names), [['/data/1/id', detail]]);
  });

  test('the response names every user that cannot be added to a team', async () => {
    const ids = ['ou-P7sJh5TyQc9LdG2e', 'ou-T5hQc3JzVr8FxM1b', 'ou-0'];
    await expectRejected(`POST ${memberships}`, fixedTokens.owner, of('organization-memberships', ids), [
      ['/data/1/id', 'ou-T5hQc3JzVr8FxM1b is not a membership of the organization acme'],
      ['/data/2/id', 'ou-0 is not a membership of the organization acme'],
    ]);
  });

  test.each([
    ['/data', '{"data":{"type":"users","id":"nell"}}'],
    ['/data', '{}'],
    ['/data/0/type', '{"data":[{"id":"nell"}]}'],
    ['/data/0/type', '{"data":[{"type":"organization-memberships","id":"x"}]}'],
    ['/data/0/id', '{"data":[{"type":"users"}]}'],
    ['/data/0/id', '{"data":[{"type":"users","id":""}]}'],
    ['/data/0/id', '{"data":[{"type":"users","id":5}]}'],
  ])('the error %s for the team members %s has status 422', async (pointer, body) => {
    for (const method of ['POST', 'DELETE']) {
      await expectRejected(`${method} ${users}`, fixedTokens.owner, body, [[pointer, expect.any(String)]]);
    }
  });
});
