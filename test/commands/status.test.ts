import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { announce } from '../../src/commands/sandbox/announce.ts';
import { runtimeFolder } from '../../src/sandbox/note.ts';
import { smallConfiguration } from '../support/configuration.ts';
import { linesOf } from '../support/output.ts';
import { start } from '../support/running.ts';
import { type Machine, machine, machineAt, type RunOptions, sandboxWithState } from '../support/svc.ts';
import { deadAddress, silentServer } from '../support/tiny-server.ts';

/** The overview as JSON, which is always there. */
async function overview({ svc }: Machine, options: RunOptions = {}) {
  const { code, stdout } = await svc('status -o json', { inProcess: true, ...options });
  expect(code).toBe(0);
  return JSON.parse(stdout);
}

/** A site with five workspaces, and the requests that it gets. */
async function fiveWorkspaces() {
  const requests: string[] = [];
  const service = await sandboxWithState({ onRequest: ({ method }) => void requests.push(method) });
  const { workspaces } = service.state.world;
  const [first] = workspaces;
  for (const name of ['a', 'b', 'c'])
    workspaces.push({ ...structuredClone(first!), id: `ws-000000000000000${name}`, name: `network-${name}` });
  return { me: await machineAt(service, 'owner'), requests, service };
}

describe('svc status', () => {
  test('svc status sends three requests and one for each workspace, all of them GET', async () => {
    const { me, requests } = await fiveWorkspaces();
    const { workspaces } = await overview(me);
    expect(workspaces).toMatchObject({ organization: 'acme', read: 5 });
    expect(requests).toEqual(Array(8).fill('GET'));
  });

  test('svc status shows the user, the source of the token, the published banner and its end, and problems of notifications', async () => {
    const { service } = await fiveWorkspaces();
    const me = await machineAt(service);
    await me.svc(['banner', 'create', '--title', 'Maintenance', '--body', 'B', '--style', 'critical', '--for', '2h']);
    const create = `--name CI --destination-type generic --trigger run:created --url ${await deadAddress()}`;
    await me.svc(`notification create -w network-a ${create}`);
    await me.svc(`notification create -w network-b ${create}`);
    const failed = { url: '', body: '', code: '500', headers: {}, successful: false };
    const response = { ...failed, 'sent-at': new Date().toISOString() };
    service.state.world.notifications.at(-1)?.deliveryResponses.push(response);
    const { banner, platform, workspaces } = await overview(me);
    const token = 'environment SVC_TOKEN';
    expect(platform).toEqual({ address: `${service.info.api}`, origin: 'environment SVC_ADDRESS', user: 'sol', token });
    expect(banner.published.attributes).toMatchObject({ title: 'Maintenance', style: 'critical' });
    const found = (workspaces.findings as Record<string, unknown>[]).map(({ finding, workspace }) => [
      workspace,
      finding,
    ]);
    expect(found).toEqual([
      ['network-production', 'no-configuration'],
      ['network-staging', 'no-configuration'],
      ['network-a', 'disabled'],
      ['network-b', 'disabled'],
      ['network-b', 'delivery-failed'],
      ['network-c', 'no-configuration'],
    ]);
    const { stdout } = await me.svc('status', { tty: true, env: { NO_COLOR: '1' }, columns: 120, inProcess: true });
    const idOf = (name: string) =>
      workspaces.findings.find((each: { workspace: string }) => each.workspace === name).id;
    expect(linesOf(stdout)).toEqual([
      `✓ Connected to ${service.info.api} as sol, with the token from SVC_TOKEN`,
      '✓ The banner "Maintenance" (critical) ends in 2 hours',
      '! network-production, network-staging and network-c have no notifications',
      '  svc notification create -w network-production -w network-staging -w network-c',
      '! network-a "CI" and network-b "CI" are disabled',
      `  svc notification update --enabled ${idOf('network-a')} ${idOf('network-b')}`,
      '! network-b "CI" failed its last delivery',
      `  svc notification verify ${idOf('network-b')}`,
    ]);
  });

  test('svc status off a terminal gives the flags that a creation requires', async () => {
    const me = await machineAt(await sandboxWithState(), 'owner');
    const { stdout } = await me.svc('status -o table', { inProcess: true });
    const flags = '--name NAME --destination-type generic --url URL --trigger all';
    expect(stdout).toContain(`svc notification create ${flags} -w network-production -w network-staging\n`);
  });

  test('svc status on a terminal prints one line for each part without problems, and breaks lines between words', async () => {
    const { service } = await fiveWorkspaces();
    service.state.world.workspaces.length = 0;
    const me = await machineAt(service);
    const options = { tty: true, env: { NO_COLOR: '1' }, inProcess: true };
    expect(linesOf((await me.svc('status', { ...options, columns: 120 })).stdout)).toEqual([
      `✓ Connected to ${service.info.api} as sol, with the token from SVC_TOKEN`,
      '✓ No banner is published',
      '✓ No workspace lacks notifications, and none is disabled or fails, in 0 workspaces of acme',
    ]);
    const narrow = linesOf((await me.svc('status', { ...options, columns: 60 })).stdout);
    expect(narrow.filter((line) => line.length > 60 || !/^[✓!] |^ {2}/.test(line))).toEqual([]);
  });

  test('svc status suggests notification audit if more than five workspaces have no notifications', async () => {
    const { me, service } = await fiveWorkspaces();
    const [first] = service.state.world.workspaces;
    service.state.world.workspaces.push({ ...structuredClone(first!), id: 'ws-000000000000000d', name: 'network-d' });
    const { stdout } = await me.svc('status', { tty: true, env: { NO_COLOR: '1' }, columns: 120, inProcess: true });
    expect(stdout).toMatch(/^! network-production, .* and 1 more have no notifications\n {2}svc notification audit\n/m);
  });

  test('svc status shows the local parts if the platform is down, and says why the others are missing', async () => {
    const me = await machine({ SVC_ADDRESS: await deadAddress(), SVC_TOKEN: 't', SVC_ORGANIZATION: 'acme' });
    const { banner, listener, modules, platform, sandbox, workspaces } = await overview(me);
    for (const part of [platform, banner, workspaces])
      expect(part).toEqual({ skipped: expect.stringContaining('Connection refused') });
    expect([listener, sandbox, modules]).toEqual([{ running: [] }, { running: [] }, { locked: 0, different: [] }]);
  });

  test('svc status waits 3 seconds for each part of a platform that never responds', async () => {
    const me = await machine({ SVC_ADDRESS: await silentServer(), SVC_TOKEN: 't', SVC_ORGANIZATION: 'acme' });
    const { platform, workspaces } = await overview(me);
    expect([platform, workspaces]).toEqual(Array(2).fill({ skipped: 'It takes longer than 3 seconds.' }));
  });

  test('svc status without an address, a token or an organization exits with 0 and does not prompt', async () => {
    const { platform } = await overview(await machine(), { tty: true });
    expect(platform).toEqual({ skipped: 'No platform address.' });
    const { stdout } = await (await machine()).svc('status', { tty: true, env: { NO_COLOR: '1' }, inProcess: true });
    expect(stdout).toMatch(
      /^! Not checked: platform, banner and workspaces\. No platform address\.\n {2}Run svc login HOST/,
    );
    const service = await sandboxWithState();
    const { banner, platform: anonymous } = await overview(await machineAt(service, 'anonymous'), { tty: true });
    expect([banner, anonymous]).toEqual([{ published: null }, { skipped: expect.stringContaining('token') }]);
    const me = await machineAt(service, 'owner');
    const { workspaces } = await overview(me, { env: { SVC_ORGANIZATION: undefined }, tty: true });
    expect(workspaces).toEqual({ skipped: 'No default organization.' });
  });

  test('svc status shows a listener and a sandbox while they run', async () => {
    const service = await sandboxWithState();
    const me = await machineAt(service, 'owner');
    const note = announce({ env: me.env, home: me.home }, { ...service.info, control: service.control });
    const running = start(
      { ...me, env: { ...me.env, HOOK: 'k' } },
      'webhook listen --token-env HOOK -o ndjson'.split(' '),
    );
    const { url } = JSON.parse((await running.said(/\{"event":"listening".*\}/))[0]);
    const { listener, sandbox } = await overview(me);
    expect([listener, sandbox]).toEqual([{ running: [url] }, { running: [service.info.address] }]);
    running.stop();
    await running.ended;
    note.forget();
    const after = await overview(me);
    expect([after.listener, after.sandbox]).toEqual([{ running: [] }, { running: [] }]);
  });

  test('svc status shows no listener of another process namespace, because the listener may have ended', async () => {
    const me = await machineAt(await sandboxWithState(), 'owner');
    const path = join(runtimeFolder({ env: me.env, home: me.home }), 'sandbox-9555-deadbeef-7-12345678.url');
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, 'http://127.0.0.1:9555/', { mode: 0o600 });
    expect((await overview(me)).listener).toEqual({ running: [] });
  });

  test('svc status shows installed modules of the current folder that differ from the lock', async () => {
    const service = await sandboxWithState();
    const me = await machineAt(service, 'owner');
    await smallConfiguration(me.home, service.info.registry);
    const folder = join(me.home, 'infra');
    expect(await me.svc('module install infra')).toMatchObject({ code: 0 });
    const modules = async () => (await overview(me, { cwd: folder })).modules;
    expect(await modules()).toEqual({ locked: 1, different: [] });
    appendFileSync(join(folder, '.terraform/modules/label/main.tf'), '\n');
    expect(await modules()).toMatchObject({ different: [{ module: 'label', why: 'changed' }] });
    rmSync(join(folder, '.terraform'), { recursive: true });
    expect(await modules()).toMatchObject({ different: [{ module: 'label', why: 'missing' }] });
    writeFileSync(join(folder, 'main.tf'), 'locals {}\n');
    expect(await modules()).toMatchObject({ different: [{ module: 'label', why: 'nothing calls it anymore' }] });
    writeFileSync(join(folder, 'svc.modules.lock.json'), 'x');
    expect(await modules()).toEqual({ skipped: expect.stringContaining('is not a valid svc lock') });
  });
});
