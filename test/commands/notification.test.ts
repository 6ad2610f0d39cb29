import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SandboxOptions } from '../../src/sandbox/server.ts';
import { deadUrl, startReceiver } from '../sandbox/receiver.ts';
import { type Caller, watchedMachine } from '../support/svc.ts';
import { sendJson, tinyServer } from '../support/tiny-server.ts';

const workspace = 'ws-R5hTn2KxPd8WqL4v';
const other = 'ws-M9cYb6GsJf3ZtE7u';
const uma = 'user-T6bMq1WzCf8JyA5n';

/** A sandbox, an owner at it, and a receiver. */
async function site(caller: Caller = 'owner', options: SandboxOptions = {}) {
  const me = await watchedMachine(caller, options);
  const receiver = await startReceiver();
  const create = ['notification', 'create', '-w', workspace, '--name', 'Hook', '--destination-type', 'generic'];
  const json = async (words: readonly string[]) => {
    const { code, stderr, stdout } = await me.svc([...words, '--json']);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    return JSON.parse(stdout);
  };
  const listed = () => json(['notification', 'list', '-w', workspace]);
  return { ...me, receiver, create: [...create, '--url', receiver.url], json, listed };
}

const errorOf = (stderr: string) => JSON.parse(stderr.trim().split('\n').at(-1)!).error;

// trust: T-140
test('a password in a URL is shown in JSON, but in no table and no trace, and a secret in --set is never shown', async () => {
  const { create, svc } = await site();
  const words = create.map((word) => (word.startsWith('http:') ? 'https://me:canary@hooks.test/x?q=1' : word));
  const made = await svc([...words, '--set', 'more:={"signingKey":"canary"}', '--dry-run']);
  expect([made.code, made.stdout + made.stderr]).toEqual([0, expect.not.stringContaining('canary')]);
  expect((await svc([...words, '--debug'])).stderr).toContain('***@hooks.test');
  for (const format of ['table', 'csv', 'tsv']) {
    const { stdout } = await svc(['notification', 'list', '-w', workspace, '-o', format, '--columns', 'url']);
    expect(stdout).toContain('https://***@hooks.test/x?q=1');
  }
  const { stdout } = await svc(['notification', 'list', '-w', workspace, '-o', 'json']);
  expect(stdout).toContain('https://me:canary@hooks.test/x?q=1');
});

describe('a new configuration', () => {
  test('an enabled configuration is saved with the response of its destination if the response is 2xx', async () => {
    const { create, listed, receiver, svc } = await site();
    receiver.answer = (response) => response.writeHead(202, { 'x-here': 'yes' }).end('welcome');
    const { code, stderr, stdout } = await svc([...create, '--trigger', 'all', '--enabled', '--json']);
    expect([code, receiver.received.length]).toEqual([0, 1]);
    const made = JSON.parse(stdout);
    expect(stderr).toBe(
      `Created notification configuration ${made.id}.\nIts destination passed the verification with 202.\n`,
    );
    expect(made.attributes).toMatchObject({ enabled: true, name: 'Hook', token: null, url: receiver.url });
    expect(made.attributes['delivery-responses']).toMatchObject([{ code: '202', body: 'welcome', successful: true }]);
    expect(await listed()).toEqual([made]);
  });

  test.each([
    ['answers with 500', async () => undefined, 'was answered with 500: not today'],
    ['is not there', deadUrl, 'ECONNREFUSED'],
    ['says nothing', async () => 'silence', 'no response within 0.5 s'],
  ])('an enabled configuration is not saved and exits with 8 if its destination %s', async (_, urlOf, said) => {
    const url = await urlOf();
    const { create, listed, receiver, svc } = await site(
      'owner',
      url === 'silence' ? { destinationTimeoutMs: 500 } : {},
    );
    receiver.answer = (response) => {
      if (url === undefined) response.writeHead(500).end('not today');
    };
    const more = url?.startsWith('http') ? ['--url', url] : [];
    const { code, stderr, stdout } = await svc([...create, ...more, '--enabled', '--json']);
    expect([code, stdout]).toEqual([8, '']);
    const error = errorOf(stderr);
    expect(error).toMatchObject({ code: 'check_failed', status: 400, hint: expect.stringContaining('--enabled') });
    expect(error.errors[0].detail).toContain(said);
    expect(await listed()).toEqual([]);
  });

  test.each([[[]], [['--no-enabled']]])(
    'a configuration created with %j is saved disabled, and the message says how to enable it',
    async (more) => {
      const { create, listed, receiver, svc } = await site();
      const { code, stderr } = await svc([...create, ...more]);
      expect([code, receiver.received, (await listed()).length]).toEqual([0, [], 1]);
      expect(stderr).toMatch(
        /It is disabled. To enable it: svc notification update nc-\w+ --enabled\nWarning: It has no triggers/,
      );
    },
  );

  test('an e-mail configuration is verified by an e-mail and has no delivery response', async () => {
    const { json, service } = await site();
    const words = ['notification', 'create', '-w', workspace, '--name', 'Mail', '--destination-type', 'email'];
    const made = await json([...words, '--user', uma, '--trigger', 'run:errored', '--enabled']);
    expect(made.attributes).toMatchObject({ enabled: true, 'delivery-responses': [] });
    expect(made.relationships.users.data).toEqual([{ id: uma, type: 'users' }]);
    expect(service.state.world.outbox).toMatchObject([{ to: ['uma@acme.example'], subject: 'Verification of Mail' }]);
  });

  test('the 21st configuration of a workspace is rejected, and the message suggests deleting one', async () => {
    const { create, listed, service, svc } = await site();
    for (let nth = 1; nth <= 20; nth++) expect((await svc(create)).code).toBe(0);
    const { code, stderr, stdout } = await svc(create);
    expect([code, stdout, (await listed()).length]).toEqual([5, '', 20]);
    expect(stderr).toContain('at most 20 notification configurations');
    expect(stderr).toContain('svc notification delete');
    expect((await svc(create.with(3, other))).code).toBe(0);
    expect(service.state.world.notifications.length).toBe(21);
  });
});

describe('configurations that the service would certainly reject', () => {
  const made = ['-w', workspace, '--name', 'N'];
  test.each([
    ['a generic one without a URL', [...made, '--destination-type', 'generic'], '--url'],
    ['a chat without a URL', [...made, '--destination-type', 'slack'], '--url'],
    ['e-mail to nobody', [...made, '--destination-type', 'email'], '--user'],
    [
      'e-mail to a URL, before its users are asked for',
      [...made, '--destination-type', 'email', '--url', 'http://a.example'],
      '--url cannot be used with --destination-type email',
    ],
    ['e-mail to a URL', [...made, '--destination-type', 'email', '--user', uma, '--url', 'http://a.example'], '--url'],
    ['users of generic', [...made, '--destination-type', 'generic', '--url', 'http://a', '--user', uma], '--user'],
    ['a URL of another kind', [...made, '--destination-type', 'slack', '--url', 'ftp://a.example'], '--url'],
    ['no name', ['-w', workspace, '--destination-type', 'email'], '--name'],
    ['no kind', [...made], '--destination-type'],
    ['no workspace', ['--name', 'N', '--destination-type', 'email'], '--workspace'],
    ['a token by --set', [...made, '--destination-type', 'email', '--user', uma, '--set', 'token=abc'], '--token-file'],
  ])('a configuration that the service would certainly reject is not sent: %s', async (_, words, flag) => {
    const { requests, svc } = await site();
    const { code, stderr, stdout } = await svc(['notification', 'create', ...words], { env: { T: 'a-token' } });
    expect([code, stdout, requests]).toEqual([2, '', []]);
    expect(stderr).toContain(flag);
  });

  test.each([
    ['slack', ['--url', 'http://a.example'], ['--token-env', 'T'], 'a-token'],
    ['email', ['--user', uma], ['--token-file', '-'], 'from-stdin'],
    ['slack', ['--url', 'http://a.example'], ['--generate-token'], expect.any(String)],
  ])('a token for a notification of type %s is sent with a warning', async (kind, words, token, stored) => {
    const { service, svc } = await site();
    const given = ['notification', 'create', ...made, '--destination-type', kind, ...words, ...token];
    const { code, stderr } = await svc(given, { env: { T: 'a-token' }, stdin: 'from-stdin\n' });
    expect([code, service.state.world.notifications[0]?.token]).toEqual([0, stored]);
    expect(stderr).toContain(`Warning: Only generic notifications are signed; the token is sent for ${kind} too.\n`);
  });

  test('an unknown trigger and an unknown destination type are sent with a warning and a suggestion', async () => {
    const bodies: string[] = [];
    const server = await tinyServer((request, response) => {
      request.on('data', (chunk) => bodies.push(String(chunk)));
      request.on('end', () => {
        const attributes = { name: 'N', triggers: [] };
        const data = { id: 'nc-1', type: 'notification-configurations', attributes };
        sendJson(response, { data }, { status: 201, type: 'application/vnd.api+json' });
      });
    });
    const words = `notification create -w ${workspace} --name N --destination-type microsoft-teams --url http://a.example`;
    const { svc } = await site();
    expect(await svc(`${words} --trigger run:compelted`, { env: { SVC_ADDRESS: server.url } })).toExit(
      0,
      'Warning: Unknown value "microsoft-teams" for --destination-type, sent as is.',
      'Did you mean "run:completed"?',
    );
    expect(JSON.parse(bodies.join('')).data.attributes).toEqual({
      'destination-type': 'microsoft-teams',
      enabled: false,
      name: 'N',
      url: 'http://a.example',
      triggers: ['run:compelted'],
    });
  });
});

describe('an update', () => {
  /** A saved configuration that is off. */
  const saved = async () => {
    const all = await site();
    const { id } = await all.json([...all.create, '--trigger', 'run:created']);
    const show = () => all.json(['notification', 'show', id]);
    return { ...all, id: id as string, show };
  };

  test('an update that enables a configuration is verified first, and changes nothing if the verification fails', async () => {
    const { id, receiver, show, svc } = await saved();
    const before = await show();
    receiver.answer = (response) => response.writeHead(500).end('broken');
    const words = ['notification', 'update', id, '--enabled', '--name', 'New', '--trigger', 'all'];
    const { code, stderr, stdout } = await svc([...words, '--json']);
    expect([code, stdout, receiver.received.length]).toEqual([8, '', 1]);
    expect(errorOf(stderr).errors[0].detail).toContain('was answered with 500: broken');
    expect(await show()).toEqual(before);
    receiver.answer = (response) => response.end('fine');
    expect((await svc(words)).code).toBe(0);
    expect((await show()).attributes).toMatchObject({ enabled: true, name: 'New', triggers: { length: 6 } });
  });

  test('notification update changes only the given flags', async () => {
    const { id, receiver, show, svc } = await saved();
    const { attributes: before } = await show();
    expect((await svc(['notification', 'update', id, '--name', 'New'])).code).toBe(0);
    const { attributes: after } = await show();
    expect(after).toEqual({ ...before, name: 'New', 'updated-at': after['updated-at'] });
    expect((await svc(['notification', 'update', id, '--clear-triggers'])).code).toBe(0);
    expect((await show()).attributes.triggers).toEqual([]);
    expect(receiver.received).toEqual([]);
  });

  test('notification update --no-enabled disables a configuration without a verification', async () => {
    const { id, receiver, show, svc } = await saved();
    await svc(['notification', 'update', id, '--enabled']);
    receiver.answer = (response) => response.writeHead(500).end();
    expect((await svc(['notification', 'update', id, '--no-enabled', '--clear-token'])).code).toBe(0);
    expect([(await show()).attributes.enabled, receiver.received.length]).toEqual([false, 1]);
  });

  test('an update that clears the users of an enabled configuration reports that no e-mail is sent, and so does verify', async () => {
    const { json, svc } = await site();
    const words = ['notification', 'create', '-w', workspace, '--name', 'Mail', '--destination-type', 'email'];
    const { id } = await json([...words, '--user', uma, '--enabled']);
    for (const line of [`update ${id} --clear-users`, `verify ${id}`]) {
      const { code, stderr } = await svc(`notification ${line}`);
      expect([code, stderr]).toEqual([0, expect.stringContaining('It has no users, so no e-mail is sent.')]);
      expect(stderr).not.toContain('arrived');
    }
    expect((await json(['notification', 'show', id])).relationships.users.data).toEqual([]);
  });

  test.each(['uma', 'acme/uma'])('notification create and update accept the name of a user: %s', async (name) => {
    const { json, requests } = await site();
    const words = ['notification', 'create', '-w', workspace, '--name', 'Mail', '--destination-type', 'email'];
    const users = { data: [{ id: uma, type: 'users' }] };
    const created = await json([...words, '--user', `${name},${uma}`]);
    expect(created.relationships.users).toEqual(users);
    await json(['notification', 'update', created.id, '--clear-users']);
    expect((await json(['notification', 'update', created.id, '--user', name])).relationships.users).toEqual(users);
    const before = requests.length;
    await json(['notification', 'update', created.id, '--user', uma]);
    expect(requests.length - before).toBe(1);
  });

  test('notification update names a user who is not in the organization, and writes nothing', async () => {
    const { requests, svc } = await site();
    const words = ['notification', 'create', '-w', workspace, '--name', 'Mail', '--destination-type', 'email'];
    for (const line of [
      [...words, '--user', 'um'],
      ['notification', 'update', 'nc-1', '--user', 'um'],
    ]) {
      expect(await svc(line)).toExit(3, "No user um in acme, or you can't see it with this token.");
    }
    expect(requests.filter((request) => !request.startsWith('GET'))).toEqual([]);
  });

  // spec: P-237
  test('notification update warns that the service ignored another destination type, and --strict exits with 8', async () => {
    const { id, show, svc } = await saved();
    const words = ['notification', 'update', id, '--name', 'New', '--clear-token', '--set', 'destination-type=slack'];
    const warned = await svc(words);
    expect(warned).toExit(0, 'Warning: The service ignored destination-type (it is generic).\n');
    const strict = await svc([...words, '--strict', '--json']);
    expect([strict.code, JSON.parse(strict.stdout).attributes.name]).toEqual([8, 'New']);
    expect(errorOf(strict.stderr)).toMatchObject({
      code: 'check_failed',
      message: 'The service ignored destination-type (it is generic).',
    });
    expect((await show()).attributes['destination-type']).toBe('generic');
    const plain = await svc(['notification', 'update', id, '--trigger', 'all', '--name', 'Plain', '--strict']);
    expect(plain).toMatchObject({ code: 0, stderr: expect.not.stringContaining('ignored') });
  });

  test.each([
    ['nothing to change', [], 'No changes given.'],
    ['nothing to change but strictly', ['--strict'], 'No changes given.'],
    ['an invalid URL', ['--url', 'nowhere'], '--url'],
    ['another kind', ['--destination-type', 'email'], '--destination-type'],
  ])('notification update rejects %s', async (_, words, said) => {
    const { code, stderr } = await (await site()).svc(['notification', 'update', 'nc-1', ...words]);
    expect([code, stderr.includes(said) ? said : stderr]).toEqual([2, said]);
  });
});

describe('verify', () => {
  test('notification verify keeps the response of the destination, and exits with 8 if it is not 2xx', async () => {
    const { create, json, receiver, svc } = await site();
    const { id } = await json(create);
    receiver.answer = (response) => response.end('hello\nthere');
    const good = await json(['notification', 'verify', id]);
    expect(good.attributes).toMatchObject({ enabled: false, 'delivery-responses': [{ code: '200' }] });
    receiver.answer = (response) => response.writeHead(404).end('nobody home');
    expect(await svc(['notification', 'verify', id])).toFail(8, 'nobody home');
    expect((await json(['notification', 'show', id])).attributes).toEqual(good.attributes);
  });

  test('notification show prints the last response of the destination line by line on a terminal', async () => {
    const { create, json, receiver, svc } = await site();
    receiver.answer = (response) => response.end('hello\nthere');
    const { id } = await json([...create, '--enabled', '--trigger', 'all']);
    const { stdout } = await svc(['notification', 'show', id, '--no-color'], { tty: true, columns: 120 });
    expect(stdout).toMatch(/^id +nc-/);
    expect(stdout).toMatch(
      /\nVerifications \(1\)\nSENT-AT +CODE +SUCCESSFUL +URL\n(now|\d+ seconds? ago) +200 +yes +http/,
    );
    expect(stdout).toMatch(/\nResponse\nhello\nthere\n$/);
  });

  test('notification show prints a delivery time in the format of the service', async () => {
    const sent = { 'sent-at': '2019-01-08 21:34:37 UTC', successful: 'true' };
    const attributes = { name: 'N', 'delivery-responses': [{ code: '200', url: 'http://a', body: '', ...sent }] };
    const server = await tinyServer((_, answer) => {
      const data = { id: 'nc-1', type: 'notification-configurations', attributes };
      sendJson(answer, { data }, { type: 'application/vnd.api+json' });
    });
    const { svc } = await site();
    const { stdout } = await svc('notification show nc-1 --no-color', { tty: true, env: { SVC_ADDRESS: server.url } });
    expect(stdout).toContain('2019-01-08 21:34:37 UTC  200   true        http://a');
  });
});

test('notification delete removes a configuration', async () => {
  const { create, json, listed, svc } = await site();
  const { id } = await json(create);
  const asked = await svc(['notification', 'delete', id], { tty: true, answers: [false] });
  expect([asked.code, asked.asked]).toEqual([130, [`Delete notification configuration ${id} ("Hook")?`]]);
  expect(await json(['notification', 'delete', id, '--yes'])).toEqual({ id, deleted: true });
  expect(await listed()).toEqual([]);
  expect((await svc(['notification', 'delete', id, '--yes'])).code).toBe(3);
});

test('notification list --query searches name and URL case-insensitively, in one workspace and in all', async () => {
  const { create, svc } = await site();
  for (const name of ['CI', 'Deploys', 'deploy-2'])
    await svc([...create.slice(0, -2), '--url', `https://hooks.example.com/${name}`, '--name', name]);
  const names = async (query: string, ...more: string[]) => {
    const where = more.length > 0 ? more : ['-w', 'network-production'];
    const { stdout } = await svc(['notification', 'list', ...where, '--query', query, '--jq', '.[].attributes.name']);
    return stdout.trim().split('\n');
  };
  expect(await names('DEPLOY')).toEqual(['Deploys', 'deploy-2']);
  expect(await names('example.com/ci')).toEqual(['CI']);
  expect(await names('deploy', '--all-workspaces')).toEqual(['Deploys', 'deploy-2']);
  const limited = await svc('notification list -w network-production --query deploy --limit 1 --jq length');
  expect([limited.stdout, limited.stderr]).toEqual(['1\n', 'Showing 1 of 2; show more with --limit N.\n']);
  const none = 'No matching notification configurations in network-production.\n';
  expect((await svc('notification list -w network-production --query x-y')).stderr).toBe(none);
});

test('notification list accepts a workspace by id, name or ORG/NAME, and says if the list is empty', async () => {
  const { create, json, svc } = await site();
  await json(create);
  for (const name of [workspace, 'network-production', 'acme/network-production']) {
    expect((await json(['notification', 'list', '-w', name])).length).toBe(1);
  }
  await json(create);
  const limited = await svc('notification list -w network-production --limit 1');
  expect(limited.stdout.trim().split('\n')).toHaveLength(1);
  expect(limited.stderr).toContain('1 of 2');
  const { stderr } = await svc('notification list -w network-staging', { tty: true });
  expect(stderr).toBe('No notification configurations in network-staging.\n');
  expect((await svc('notification list -w nope')).code).toBe(3);
  expect((await svc('notification list -w x', { env: { SVC_ORGANIZATION: undefined } })).code).toBe(2);
});

describe('the token', () => {
  const token = 'a-very-secret-token';

  test('a notification token is read from a file, stdin, the environment or a prompt, and signs deliveries', async () => {
    const { create, home, receiver, service, svc } = await site();
    await writeFile(join(home, 'token.txt'), `${token}\n`);
    const ways: [string[], object][] = [
      [['--token-file', 'token.txt'], {}],
      [['--token-file', '-'], { stdin: token }],
      [['--token-env', 'T'], { env: { T: token } }],
      [['--token-prompt'], { tty: true, answers: [token, false, true] }],
    ];
    for (const [words, options] of ways) {
      expect(await svc([...create, '--enabled', ...words], options)).toMatchObject({ code: 0 });
    }
    expect(service.state.world.notifications.map((row) => row.token)).toEqual([token, token, token, token]);
    expect(receiver.received.every(({ headers }) => headers['x-svc-notification-signature'] !== undefined)).toBe(true);
    const { id } = service.state.world.notifications[0]!;
    expect((await svc(['notification', 'update', id, '--clear-token'])).code).toBe(0);
    expect(service.state.world.notifications[0]!.token).toBeNull();
  });

  test('a notification token is never shown in a dry run, a trace or an error', async () => {
    const { create, receiver, svc } = await site();
    receiver.answer = (response, { headers }) => response.writeHead(500).end(`${token} ${headers.accept}`);
    const words = [...create, '--token-env', 'T', '--enabled', '--debug'];
    for (const more of [[], ['--dry-run'], ['--json']]) {
      const { stderr, stdout } = await svc([...words, ...more], { env: { T: token } });
      expect(`${stdout}${stderr}`).toContain('***');
      expect(`${stdout}${stderr}`).not.toContain(token);
    }
  });
});

describe('notification create on a terminal without flags', () => {
  test('notification create on a terminal without flags prompts for each choice, shows what it will send, and prints the command without prompts', async () => {
    const { json, listed, receiver, svc } = await site();
    const answers = [
      ...[
        'network-production',
        'generic',
        'My hook',
        receiver.url,
        ['run:completed', 'run:errored'],
        'enter one',
        'a-hidden-token',
      ],
      ...[true, true],
    ];
    const { asked, code, stderr } = await svc('notification create', { tty: true, answers });
    expect(code).toBe(0);
    expect(asked).toEqual([
      'Workspace',
      'Destination type',
      'Name',
      'URL',
      'Send when',
      'Signing token',
      'Token',
      'Enabled',
      'Create this notification configuration?',
    ]);
    expect(stderr).toMatch(/token +\*\*\*/);
    expect(stderr).not.toContain('a-hidden-token');
    const line = /To repeat this without prompts: svc (.*)\n/.exec(stderr)?.[1] ?? '';
    expect(line).toBe(
      `notification create --workspace network-production --destination-type generic --name 'My hook' --url ${receiver.url} ` +
        '--trigger run:completed --trigger run:errored --token-file PATH --enabled --yes',
    );
    const words = line.replace('PATH', '-').match(/'[^']*'|\S+/g)!;
    const again = await json(['notification', 'list', '-w', workspace]);
    const typed = words.map((word) => word.replaceAll("'", ''));
    expect((await svc(typed, { stdin: 'a-hidden-token' })).code).toBe(0);
    expect(again.length + 1).toBe((await listed()).length);
  });

  test('notification list prompts for a workspace, and prints no command to repeat, because it changes nothing', async () => {
    const { svc } = await site();
    const { asked, code, stderr } = await svc('notification list', { tty: true, answers: ['network-production'] });
    expect([code, asked, stderr]).toEqual([
      0,
      ['Workspace'],
      'No notification configurations in network-production.\n',
    ]);
  });

  test('notification create on a terminal offers to replace a configuration with the same name, and the command to repeat has --replace', async () => {
    const { create, listed, receiver, svc } = await site();
    const { id } = JSON.parse((await svc([...create, '--json'])).stdout);
    const answers = ['generic', 'Hook', receiver.url, [], 'none', false, true, true];
    const words = ['notification', 'create', '-w', workspace];
    const { asked, code, stderr } = await svc(words, { tty: true, answers });
    expect([code, asked.at(-2)]).toEqual([0, 'Replace it instead of creating another one?']);
    expect(stderr).toContain('Warning: Without triggers, nothing is sent.\n');
    expect(stderr).toContain(
      `Warning: A notification configuration named "Hook" already exists in ${workspace}: ${id}.\n`,
    );
    expect(stderr).toMatch(/To repeat this without prompts: .* --replace --yes\n/);
    expect(await listed()).toMatchObject([{ id }]);
    const byFlags = await svc(create);
    expect([byFlags.code, byFlags.stderr]).toEqual([
      0,
      expect.stringContaining(`${id}. To keep it unchanged: --if-not-exists. To change it: --replace\n`),
    ]);
    expect(await listed()).toHaveLength(2);
  });

  test('the hint for a missing token of webhook trigger --notification names the flag of a temporary listener', async () => {
    const { svc } = await site();
    const words = 'webhook trigger run:completed --to http://127.0.0.1:9/ --notification nc-0123456789abcdef';
    expect(await svc(words)).toExit(3, 'also for the listener: a temporary one stores no token');
  });

  test('notification create on a terminal generates and stores a signing token', async () => {
    const { receiver, service, svc } = await site();
    const answers = ['generic', 'Hook', receiver.url, ['run:errored'], 'generate one', false, true];
    const { code, stderr } = await svc(['notification', 'create', '-w', workspace], { tty: true, answers });
    expect([code, stderr]).toEqual([0, expect.stringContaining('Stored its token')]);
    expect(stderr).toMatch(/To repeat this without prompts: .* --generate-token --no-enabled --yes\n/);
    const { id, token } = service.state.world.notifications[0]!;
    expect(token).toMatch(/^[\w-]{43}$/);
    expect((await svc(['webhook', 'sign', '/dev/null', '--notification', id])).code).toBe(0);
  });

  test('notification create on a terminal creates an unsigned configuration without a token, and nothing after the answer no', async () => {
    const { receiver, service, svc } = await site();
    const answers = ['generic', 'Hook', receiver.url, ['run:errored'], 'none', false];
    const words = ['notification', 'create', '-w', workspace];
    const refused = await svc(words, { tty: true, answers: [...answers, false] });
    expect([refused.code, service.state.world.notifications]).toEqual([130, []]);
    expect((await svc(words, { tty: true, answers: [...answers, true] })).code).toBe(0);
    expect(service.state.world.notifications).toMatchObject([
      { token: null, enabled: false, triggers: ['run:errored'] },
    ]);
  });

  test('notification create on a terminal prompts for users in place of a URL if the destination type is email', async () => {
    const { service, svc } = await site();
    const answers = [workspace, 'email', 'Mail', `${uma}, user-H4vNs9LdXe2RpG7k`, ['run:errored'], true, true];
    const { asked, code } = await svc('notification create', { tty: true, answers });
    expect([code, asked[3]]).toEqual([0, 'Users who receive the e-mail']);
    expect(service.state.world.notifications[0]!.users).toEqual([uma, 'user-H4vNs9LdXe2RpG7k']);
  });

  test('notification create on a terminal prompts again only for the field that the service rejected', async () => {
    const { service, svc } = await site();
    const users = ['user-0000000000000000', uma];
    const answers = [workspace, 'email', 'Mail', users[0]!, ['run:errored'], false, true, users[1]!];
    const { asked, code, stderr } = await svc('notification create', { tty: true, answers });
    expect([code, asked.at(-1)]).toEqual([0, 'Users who receive the e-mail']);
    expect(stderr).toContain('User user-0000000000000000 does not belong to the organization acme');
    expect(stderr).toContain(`--user ${uma}`);
    expect(stderr).not.toContain('--user user-0000000000000000');
    expect(service.state.world.notifications).toMatchObject([{ name: 'Mail', users: [uma] }]);
  });

  test('notification create on a terminal offers to save a configuration disabled if its destination fails the verification', async () => {
    const { receiver, service, svc } = await site();
    receiver.answer = (response) => response.writeHead(500).end('not today');
    const answers = [workspace, 'generic', 'Hook', receiver.url, ['run:created', 'run:errored'], 'none', true, true];
    const saved = await svc('notification create', { tty: true, messageColumns: 60, answers: [...answers, true] });
    expect(saved.stderr).toMatch(/^ {2}triggers +run:created, run:errored$/m);
    expect(saved.stderr).toContain('did not pass the verification: the\nnotification configuration was not created.');
    expect(saved.stderr).toMatch(/To repeat this without prompts:\n.* --no-enabled/);
    expect(service.state.world.notifications).toMatchObject([{ name: 'Hook', enabled: false }]);
    expect(
      (await svc('notification create', { tty: true, answers: [...answers.with(-1, false), true, false] })).code,
    ).toBe(8);
    expect(service.state.world.notifications).toHaveLength(1);
  });
});
