import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ownerTag } from '../../src/base/system/owner.ts';
import { announce } from '../../src/commands/sandbox/announce.ts';
import { startReceiver } from '../sandbox/receiver.ts';
import { linesOf } from '../support/output.ts';
import { cacheOf, type Machine, machine, machineAt, sandboxWithState as sandbox } from '../support/svc.ts';

type Service = Awaited<ReturnType<typeof sandbox>>;

/** Leaves the note that `svc sandbox start` leaves. */
const note = ({ env, home }: Machine, service: Service) =>
  announce({ env, home }, { ...service.info, control: service.control });

/** A machine with a running sandbox that nothing but its note points at. */
async function running() {
  const service = await sandbox();
  const me = await machine();
  const { forget } = note(me, service);
  const api = await machineAt(service, 'owner');
  return { service, me, forget, svc: me.svc, api: api.svc };
}

describe('sandbox run', () => {
  test('sandbox run notifies the configurations with the trigger, and reports each delivery', async () => {
    const { api, svc } = await running();
    const receiver = await startReceiver();
    for (const name of ['First', 'Second']) {
      const made = await api([
        ...['notification', 'create', '-w', 'network-production', '--name', name, '--destination-type', 'generic'],
        ...['--url', receiver.url, '--trigger', 'run:errored', '--enabled'],
      ]);
      expect(made.code).toBe(0);
    }
    receiver.answer = (response, { text }) => {
      response.statusCode = text.includes('run:errored') && receiver.received.length % 2 ? 500 : 200;
      response.end();
    };
    const { code, stderr, stdout } = await svc('sandbox run run:errored -w network-production --message Oops --json');
    expect(code).toBe(0);
    const [{ deliveries, run, trigger }] = JSON.parse(stdout);
    expect([trigger, run.message, deliveries.length]).toEqual(['run:errored', 'Oops', 2]);
    expect(deliveries.map(({ status }: { status: number }) => status).toSorted()).toEqual([200, 500]);
    expect(stderr).toMatch(/^Warning: Notification "(First|Second)" of run:errored failed: status 500\.\n$/);
    const none = await svc('sandbox run run:completed -w acme/network-production -o table');
    const why = 'Nothing was sent: no enabled notification configuration of acme/network-production has run:completed.';
    expect(none.stderr).toBe(`${why}\nTo create one: svc notification create -w acme/network-production\n`);
    expect(none.stdout).toMatch(/^TRIGGER +RUN +STATUS +SENT +FAILED\nrun:completed +run-\w+ +applied +0 +0\n$/);
  });

  test('sandbox run names the command that enables a disabled configuration with the trigger', async () => {
    const { api, svc } = await running();
    const words = 'notification create -w network-production --name Off --destination-type email --user nell --trigger';
    const { stdout } = await api([...words.split(' '), 'run:errored', '--json']);
    const { id } = JSON.parse(stdout);
    const run = await svc('sandbox run run:errored -w network-production');
    expect(run).toExit(0, `\nTo enable it: svc notification update ${id} --enabled\n`);
    const other = await svc('sandbox run run:completed -w network-production');
    expect(other).toExit(0, '\nTo create one: svc notification create -w network-production\n');
  });

  test('sandbox run takes one run through all its states', async () => {
    const { svc } = await running();
    const { stderr, stdout } = await svc('sandbox run lifecycle -w network-staging');
    expect(stderr).toContain('has one of these triggers.\n');
    const rows = linesOf(stdout).map((line) => line.split('\t'));
    expect(rows.map(([trigger]) => trigger)).toEqual(
      'run:created run:planning run:needs_attention run:applying run:completed'.split(' '),
    );
    expect(new Set(rows.map(([, run]) => run)).size).toBe(1);
  });

  test('sandbox run without a workspace lets the user pick one on a terminal', async () => {
    const { svc } = await running();
    const { asked, code, stdout } = await svc('sandbox run run:created', { tty: true, answers: ['staging'] });
    expect([asked, code, stdout]).toEqual([['Workspace'], 0, expect.stringContaining('run:created')]);
  });

  test.each([
    ['an invalid trigger', 'sandbox run run:complete -w network-staging', 2, 'Did you mean "run:completed"?'],
    ['no workspace and no terminal', 'sandbox run lifecycle', 2, 'Missing required flag: --workspace'],
    [
      'a workspace that does not exist',
      'sandbox run lifecycle -w nope',
      3,
      'Error: The sandbox has no workspace "nope". It has network-production, network-staging.\n',
    ],
  ])('sandbox run rejects %s', async (_, words, exit, said) => {
    const { code, stderr } = await (await running()).svc(words);
    expect([code, stderr.includes(said) ? said : stderr]).toEqual([exit, said]);
  });
});

test('sandbox billable-resources sends an e-mail to the owners at the threshold, and sandbox outbox shows the e-mail', async () => {
  const service = await sandbox({ edition: 'hosted' });
  const me = await machine();
  note(me, service);
  const owner = await machineAt(service, 'owner');
  expect(await me.svc('sandbox outbox', { tty: true })).toMatchObject({ code: 0, stderr: 'The outbox is empty.\n' });
  expect((await owner.svc('subscription update --rum-alert-threshold 500')).code).toBe(0);
  expect(JSON.parse((await me.svc('sandbox billable-resources 499 --json')).stdout)).toMatchObject({
    alerted: false,
    threshold: 500,
  });
  const { code, stderr, stdout } = await me.svc('sandbox billable-resources 500 --json');
  expect([code, JSON.parse(stdout)]).toEqual([0, { organization: 'acme', count: 500, threshold: 500, alerted: true }]);
  expect(stderr).toContain('svc sandbox outbox');
  const mails = JSON.parse((await me.svc('sandbox outbox --json')).stdout);
  expect(mails).toMatchObject([{ to: ['olive@acme.example'], subject: '[acme] 500 billable resources' }]);
  expect((await me.svc('sandbox outbox')).stdout).toContain('\tolive@acme.example\t');
  expect(await me.svc('sandbox billable-resources 1 --organization nope')).toMatchObject({
    code: 3,
    stderr: 'Error: The sandbox has no organization "nope". It has acme, globex.\n',
  });
  expect((await me.svc('sandbox billable-resources many')).code).toBe(2);
});

describe('sandbox fail', () => {
  test.each([
    [['POST /admin/banners status=503 times=2 retry-after=1'], { status: 503, times: 2, retryAfter: '1' }],
    [['post', '/admin/banners', '503', 'times=2'], { status: 503, times: 2 }],
    [['--method', 'POST', '--path', '/admin/banners', '--kind', 'hang', '--skip', '1'], { kind: 'hang', skip: 1 }],
    [['/admin/banners', 'html', '--method', 'post', '--times', '3'], { kind: 'html', times: 3 }],
  ])('sandbox fail accepts the rule %j', async (words, rule) => {
    const { code, stdout } = await (await running()).svc(['sandbox', 'fail', ...words, '--json']);
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { method: 'POST', path: '/admin/banners', ...rule }]);
  });

  // spec: R-88
  test('sandbox fail can simulate an endpoint that has moved', async () => {
    const { me, service, svc } = await running();
    const to = '/v1/modules/acme/network/onprem';
    const { code, stdout } = await svc(`sandbox fail GET /acme/network/cloud 301 location=${to} --json`);
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { status: 301, location: to, times: 1 }]);
    const show = ['module', 'latest', 'acme/network/cloud', '--registry', service.info.registry, '--json'];
    expect(JSON.parse((await me.svc(show)).stdout).provider).toBe('onprem');
    expect(JSON.parse((await me.svc(show)).stdout).provider).toBe('cloud');
  });

  test('sandbox fail makes exactly the given number of matching calls fail', async () => {
    const { api, svc } = await running();
    await svc(['sandbox', 'fail', 'GET /account/details status=429 times=2 retry-after=120']);
    expect((await api('banner list')).code).toBe(0);
    for (const exit of [7, 7, 0]) expect((await api('whoami')).code).toBe(exit);
  });

  test.each([
    ['no rule', [], 'Missing rule'],
    ['an unknown name', ['GET / time=2'], 'Did you mean "times"?'],
    ['an unknown kind', ['GET / hangs'], 'Did you mean "hang"?'],
    ['a duplicate part', ['GET / 503', '--status', '500'], 'status is given twice'],
    ['an invalid status', ['GET / 999'], 'status must be 200 to 599, not "999".'],
    ['times=0', ['GET / times=0'], 'times must be 1 to 1000000, not "0".'],
    ['a path without a slash', ['--path', 'admin'], 'slash'],
    ['an unknown method', ['--method', 'PUT'], 'Invalid value "PUT" for method.'],
    ['a status for kind hang', ['GET / hang 503'], 'hang cannot have a status'],
    ['a location without a redirect', ['GET / 503 location=/x'], 'location needs a redirect status'],
    ['a redirect without a location', ['GET / 307 times=2'], 'status 307 needs a location.\nHint: 307 location=URL'],
  ])('sandbox fail rejects %s before it contacts a sandbox', async (_, words, said) => {
    expect(await (await machine()).svc(['sandbox', 'fail', ...words])).toFail(2, said);
  });
});

describe('the sandbox that a command controls', () => {
  const count = async (service: Service) => service.state.organization('acme')?.billableResources;

  test('sandbox commands control the sandbox at --address, otherwise at SVC_ADDRESS, otherwise the newest', async () => {
    const me = await machine();
    const [first, second, newest] = [await sandbox(), await sandbox(), await sandbox()];
    for (const [nth, service] of [first, second, newest].entries()) {
      note(me, service);
      const path = join(cacheOf(me), `sandbox-${new URL(service.info.address).port}-${ownerTag()}.json`);
      utimesSync(path, 1_000_000 + nth, 1_000_000 + nth);
    }
    const env = { SVC_ADDRESS: second.info.address };
    await me.svc('sandbox billable-resources 1');
    await me.svc('sandbox billable-resources 2', { env });
    await me.svc(['sandbox', 'rum', '3', '--address', first.info.address], { env });
    await me.svc('sandbox billable-resources 4', { env: { SVC_ADDRESS: 'https://svc.example.com' } });
    expect([await count(first), await count(second), await count(newest)]).toEqual([3, 2, 4]);
    expect((await me.svc('sandbox billable-resources 5 --address http://127.0.0.1:1')).code).toBe(6);
  });

  test('sandbox commands exit with 6 if no sandbox is running', async () => {
    for (const words of ['run lifecycle -w ws-1', 'rum 1', 'outbox', 'fail /admin']) {
      expect(await (await machine()).svc(`sandbox ${words}`)).toFail(6, 'svc sandbox start');
    }
  });

  test('sandbox billable-resources --dry-run changes nothing', async () => {
    const { service, svc } = await running();
    const before = await count(service);
    const { code, stdout } = await svc('sandbox billable-resources 77 --dry-run --json');
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { method: 'POST', body: { count: 77 } }]);
    expect(await count(service)).toBe(before);
  });

  test('the control token of the sandbox is never shown, not even in a trace', async () => {
    const { service, svc } = await running();
    const { stderr } = await svc('sandbox outbox --debug');
    expect(stderr).toContain('/sandbox/outbox');
    expect(stderr).not.toContain(service.control);
  });
});

test('sandbox commands ignore a note without the fields that this version requires', async () => {
  const { forget, me, svc } = await running();
  forget();
  const folder = cacheOf(me);
  writeFileSync(join(folder, `sandbox-9-${ownerTag()}.json`), '{"address":"http://127.0.0.1:9"}');
  expect((await svc('sandbox outbox')).code).toBe(6);
  rmSync(folder, { recursive: true });
});
