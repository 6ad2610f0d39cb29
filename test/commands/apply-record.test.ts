import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { notification, siteMachine } from './site-files.ts';

const apply = 'apply --yes --record site.record.json';
const diff = 'diff --record site.record.json';
const one = (name: string, rest = '') => notification(name, rest).replace('network-*', 'network-production');
const noted = (text: string) => expect.stringContaining(text);

test('an apply that changes nothing does not write its record again', async () => {
  const { home, svc, write } = await siteMachine();
  await write(`agent-pools:\n  - { name: a }\nnotifications:\n${one('ci')}`);
  expect(await svc(`${apply} -f site.yaml`)).toMatchObject({ code: 0 });
  const { ino } = await stat(join(home, 'site.record.json'));
  expect(await svc(`${apply} -f site.yaml`)).toMatchObject({ code: 0, stdout: 'No changes.\n' });
  expect(await stat(join(home, 'site.record.json'))).toMatchObject({ ino });
});

describe('the documents of a record', () => {
  /** A machine where two documents of one organization were applied, each alone. */
  const twoDocuments = async () => {
    const me = await siteMachine();
    await me.write(`name: dns\nnotifications:\n${one('dns-1')}${one('dns-2')}`, 'dns.yaml');
    await me.write(`name: web\nnotifications:\n${one('web-1')}${one('web-2')}`, 'web.yaml');
    expect(await me.svc(`${apply} -f dns.yaml`)).toMatchObject({ code: 0 });
    expect(await me.svc(`${apply} -f web.yaml`)).toMatchObject({ code: 0 });
    const names = () => me.world.notifications.map(({ name }) => name).sort();
    return { ...me, names };
  };

  // trust: T-129
  test('that are not given are named, and nothing of them is pruned', async () => {
    const { names, svc, write } = await twoDocuments();
    await write(`name: web\nnotifications:\n${one('web-1')}`, 'web.yaml');
    const plan = await svc(`${diff} -f web.yaml --prune`);
    expect(plan.stdout).toBe(
      '- delete notification web-2 in network-production\n\nPlan: 0 to create, 0 to update, 1 to delete.\n',
    );
    expect(plan.stderr).toContain(
      'The document dns is not given: --prune does not delete what it declared (2 things). To delete that, too: --forget dns',
    );
    expect(await svc(`${apply} -f web.yaml --prune`)).toMatchObject({ code: 0 });
    expect(names()).toEqual(['dns-1', 'dns-2', 'web-1']);
    expect(await svc(`${apply} -f web.yaml --prune --forget dsn`)).toMatchObject({
      code: 2,
      stderr: noted('Did you mean "dns"?'),
    });
    expect(await svc(`${apply} -f web.yaml --prune --forget dns`)).toMatchObject({ code: 0 });
    expect(names()).toEqual(['web-1']);
    expect((await svc(`${diff} -f web.yaml --prune`)).stderr).not.toContain('not given');
  });

  test('are pruned together where all are given, and a thing may move from one to another', async () => {
    const { names, svc, write } = await twoDocuments();
    await write(`name: dns\nnotifications:\n${one('web-1')}`, 'dns.yaml');
    await write(`name: web\nnotifications:\n${one('web-2')}`, 'web.yaml');
    expect(await svc(`${apply} -f dns.yaml -f web.yaml --prune`)).toMatchObject({ code: 0 });
    expect(names()).toEqual(['web-1', 'web-2']);
    await write('name: web\nteams: {}\n', 'web.yaml');
    expect(await svc(`${apply} -f web.yaml --prune`)).toMatchObject({ code: 0 });
    expect(names()).toEqual(['web-1']);
  });

  // trust: T-129
  test('need a name for --prune, and without one nothing of them is ever pruned', async () => {
    const { names, svc, write } = await twoDocuments();
    const nameless = `version: 1\norganization: acme\nnotifications:\n${one('web-1')}${one('web-2')}`;
    expect(await svc(`${apply} -f - --prune`, { stdin: nameless })).toMatchObject({
      code: 2,
      stderr: noted('stdin:1: --prune requires a name in the document, such as name: acme-site.'),
    });
    expect(await svc(`${apply} -f -`, { stdin: nameless.replace('web-1', 'new') })).toMatchObject({ code: 0 });
    await write(`name: web\nnotifications:\n${one('web-1')}`, 'web.yaml');
    const pruned = await svc(`${apply} -f web.yaml --prune`);
    expect(pruned.stderr).toContain('A document without a name declared 1 thing, which --prune does not delete.');
    expect(names()).toContain('new');
  });

  // trust: T-129
  test('cut after its second line deletes nothing without --prune-all', async () => {
    const { names, svc, write } = await twoDocuments();
    await write('name: web\n', 'web.yaml');
    await write('name: dns\n', 'dns.yaml');
    const words = `${apply} -f dns.yaml -f web.yaml`;
    expect(await svc(`${words} --prune`)).toMatchObject({ code: 2, stderr: noted('If that is meant: --prune-all') });
    expect(names()).toHaveLength(4);
    expect(await svc(`${words} --prune-all`)).toMatchObject({ code: 0 });
    expect(names()).toEqual([]);
  });
});

describe('a rename', () => {
  const renamed = async (old: string, next: string, other = '') => {
    const me = await siteMachine();
    await me.write(`${old}${other}`);
    expect(await me.svc(`${apply} -f site.yaml`)).toMatchObject({ code: 0 });
    await me.write(`${next}${other}`);
    return me;
  };

  test.each([
    [
      'notification',
      `notifications:\n${one('rn1')}`,
      `notifications:\n${one('rn2', ', renamed-from: rn1').replace('com/rn2', 'com/rn1')}`,
    ],
    ['agent pool', 'agent-pools: [{ name: rn1 }]\n', 'agent-pools: [{ name: rn2, renamed-from: rn1 }]\n'],
  ])('of a %s with renamed-from is an update, and the key may stay or go', async (kind, old, next) => {
    const { svc, world, write } = await renamed(old, next);
    const ids = () => [...world.notifications, ...world.agentPools].map(({ id, name }) => [id, name]);
    const [[id] = []] = ids();
    expect((await svc(`${diff} -f site.yaml --prune`)).stdout).toMatch(
      new RegExp(
        `^~ update ${kind} rn2.*\\n    name  "rn1" -> "rn2"\\n\\nPlan: 0 to create, 1 to update, 0 to delete\\.`,
      ),
    );
    expect(await svc(`${apply} -f site.yaml --prune`)).toMatchObject({ code: 0 });
    expect(ids()).toEqual([[id, 'rn2']]);
    expect(await svc(`${apply} -f site.yaml --prune`)).toMatchObject({ stdout: 'No changes.\n' });
    await write(next.replace(', renamed-from: rn1', ''));
    expect(await svc(`${apply} -f site.yaml --prune`)).toMatchObject({ stdout: 'No changes.\n' });
  });

  test('without the key is a creation, and the plan names the key where only one thing vanished', async () => {
    const { svc } = await renamed(`notifications:\n${one('rn1')}`, `notifications:\n${one('rn2')}`, one('other'));
    const line = 'If this is a rename, add renamed-from: rn1';
    expect((await svc(`${diff} -f site.yaml`)).stdout).toContain(line);
    const two = await renamed(
      `notifications:\n${one('rn1')}`,
      `notifications:\n${one('rn2')}${one('rn3')}`,
      one('other'),
    );
    expect((await two.svc(`${diff} -f site.yaml`)).stdout).not.toContain('If this is a rename');
    const alone = `version: 1\nname: other\norganization: acme\nnotifications:\n${one('rn2')}`;
    const other = await renamed(`notifications:\n${one('rn1')}`, '');
    // What a document declared that is not given did not vanish.
    expect((await other.svc(`${diff} -`, { stdin: alone })).stdout).toMatch(
      /^\+ create notification rn2(?!.*If this)/s,
    );
  });

  test('by another hand is shown as a difference, and never taken for another entry', async () => {
    const { svc, world, write } = await renamed(`notifications:\n${one('ci')}`, `notifications:\n${one('ci')}`);
    world.notifications[0]!.name = 'theirs';
    expect((await svc(`${diff} -f site.yaml`)).stdout).toContain('name  "theirs" -> "ci"');
    await write(`notifications:\n${one('ci')}${one('theirs')}`);
    expect((await svc(`${diff} -f site.yaml`)).stdout).toContain('Plan: 1 to create, 1 to update, 0 to delete.');
    expect(await svc(`${apply} -f site.yaml`)).toMatchObject({ code: 0 });
    expect(world.notifications.map(({ name, url }) => `${name} ${url}`).sort()).toEqual([
      'ci https://chat.example.com/ci',
      'theirs https://chat.example.com/theirs',
    ]);
  });

  // trust: T-129
  test('by another hand that the document follows keeps the thing, with --prune too', async () => {
    const { svc, world, write } = await renamed(
      `notifications:\n${one('ci')}`,
      `notifications:\n${one('ci')}`,
      one('other'),
    );
    world.notifications[0]!.name = 'theirs';
    await write(`notifications:\n${one('theirs').replace('com/theirs', 'com/ci')}${one('other')}`);
    expect(await svc(`${apply} -f site.yaml --prune`)).toMatchObject({ code: 0, stdout: 'No changes.\n' });
    expect(world.notifications).toHaveLength(2);
  });

  test('of a workspace keeps its entries', async () => {
    const { svc, world, write } = await renamed(
      `notifications:\n${notification('ci')}`,
      `notifications:\n${notification('ci')}`,
    );
    world.workspaces.find(({ name }) => name === 'network-production')!.name = 'network-live';
    expect(await svc(`${diff} -f site.yaml --prune`)).toMatchObject({ stdout: 'No changes.\n' });
    await write('teams: {}\n');
    expect((await svc(`${diff} -f site.yaml --prune`)).stdout).toContain('- delete notification ci in network-live');
  });
});
