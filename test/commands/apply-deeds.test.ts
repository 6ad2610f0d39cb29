import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CancelledError } from '../../src/base/errors.ts';
import { deadUrl, startReceiver } from '../sandbox/receiver.ts';
import { fakeKeyring } from '../support/keyring.ts';
import { notification, production, siteMachine, staging } from './site-files.ts';

const apply = 'apply -f site.yaml --yes --record site.record.json';
const prune = `${apply} --prune-all`;
const create = 'notification create --destination-type slack --url https://their.example.com';
const ci = (rest = '') => notification('ci', rest).replace('network-*', 'network-production');
const none = 'teams: {}\n';

/** A machine, and the entries of its record by their names. */
async function deeds(...options: Parameters<typeof siteMachine>) {
  const me = await siteMachine(...options);
  const entries = async () => JSON.parse(await readFile(join(me.home, 'site.record.json'), 'utf8')).entries;
  const declare = (text: string) => me.write(text === '' ? none : `notifications:\n${text}`);
  const ids = () => me.world.notifications.map(({ id }) => id);
  return { ...me, declare, entries, ids };
}

describe('configurations that another user created', () => {
  // trust: T-124
  test('--prune keeps a configuration that another user created between the plan and the write', async () => {
    const { declare, entries, ids, svc, world } = await deeds();
    await declare(ci());
    await svc([...create.split(' '), '-w', 'network-production', '--name', 'ci']);
    const others = world.notifications.splice(0);
    const onStderr = (text: string) => {
      if (text.includes('Plan: ')) world.notifications = others;
    };
    const conflict = await svc(apply.replace(' --yes', ''), { tty: true, answers: [true], onStderr });
    expect(conflict).toExit(8, 'It changed after it was compared.');
    expect(await entries()).toEqual([]);
    expect(await svc(apply)).toMatchObject({ code: 0 });
    expect(world.notifications).toMatchObject([{ url: 'https://chat.example.com/ci' }]);
    await declare('');
    expect(await svc(prune)).toMatchObject({ code: 0, stdout: 'No changes.\n' });
    expect(ids()).toHaveLength(1);
  });

  // trust: T-124
  test('--prune keeps a configuration that another user deleted and created again after apply had created it', async () => {
    const { declare, ids, svc, world } = await deeds();
    await declare(ci());
    await svc(apply);
    world.notifications[0]!.id = 'nc-0123456789abcdef';
    expect(await svc(apply)).toMatchObject({ stdout: 'No changes.\n' });
    await declare('');
    expect(await svc(prune)).toMatchObject({ code: 0, stdout: 'No changes.\n' });
    expect(ids()).toEqual(['nc-0123456789abcdef']);
  });

  // trust: T-123
  test('--prune deletes no configuration that took the place of one in the plan', async () => {
    const { ids, svc, world, write } = await deeds();
    await svc([...create.split(' '), '-w', 'network-production', '--name', 'old']);
    await write('absent:\n  notifications: [{ name: old, workspaces: [network-production] }]\n');
    const onStderr = (text: string) => {
      if (text.includes('Plan: ')) world.notifications[0]!.id = 'nc-0123456789abcdef';
    };
    expect(await svc(prune.replace(' --yes', ''), { tty: true, answers: [true], onStderr })).toExit(
      8,
      'It changed after it was compared.',
    );
    expect(ids()).toEqual(['nc-0123456789abcdef']);
  });
});

// trust: T-131
test('--prune keeps a configuration that another user changed after the plan', async () => {
  const { declare, ids, svc, world } = await deeds();
  await declare(ci());
  await svc(apply);
  await declare('');
  const onStderr = (text: string) => {
    if (text.includes('Plan: ')) world.notifications[0]!.url = 'https://their.example.com';
  };
  expect(await svc(prune.replace(' --yes', ''), { tty: true, answers: [true], onStderr })).toExit(
    8,
    'It changed after it was compared.',
  );
  expect(ids()).toHaveLength(1);
});

describe('a creation without a reply', () => {
  const env = { HOOK: 'the-key-of-the-hook' };
  const signed = ci(', token: { env: HOOK, version: 1 }').replace('slack', 'generic');

  // The service cannot tell whether the lost reply created it, or another user.
  const another = [
    ...'notification create -w network-production --name ci --destination-type generic --url'.split(' '),
    'https://chat.example.com/ci',
  ];
  // trust: T-124
  test.each([
    ['cut', []],
    ['html', [another]],
  ] as const)(
    'a creation without a reply (%s) is found by the next apply, which sends its secrets',
    async (kind, others) => {
      const { declare, entries, ids, service, svc, world } = await deeds();
      service.fail({ method: 'POST', kind });
      await declare(signed);
      const lost = await svc(apply, { env });
      expect(lost.code).not.toBe(0);
      expect(await entries()).toMatchObject([{ id: null, made: false, begun: expect.stringMatching(/^20.*Z$/) }]);
      for (const words of others) await svc(words);
      world.notifications[0]!.token = null;
      const { stdout } = await svc('diff -f site.yaml --record site.record.json');
      expect(stdout).toContain('token  unknown -> (secret from env HOOK, version 1)');
      expect(await svc(apply, { env })).toMatchObject({ code: 0, stdout: 'Applied 1 of 1 change.\n' });
      expect(world.notifications).toMatchObject([{ token: 'the-key-of-the-hook' }]);
      expect(await entries()).toMatchObject([
        { id: ids()[0], made: false, secrets: { token: { state: 'sent', version: 1 } } },
      ]);
      expect(await svc(apply, { env })).toMatchObject({ code: 0, stdout: 'No changes.\n' });
    },
  );

  // trust: T-124
  test.each([
    ['at once', []],
    ['after it was found', [apply]],
  ])('--prune keeps the resource of a creation without a reply and reports it %s', async (_, again) => {
    const { declare, entries, ids, service, svc, write } = await deeds();
    service.fail({ method: 'POST', kind: 'cut' });
    await declare(ci());
    await svc(apply);
    const [{ begun }] = await entries();
    for (const words of again) await svc(words);
    await declare('');
    const kept = `not pruned: notification ci in network-production (${ids()[0]}): its creation was begun at ${begun} and never confirmed\n`;
    expect(await svc(prune)).toMatchObject({ code: 0, stdout: `${kept}\nNo changes.\n` });
    expect((await svc('diff -f site.yaml --prune --record site.record.json')).stdout).toContain(kept);
    const json = await svc('diff -f site.yaml --prune --record site.record.json -o json');
    expect(json).toMatchObject({ stdout: '[]\n', stderr: kept });
    expect((await svc('diff -f site.yaml --record site.record.json')).stdout).toBe('No changes.\n');
    expect(ids()).toHaveLength(1);
    await write('absent:\n  notifications: [{ name: ci, workspaces: ["*"] }]\n');
    expect(await svc(prune)).toMatchObject({ code: 0, stdout: 'Applied 1 of 1 change.\n' });
    expect(await entries()).toEqual([]);
  });

  // trust: T-124
  test('--prune keeps an agent pool, an OAuth client and a banner whose creation had no reply', async () => {
    const { entries, service, svc, world, write } = await deeds();
    const clients = structuredClone(world.oauthClients).length;
    const parts = {
      '/api/v2/organizations/acme/agent-pools': 'agent-pools: [{ name: pool }]\n',
      '/api/v2/organizations/acme/oauth-clients':
        'oauth-clients: [{ name: ours, service-provider: github, http-url: "https://github.com", api-url: "https://api.github.com", oauth-token-string: { env: HOOK } }]\n',
      '/api/v2/admin/banners': 'site: { banner: { title: T, body: B, style: info, audience: all_users } }\n',
    };
    for (const [path, text] of Object.entries(parts)) {
      service.fail({ method: 'POST', kind: 'cut', path });
      await write(text);
      await svc(apply, { env });
    }
    expect((await entries()).map(({ made }: { made: boolean }) => made)).toEqual([false, false, false]);
    await write(none);
    const { code, stdout } = await svc(prune);
    expect([code, stdout.match(/^not pruned: .*/gm)]).toEqual([
      0,
      ['banner (ab-', 'agent pool pool (apool-', 'OAuth client ours (oc-'].map((words) =>
        expect.stringContaining(`not pruned: ${words}`),
      ),
    ]);
    expect([world.banners.length, world.agentPools.length, world.oauthClients.length]).toEqual([1, 1, clients + 1]);
  });

  // trust: T-124
  test('the record after Ctrl-C contains a creation without a reply as begun, and no creation that was not begun', async () => {
    const stop = new AbortController();
    const onRequest = ({ method }: { method: string }) => {
      if (method === 'POST') stop.abort(new CancelledError());
    };
    const { declare, entries, svc } = await deeds({ onRequest });
    await declare(`${notification('one')}${notification('two')}${notification('three')}`);
    expect(await svc(`${apply} --jobs 1`, { signal: stop.signal })).toMatchObject({ code: 130 });
    expect(await entries()).toMatchObject([{ name: 'one', workspace: 'network-production', id: null, made: false }]);
  });

  test.each([
    ['rejected', 422],
    ['rejected by a full workspace', 400],
  ])('the record does not contain a creation that was %s', async (_, status) => {
    const { declare, entries, service, svc } = await deeds();
    service.fail({ method: 'POST', status });
    await declare(ci());
    expect((await svc(apply)).code).not.toBe(0);
    expect(await entries()).toEqual([]);
  });
});

test('--prune deletes every configuration whose name is listed under absent', async () => {
  const { ids, svc, write } = await deeds();
  for (const name of ['double', 'double', 'other'])
    await svc([...create.split(' '), '-w', 'network-production', '--name', name]);
  await write('absent:\n  notifications: [{ name: double, workspaces: [network-production] }]\n');
  expect(await svc(prune)).toMatchObject({ code: 0, stdout: 'Applied 2 of 2 changes.\n' });
  expect(ids()).toHaveLength(1);
});

describe('a change of destination type', () => {
  const typed = (url: string) =>
    `  - { name: ci, workspaces: [network-production], destination-type: generic, url: "${url}", enabled: true }\n`;
  const slackBefore = async (...options: Parameters<typeof siteMachine>) => {
    const me = await deeds(...options);
    await me.declare(ci());
    await me.svc(apply);
    return { ...me, old: me.ids()[0] };
  };
  const counts = 'Plan: 1 to create, 0 to update, 1 to delete.\n';

  // trust: T-125
  test('apply creates and verifies a configuration of the new destination type before it deletes the old one', async () => {
    const { declare, entries, ids, old, svc, world, writes } = await slackBefore();
    const first = await entries();
    await declare(typed(await deadUrl()));
    const failed = await svc(`${prune} -o json`);
    expect(failed.code).toBe(8);
    expect(JSON.parse(failed.stdout)).toMatchObject([
      { action: 'create', status: 'failed' },
      { action: 'delete', status: 'pending' },
    ]);
    expect(failed.stderr).toContain('1 of 2 changes failed, 1 not tried.');
    expect([ids(), await entries()]).toEqual([[old], first]);
    const { url } = await startReceiver();
    await declare(typed(url));
    const plan = await svc('diff -f site.yaml --prune --record site.record.json');
    expect(plan.stdout).toContain('The destination type cannot change from slack to generic');
    expect(plan.stdout).toContain(counts);
    const count = writes().length;
    expect(await svc(prune)).toMatchObject({ code: 0, stdout: 'Applied 2 of 2 changes.\n' });
    expect(
      writes()
        .slice(count)
        .map((line) => line.split(' ')[0]),
    ).toEqual(['POST', 'DELETE']);
    expect(world.notifications).toMatchObject([{ destinationType: 'generic', enabled: true }]);
    expect(await entries()).toMatchObject([{ id: ids()[0], made: true }]);
    expect(await svc(prune)).toMatchObject({ stdout: 'No changes.\n' });
  });

  test.each([
    ['the reply of its creation', 'POST', 'cut'],
    ['the reply of that deletion', 'DELETE', 'cut'],
  ] as const)('apply finishes a change of destination type that lost %s', async (_, method, kind) => {
    const { declare, ids, service, svc, world } = await slackBefore();
    service.fail({ method, kind });
    await declare(typed((await startReceiver()).url));
    expect(await svc(prune)).toMatchObject({ code: 0, stdout: 'Applied 2 of 2 changes.\n' });
    expect(world.notifications).toMatchObject([{ destinationType: 'generic' }]);
    expect(await svc(prune)).toMatchObject({ stdout: 'No changes.\n' });
    expect(ids()).toHaveLength(1);
  });

  // trust: T-125
  test.each([['the deletion of the old one', 'DELETE', 'reset']] as const)(
    'the next apply finishes a change of destination type that lost %s',
    async (_, method, kind) => {
      const { declare, entries, ids, old, service, svc, world } = await slackBefore();
      service.fail({ method, kind });
      await declare(typed((await startReceiver()).url));
      expect((await svc(prune)).code).toBe(6);
      expect(await entries()).toContainEqual(expect.objectContaining({ id: old, replaced: true }));
      expect(await svc(prune)).toMatchObject({ code: 0 });
      expect(world.notifications).toMatchObject([{ destinationType: 'generic' }]);
      expect(ids()).not.toContain(old);
      expect(await svc(prune)).toMatchObject({ stdout: 'No changes.\n' });
    },
  );

  test('apply without --prune keeps an old configuration that waits for its deletion', async () => {
    const { declare, ids, old, service, svc } = await slackBefore();
    service.fail({ method: 'DELETE', kind: 'reset' });
    await declare(typed((await startReceiver()).url));
    await svc(prune);
    expect(await svc(apply)).toMatchObject({ code: 0, stdout: 'No changes without --prune.\n' });
    expect(ids()).toEqual([old, expect.any(String)]);
  });

  // trust: T-125
  test('apply keeps the old configuration while the one of the new destination type is saved disabled and not verified', async () => {
    const { declare, ids, old, svc, world } = await slackBefore();
    await declare(typed(await deadUrl()));
    const saved = await svc(`${prune} --on-failed-verification save-disabled`);
    expect(saved).toMatchObject({ code: 0, stdout: 'Applied 1 of 2 changes.\n' });
    expect(ids()).toEqual([old, expect.any(String)]);
    await declare(typed((await startReceiver()).url));
    expect(await svc(prune)).toMatchObject({ code: 0, stdout: 'Applied 2 of 2 changes.\n' });
    expect(world.notifications).toMatchObject([{ destinationType: 'generic', enabled: true }]);
  });

  test('apply deletes both configurations of an unfinished change of destination type that is no longer declared', async () => {
    const { declare, entries, ids, service, svc } = await slackBefore();
    service.fail({ method: 'DELETE', kind: 'reset' });
    await declare(typed((await startReceiver()).url));
    await svc(prune);
    await declare('');
    expect(await svc(prune)).toMatchObject({ code: 0, stdout: 'Applied 2 of 2 changes.\n' });
    expect([ids(), await entries()]).toEqual([[], []]);
  });

  test('apply keeps the old configuration when an unfinished change of destination type is reverted', async () => {
    const { declare, ids, old, service, svc } = await slackBefore();
    service.fail({ method: 'POST', kind: 'reset' });
    await declare(typed((await startReceiver()).url));
    expect((await svc(prune)).code).toBe(6);
    await declare(ci());
    expect(await svc(prune)).toMatchObject({ stdout: 'No changes.\n' });
    expect(ids()).toEqual([old]);
  });

  // trust: T-125
  test('apply deletes the old configuration first, with a warning, if the workspace has no room for one of the new type', async () => {
    const { declare, old, svc, world, writes } = await slackBefore();
    const row = world.notifications[0]!;
    for (let count = 1; count < 20; count += 1)
      world.notifications.push({ ...row, name: `n${count}`, id: `nc-${count}` });
    world.notifications.push({ ...row, workspace: staging, name: 'other', id: 'nc-other' });
    await declare(typed((await startReceiver()).url));
    const { stdout } = await svc('diff -f site.yaml --prune --record site.record.json');
    expect(stdout.replace(/\s+/g, ' ')).toContain(`has 20 configurations: ${old} is deleted first`);
    expect(stdout).toContain(counts);
    const count = writes().length;
    expect(await svc(prune)).toMatchObject({ code: 0, stdout: 'Applied 2 of 2 changes.\n' });
    expect(
      writes()
        .slice(count)
        .map((line) => line.split(' ')[0]),
    ).toEqual(['DELETE', 'POST']);
    expect(world.notifications.filter(({ workspace }) => workspace === production)).toHaveLength(20);
  });
});

describe('a secret that svc did not send', () => {
  const signed = (version: number) =>
    ci(`, token: { env: HOOK, version: ${version} }`)
      .replace('slack', 'generic')
      .replace('https://chat', 'https://their')
      .replace('/ci', '');
  const env = { HOOK: 'the-key-of-the-hook' };
  const check = 'diff -f site.yaml --record site.record.json --check';

  // trust: T-126
  test('the plan shows a secret that svc did not send as unknown, and --check fails until --send-secrets sends it', async () => {
    const { declare, entries, svc, world } = await deeds();
    await svc([...create.replace('slack', 'generic').split(' '), '-w', 'network-production', '--name', 'ci']);
    await declare(signed(9));
    const applied = await svc(apply, { env });
    expect(applied.code).toBe(0);
    expect(applied.stdout).toContain('token  unknown -> (secret from env HOOK, version 9)');
    expect(applied.stderr).toContain('First apply with this record: does not resend 1 stored secret (--send-secrets).');
    expect((await svc(`${check} --prune --record other.json`, { env })).stderr).toContain(
      'First apply with this record: deletes only what "absent" lists; does not resend 1 stored secret (--send-secrets).',
    );
    expect((await svc(check, { env })).stderr).toContain(
      'This apply does not resend 1 stored secret (--send-secrets).',
    );
    expect([world.notifications[0]!.token, (await entries())[0].secrets]).toEqual([
      null,
      { token: { state: 'unsent' } },
    ]);
    for (const version of [9, 10]) {
      await declare(signed(version));
      expect(await svc(check)).toMatchObject({
        code: 8,
        stdout: expect.stringContaining(`unknown -> (secret from env HOOK, version ${version})`),
      });
    }
    expect(await svc(`${apply} --send-secrets`, { env })).toMatchObject({ code: 0 });
    expect([world.notifications[0]!.token, (await entries())[0].secrets]).toEqual([
      env.HOOK,
      { token: { state: 'sent', version: 10 } },
    ]);
    expect(await svc(check)).toMatchObject({ code: 0, stdout: 'No changes.\n' });
    await declare(signed(11));
    expect((await svc(check)).stdout).toContain('token  (secret, version 10) -> (secret from env HOOK, version 11)');
  });

  // trust: T-126
  test('a recorded secret version does not count for a configuration that another user created again', async () => {
    const { declare, svc, world } = await deeds();
    await declare(signed(1));
    await svc(apply, { env });
    world.notifications[0]!.id = 'nc-0123456789abcdef';
    expect(await svc(check)).toMatchObject({ code: 8, stdout: expect.stringContaining('unknown -> (secret') });
  });
});

describe('a plan', () => {
  const forged = String.raw`x\n- delete notification y in network-production\n\nNo changes.\e[2A\u202e`;

  // trust: T-127
  test('a plan shows names of documents and servers on one line, without escape sequences', async () => {
    const { declare, svc, world, write } = await deeds();
    world.workspaces.find(({ id }) => id === production)!.name = 'w\n- delete notification z in w';
    await declare(
      `  - { name: "${forged}", workspaces: ["*"], destination-type: slack, url: "https://chat.example.com" }\n`,
    );
    const diff = await svc('diff -f site.yaml');
    expect(diff.stdout).toContain(String.raw`x\n- delete notification y`);
    const applied = await svc(apply);
    world.notifications = [];
    await write('site: { banner: { title: Ours, body: B, style: info, audience: all_users } }\n');
    await svc(['banner', 'create', '--title', 'T"\n- delete notification z\u001b[2J', '--body', 'B']);
    const banner = await svc('diff -f site.yaml');
    await write(`teams: { platform: { users: [nell] }, "a\\n- delete team b": { users: [] } }\n`);
    const mistake = await svc('diff -f site.yaml');
    await declare(notification('ci').replace('network-*', 'a\\n- delete team b'));
    const warning = await svc('diff -f site.yaml');
    for (const { stderr, stdout } of [diff, applied, banner, mistake, warning]) {
      expect(`${stdout}${stderr}`).toMatch(/delete (notification|team)/);
      expect(`${stdout}${stderr}`).not.toMatch(/^- delete/m);
      expect(`${stdout}${stderr}`).not.toMatch(/[\u001b\u202e]/);
    }
  });

  // trust: T-127
  test('a plan quotes a text that looks like the placeholder of a secret', async () => {
    const { svc, world, write } = await deeds();
    world.customization.texts.footer = '(secret, version 1)';
    await write('site:\n  customization: { footer: "(secret from env TOKEN)\\n- delete everything" }\n');
    const { stdout } = await svc('diff -f site.yaml');
    expect(stdout).toContain(String.raw`"(secret from env TOKEN)\n- delete everything"`);
    expect(stdout).toContain('"(secret, version 1)"');
  });

  // trust: T-127
  test('a plan shows the source of a secret as text and as JSON', async () => {
    const { declare, svc } = await deeds();
    const hook = (name: string, token: string) => ci(`, token: ${token}`).replace('name: ci', `name: ${name}`);
    await declare(hook('one', '{ env: HOOK_TOKEN }') + hook('two', '{ file: hooks/token, version: 2 }'));
    const { stdout } = await svc('diff -f site.yaml');
    expect(stdout).toContain('(secret from env HOOK_TOKEN)');
    expect(stdout).toContain('(secret from file hooks/token, version 2)');
    const [one, two] = JSON.parse((await svc('diff -f site.yaml -o json')).stdout);
    const tokenOf = ({ changes }: { changes: { attribute: string }[] }) =>
      changes.find(({ attribute }) => attribute === 'token');
    expect(tokenOf(one)).toEqual({ attribute: 'token', from: null, to: { secret: { env: 'HOOK_TOKEN' } } });
    expect(tokenOf(two)).toMatchObject({ to: { secret: { file: 'hooks/token', version: 2 } } });
  });
});

describe('a document', () => {
  const hook = (token: string) => ci(`, token: ${token}`).replace('slack', 'generic');

  /** The configuration of two profiles with tokens, of which the second is in use. */
  const config = ({ address }: { address: string }, token: string) => ({
    current: 'default',
    profiles: {
      other: { address: 'https://other.example.com/api/v2', token: 'the-other-profile' },
      default: { address: `${address}/api/v2`, token },
    },
  });

  // trust: T-128
  test.each([
    ['the variable SVC_TOKEN', '{ env: SVC_TOKEN }', 'is SVC_TOKEN, a variable for a token of svc'],
    ['the variable of a host', '{ env: svc_token_other_example_com }', 'is svc_token_other_example_com, a variable'],
    ['a variable of terraform', '{ env: TF_TOKEN_reg_example_com }', 'is TF_TOKEN_reg_example_com, a variable'],
    ['another variable with the token in use', '{ env: CI_TOKEN }', 'has a token of svc (profile default'],
    ['a file', '{ file: token }', 'has a token of svc (profile default'],
    ['a file among other text', '{ file: tokens.json }', 'has a token of svc (profile default'],
    ['a file with the token of another profile', '{ file: other }', 'has a token of svc (profile other)'],
    ['a file with the token of a host', '{ file: host }', 'has a token of svc (svc_token_other_example_com)'],
    ['a file with the token of terraform', '{ file: tf }', 'has a token of svc (TF_TOKEN_reg_example_com)'],
    ['a file with the token of a registry', '{ file: registry }', 'has a token of svc (credentials file '],
    ['the file of registries', '{ file: .terraform.d/credentials.tfrc.json }', 'has a token of svc (credentials file '],
    ['the config file', '{ file: .config/svc/config.json }', 'is .config/svc/config.json, a file of svc itself'],
    ['a link to the config file', '{ file: link }', 'is link, a file of svc itself'],
    ['a file below a link', '{ file: folder/config.json }', 'is folder/config.json, a file of svc itself'],
    ['a file of the state folder', '{ file: .local/state/svc/site/x }', 'is .local/state/svc/site/x, a file of svc'],
  ])('a document may not send a token that svc itself uses: from %s', async (_, source, why) => {
    const { declare, entries, home, service, svc, writes } = await deeds();
    const token = service.info.tokens['site-admin'];
    const files = {
      '.config/svc/config.json': JSON.stringify(config(service.info, token)),
      '.local/state/svc/site/x': 'harmless',
      '.terraform.d/credentials.tfrc.json': JSON.stringify({ credentials: { 'r.test': { token: 'the-registry' } } }),
      token: `${token}\n`,
      'tokens.json': JSON.stringify({ platform: token }),
      other: 'x the-other-profile x',
      host: 'Bearer the-host-token',
      tf: 'the-tf-token',
      registry: '"the-registry"',
    };
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(home, path)), { recursive: true, mode: 0o700 });
      await writeFile(join(home, path), text, { mode: 0o600 });
    }
    await symlink('.config/svc/config.json', join(home, 'link'));
    await symlink('.config/svc', join(home, 'folder'));
    const tokens = { svc_token_other_example_com: 'the-host-token', TF_TOKEN_reg_example_com: 'the-tf-token' };
    await declare(hook(source));
    const env = { ...tokens, SVC_TOKEN: undefined, CI_TOKEN: token, XDG_STATE_HOME: join(home, '.local/state') };
    const { code, stderr } = await svc(apply, { env });
    expect([code, writes()]).toEqual([2, []]);
    expect(stderr).toContain(`site.yaml:4: token ${why}`);
    for (const hidden of [token, ...Object.values(tokens), 'the-other-profile', 'the-registry'])
      expect(stderr).not.toContain(hidden);
    await expect(entries()).rejects.toThrow('ENOENT');
  });

  // trust: T-128
  test('a document may send the token of a notification, and a value that contains a token of fewer than 4 characters', async () => {
    const { declare, svc, world } = await deeds();
    await declare(hook('{ env: HOOK_TOKEN }'));
    const env = { HOOK_TOKEN: 'the-key-of-hooks', TF_TOKEN_reg_example_com: 'key' };
    expect(await svc(apply, { env })).toMatchObject({ code: 0 });
    expect(world.notifications).toMatchObject([{ token: 'the-key-of-hooks' }]);
  });

  // trust: T-128
  test('apply compares a document with the keyring token of this run, and reads no keyring entry of another profile', async () => {
    const { declare, home, service, svc, writes } = await deeds();
    const keyring = fakeKeyring();
    const token = service.info.tokens['site-admin'];
    const env = { SVC_TOKEN: undefined, CI_TOKEN: token, PATH: keyring.bin };
    for (const [profile, value] of [
      ['other', token],
      ['default', token],
    ] as const)
      expect(
        await svc(['login', service.info.address, '--keyring', '--profile', profile, '--token-file', '-'], {
          stdin: value,
          env,
        }),
      ).toMatchObject({ code: 0 });
    const path = join(home, '.config/svc/config.json');
    const { profiles } = JSON.parse(await readFile(path, 'utf8'));
    profiles.other.address = 'https://other.example.com/api/v2';
    await writeFile(path, JSON.stringify({ current: 'default', profiles }));
    const before = keyring.calls().length;
    await declare(hook('{ env: CI_TOKEN }'));
    expect(await svc(apply, { env })).toFail(2, 'token has a token of svc (profile default');
    expect(
      keyring
        .calls()
        .slice(before)
        .map(({ words }) => words[0]),
    ).toEqual(['lookup']);
    expect(writes()).toEqual([]);
  });
});
