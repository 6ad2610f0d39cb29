import { describe, expect, test } from 'vitest';
import { notification, production, siteMachine } from './site-files.ts';

describe('svc diff', () => {
  test('svc diff shows creations, updates and deletions, and a summary', async () => {
    const { svc, world, write, writes } = await siteMachine();
    await write(`notifications:\n${notification('ci')}${notification('old')}`);
    await svc('apply -f site.yaml --yes');
    const count = writes().length;
    for (const row of world.notifications)
      row.url = row.name === 'ci' ? `https://chat.example.com/${'x'.repeat(40)}` : row.url;
    await write(
      `teams:\n  platform: { users: [nell, olive], exact: true }\nnotifications:\n${notification('ci').replace('network-*', 'network-production')}${notification('new').replace('network-*', 'network-staging')}`,
    );
    const { code, stderr, stdout } = await svc('diff -f site.yaml --prune');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(`~ update team platform
    users  + nell  + olive  - uma
- delete notification old in network-production
~ update notification ci in network-production
    url
      "https://chat.example.com/${'x'.repeat(40)}"
      -> "https://chat.example.com/ci"
- delete notification ci in network-staging
- delete notification old in network-staging
+ create notification new in network-staging
    url               "https://chat.example.com/new"
    destination-type  "slack"

Plan: 1 to create, 2 to update, 3 to delete.
`);
    expect(writes()).toHaveLength(count);
  });

  test('svc diff treats a URL to which the service added a slash as the same URL', async () => {
    const { svc, world, write } = await siteMachine();
    await write(`notifications:\n${notification('ci').replace(/https:\/\/[^ ,}"]+/, 'https://chat.example.com')}`);
    await svc('apply -f site.yaml --yes');
    expect(world.notifications.map(({ url }) => url)).toContain('https://chat.example.com');
    for (const row of world.notifications) row.url = 'https://chat.example.com/';
    expect(await svc('diff -f site.yaml --check')).toMatchObject({ code: 0, stdout: 'No changes.\n' });
    for (const row of world.notifications) row.url = 'https://chat.example.com/other';
    expect(await svc('diff -f site.yaml --check')).toMatchObject({ code: 8 });
  });

  test('diff --check fails if anything differs', async () => {
    const { svc, write } = await siteMachine();
    await write('teams:\n  network: { users: [max] }\n');
    expect(await svc('diff -f site.yaml --check')).toMatchObject({ code: 0, stdout: 'No changes.\n' });
    await write('teams:\n  network: { users: [nell] }\n');
    const stderr = expect.stringContaining('The site differs from its documents: 1 change.');
    expect(await svc('diff -f site.yaml --check')).toMatchObject({ code: 8, stderr });
    expect(await svc('diff -f site.yaml -o json')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('"attribute": "users"'),
    });
  });

  test('diff reports a missing or rejected token as its first line', async () => {
    const { svc, write } = await siteMachine();
    await write('teams:\n  network: { users: [max] }\n');
    for (const [token, message] of [
      [undefined, 'No token for '],
      ['wrong', '127\\.0\\.0\\.1:\\d+ rejected the token.'],
    ] as const) {
      expect(await svc('diff -f site.yaml', { env: { SVC_TOKEN: token } })).toExit(4, new RegExp(`^Error: ${message}`));
    }
  });

  test('svc diff exits with 8 for two configurations of the same name, naming both ids, and compares the others', async () => {
    const { svc, world, write } = await siteMachine();
    await write(`notifications:\n${notification('ci')}`);
    await svc('apply -f site.yaml --yes');
    world.notifications.push({ ...world.notifications[0]!, id: 'nc-0123456789abcdef' });
    world.notifications[1]!.triggers = ['run:created'];
    await write(`notifications:\n${notification('ci', ', triggers: []')}`);
    const { code, stdout } = await svc('diff -f site.yaml -o json --record other.json');
    const [first, second, ...others] = JSON.parse(stdout);
    expect([code, others]).toEqual([8, []]);
    expect(first).toMatchObject({ action: 'unknown', workspace: 'network-production', changes: [] });
    expect(first.warnings[0]).toContain(`${world.notifications[0]!.id} and nc-0123456789abcdef have this name`);
    expect(second).toMatchObject({ action: 'update', workspace: 'network-staging' });
    expect((await svc('apply -f site.yaml --yes --record other.json')).code).toBe(8);
    expect(world.notifications[1]!.triggers).toEqual([]);
  });

  // trust: T-220
  test('svc diff uses the recorded one of two configurations of the same name, and does not propose to delete the other', async () => {
    const { svc, world, write } = await siteMachine();
    await write(`notifications:\n${notification('ci').replace('network-*', 'network-production')}`);
    await svc('apply -f site.yaml --yes');
    const [{ id } = { id: '' }] = world.notifications;
    world.notifications.unshift({
      ...world.notifications[0]!,
      id: 'nc-0123456789abcdef',
      url: 'https://their.example.com',
    });
    const note = `notification ci in network-production is ${id}, by the record. nc-0123456789abcdef of the same name is neither changed nor deleted.\n`;
    expect(await svc('diff -f site.yaml --check')).toMatchObject({ code: 0, stdout: 'No changes.\n', stderr: note });
    await write(
      `notifications:\n${notification('ci', ', triggers: [run:created]').replace('network-*', 'network-production')}`,
    );
    expect(await svc('apply -f site.yaml --yes')).toMatchObject({ code: 0, stdout: 'Applied 1 of 1 change.\n' });
    await write('teams: {}\n');
    expect(await svc('apply -f site.yaml --yes --prune-all')).toMatchObject({
      code: 0,
      stdout: 'Applied 1 of 1 change.\n',
    });
    expect(world.notifications).toMatchObject([
      { id: 'nc-0123456789abcdef', triggers: [], url: 'https://their.example.com' },
    ]);
  });

  test('svc diff finds no changes if the document declares two configurations of the same name by their ids', async () => {
    const { svc, world, write } = await siteMachine();
    const words = 'notification create -w network-production --name ci --destination-type generic --url';
    for (const url of ['https://a.example.com', 'https://b.example.com']) await svc(`${words} ${url}`);
    const entry = ({ id, url }: { id: string; url: string | null }, version: number) =>
      `  - { id: ${id}, name: ci, workspaces: [network-production], destination-type: generic, url: "${url}", token: { env: TK, version: ${version} } }\n`;
    const [one, other] = world.notifications;
    await write(`notifications:\n${entry(one!, 1)}${entry(other!, 2)}`);
    const env = { TK: 'the-key-of-the-hook' };
    expect(await svc('apply -f site.yaml --yes --send-secrets', { env })).toMatchObject({ code: 0 });
    expect(await svc('diff -f site.yaml --check', { env })).toMatchObject({
      code: 0,
      stdout: 'No changes.\n',
      stderr: '',
    });
    expect(await svc('apply -f site.yaml --yes', { env })).toMatchObject({ code: 0, stdout: 'No changes.\n' });
    expect(world.notifications).toHaveLength(2);
  });

  test('svc diff compares configurations of the same name by their ids', async () => {
    const { svc, world, write } = await siteMachine();
    const words = 'notification create -w network-production --name ci --destination-type slack --url';
    for (const url of ['https://a.example.com', 'https://b.example.com']) await svc(`${words} ${url}`);
    const [one, other] = world.notifications.map(({ id }) => id);
    const entry = (id: string | undefined, url: string) =>
      `  - { id: ${id}, name: ci, workspaces: [network-production], destination-type: slack, url: "${url}" }\n`;
    await write(`notifications:\n${entry(one, 'https://a.example.com')}${entry(other, 'https://c.example.com')}`);
    expect(await svc('apply -f site.yaml --yes')).toMatchObject({ code: 0 });
    expect(world.notifications).toMatchObject([
      { id: one, url: 'https://a.example.com', workspace: production },
      { id: other, url: 'https://c.example.com' },
    ]);
  });

  test('svc diff finds users, pools and projects by name, and shows them by name', async () => {
    const { svc, world, write } = await siteMachine();
    await write(`agent-pools:
  - { name: p, allowed-workspaces: [network-staging], allowed-projects: [prj-1] }
notifications:
  - { name: mail, workspaces: [network-staging], destination-type: email, users: [nell, uma] }
`);
    await svc('apply -f site.yaml --yes');
    expect((await svc('diff -f site.yaml')).stdout).toBe('No changes.\n');
    world.notifications[0]!.users.pop();
    world.agentPools[0]!.allowedWorkspaces = [production];
    const { stdout } = await svc('diff -f site.yaml');
    expect(stdout).toContain('users  + uma\n');
    expect(stdout).toContain('allowed-workspaces  + network-staging  - network-production\n');
  });

  test('svc diff prints errors and warnings that need the service in the order of their lines', async () => {
    const { svc, write } = await siteMachine();
    await write(`notifications:
  - { name: a, workspaces: [web-*], destination-type: email, users: [nobody] }
teams:
  nowhere: { users: [] }
agent-pools:
  - { name: a, allowed-workspaces: [nowhere] }
`);
    const { code, stderr } = await svc('diff -f site.yaml');
    expect([code, stderr.match(/site\.yaml:\d+/g)]).toEqual([2, ['site.yaml:4', 'site.yaml:6', 'site.yaml:8']]);
    await write(
      `notifications:\n${notification('a').replace('network-*', 'web-*')}${notification('b').replace('network-*', 'x*')}`,
    );
    expect((await svc('diff -f site.yaml')).stderr.match(/site\.yaml:\d+/g)).toEqual(['site.yaml:4', 'site.yaml:5']);
  });

  test('svc diff names a workspace that does not exist, and one that would have too many configurations', async () => {
    const { svc, write } = await siteMachine();
    const entry = (name: string) => notification(name).replace('"network-*"', 'network-staging');
    await write(`notifications:\n${entry('ci').replace('staging', 'stagin')}`);
    expect(await svc('diff -f site.yaml')).toExit(
      2,
      'site.yaml:4: no workspace network-stagin in acme',
      'Did you mean "network-staging"?',
    );
    await write(`notifications:\n${Array.from({ length: 22 }, (_, n) => entry(`n${n}`)).join('')}`);
    const many = await svc('diff -f site.yaml');
    expect(many).toExit(2, 'site.yaml:24: network-staging would have 22 configurations; at most 20 are possible.');
  });

  test('svc diff needs only the right to read, and ends with a note about what the token may not change', async () => {
    const { svc, write } = await siteMachine({}, 'owner');
    await write('site:\n  customization: { footer: F }\nteams:\n  platform: { users: [nell] }\n');
    const { code, stderr, stdout } = await svc('diff -f site.yaml');
    expect([code, stdout.match(/^~ .*/gm)]).toEqual([0, ['~ update customization', '~ update team platform']]);
    expect(stderr).toBe(
      "You can't change customization with this token. This requires a site administrator's token.\n",
    );
  });

  test.each([
    ['the other workspaces', 'network-*', '+ create notification ci in network-staging\n'],
    ['the other parts', 'network-production', ''],
  ])('svc diff names a workspace that the token cannot see, and still compares %s', async (_, workspaces, shown) => {
    const { svc, write } = await siteMachine({}, 'user');
    await write(`agent-pools: [{ name: p }]\nnotifications:\n${notification('ci').replace('network-*', workspaces)}`);
    const { code, stderr, stdout } = await svc('diff -f site.yaml');
    expect(stdout).toContain(`+ create agent pool p\n${shown}`);
    expect(code).toBe(4);
    expect(stderr).toContain("Error: You can't see the notifications of network-production with this token.\n");
  });

  test('svc diff -o json keeps the error of the service if the token can see no workspace', async () => {
    const { svc, write } = await siteMachine({}, 'user');
    await write(`notifications:\n${notification('ci').replace('network-*', 'network-production')}`);
    const { code, stderr, stdout } = await svc('diff -f site.yaml -o json');
    expect([code, stdout]).toEqual([4, '[]\n']);
    expect(JSON.parse(stderr).error).toMatchObject({
      status: 404,
      request: expect.stringContaining('notification-configurations'),
    });
  });

  test('svc diff groups equal changes of three or more workspaces, and -o json lists each', async () => {
    const { svc, world, write } = await siteMachine();
    const [first] = world.workspaces;
    const more = Array.from({ length: 8 }, (_, n) => ({
      ...structuredClone(first!),
      id: `ws-${n}`,
      name: `network-${n}`,
    }));
    world.workspaces.push(...more);
    const two = notification('two').replace('name: two', 'name: "a\\nb"');
    await write(`notifications:\n${notification('ci')}${two}`);
    const { stdout } = await svc('diff -f site.yaml');
    expect(stdout.match(/^\+.*|^ {4}In (?:.|\n)*?\.$/gm)).toEqual([
      '+ create notification ci in 10 workspaces',
      expect.stringMatching(/^ {4}In network-production, (.|\n)* 5 more \(-o json has all\)\.$/),
      '+ create notification a\\nb in 10 workspaces',
      expect.any(String),
    ]);
    expect(stdout).toContain('Plan: 20 to create, 0 to update, 0 to delete.');
    expect(JSON.parse((await svc('diff -f site.yaml -o json')).stdout)).toHaveLength(20);
  });

  test('diff --check names a missing secret', async () => {
    const { svc, write } = await siteMachine();
    const entry = notification('ci', ', token: { env: HOOK }').replace('slack', 'generic');
    await write(`notifications:\n${entry}`);
    const { code, stderr } = await svc('diff -f site.yaml --check');
    const missing = 'site.yaml:4: the environment variable HOOK of token is missing.';
    expect([code, stderr]).toEqual([8, expect.stringContaining(missing)]);
  });

  test('svc diff shows a cleared text as "", as the export does', async () => {
    const { svc, world, write } = await siteMachine();
    const exported = (await svc('export --only customization')).stdout;
    expect(exported).toContain('    footer: ""\n');
    await write('site:\n  customization: { footer: Acme, login-help: null }\n');
    expect((await svc('diff -f site.yaml')).stdout).toContain('    footer  "" -> "Acme"\n');
    world.customization.texts.footer = 'Acme';
    world.customization.texts['login-help'] = 'Ask';
    const { stdout } = await svc('diff -f -', { stdin: exported });
    expect(stdout).toContain('    footer      "Acme" -> ""\n');
    expect((await svc('diff -f site.yaml')).stdout).toContain('    login-help  "Ask" -> ""\n');
  });
});
