import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ownerTag } from '../../src/base/system/owner.ts';
import { deadUrl, startReceiver } from '../sandbox/receiver.ts';
import { freePort } from '../support/free-port.ts';
import { jsonLines } from '../support/output.ts';
import { start } from '../support/running.ts';
import { site, workspace } from './listening-site.ts';

const creating = {
  'webhook listen --create': ['webhook', 'listen', '--create', '-w', 'network-production'],
  'notification create --listen --temporary': [
    ...['notification', 'create', '-w', 'network-production', '--name', 'Hook', '--listen', '--temporary'],
  ],
};
const listening = creating['webhook listen --create'];

describe.each(Object.entries(creating))('%s', (_, words) => {
  test('creates a verified configuration, shows its deliveries, and deletes it at Ctrl-C', async () => {
    const { config, configurations, lifecycle, me, notes } = await site();
    const running = start(me, [...words, '-o', 'ndjson']);
    const [, id = ''] = await running.said(/"event":"created","id":"([^"]+)"/);
    expect(configurations()).toMatchObject([
      { id, enabled: true, destinationType: 'generic', triggers: { length: 6 } },
    ]);
    const [{ name, token, url } = { name: '', token: '', url: '' }] = configurations();
    expect(notes()).toEqual([expect.stringMatching(`^[^-]+-\\d+-[^-]+-${name.split(' ').at(-1)}\\.json$`)]);
    expect((await lifecycle()).code).toBe(0);
    await running.said(/"run:completed"/);
    running.stop();
    const { code, stderr, stdout } = await running.ended;
    const [first, second, ...deliveries] = jsonLines(stdout);
    expect([code, first, second]).toEqual([0, { event: 'listening', url }, { event: 'created', id, name, url }]);
    expect(deliveries.map(({ trigger, verified }) => [trigger, verified])).toEqual([
      ['verification', true],
      ...['created', 'planning', 'needs_attention', 'applying', 'completed'].map((word) => [`run:${word}`, true]),
    ]);
    expect(stderr).toContain(`Created temporary notification configuration ${id}. `);
    expect(stderr).toContain(`Deleted temporary notification configuration ${id}.\n`);
    expect([configurations(), notes()]).toEqual([[], []]);
    expect(stdout + stderr).not.toContain(token);
    expect(config).toThrow('ENOENT');
  });

  test('--count does not count the verification, and --filter, --exec and --forward apply to later deliveries', async () => {
    const { configurations, lifecycle, me } = await site();
    const receiver = await startReceiver();
    const more = ['--filter', 'trigger=run:*', '--count', '2', '--forward', receiver.url, '--exec', 'cat'];
    const running = start(me, [...words, ...more]);
    await running.said(/Created temporary/);
    await lifecycle();
    const { code, stderr, stdout } = await running.ended;
    expect(code).toBe(0);
    expect(stdout.match(/verified .*/g)).toEqual([
      expect.stringContaining('run:created'),
      expect.stringContaining('run:planning'),
    ]);
    expect(stderr).toContain('"trigger":"run:created"');
    expect(receiver.received.map(({ text }) => JSON.parse(text).notifications[0].trigger).slice(0, 2)).toEqual([
      'run:created',
      'run:planning',
    ]);
    expect(configurations()).toEqual([]);
  });

  test('--status sets the response to deliveries, but not to the verification, and --for ends the listener', async () => {
    const { configurations, lifecycle, me } = await site();
    const running = start(me, [...words, '--status', '503', '--count', '1']);
    await running.said(/Created temporary/);
    await lifecycle();
    expect((await running.ended).stdout).toMatch(/verified +204 .*verification.*\n.*verified +503 .*run:created/);
    expect(await start(me, [...words, '--for', '1s']).ended).toExit(0, 'Deleted temporary');
    expect(configurations()).toEqual([]);
  });

  test('--ui serves the page of the listener', async () => {
    const { me } = await site();
    const running = start(me, [...words, '--ui', '-o', 'ndjson']);
    const [, page = ''] = await running.said(/"ui":"([^"]+)"/);
    await running.said(/"trigger":"verification"/);
    expect(await (await fetch(page)).text()).toContain('<html');
  });

  test('exits with 8 and a hint if the service cannot reach the listener, and leaves no configuration', async () => {
    const { configurations, notes, svc } = await site();
    const { code, stderr } = await svc([...words, '--public-url', await deadUrl()]);
    expect([code, configurations(), notes()]).toEqual([8, [], []]);
    expect(stderr).toContain('did not pass the verification: the notification configuration was not created.');
    expect(stderr).toContain('The listener received nothing.');
    expect(stderr).toContain('Its URL is --public-url.');
  });

  // trust: T-249
  test('reports a service that speaks TLS to an http port, rather than claim that nothing arrived', async () => {
    const { svc } = await site();
    const port = String(await freePort());
    const { code, stderr } = await svc([...words, '--port', port, '--public-url', `https://127.0.0.1:${port}/`]);
    expect(code).toBe(8);
    expect(stderr).toContain('TLS at an http port: use --tls-cert, or http:// in --public-url.');
    expect(stderr).toContain('The listener received no delivery.');
  });

  test('a service on another machine requires --public-url', async () => {
    const { me, svc } = await site();
    me.env.SVC_ADDRESS = 'https://svc.test';
    expect(await svc(words)).toFail(2, 'Missing --public-url, the URL at which svc.test reaches the listener.');
  });

  // trust: T-109
  test('deletes the configuration that a killed run left, and reports it', async () => {
    const { configurations, folder, me, notes } = await site();
    const killed = start(me, words);
    const [, id = ''] = await killed.said(/Created .*configuration (nc-\w+)\./);
    const [file = ''] = notes();
    const gone = `${ownerTag().split('-')[0]}-999999999-00000000`;
    renameSync(join(folder, file), join(folder, file.replace(/^[^-]+-\d+-[^-]+/, gone)));
    const next = start(me, words);
    const [, own = ''] = await next.said(/Created .*configuration (nc-\w+)\./);
    expect(configurations().map((each) => each.id)).toEqual([own]);
    next.stop();
    const { stderr } = await next.ended;
    expect(stderr).toContain(`A killed run left ${id} behind.\nDeleted temporary notification configuration ${id}.\n`);
    expect([configurations(), notes()]).toEqual([[], []]);
  });

  test('--dry-run shows the request with the token masked, and creates nothing', async () => {
    const { configurations, notes, svc } = await site();
    const { code, stdout } = await svc([...words, '--dry-run', '--json']);
    expect([code, JSON.parse(stdout).body.data.attributes]).toMatchObject([0, { token: '***', enabled: true }]);
    expect([configurations(), notes()]).toEqual([[], []]);
  });
});

describe('webhook listen --create', () => {
  test('webhook listen --create --keep keeps the configuration, and stores its token in the profile', async () => {
    const { config, configurations, me, notes } = await site();
    const running = start(me, [...listening, '--keep']);
    const [, id = ''] = await running.said(/Created .*configuration (nc-\w+)\./);
    await running.said(/verification/);
    running.stop();
    const { code, stderr } = await running.ended;
    expect([code, notes(), configurations()]).toMatchObject([0, [], [{ id, name: 'svc webhook listen' }]]);
    expect(stderr).toContain(`Created notification configuration ${id}. `);
    expect(stderr).toContain(
      `Kept notification configuration ${id}; delete it with: svc notification delete ${id} --yes\n`,
    );
    expect(config().profiles.default.notifications).toEqual({ [id]: { token: configurations()[0]?.token } });
  });

  test('webhook listen --create --token-env gives the token to the service, and stores no token', async () => {
    const { config, configurations, me } = await site();
    me.env.HOOK_TOKEN = 'the-key-of-the-hook';
    const running = start(me, [...listening, '--keep', '--token-env', 'HOOK_TOKEN']);
    await running.said(/verified .*verification/);
    expect(configurations()).toMatchObject([{ token: 'the-key-of-the-hook' }]);
    expect(config).toThrow('ENOENT');
  });

  test.each([
    ['--create without a workspace', ['--create'], 'Missing required flag: --workspace'],
    ['two tokens', ['--create', '-w', workspace, '--token-env', 'A', '--token-env', 'B'], 'several are given'],
  ])('webhook listen --create %s exits with 2 before anything is created', async (_, words, message) => {
    const { configurations, svc } = await site();
    expect(
      await svc(['webhook', 'listen', ...words], {
        env: { A: 'one-key', B: 'two-key' },
      }),
    ).toFail(2, message);
    expect(configurations()).toEqual([]);
  });

  test.each([
    ['listen', []],
    ['wait', ['--until', 'trigger=run:completed']],
  ])('webhook %s --create lets the user pick a workspace on a terminal', async (verb, more) => {
    const { svc } = await site();
    const words = ['webhook', verb, '--create', ...more, '--dry-run', '--json'];
    const { asked, code, stdout } = await svc(words, { tty: true, answers: ['network-prod'] });
    expect([asked, code]).toEqual([['Workspace'], 0]);
    expect(JSON.parse(stdout).url).toContain(workspace);
  });

  test('webhook listen --create exits with 3 for an unknown workspace, and starts no listener', async () => {
    const { svc } = await site();
    expect(await svc('webhook listen --create -w nothing')).toMatchObject({ code: 3, stdout: '' });
  });
});
