import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { ownerTag } from '../../src/base/system/owner.ts';
import { startReceiver } from '../sandbox/receiver.ts';
import { jsonLines } from '../support/output.ts';
import { type Running, start } from '../support/running.ts';
import { sendJson, tinyServer } from '../support/tiny-server.ts';
import { site, workspace } from './listening-site.ts';

const waitingWords = ['webhook', 'wait', '--create', '-w', 'network-production', '--until'];
const ready = (running: Running) => running.said(/Waiting for/);

describe('webhook wait --create', () => {
  test('webhook wait --create creates a verified configuration with the required triggers, receives the run and deletes the configuration', async () => {
    const { configurations, lifecycle, me, notes } = await site();
    const running = start(me, [...waitingWords, 'trigger=run:completed', '-o', 'ndjson']);
    await ready(running);
    expect(configurations()).toMatchObject([
      { enabled: true, destinationType: 'generic', triggers: ['run:completed', 'run:errored'], workspace },
    ]);
    const [{ token, name } = { token: null, name: '' }] = configurations();
    const note = expect.stringMatching(`^[^-]+-\\d+-[^-]+-${name.split(' ').at(-1)}\\.json$`);
    expect([token?.length, notes()]).toEqual([43, [note]]);
    expect((await lifecycle()).code).toBe(0);
    const { code, stderr, stdout } = await running.ended;
    expect([code, jsonLines(stdout)]).toEqual([
      0,
      [expect.objectContaining({ trigger: 'run:completed', verified: true })],
    ]);
    expect(stdout + stderr).not.toContain(token);
    expect([configurations(), notes()]).toEqual([[], []]);
  });

  test.each([
    ['trigger=run:*', 6],
    ['workspace=network-production', 6],
    ['trigger=run:errored', 1],
    ['trigger=verification', 1],
  ])('webhook wait --create --until %s creates a configuration with %i triggers', async (until, count) => {
    const { configurations, me } = await site();
    const running = start(me, [...waitingWords, until, '--count', '2']);
    await ready(running);
    expect(configurations()[0]?.triggers).toHaveLength(count);
  });

  test('webhook wait --create does not count the verification unless --until requests it', async () => {
    const { lifecycle, me } = await site();
    const any = start(me, [...waitingWords, 'verified=true', '-o', 'ndjson']);
    await ready(any);
    await lifecycle();
    expect(jsonLines((await any.ended).stdout)).toMatchObject([{ trigger: 'run:created' }]);
    const { code, stdout } = await start(me, [...waitingWords, 'trigger=verification', '-o', 'ndjson']).ended;
    expect([code, jsonLines(stdout)]).toMatchObject([0, [{ trigger: 'verification' }]]);
  });

  test('webhook wait --create exits with 8 for a failed run and with 7 for a timeout, and leaves no configuration', async () => {
    const { configurations, me, notes, svc } = await site();
    const failing = start(me, [...waitingWords, 'trigger=run:completed']);
    await ready(failing);
    expect((await svc(`sandbox run run:errored -w ${workspace}`)).code).toBe(0);
    expect(await failing.ended).toMatchObject({ code: 8 });
    expect(await svc([...waitingWords, 'trigger=run:completed', '--timeout', '2s'])).toMatchObject({ code: 7 });
    expect([configurations(), notes()]).toEqual([[], []]);
  });

  test('webhook wait --create reports a usage error before it creates a configuration', async () => {
    const { configurations, me, notes, svc } = await site();
    const env = { HOOK_TOKEN: 'x-the-key-x' };
    const until = ['--until', 'trigger=run:completed'];
    for (const words of [
      ['webhook', 'wait', '--create', ...until],
      ['webhook', 'wait', '--create', '-w', workspace],
      [...waitingWords, 'trigger=run:completed', '--public-url', 'nowhere'],
    ]) {
      expect({ words, ...(await svc(words, { env })) }).toMatchObject({ code: 2, stdout: '' });
    }
    expect(await svc(['webhook', 'wait', '--create', '-w', 'nothing', ...until])).toMatchObject({ code: 3 });
    me.env.SVC_ADDRESS = 'https://svc.test';
    expect(await svc([...waitingWords, 'trigger=run:completed'])).toExit(2, 'Missing --public-url');
    const missing = 'Missing required flags: --until, --public-url, --workspace (not prompting';
    expect(await svc('webhook wait --create')).toExit(2, missing);
    expect(await svc(['webhook', 'wait', '--create', ...until])).toExit(2, missing.replace(' --until,', ''));
    expect([configurations(), notes()]).toEqual([[], []]);
  });

  test('webhook wait --create creates no configuration if it cannot store a note about it', async () => {
    const { configurations, me, svc } = await site();
    mkdirSync(join(me.home, 'state', 'svc'), { recursive: true, mode: 0o700 });
    writeFileSync(join(me.home, 'state', 'svc', 'temporary'), '');
    const env = { XDG_STATE_HOME: join(me.home, 'state') };
    expect(await svc([...waitingWords, 'trigger=run:completed'], { env })).toExit(2, 'Cannot write');
    expect(configurations()).toEqual([]);
  });

  test('webhook wait --create finds a configuration by its name and deletes it if the reply of the creation is lost', async () => {
    const asked: string[] = [];
    let name = '';
    const server = await tinyServer(async (request, response) => {
      asked.push(`${request.method} ${request.url?.replace(/^\/api\/v2/, '').replace(/\?.*/, '')}`);
      if (request.method === 'POST') {
        name = JSON.parse(await text(request)).data.attributes.name;
        return void response.destroy();
      }
      if (request.method === 'DELETE') return void response.writeHead(204).end();
      const row = (id: string, called: string) => ({
        id,
        type: 'notification-configurations',
        attributes: { name: called },
      });
      sendJson(response, { data: [row('nc-other', 'svc webhook wait'), row('nc-mine', name)] });
    });
    const { me, notes, svc } = await site();
    me.env.SVC_ADDRESS = server.url;
    const { code } = await svc(['webhook', 'wait', '--create', '-w', workspace, '--until', 'trigger=run:completed']);
    const path = `/workspaces/${workspace}/notification-configurations`;
    expect([code, asked]).toEqual([6, [`POST ${path}`, `GET ${path}`, 'DELETE /notification-configurations/nc-mine']]);
    expect(notes()).toEqual([]);
  });

  // trust: T-109
  test('the configuration of a killed run is deleted only in its own workspace, and its note is removed if the configuration is gone', async () => {
    const { folder, me, notes, service } = await site();
    const made = start(me, [...waitingWords, 'trigger=run:completed']);
    await ready(made);
    const [file = ''] = notes();
    const note = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
    made.stop();
    await made.ended;
    const dead = { ...note, id: 'nc-0123456789abcdef' };
    const gone = `${ownerTag().split('-')[0]}-999999999-00000000`;
    const leave = (letter: string, more: object, owner = gone) =>
      writeFileSync(join(folder, `${owner}-${letter.repeat(16)}.json`), JSON.stringify({ ...dead, ...more }));
    leave('a', {});
    leave('b', { address: 'https://svc.test/api/v2' });
    leave('c', { workspace: 'ws-M9cYb6GsJf3ZtE7u' });
    // A container with the same name has another table of processes.
    leave('d', {}, '00000000-999999999-00000000');
    leave('e', { id: null, name: 'svc webhook wait that was never made' });
    writeFileSync(join(folder, `${gone}-${'f'.repeat(16)}.json`), 'torn');
    writeFileSync(join(folder, `${gone}-${'a'.repeat(16)}.json.tmp`), JSON.stringify(dead));
    const next = start(me, [...waitingWords, 'trigger=run:completed']);
    await ready(next);
    next.stop();
    expect((await next.ended).code).toBe(130);
    expect(
      notes()
        .map((name) => name.split('-')[3]?.[0])
        .sort(),
    ).toEqual(['b', 'c', 'd']);
    expect(service.state.world.notifications).toEqual([]);
  });

  test('webhook wait --create reports a configuration that it cannot delete, and keeps the note about it', async () => {
    const { me, notes, service, svc } = await site();
    const running = start(me, [...waitingWords, 'trigger=run:completed']);
    await ready(running);
    expect((await svc(['sandbox', 'fail', 'DELETE /notification-configurations/:id 500 times=1'])).code).toBe(0);
    running.stop();
    const { code, stderr } = await running.ended;
    expect([code, notes().length, service.state.world.notifications.length]).toEqual([130, 1, 1]);
    expect(stderr).toMatch(/Cannot delete notification configuration nc-.*svc notification delete nc-\w+ --yes/);
  });
});

describe('notification create --listen', () => {
  const words = ['notification', 'create', '-w', 'network-production', '--name', 'Hook', '--listen'];

  test('notification create --listen creates a verified configuration, stores its token, shows deliveries until Ctrl-C, and keeps the configuration', async () => {
    const { config, configurations, lifecycle, me, svc } = await site();
    const running = start(me, [...words, '-o', 'ndjson']);
    const [, id = ''] = await running.said(/"event":"created","id":"([^"]+)"/);
    expect((await lifecycle()).code).toBe(0);
    await running.said(/"run:completed"/);
    running.stop();
    const { code, stderr, stdout } = await running.ended;
    const [listening, created, ...deliveries] = jsonLines(stdout);
    expect([code, listening, created]).toEqual([
      0,
      { event: 'listening', url: expect.stringMatching(/^http:\/\/127/) },
      { event: 'created', id, name: 'Hook', url: listening.url },
    ]);
    expect(deliveries.map(({ trigger, verified }) => [trigger, verified])).toEqual([
      ['verification', true],
      ...['created', 'planning', 'needs_attention', 'applying', 'completed'].map((word) => [`run:${word}`, true]),
    ]);
    expect(configurations()).toMatchObject([{ id, enabled: true, triggers: { length: 6 } }]);
    const { token } = configurations()[0]!;
    expect(config().profiles.default.notifications).toEqual({ [id]: { token } });
    expect(stderr).toContain(
      `Kept notification configuration ${id}; delete it with: svc notification delete ${id} --yes\n`,
    );
    expect(stdout + stderr).not.toContain(token);

    // The configuration stays, and the stored token still verifies.
    const kept = jsonLines((await svc('webhook export')).stdout);
    expect(kept.map((each) => each.id)).toEqual(deliveries.map((each) => each.id));
    const again = start(me, ['webhook', 'wait', '--until', 'trigger=run:completed', '--notification', id]);
    const [url] = await again.said(/http:\S+/);
    const ids = kept.map((each) => each.id);
    expect(await svc(['webhook', 'replay', ...ids, '--to', url, '--notification', id])).toMatchObject({ code: 0 });
    expect(await again.ended).toMatchObject({ code: 0 });
  });

  test('notification create --listen gives the public URL to the service, and listens at the path of --path', async () => {
    const { configurations, me } = await site();
    const receiver = await startReceiver();
    const running = start(me, [...words, '--public-url', receiver.url, '-o', 'ndjson']);
    const [, url] = await running.said(/"url":"([^"]+)","publicUrl":/);
    await running.said(/"created"/);
    expect([new URL(url!).pathname, configurations()[0]?.url]).toEqual(['/hook', receiver.url]);
  });

  test('notification create --listen exits with 8 for a wrong path, shows the request that arrived, and saves nothing', async () => {
    const { configurations, me } = await site();
    let url = '';
    // Something in between that changes nothing.
    const between = await tinyServer(async (request, response) => {
      const answer = await fetch(new URL(request.url ?? '', url), { method: 'POST', body: await text(request) });
      response.writeHead(answer.status).end(await answer.text());
    });
    const running = start(me, [...words, '--path', '/a', '--public-url', `${between.url}/b`]);
    [url] = await running.said(/http:\/\/127\.0\.0\.1:\d+/);
    const wrong = await running.ended;
    expect([wrong.code, wrong.stdout]).toEqual([8, expect.stringContaining('deliveries are accepted at /a')]);
    expect(wrong.stderr).toContain('must rewrite it');
    expect(configurations()).toEqual([]);
  });

  test.each([
    ['another kind', ['--destination-type', 'slack']],
    ['--no-enabled', ['--no-enabled']],
    ['two workspaces', ['-w', 'ws-M9cYb6GsJf3ZtE7u']],
    ['two tokens', ['--generate-token', '--token-env', 'HOOK_TOKEN']],
  ])('notification create --listen with %s is a usage error', async (_, more) => {
    const { configurations, svc } = await site();
    expect(await svc([...words, ...more], { env: { HOOK_TOKEN: 'a-key' } })).toMatchObject({ code: 2, stdout: '' });
    expect(configurations()).toEqual([]);
  });
});

describe('a generated token', () => {
  const create = ['notification', 'create', '-w', workspace, '--name', 'Hook', '--destination-type', 'generic'];
  const more = ['--url', 'https://hooks.example.com/svc', '--trigger', 'all', '--generate-token', '--jq', '.id'];

  test('a generated token is stored, signs and verifies deliveries, and is deleted with its configuration', async () => {
    const { config, configurations, svc } = await site();
    const { stderr, stdout } = await svc([...create, ...more]);
    const id = stdout.trim();
    const token = configurations()[0]?.token;
    expect(config().profiles.default.notifications[id]).toEqual({ token });
    expect(stderr).toContain(`--notification ${id}`);
    expect(stderr).not.toContain(token);
    const sign = ['webhook', 'sign', '-', '--notification', id];
    const signature = (await svc(sign, { stdin: '{}' })).stdout.trim();
    const verify = ['webhook', 'verify', '-', '--notification', id, '--signature', signature];
    expect(await svc(verify, { stdin: '{}' })).toMatchObject({ code: 0 });
    const shown = (await svc('config list --json')).stdout;
    expect(JSON.parse(shown)).toContainEqual(
      expect.objectContaining({ key: `notifications.${id}.token`, value: '***' }),
    );
    expect((await svc(['notification', 'delete', id, '--yes'])).stderr).toContain(`Deleted the stored token of ${id}.`);
    expect(config().profiles).toEqual({});
    expect(await svc(sign, { stdin: '{}' })).toMatchObject({ code: 3, stdout: '' });
  });

  test('a new generated token replaces the stored one, and a token that the user provides deletes it', async () => {
    const { config, configurations, svc } = await site();
    const id = (await svc([...create, ...more])).stdout.trim();
    const first = config().profiles.default.notifications[id].token;
    expect((await svc(['notification', 'update', id, '--generate-token'])).code).toBe(0);
    const second = config().profiles.default.notifications[id].token;
    expect([second === first, configurations()[0]?.token]).toEqual([false, second]);
    const env = { HOOK_TOKEN: 'a-key-of-mine' };
    expect((await svc(['notification', 'update', id, '--token-env', 'HOOK_TOKEN'], { env })).code).toBe(0);
    expect(config().profiles).toEqual({});
  });

  test('several workspaces share a generated token, and each configuration has an entry of its own', async () => {
    const { config, svc } = await site();
    await svc([...create, '-w', 'ws-M9cYb6GsJf3ZtE7u', ...more.slice(0, -2)]);
    expect(Object.keys(config().profiles.default.notifications)).toHaveLength(2);
  });

  test('--generate-token cannot be used with another token, and causes a warning for a destination that is not generic', async () => {
    const { svc } = await site();
    const env = { HOOK_TOKEN: 'a-key' };
    expect(await svc([...create, ...more, '--token-env', 'HOOK_TOKEN'], { env })).toMatchObject({ code: 2 });
    const slack = create.map((word) => (word === 'generic' ? 'slack' : word));
    expect(await svc([...slack, ...more])).toExit(0, 'Warning: ');
  });

  test('a config file with an invalid list of tokens is named in the error', async () => {
    const { me, svc } = await site();
    expect((await svc([...create, ...more])).code).toBe(0);
    const path = join(me.home, '.config', 'svc', 'config.json');
    writeFileSync(path, '{"profiles":{"default":{"notifications":["x"]}}}');
    expect(await svc(['webhook', 'sign', '-', '--notification', 'nc-1'], { stdin: '' })).toExit(
      2,
      'is not an object of tokens',
    );
  });
});

test('webhook listen prints the public URL, listens at its path, and forwards nothing to it', async () => {
  const { me, svc } = await site();
  me.env.HOOK_TOKEN = 'a-key';
  const words = 'webhook listen --token-env HOOK_TOKEN --public-url https://hooks.example.com/in?key=abc'.split(' ');
  const running = start(me, [...words, '-o', 'ndjson']);
  const [line] = await running.said(/\{.*\}/);
  expect(JSON.parse(line)).toEqual({
    event: 'listening',
    url: expect.stringMatching(/\/in$/),
    publicUrl: 'https://hooks.example.com/in?key=***',
  });
  expect(await svc([...words, '--forward', 'https://hooks.example.com/in?key=abc'])).toExit(2, 'the listener itself');
});
