import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { deadUrl, startReceiver } from '../sandbox/receiver.ts';
import { stateFolderOf } from '../support/svc.ts';
import { tinyServer } from '../support/tiny-server.ts';
import { notification, production, siteMachine, staging } from './site-files.ts';

const client = `oauth-clients:
  - name: ours
    service-provider: github
    http-url: https://github.com
    api-url: https://api.github.com
    oauth-token-string: { env: PROVIDER_TOKEN }
`;

describe('svc apply', () => {
  test('svc apply creates what the documents declare, and then has nothing to do', async () => {
    const { svc, world, write, writes } = await siteMachine();
    await write(`site:
  customization: { footer: Acme, avatar-sources: [{ source: gravatar, enabled: false }] }
  banner: { title: Maintenance, body: Tonight, style: warning, audience: all_users }
agent-pools:
  - { name: builders, organization-scoped: false, allowed-workspaces: [network-production] }
${client}    agent-pool: builders
    key: the-key
teams:
  platform: { users: [nell], exact: true }
  network: { users: [nell] }
notifications:
${notification('ci', ', triggers: [run:errored]')}`);
    const env = { PROVIDER_TOKEN: 'a-token-of-the-provider' };
    const first = await svc('apply -f site.yaml --yes', { env });
    expect(first).toMatchObject({ code: 0, stdout: 'Applied 8 of 8 changes.\n' });
    expect(first.stderr).toContain('+ create notification ci in network-staging');
    expect(first.stderr).toContain('Done: create notification ci in network-staging.');
    expect(world).toMatchObject({
      customization: { texts: { footer: 'Acme' }, enabledAvatarSources: [] },
      banners: [{ attributes: { title: 'Maintenance' } }],
      agentPools: [{ name: 'builders', organizationScoped: false, allowedWorkspaces: [production] }],
      notifications: [
        { workspace: production, name: 'ci', enabled: false, triggers: ['run:errored'] },
        { workspace: staging, name: 'ci' },
      ],
    });
    expect(world.oauthClients[1]).toMatchObject({ name: 'ours', key: 'the-key', agentPool: world.agentPools[0]!.id });
    expect(world.teams.map(({ users }) => users.length)).toEqual([1, 2, 1, 1]);
    const count = writes().length;
    const again = await svc('apply -f site.yaml', { env });
    expect(again).toMatchObject({ code: 0, stdout: 'No changes.\n' });
    expect(writes()).toHaveLength(count);
  });

  test('svc apply changes only the declared attributes that differ', async () => {
    const { svc, world, write } = await siteMachine();
    await write(`notifications:\n${notification('ci', ', triggers: [run:errored]')}`);
    await svc('apply -f site.yaml --yes');
    world.notifications[0]!.url = 'https://elsewhere.example.com/';
    world.notifications[1]!.triggers = ['run:created', 'run:errored'];
    await write(`notifications:\n${notification('ci')}`);
    const { stdout } = await svc('diff -f site.yaml -o json');
    expect(JSON.parse(stdout)).toEqual([
      {
        action: 'update',
        kind: 'notification',
        workspace: 'network-production',
        name: 'ci',
        changes: [{ attribute: 'url', from: 'https://elsewhere.example.com/', to: 'https://chat.example.com/ci' }],
        warnings: [],
      },
    ]);
    expect((await svc('apply -f site.yaml --yes')).code).toBe(0);
    expect(world.notifications[1]!.triggers).toHaveLength(2);
  });

  test('svc apply prompts, and changes nothing without a yes', async () => {
    const { svc, write, writes } = await siteMachine();
    await write(`notifications:\n${notification('ci')}`);
    expect(await svc('apply -f site.yaml')).toExit(2, 'Missing required flag: --yes');
    const declined = await svc('apply -f site.yaml', { tty: true, answers: [false] });
    expect(declined).toMatchObject({ code: 130, asked: [expect.stringMatching(/^Make these changes at 127/)] });
    expect(writes()).toEqual([]);
    expect(await svc('apply -f site.yaml', { tty: true, answers: [true] })).toMatchObject({ code: 0 });
  });

  test('svc apply --dry-run prints the same as svc diff', async () => {
    const { svc, write, writes } = await siteMachine();
    await write(`notifications:\n${notification('ci')}`);
    const diff = await svc('diff -f site.yaml');
    expect(await svc('apply -f site.yaml --dry-run')).toEqual(diff);
    expect([diff.code, writes()]).toEqual([0, []]);
  });

  test('svc apply reads several files, a folder and stdin as one document', async () => {
    const { home, svc, world, write } = await siteMachine();
    await mkdir(join(home, 'site'));
    await write(`notifications:\n${notification('one')}`, 'site/a.yml');
    await writeFile(
      join(home, 'site/b.json'),
      JSON.stringify({ version: 1, teams: { platform: { users: ['nell'] } } }),
    );
    await writeFile(join(home, 'site/notes.txt'), 'not a document');
    const stdin = `version: 1\nnotifications:\n${notification('two')}`;
    expect(await svc('apply -f site -f - --yes', { stdin })).toMatchObject({ code: 0 });
    expect(world.notifications.map(({ name }) => name).sort()).toEqual(['one', 'one', 'two', 'two']);
    expect((await svc('apply -f - -f -', { stdin })).stderr).toContain('Stdin can be read only once.');
    for (const verb of ['apply', 'diff']) {
      expect(await svc(verb)).toExit(
        2,
        'No document given. Specify a file, a folder, or - for stdin.',
        `svc ${verb} --help`,
      );
    }
  });

  test('svc apply prints a JSON Schema of the document with --schema', async () => {
    const { svc } = await siteMachine();
    const { code, stdout } = await svc('apply --schema');
    const { properties } = JSON.parse(stdout);
    expect([code, Object.keys(properties)]).toEqual([
      0,
      expect.arrayContaining(['version', 'site', 'notifications', 'absent']),
    ]);
    expect(properties.notifications.items.properties['destination-type'].enum).toEqual(['generic', 'email', 'slack']);
  });
});

describe('errors found before the first write', () => {
  const teams = 'teams:\n  platform: { users: [nell] }\n';

  test.each([
    ['a part of the other', 'subscription: { rum-alert-threshold: 1 }\n', 'subscription exists only on the hosted'],
    [
      'an unknown team',
      'teams:\n  platfrom: { users: [] }\n',
      'you can\'t see it with this token. Did you mean "platform"?',
    ],
    ['an unknown user', 'teams:\n  platform: { users: [nobody] }\n', 'no user nobody in acme, or you'],
    ['an unknown workspace', 'agent-pools: [{ name: a, allowed-workspaces: [nowhere] }]\n', 'no workspace nowhere'],
    ['an unknown pool', client.replace('    oauth', '    agent-pool: a\n    oauth'), 'no agent pool a in acme'],
    ['a client without a token', client.replace(/ {4}oauth.*\n/, ''), 'oauth-token-string is required'],
    ['no owner', 'teams:\n  owners: { users: [], exact: true }\n', 'the last owner cannot be removed'],
    ['an unset variable', client, 'the environment variable PROVIDER_TOKEN of oauth-token-string is not set'],
    [
      'two entries of one name',
      `notifications:\n${notification('ci')}${notification('ci')}`,
      'site.yaml:5: notification ci in network-production is also in site.yaml:4.',
    ],
    [
      'an entry that is also absent',
      `notifications:\n${notification('ci')}absent:\n  notifications:\n    - { name: ci, workspaces: [network-staging] }\n`,
      'site.yaml:7: notification ci in network-staging is also in site.yaml:4.',
    ],
  ])('apply finds an error in the plan before the first write: %s', async (_, text, words) => {
    const { svc, write, writes } = await siteMachine();
    await write(text.includes('teams:') ? text : `${text}${teams}`);
    const { stderr, ...rest } = await svc('apply -f site.yaml --yes');
    expect({ ...rest, writes: writes() }).toMatchObject({ code: 2, stdout: '', writes: [] });
    expect(stderr).toContain(words);
  });

  test.each([
    [
      'the site',
      'site:\n  customization: { footer: F }\n',
      'owner',
      "customization with this token. This requires a site administrator's token.",
    ],
    ['the organization', teams, 'user', 'teams with this token. This requires a token of an owner of acme.'],
  ] as const)('apply rejects a token that may not change %s before the first write', async (_, text, caller, words) => {
    const { svc, write, writes } = await siteMachine({}, caller);
    await write(text);
    expect(await svc('apply -f site.yaml --yes')).toFail(4, words);
    expect(writes()).toEqual([]);
  });

  test('apply names a workspace that the token cannot read, and writes nothing', async () => {
    const { home, svc, write, writes } = await siteMachine({}, 'user');
    await write(`notifications:\n${notification('ci')}`);
    const { code, stderr } = await svc('apply -f site.yaml --yes');
    expect([code, writes()]).toEqual([4, []]);
    expect(stderr).not.toContain('\n  not found');
    expect(stderr).toContain("Error: You can't see the notifications of network-production with this token.");
    await writeFile(
      join(home, 'site.yaml'),
      `version: 1\norganization: nowhere\nnotifications:\n${notification('ci')}`,
    );
    expect(await svc('diff -f site.yaml')).toFail(
      3,
      "Error: No organization nowhere, or you can't see it with this token.\n",
    );
  });
});

describe('apply with a failed change', () => {
  test('apply reports all failed verifications together, and the next apply completes the changes', async () => {
    const { svc, world, write } = await siteMachine();
    const receiver = await startReceiver();
    const dead = await deadUrl();
    const entry = (name: string, url: string) =>
      `  - { name: ${name}, workspaces: [network-production], destination-type: generic, url: "${url}", enabled: true }\n`;
    await write(`notifications:\n${entry('one', dead)}${entry('two', receiver.url)}${entry('three', dead)}`);
    const failed = await svc('apply -f site.yaml --yes');
    expect(failed).toMatchObject({ code: 8, stdout: 'Applied 1 of 3 changes.\n' });
    expect(failed.stderr).toContain('2 of 3 changes failed, 1 done.');
    expect(failed.stderr).toMatch(
      /create notification three in network-production: The destination did not pass the verification: the notification configuration was not created\. .*ECONNREFUSED/,
    );
    expect(world.notifications.map(({ name }) => name)).toEqual(['two']);
    const saved = await svc('apply -f site.yaml --yes --on-failed-verification save-disabled');
    expect(saved).toMatchObject({ code: 0, stdout: 'Applied 2 of 2 changes.\n' });
    expect(saved.stderr).toContain('saved disabled: its destination did not pass the verification');
    expect(world.notifications.map(({ enabled }) => enabled)).toEqual([true, false, false]);
    await write(
      `notifications:\n${entry('one', receiver.url)}${entry('two', receiver.url)}${entry('three', receiver.url)}`,
    );
    expect(await svc('apply -f site.yaml --yes -o json')).toMatchObject({ code: 0 });
    expect(world.notifications.map(({ enabled }) => enabled)).toEqual([true, true, true]);
  });

  test('a rejected change is printed on a line of its own, with the reason that the service gives', async () => {
    const { svc, world, write } = await siteMachine();
    await write('teams:\n  platform: { users: [user-0123456789abcdef] }\n  network: { users: [nell] }\n');
    const { code, stderr, stdout } = await svc('apply -f site.yaml --yes -o json');
    expect(code).toBe(5);
    expect(JSON.parse(stdout)).toMatchObject([
      { name: 'platform', status: 'failed', error: { code: 'rejected' } },
      { name: 'network', status: 'done' },
    ]);
    expect(JSON.parse(stderr.trim().split('\n').at(-1)!).error.errors[0].detail).toContain('does not exist');
    expect(world.teams[1]!.users).toHaveLength(2);
    const quiet = await svc('apply -f site.yaml --yes --quiet -o json');
    expect(JSON.parse(quiet.stderr)).toMatchObject({ error: { code: 'rejected', exit: 5 } });
  });

  // trust: T-123
  test('apply does not overwrite a resource that another user changed after the comparison', async () => {
    const { svc, world, write } = await siteMachine();
    await write(`notifications:\n${notification('ci').replace('network-*', 'network-production')}`);
    await svc('apply -f site.yaml --yes');
    const row = world.notifications[0]!;
    row.url = 'https://other.example.com/1';
    const onStderr = (text: string) => {
      if (text.includes('Plan: ')) row.url = 'https://other.example.com/2';
    };
    const { code, stderr } = await svc('apply -f site.yaml', { tty: true, answers: [true], onStderr });
    expect([code, row.url]).toEqual([8, 'https://other.example.com/2']);
    expect(stderr).toContain('It changed after it was compared.');
  });
});

describe('deletion', () => {
  test('apply deletes only with --prune: what is listed under absent and what an earlier apply created', async () => {
    const { svc, world, write } = await siteMachine();
    await svc(
      'notification create -w network-production --name old --destination-type slack --url https://a.example.com',
    );
    await svc(
      'notification create -w network-production --name foreign --destination-type slack --url https://a.example.com',
    );
    await write(`agent-pools: [{ name: made }]\nnotifications:\n${notification('ci')}${notification('foreign')}`);
    await svc('apply -f site.yaml --yes');
    await write('absent:\n  notifications: [{ name: old, workspaces: ["*"] }]\n');
    const spared = await svc('apply -f site.yaml --yes');
    expect(spared).toMatchObject({ code: 0, stdout: 'No changes without --prune.\n' });
    expect(await svc('diff -f site.yaml')).toMatchObject({ code: 0, stdout: spared.stdout, stderr: spared.stderr });
    expect((await svc('diff -f site.yaml -o json')).stdout).toBe('[]\n');
    expect(spared.stderr).toContain('5 resources would be deleted with --prune.');
    const all = await svc('apply -f site.yaml --yes --prune');
    expect(all).toExit(2, 'The plan deletes everything that the document acme declared.');
    expect((await svc('diff -f site.yaml --prune')).stderr).toContain('--prune-all');
    const many = await svc('apply -f site.yaml --yes --prune-all --max-deletions 4');
    expect(many).toExit(8, 'The plan deletes 5 resources, more than');
    expect(world.notifications).toHaveLength(5);
    const pruned = await svc('apply -f site.yaml --yes --prune-all --max-deletions 5');
    expect(pruned).toMatchObject({ code: 0, stdout: 'Applied 5 of 5 changes.\n' });
    // It existed in production before; staging got it from the apply.
    expect(world.notifications.map(({ name, workspace }) => [name, workspace])).toEqual([['foreign', production]]);
    expect(world.agentPools).toEqual([]);
  });

  test('--prune without a record deletes only what is listed under absent, and says so', async () => {
    const { home, svc, world, write } = await siteMachine();
    await write(`notifications:\n${notification('ci')}${notification('old')}`);
    await svc('apply -f site.yaml --yes');
    await write('absent:\n  notifications: [{ name: old, workspaces: ["*"] }]\n');
    expect(await svc('apply -f site.yaml --yes --prune --record other.json')).toExit(
      0,
      'First apply with this record: deletes only what "absent" lists.',
    );
    expect(world.notifications.map(({ name }) => name)).toEqual(['ci', 'ci']);
    expect((await stat(join(home, 'other.json'))).mode & 0o777).toBe(0o600);
  });

  test('the plan says how many workspaces lose their link if an OAuth client is deleted', async () => {
    const { svc, world, write } = await siteMachine();
    await write('absent:\n  oauth-clients: [{ service-provider: github, http-url: "https://github.com" }]\n');
    const { stdout } = await svc('diff -f site.yaml --prune');
    expect(stdout).toContain('2 workspaces will lose the repository link');
    await svc('apply -f site.yaml --prune --yes');
    expect(world.oauthClients).toEqual([]);
  });
});

describe('the record', () => {
  // trust: T-120
  test('the record is in the state folder, one for each organization and address, and contains no secret', async () => {
    const { svc, write, ...me } = await siteMachine();
    await write(client);
    await svc('apply -f site.yaml --yes', { env: { PROVIDER_TOKEN: 's3cr3t-of-the-provider' } });
    const folder = join(stateFolderOf(me), 'site');
    const [file = '', ...others] = await readdir(folder);
    expect([file, others]).toEqual([expect.stringMatching(/^acme-127\.0\.0\.1-\d+-[0-9a-f]{8}\.json$/), []]);
    const text = await readFile(join(folder, file), 'utf8');
    expect(text).not.toContain('s3cr3t');
    expect(JSON.parse(text).entries).toMatchObject([{ kind: 'oauth-client', name: 'ours', made: true }]);
  });

  // trust: T-132
  test('apply does not overwrite a record that is damaged or belongs to another site', async () => {
    const { home, svc, write } = await siteMachine();
    await write('teams:\n  platform: { users: [nell] }\n');
    await writeFile(join(home, 'record.json'), '{');
    expect((await svc('apply -f site.yaml --yes --record record.json')).stderr).toContain('is not valid JSON');
    const other = { 'svc-site-record': 1, name: 'other', address: 'https://svc.example.com', entries: [] };
    await writeFile(join(home, 'record.json'), JSON.stringify(other));
    expect(await svc('apply -f site.yaml --yes --record record.json')).toExit(
      2,
      'belongs to other at https://svc.example.com',
    );
    expect(JSON.parse(await readFile(join(home, 'record.json'), 'utf8'))).toEqual(other);
  });
});

describe('a secret', () => {
  const hook = (token: string) =>
    `notifications:\n  - { name: ci, workspaces: [network-production], destination-type: generic, url: "https://a.example.com", token: ${token} }\n`;

  // trust: T-120
  test('a secret is sent on creation, when its version changes and with --send-secrets, and is never shown', async () => {
    const { home, svc, world, write } = await siteMachine();
    const env = { HOOK: 'first-token' };
    await write(hook('{ env: HOOK, version: 1 }'));
    await svc('apply -f site.yaml --yes', { env });
    expect(world.notifications[0]!.token).toBe('first-token');
    await writeFile(join(home, 'hook.token'), 'second-token\n');
    await write(hook('{ file: ./hook.token, version: 1 }'));
    expect((await svc('diff -f site.yaml')).stdout).toBe('No changes.\n');
    await write(hook('{ file: ./hook.token, version: 2 }'));
    const diff = await svc('diff -f site.yaml');
    expect(diff.stdout.replace(/\s+/g, ' ')).toContain(
      'token (secret, version 1) -> (secret from file ./hook.token, version 2)',
    );
    const changed = await svc('apply -f site.yaml --yes --debug');
    expect(world.notifications[0]!.token).toBe('second-token');
    expect(`${changed.stdout}${changed.stderr}`).not.toContain('second-token');
    world.notifications[0]!.token = null;
    expect((await svc('apply -f site.yaml --yes')).stdout).toBe('No changes.\n');
    await svc('apply -f site.yaml --yes --send-secrets');
    expect(world.notifications[0]!.token).toBe('second-token');
  });
});

describe('warnings of the plan', () => {
  test('the plan warns that it replaces a banner that apply did not create', async () => {
    const { svc, world, write } = await siteMachine();
    await svc(['banner', 'create', '--title', 'Theirs', '--body', 'B']);
    await write('site:\n  banner: { title: Ours, body: B, style: info, audience: all_users }\n');
    const { stdout } = await svc('diff -f site.yaml -o json');
    expect(JSON.parse(stdout)).toMatchObject([
      { action: 'update', kind: 'banner', warnings: [expect.stringContaining('It replaces the banner "Theirs"')] },
    ]);
    await svc('apply -f site.yaml --yes');
    expect(world.banners).toMatchObject([{ attributes: { title: 'Ours' } }]);
    await write('site:\n  banner: { title: Ours, body: C, style: info, audience: all_users }\n');
    expect((await svc('diff -f site.yaml')).stdout).not.toContain('Warning');
  });

  test('a scheduled banner, which the service does not list, is sent only once', async () => {
    const { svc, world, write } = await siteMachine();
    const banner = (body: string) =>
      `site:\n  banner: { title: T, body: ${body}, style: info, audience: all_users, scheduled-publish-at: "2099-01-01T00:00:00Z", scheduled-expire-at: "2099-01-02T00:00:00Z" }\n`;
    await write(banner('B'));
    await svc('apply -f site.yaml --yes');
    expect((await svc('apply -f site.yaml --yes')).stdout).toBe('No changes.\n');
    await write(banner('C'));
    expect((await svc('diff -f site.yaml -o json')).stdout).toContain('"unknown"');
    await svc('apply -f site.yaml --yes');
    expect(world.banners).toMatchObject([{ attributes: { body: 'C' } }]);
  });

  test('apply deletes a banner that is no longer declared before its other changes', async () => {
    const { svc, write } = await siteMachine();
    const banner = 'site:\n  banner: { title: T, body: B, style: info, audience: all_users }\n';
    await write(`${banner}notifications:\n${notification('ci')}`);
    await svc('apply -f site.yaml --yes');
    await write('teams: {}\n');
    const { stderr } = await svc('apply -f site.yaml --yes --prune-all');
    expect(stderr.split('\n').filter((line) => line.startsWith('Done: '))[0]).toContain('delete banner');
  });

  test('apply reports two configurations of the same name as failed, even if another change fails', async () => {
    const { service, svc, write } = await siteMachine();
    const twin = 'notification create -w network-production --name ci --destination-type slack --url https://a.example';
    await svc(twin);
    await svc(twin);
    await write(`agent-pools: [{ name: p }]\nnotifications:\n${notification('ci')}`);
    service.fail({ method: 'POST', status: 401 });
    const { stdout } = await svc('apply -f site.yaml --yes --jobs 1 -o json');
    expect(JSON.parse(stdout)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          name: 'ci',
          status: 'failed',
          warnings: [expect.stringContaining('have this name')],
        }),
      ]),
    );
  });

  test('the plan warns if no current owner remains an owner', async () => {
    const { svc, write } = await siteMachine();
    await write('teams:\n  owners: { users: [uma], exact: true }\n');
    expect((await svc('diff -f site.yaml')).stdout).toContain('Warning: All current owners leave');
    expect(await svc('apply -f site.yaml --yes')).toMatchObject({ code: 0 });
  });

  test('the plan warns about a pattern that matches no workspace', async () => {
    const { svc, write } = await siteMachine();
    await write(`notifications:\n${notification('ci').replace('network-*', 'web-*')}`);
    expect(await svc('diff -f site.yaml')).toMatchObject({
      code: 0,
      stdout: 'No changes.\n',
      stderr: 'Warning: site.yaml:4: web-* matches no workspace of acme.\n',
    });
    expect((await svc('diff -f site.yaml --check')).code).toBe(8);
  });
});

test('the threshold of a subscription is compared and sent on the hosted edition', async () => {
  const { svc, world, write } = await siteMachine({ edition: 'hosted' }, 'owner');
  await write('subscription: { rum-alert-threshold: 900 }\n');
  expect(await svc('apply -f site.yaml --yes')).toMatchObject({ code: 0 });
  expect(world.subscriptions.find(({ organization }) => organization === 'acme')?.rumAlertThreshold).toBe(900);
  expect((await svc('diff -f site.yaml')).stdout).toBe('No changes.\n');
  await write('site:\n  customization: { footer: F }\n');
  expect((await svc('diff -f site.yaml')).stderr).toContain(
    'exists only on the self-hosted edition; this is the hosted edition.',
  );
});

test('a subscription threshold that the service does not show is sent only if it differs from the last one that was sent', async () => {
  const { requests, service, svc, world, write } = await siteMachine({ edition: 'hosted' }, 'owner');
  const { url } = await tinyServer(async (request, response) => {
    const { authorization = '', 'content-type': type = '' } = request.headers;
    const sent = { headers: { authorization, 'content-type': type }, body: (await text(request)) || null };
    const reply = await fetch(new URL(request.url ?? '', service.url), { method: request.method ?? '', ...sent });
    response.setHeaders(reply.headers).removeHeader('content-length');
    response.writeHead(reply.status).end((await reply.text()).replace(/,?"subscription":\{[^{}]*\{[^{}]*\}\}/, ''));
  });
  const apply = () => svc('apply -f site.yaml --yes', { env: { SVC_ADDRESS: `${url}/api/v2` } });
  await write('subscription: { rum-alert-threshold: 900 }\n');
  const first = await apply();
  expect(first).toMatchObject({ code: 0, stdout: 'Applied 1 of 1 change.\n' });
  expect(first.stderr).toContain('Warning: The service does not show the current value');
  expect(await apply()).toMatchObject({ code: 0, stdout: 'No changes.\n' });
  await write('subscription: { rum-alert-threshold: 901 }\n');
  expect(await apply()).toMatchObject({ code: 0, stdout: 'Applied 1 of 1 change.\n' });
  expect(requests.filter((line) => line.startsWith('PATCH'))).toHaveLength(2);
  expect(world.subscriptions.map(({ rumAlertThreshold }) => rumAlertThreshold)).toContain(901);
});

test('apply replaces a notification of another destination type only with --prune', async () => {
  const { svc, world, write } = await siteMachine();
  await write(`notifications:\n${notification('ci')}`);
  await svc('apply -f site.yaml --yes');
  await write(`notifications:\n${notification('ci').replace('slack', 'generic')}`);
  const stopped = await svc('apply -f site.yaml --yes');
  expect(stopped).toExit(8, 'The destination type cannot change from slack to generic; with --prune');
  expect(await svc('apply -f site.yaml --yes --prune')).toMatchObject({ code: 0 });
  expect(world.notifications.map(({ destinationType }) => destinationType)).toEqual(['generic', 'generic']);
});
