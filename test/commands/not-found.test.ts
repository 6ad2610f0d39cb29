import { describe, expect, test } from 'vitest';
import { machine, machineAt, sandbox } from '../support/svc.ts';
import { tinyServer } from '../support/tiny-server.ts';

describe('the error for a 404', () => {
  test.each([
    ['workspace show nope', 'No workspace nope in acme, or you can’t see it'],
    ['workspace list --organization nope', 'No organization nope, or you can’t see workspaces'],
    ['organization show nope', 'No organization nope, or you can’t see it'],
    ['notification list -w ws-nope', 'No workspace ws-nope, or you can’t see notifications'],
    ['notification show nc-nope', 'No notification nc-nope, or you can’t see it'],
    ['notification verify nc-nope', 'No notification nc-nope, or you can’t verify it'],
    ['notification delete nc-nope --yes', 'No notification nc-nope, or you can’t delete it'],
    ['team show team-nope', 'No team team-nope, or you can’t see it'],
    ['team add-user team-nope sol', 'No team team-nope, or you can’t add users'],
    ['oauth-client show oc-nope', 'No OAuth client oc-nope, or you can’t see it'],
    ['agent-pool list --organization nope', 'No organization nope, or you can’t see agent pools'],
    ['banner delete ab-nope --yes', 'No banner ab-nope, or you can’t delete it'],
    ['account hcp-organization nope', 'No HCP organization nope, or you can’t see it'],
  ])('the error for a 404 names what was requested: svc %s', async (words, message) => {
    const { svc } = await machineAt(await sandbox());
    expect(await svc(words)).toExit(3, new RegExp(`^Error: ${message.replace('’', "'")} with this token\\.`));
  });
});

test.each([
  ['team remove-user platform uma --yes', 'Found team team-\\w+, but it is gone now, or you can’t remove users'],
  ['team set platform uma nell --yes', 'Found team team-\\w+, but it is gone now, or you can’t add users'],
  [
    'team add-membership platform max@acme.example',
    'Found team team-\\w+, but it is gone now, or you can’t add organization memberships',
  ],
])('the 404 of a write to a thing that svc has read says that it was found: svc %s', async (words, message) => {
  const { svc } = await machineAt(await sandbox(), 'user');
  expect(await svc(words)).toExit(3, new RegExp(`^Error: ${message.replace('’', "'")} with this token\\.`, 'm'));
});

test.each([
  ['show', {}],
  ['update', { tty: true }],
] as const)('banner %s does not claim to know whether an unlisted banner exists', async (verb, options) => {
  const { svc } = await machineAt(await sandbox());
  const message = 'Banner nope is not published, or does not exist: the service lists only published banners.';
  expect(await svc(`banner ${verb} nope`, options)).toFail(verb === 'show' ? 3 : 2, message);
});

test('the error for a name in place of an id says that an id is required', async () => {
  const { svc } = await machineAt(await sandbox());
  for (const verb of ['show', 'verify', 'delete --yes'])
    expect(await svc(['notification', ...verb.split(' '), 'My CI'])).toFail(
      3,
      'Hint: This takes an id, which this shows: svc notification list -w WORKSPACE --query NAME\n',
    );
  expect(await svc('banner delete Maintenance --yes')).toFail(3, 'which svc banner list shows for published banners.');
});

test('the error for an unknown workspace off a terminal names the command that lists the workspaces', async () => {
  const { svc } = await machineAt(await sandbox(), 'user');
  expect(await svc('workspace show network-stagin')).toFail(
    3,
    'Hint: To list those that you can see: svc workspace list',
  );
});

test('the error for an unknown HCP organization has no hint, because no list contains it', async () => {
  const { svc } = await machineAt(await sandbox({ edition: 'hosted' }));
  for (const id of ['nope', '2f6b1d84-7c3e-4a59-9d02-000000000000'])
    expect((await svc(`account hcp-organization ${id}`)).stderr).not.toContain('Hint');
});

describe('an address with a wrong path', () => {
  const notFound = () =>
    tinyServer((_, response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<p>'));

  test.each(['banner list', 'whoami', 'team show team-1', 'workspace list --organization acme', 'organization list'])(
    'svc %s reports a wrong path in the address if the response is a 404 page',
    async (words) => {
      const { url } = await notFound();
      const { svc } = await machine({ SVC_ADDRESS: `${url}/foo`, SVC_TOKEN: 'a-token' });
      expect(await svc(words)).toMatchObject({
        code: 3,
        stderr: `Error: No API at ${url}/foo.\nHint: Check the path of the address, which is usually ${url}/api/v2\n`,
      });
    },
  );

  test.each(['banner list', 'whoami', 'login --token-file -'])(
    'svc %s reports a wrong path in the address if the platform responds with its own error format',
    async (words) => {
      const { info } = await sandbox();
      const { svc } = await machine({ SVC_ADDRESS: `${info.address}/foo`, CI_TOKEN: info.tokens.owner });
      expect(
        await svc(words, {
          env: words.startsWith('login') ? {} : { SVC_TOKEN: info.tokens.owner },
          stdin: info.tokens.owner,
        }),
      ).toExit(3, `Error: No API at ${info.address}/foo.\n`);
    },
  );

  test('the hint for a missing team also suggests checking the path of the address', async () => {
    const { info } = await sandbox();
    const { svc } = await machine({ SVC_ADDRESS: `${info.address}/foo`, SVC_TOKEN: info.tokens.owner });
    expect(await svc('team show team-1')).toExit(
      3,
      'Error: No team team-1, or you',
      `Hint: Check the path of the address, which is usually ${info.address}/api/v2`,
    );
  });

  test('the error for an address that returns web pages suggests checking the address', async () => {
    const { url } = await tinyServer((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
    );
    const { svc } = await machine({ SVC_ADDRESS: `${url}/foo`, SVC_TOKEN: 'a-token' });
    expect(await svc('banner list')).toExit(9, 'a web page instead of the API', 'Hint: Check the address');
  });
});

test.each(['workspace list', 'banner list', 'whoami', 'team list'])(
  'svc %s without an address reports the missing address first, not other missing flags',
  async (words) => {
    expect(await (await machine()).svc(words)).toExit(2, 'Error: No platform address.');
  },
);

test('webhook listen without a token names --create', async () => {
  const { svc } = await machineAt(await sandbox());
  expect(await svc('webhook listen')).toFail(2, 'or --create for a temporary configuration with a new token.');
});
