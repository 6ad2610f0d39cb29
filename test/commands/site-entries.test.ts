import { describe, expect, test } from 'vitest';
import { notification, siteMachine } from './site-files.ts';

const nell = 'user-B5jLt8YcRo4MzF6w';
const apply = 'apply -f site.yaml --yes';
const check = 'diff -f site.yaml --check';
const mail = (users: string) =>
  `notifications:\n  - { name: mail, workspaces: [network-staging], destination-type: email, users: ${users} }\n`;

describe('the items of a list in a document', () => {
  // trust: T-227
  test.each(['nell', nell, 'acme/nell', `${nell}, nell, acme/nell`])(
    'apply treats the name, the id and ORG/NAME of a user as the same user: [%s]',
    async (users) => {
      const { svc, world, write, writes } = await siteMachine();
      await write(`teams: { platform: { users: [${users}, uma], exact: true } }\n${mail(`[${users}]`)}`);
      expect(await svc(apply)).toMatchObject({ code: 0 });
      expect(writes()).toHaveLength(2);
      expect(world.notifications.map((row) => row.users)).toEqual([[nell]]);
      expect(await svc(check)).toMatchObject({ code: 0, stdout: 'No changes.\n' });
      await write(`teams: { platform: { users: [uma, nell], exact: true } }\n${mail('[nell]')}`);
      expect(await svc(check)).toMatchObject({ code: 0, stdout: 'No changes.\n' });
    },
  );

  // trust: T-227
  test('apply removes no member of an exact team who is named by id', async () => {
    const { svc, world, write } = await siteMachine();
    const before = structuredClone(world.teams);
    await write('teams: { platform: { users: [user-T6bMq1WzCf8JyA5n], exact: true } }\n');
    expect(await svc(apply)).toMatchObject({ code: 0, stdout: 'No changes.\n' });
    expect(world.teams).toEqual(before);
  });

  test('apply treats the id and the name of a workspace or an agent pool as the same', async () => {
    const { svc, world, write } = await siteMachine();
    await write('agent-pools: [{ name: p, allowed-workspaces: [ws-R5hTn2KxPd8WqL4v, network-production] }]\n');
    await svc(apply);
    expect(world.agentPools).toMatchObject([{ allowedWorkspaces: ['ws-R5hTn2KxPd8WqL4v'] }]);
    expect(await svc(check)).toMatchObject({ code: 0 });
    const client = `oauth-clients:\n  - { name: c, service-provider: github, http-url: "https://github.com", api-url: "https://api.github.com", oauth-token-string: { env: T }, agent-pool: `;
    await write(`${client}${world.agentPools[0]!.id} }\n`);
    expect(await svc(apply, { env: { T: 'a-token-of-github' } })).toMatchObject({ code: 0 });
    await write(`${client}p }\n`);
    expect(await svc(check)).toMatchObject({ code: 0 });
  });
});

describe('mistakes in a document that only the service reveals', () => {
  test.each([
    [
      'a pattern where only names are possible',
      'agent-pools: [{ name: a, allowed-workspaces: ["network-*"] }]\n',
      'site.yaml:3: allowed-workspaces: "network-*" is a pattern, which only workspaces and except take: write [network-production, network-staging].',
    ],
    [
      'a user who is only invited, in a team',
      'teams: { platform: { users: [ivo] } }\n',
      'site.yaml:3: user ivo has not accepted the invitation to acme.',
    ],
    [
      'a user who is only invited, as a receiver by id',
      mail('[user-K2dWn7QvSi1XhE9g]'),
      'site.yaml:4: users: user user-K2dWn7QvSi1XhE9g has not accepted the invitation to acme.',
    ],
    [
      'a mistyped team',
      'teams: { platfrom: { users: [nell] } }\n',
      `site.yaml:3: no team platfrom in acme, or you can't see it with this token. Did you mean "platform"?`,
    ],
    [
      'a mistyped name of another entry',
      'agent-pools: [{ name: builders }]\noauth-clients:\n  - { name: c, service-provider: github, http-url: "https://github.com", api-url: "https://api.github.com", agent-pool: bilders, oauth-token-string: { env: T } }\n',
      `site.yaml:5: agent-pool: no agent pool bilders in acme, or you can't see it with this token. Did you mean "builders"?`,
    ],
  ])('an error that needs the service names the key and the correction: %s', async (_, text, expected) => {
    const { svc, write, writes } = await siteMachine();
    await write(text);
    expect(await svc(apply)).toExit(2, `Error: ${expected}\n`);
    expect(writes()).toEqual([]);
  });
});

describe('defaults and values of an entry', () => {
  test('a banner in a document has the defaults of banner create', async () => {
    const { svc, world, write } = await siteMachine();
    await write('site: { banner: { title: T, body: B } }\n');
    expect(await svc(apply)).toMatchObject({ code: 0 });
    expect(world.banners).toMatchObject([{ attributes: { style: 'info', audience: 'all_users' } }]);
    expect(await svc(check)).toMatchObject({ code: 0 });
  });

  test('the trigger all in a document stands for each trigger', async () => {
    const { svc, world, write } = await siteMachine();
    await write(`notifications:\n${notification('ci', ', triggers: [run:errored, all]')}`);
    expect(await svc(apply)).toMatchObject({ code: 0 });
    expect(world.notifications.map(({ triggers }) => triggers.length)).toEqual([6, 6]);
    expect(await svc(check)).toMatchObject({ code: 0 });
  });

  test('an unused token or private key in a document causes the warning of the command, once', async () => {
    const { svc, write } = await siteMachine();
    const env = { T: 'the-token-of-the-hook' };
    const create =
      'notification create --destination-type slack --url https://a.example -w network-staging --name x --token-env T';
    const [warning] = /Only generic .*/.exec((await svc(create, { env })).stderr) ?? [];
    await write(
      `notifications:\n${notification('ci', ', token: { env: T }')}oauth-clients:\n  - { name: c, service-provider: github, http-url: "https://github.com", api-url: "https://api.github.com", oauth-token-string: { env: T }, private-key: { env: T } }\n`,
    );
    const { stderr } = await svc('diff -f site.yaml', { env });
    expect(stderr).toBe(
      `Warning: site.yaml:4: ${warning}\nWarning: site.yaml:6: github does not need a private key, sent as is.\n`,
    );
  });
});

describe('a plan', () => {
  test('the plan names each right that the token lacks', async () => {
    const { svc, write, writes } = await siteMachine({}, 'user');
    await write('site: { banner: { title: T, body: B } }\nteams: { platform: { users: [nell] } }\n');
    const { stderr } = await svc(apply);
    expect(stderr).toContain(
      "You can't change banner with this token. This requires a site administrator's token. You can't change teams with this token. This requires a token of an owner of acme.",
    );
    expect(writes()).toEqual([]);
  });

  test('a plan marks in colour a configuration that it cannot compare', async () => {
    const { svc, write } = await siteMachine();
    for (const url of ['https://a.example.com', 'https://b.example.com'])
      await svc(`notification create -w network-staging --name ci --destination-type slack --url ${url}`);
    await write(`notifications:\n${notification('ci').replace('network-*', 'network-staging')}`);
    const { stdout } = await svc('diff -f site.yaml --color always', { tty: true });
    expect(stdout).toContain('\u001b[33m?\u001b[39m compare notification ci');
  });

  // trust: T-127
  test('a plan quotes a list item that looks like two items', async () => {
    const { svc, world, write } = await siteMachine();
    world.users[0]!.username = 'x  - max';
    world.teams[0]!.users.push(world.users[0]!.id);
    await write('teams: { platform: { users: [nell], exact: true } }\n');
    expect((await svc('diff -f site.yaml')).stdout).toContain('    users  + nell  - uma  - "x  - max"\n');
  });
});
