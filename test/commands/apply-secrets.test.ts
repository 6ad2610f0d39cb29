import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startReceiver } from '../sandbox/receiver.ts';
import { notification, siteMachine } from './site-files.ts';

const apply = 'apply -f site.yaml --yes --record site.record.json';
const check = 'diff -f site.yaml --record site.record.json --check';
const hook = (token: string, rest = '') =>
  `notifications:\n${notification('ci', `, token: ${token}${rest}`).replace('network-*', 'network-production').replace('slack', 'generic')}`;

describe('a secret without a version', () => {
  // trust: T-214
  test('an unversioned secret of a write without a reply is unknown, and the next apply sends it', async () => {
    const { service, svc, world, write } = await siteMachine();
    await write(hook('{ env: TK }'));
    expect(await svc(apply, { env: { TK: 'the-first-key' } })).toMatchObject({ code: 0 });
    service.fail({ method: 'PATCH', kind: 'reset' });
    const env = { TK: 'the-second-key' };
    const cut = await svc(`${apply} --send-secrets`, { env });
    expect(cut).toExit(6, 'Looked up again: whether it has its secrets is not known.');
    expect(cut.stderr).not.toContain('Already done');
    const checked = await svc(check, { env });
    expect([checked.code, checked.stdout]).toEqual([
      8,
      expect.stringContaining('token  unknown -> (secret from env TK)'),
    ]);
    expect(await svc(apply, { env })).toMatchObject({ code: 0, stdout: 'Applied 1 of 1 change.\n' });
    expect(world.notifications[0]!.token).toBe('the-second-key');
    expect(await svc(check, { env })).toMatchObject({ code: 0, stdout: 'No changes.\n' });
  });

  // trust: T-214
  test('an unversioned secret of an update without a reply stays unknown, and --check fails until --send-secrets sends it', async () => {
    const { service, svc, world, write } = await siteMachine();
    const words = 'notification create -w network-production --name ci --destination-type generic --url';
    await svc(`${words} https://chat.example.com/ci`);
    await write(hook('{ env: TK }'));
    service.fail({ method: 'PATCH', kind: 'cut' });
    const env = { TK: 'the-second-key' };
    const cut = await svc(`${apply} --send-secrets`, { env });
    expect(cut).toExit(9, 'whether it has its secrets is not known');
    expect(await svc(check, { env })).toMatchObject({ code: 8, stdout: expect.stringContaining('token  unknown -> ') });
    expect(await svc(apply, { env })).toMatchObject({ code: 0, stdout: expect.stringContaining('unknown -> ') });
    expect(await svc(`${apply} --send-secrets`, { env })).toMatchObject({ code: 0 });
    expect(world.notifications[0]!.token).toBe('the-second-key');
    expect(await svc(check, { env })).toMatchObject({ code: 0 });
  });

  // trust: T-214
  test('a creation without a reply is never reported as already done if it has an unversioned secret', async () => {
    const { service, svc, world, write } = await siteMachine();
    await write(hook('{ env: TK }'));
    service.fail({ method: 'POST', kind: 'cut' });
    const env = { TK: 'the-first-key' };
    const cut = await svc(apply, { env });
    expect(cut.code).toBe(9);
    expect(cut.stderr).not.toContain('Already done');
    world.notifications[0]!.token = null;
    expect(await svc(apply, { env })).toMatchObject({ code: 0, stdout: 'Applied 1 of 1 change.\n' });
    expect(world.notifications[0]!.token).toBe('the-first-key');
  });
});

test('a setting whose write had no reply is sent again, even if the document returns to the previous value', async () => {
  const { service, svc, write, writes } = await siteMachine();
  const banner = (body: string) =>
    write(
      `site:\n  banner: { title: T, body: ${body}, style: info, audience: all_users, scheduled-publish-at: "2099-01-01T00:00:00Z", scheduled-expire-at: "2099-01-02T00:00:00Z" }\n`,
    );
  await banner('B');
  await svc(apply);
  await banner('C');
  service.fail({ method: 'PATCH', kind: 'cut' });
  expect((await svc(apply)).code).toBe(9);
  await banner('B');
  const count = writes().length;
  expect(await svc(apply)).toMatchObject({ code: 0, stdout: 'Applied 1 of 1 change.\n' });
  expect(writes()).toHaveLength(count + 1);
});

describe('a URL that is a secret', () => {
  const url = 'https://hooks.chat.example.com/T0/B0/xoxb-the-key';
  const chat = (source: string) =>
    `notifications:\n  - { name: chat, workspaces: [network-production], destination-type: slack, url: ${source} }\n`;

  // trust: T-216
  test('a secret URL is masked in traces, whether or not its variable is set', async () => {
    const { svc, write } = await siteMachine();
    await write(chat('{ env: CHAT_URL, version: 1 }'));
    await svc(apply, { env: { CHAT_URL: url } });
    for (const words of [`${check} --debug`, `${apply} --debug`, 'diff -f site.yaml --debug']) {
      const { stderr, stdout } = await svc(words);
      expect(stderr).toContain('"url":"***"');
      expect(`${stdout}${stderr}`).not.toContain('xoxb');
    }
  });

  // trust: T-217
  test('a secret URL is compared by its value if its variable can be read, otherwise only by its version, with a note', async () => {
    const { svc, world, write } = await siteMachine();
    await write(chat('{ env: CHAT_URL, version: 1 }'));
    const env = { CHAT_URL: url };
    await svc(apply, { env });
    expect(await svc(check, { env })).toMatchObject({ code: 0, stderr: '' });
    world.notifications[0]!.url = 'https://their.example.com/xoxb-their-key';
    const blind = await svc(check);
    expect(blind).toExit(
      0,
      'The url of notification chat in network-production is compared by its version only: CHAT_URL cannot be read.',
    );
    const seen = await svc(check, { env });
    expect([seen.code, seen.stdout]).toEqual([
      8,
      expect.stringContaining('url  (secret, version 1) -> (secret from env CHAT_URL'),
    ]);
    expect(seen.stdout).not.toContain('xoxb');
    expect(await svc(apply, { env })).toMatchObject({ code: 0, stdout: 'Applied 1 of 1 change.\n' });
    expect(world.notifications).toMatchObject([{ url }]);
  });

  test('a secret URL in a file that belongs to svc is neither read nor compared', async () => {
    const { home, svc, write } = await siteMachine();
    await mkdir(join(home, '.local/state/svc'), { recursive: true, mode: 0o700 });
    await writeFile(join(home, '.local/state/svc/chat.url'), url);
    await svc(`notification create -w network-production --name chat --destination-type slack --url ${url}`);
    await write(chat('{ file: .local/state/svc/chat.url }'));
    const env = { XDG_STATE_HOME: join(home, '.local/state') };
    expect(await svc(check, { env })).toMatchObject({ code: 8, stdout: expect.stringContaining('url  unknown -> ') });
    expect(await svc(`${apply} --send-secrets`, { env })).toExit(
      2,
      'a file of svc itself, which a document may not send.',
    );
  });

  test('a secret URL in a file is compared by its value, and is not sent again if it equals the URL of the service', async () => {
    const { home, svc, world, write, writes } = await siteMachine();
    await writeFile(join(home, 'chat.url'), `${url}\n`);
    await svc(`notification create -w network-production --name chat --destination-type slack --url ${url}`);
    await write(chat('{ file: chat.url, version: 7 }'));
    const count = writes().length;
    expect(await svc(check)).toMatchObject({ code: 0, stdout: 'No changes.\n' });
    expect(await svc(apply)).toMatchObject({ code: 0, stdout: 'No changes.\n' });
    expect([writes().length, world.notifications[0]!.url]).toEqual([count, url]);
  });

  // trust: T-216
  test('the plan does not show the old URL if a secret URL becomes a plain one', async () => {
    const { svc, write } = await siteMachine();
    await write(chat('{ env: CHAT_URL }'));
    await svc(apply, { env: { CHAT_URL: url } });
    await write(chat('"https://chat.example.com/new"'));
    const { stdout } = await svc('diff -f site.yaml --record site.record.json');
    expect(stdout).toContain('url  (secret) -> "https://chat.example.com/new"');
    expect(stdout).not.toContain('xoxb');
  });
});

describe('a secret that only a creation accepts', () => {
  const client = (version: number) =>
    `oauth-clients:\n  - { name: ours, service-provider: github, http-url: "https://github.com", api-url: "https://api.github.com", oauth-token-string: { env: TK, version: ${version} } }\n`;

  // trust: T-218
  test('a new version of a secret that only a creation accepts is a difference, and apply says to delete the client and apply again', async () => {
    const { svc, world, write } = await siteMachine();
    const env = { TK: 'a-token-of-the-provider' };
    await write(client(1));
    expect(await svc(apply, { env })).toMatchObject({ code: 0 });
    expect(await svc(`${apply} --send-secrets`, { env })).toMatchObject({ code: 0, stdout: 'No changes.\n' });
    const { id } = world.oauthClients.at(-1)!;
    await write(client(2));
    for (const words of [apply, `${apply} --send-secrets`, check]) {
      const failed = await svc(words, { env });
      expect(failed.code).toBe(8);
      expect(`${failed.stdout}${failed.stderr}`.replace(/\s+/g, ' ')).toContain(
        `The oauth-token-string of an existing OAuth client cannot change; delete it (svc oauth-client delete ${id}) and apply again.`,
      );
    }
  });

  // trust: T-218
  test('apply warns that it does not know which secret an OAuth client has if the reply of the creation was lost', async () => {
    const { service, svc, write } = await siteMachine();
    const env = { TK: 'a-token-of-the-provider' };
    await write(client(1));
    service.fail({ method: 'POST', kind: 'cut' });
    expect((await svc(apply, { env })).code).toBe(9);
    const again = await svc(apply, { env });
    expect(again).toMatchObject({ code: 0, stdout: 'No changes.\n' });
    const doubt =
      'whether OAuth client ours was created with its oauth-token-string is not known, and it cannot change.';
    expect(again.stderr).toContain(`Warning: site.yaml:4: ${doubt}`);
    expect((await svc(check, { env })).code).toBe(8);
  });

  // trust: T-218
  test('apply still sends the other attributes of a client whose secret cannot change, and names the workspaces that a deletion would affect', async () => {
    const { svc, world, write } = await siteMachine();
    const env = { TK: 'a-token-of-the-provider' };
    await write(client(1));
    await svc(apply, { env });
    const made = world.oauthClients.at(-1)!;
    for (const workspace of world.workspaces) if (workspace.vcs) workspace.vcs.oauthClient = made.id;
    await write(client(2).replace('api.github', 'api2.github'));
    const failed = await svc(apply, { env });
    expect([failed.code, made.apiUrl]).toEqual([8, 'https://api2.github.com']);
    expect(failed.stderr.replace(/\s+/g, ' ')).toMatch(
      /and apply again\. \d workspaces will lose the repository link and must be relinked manually\./,
    );
  });
});

describe('--on-failed-verification save-disabled', () => {
  // trust: T-219
  test('--on-failed-verification save-disabled is for creations only: an update that fails its verification changes nothing', async () => {
    const { svc, world, write } = await siteMachine();
    const receiver = await startReceiver();
    const entry = (triggers: string, name = 'ci') =>
      `  - { name: ${name}, workspaces: [network-production], destination-type: generic, url: "${receiver.url}", enabled: true, triggers: [${triggers}] }\n`;
    await write(`notifications:\n${entry('run:errored')}`);
    expect(await svc(apply)).toMatchObject({ code: 0 });
    receiver.answer = (response) => response.writeHead(503).end();
    const before = structuredClone(world.notifications[0]);
    await write(`notifications:\n${entry('run:errored, run:completed')}${entry('run:errored', 'new')}`);
    const failed = await svc(`${apply} --on-failed-verification save-disabled`);
    expect(failed).toMatchObject({ code: 8, stdout: 'Applied 1 of 2 changes.\n' });
    expect(world.notifications).toMatchObject([
      { enabled: true, triggers: before?.triggers },
      { name: 'new', enabled: false },
    ]);
    expect(failed.stderr).toContain('the notification configuration was not changed');
  });
});
