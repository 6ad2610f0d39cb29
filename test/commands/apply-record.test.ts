import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { notification, siteMachine } from './site-files.ts';

const apply = 'apply --yes --record site.record.json';
const diff = 'diff --record site.record.json';
const one = (name: string, rest = '') => notification(name, rest).replace('network-*', 'network-production');
const noted = (text: string) => expect.stringContaining(text);

test('apply does not write its record again if nothing changed', async () => {
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
  test('--prune keeps the entries of documents that are not given, and names these documents', async () => {
    const { names, svc, write } = await twoDocuments();
    await write(`name: web\nnotifications:\n${one('web-1')}`, 'web.yaml');
    const plan = await svc(`${diff} -f web.yaml --prune`);
    expect(plan.stdout).toBe(
      '- delete notification web-2 in network-production\n\nPlan: 0 to create, 0 to update, 1 to delete.\n',
    );
    expect(plan.stderr).toContain(
      'The document dns is not given: --prune does not delete what it declared (2 resources). To delete that, too: --forget dns',
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

  test('--prune compares all given documents together, so an entry can move between them', async () => {
    const { names, svc, write } = await twoDocuments();
    await write(`name: dns\nnotifications:\n${one('web-1')}`, 'dns.yaml');
    await write(`name: web\nnotifications:\n${one('web-2')}`, 'web.yaml');
    expect(await svc(`${apply} -f dns.yaml -f web.yaml --prune`)).toMatchObject({ code: 0 });
    expect(names()).toEqual(['web-1', 'web-2']);
    await write('name: web\nteams: {}\n', 'web.yaml');
    expect(await svc(`${apply} -f web.yaml --prune-all`)).toMatchObject({ code: 0 });
    expect(names()).toEqual(['web-1']);
  });

  // trust: T-129
  test('--prune rejects a document without a name, and apply never deletes an entry of such a document', async () => {
    const { names, svc, write } = await twoDocuments();
    const nameless = `version: 1\norganization: acme\nnotifications:\n${one('web-1')}${one('web-2')}`;
    expect(await svc(`${apply} -f - --prune`, { stdin: nameless })).toMatchObject({
      code: 2,
      stderr: noted('stdin:1: --prune requires a name in the document, such as name: acme-site.'),
    });
    expect(await svc(`${apply} -f -`, { stdin: nameless.replace('web-1', 'new') })).toMatchObject({ code: 0 });
    await write(`name: web\nnotifications:\n${one('web-1')}`, 'web.yaml');
    const pruned = await svc(`${apply} -f web.yaml --prune`);
    expect(pruned.stderr).toContain('A document without a name declared 1 resource, which --prune does not delete.');
    expect(names()).toContain('new');
  });

  // trust: T-129
  test('--prune without --prune-all deletes nothing for a document that was cut after its second line', async () => {
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

describe('a document that no longer declares what it declared before', () => {
  // trust: T-221
  test('--prune needs --prune-all if a document declares nothing any more, whatever other documents declared', async () => {
    const { svc, world, write } = await siteMachine();
    await write(`name: web\nagent-pools: [{ name: p }]\nnotifications:\n${one('web-1')}${one('web-2')}`, 'web.yaml');
    await write(`name: dns\nnotifications:\n${one('dns-1')}`, 'dns.yaml');
    for (const name of ['web', 'dns']) expect(await svc(`${apply} -f ${name}.yaml`)).toMatchObject({ code: 0 });
    await write('name: web\n', 'web.yaml');
    for (const documents of ['-f web.yaml', '-f web.yaml -f dns.yaml']) {
      const cut = await svc(`${apply} ${documents} --prune`);
      expect(cut).toExit(
        2,
        'The plan deletes everything that the document web declared. Nothing was changed.',
        '--prune-all',
      );
    }
    expect(world.notifications).toHaveLength(3);
    expect(await svc(`${apply} -f web.yaml --prune-all`)).toMatchObject({
      code: 0,
      stdout: 'Applied 3 of 3 changes.\n',
    });
  });

  // trust: T-221
  test('--prune needs --prune-all if a document lost a whole part, so two documents with one name cannot prune each other', async () => {
    const { svc, world, write } = await siteMachine();
    await write(`agent-pools: [{ name: p }]\nnotifications:\n${one('a')}${one('b')}`);
    await svc(`${apply} -f site.yaml`);
    await write(`notifications:\n${one('a')}`);
    expect(await svc(`${apply} -f site.yaml --prune`)).toExit(
      2,
      'The plan deletes the agent-pools of the document acme, which no longer has that part. Nothing was changed.',
    );
    await write(`agent-pools: []\nnotifications:\n${one('a')}`);
    expect(await svc(`${apply} -f site.yaml --prune`)).toMatchObject({ code: 0, stdout: 'Applied 2 of 2 changes.\n' });
    expect([world.agentPools, world.notifications.length]).toEqual([[], 1]);
  });

  test('two given documents with the same name are an error with both lines', async () => {
    const { svc, write } = await siteMachine();
    await write(`name: web\nnotifications:\n${one('a')}`, 'a.yaml');
    await write(`name: web\nnotifications:\n${one('b')}`, 'b.yaml');
    expect(await svc(`${diff} a.yaml b.yaml`)).toExit(2, 'b.yaml:3: the document web is also in a.yaml:3.');
  });

  test('exports of different parts get different document names, so neither prunes the other', async () => {
    const { home, svc, world, write } = await siteMachine();
    await write(`agent-pools: [{ name: p }]\nnotifications:\n${one('a')}`);
    await svc(`${apply} -f site.yaml --record other.json`);
    const exported = async (parts: string) => {
      const { stdout } = await svc(`export --only ${parts}`);
      await writeFile(join(home, `${parts}.yaml`), stdout);
      return parse(stdout).name;
    };
    expect([await exported('notifications,teams'), await exported('agent-pools'), await exported('banner')]).toEqual([
      'acme-teams-notifications',
      'acme-agent-pools',
      'acme-banner',
    ]);
    for (const words of ['-f notifications,teams.yaml', '-f agent-pools.yaml', '-f notifications,teams.yaml'])
      expect(await svc(`${apply} ${words} --prune`)).toMatchObject({ code: 0, stdout: 'No changes.\n' });
    expect([world.agentPools.length, world.notifications.length]).toEqual([1, 1]);
  });
});

describe('members that leave a team', () => {
  // trust: T-222
  test('members who leave a team count as deletions for --max-deletions', async () => {
    const { svc, write, writes } = await siteMachine();
    await write('teams: { platform: { users: [nell], exact: true } }\n');
    expect(await svc(`${apply} -f site.yaml --max-deletions 0`)).toExit(
      8,
      'The plan deletes 1 resource or member, more than --max-deletions 0.',
    );
    expect(writes()).toEqual([]);
    expect(await svc(`${apply} -f site.yaml --max-deletions 1`)).toMatchObject({ code: 0 });
  });

  // trust: T-222
  test('removing all members of a team needs --prune-all', async () => {
    const { svc, write, writes } = await siteMachine();
    await write('teams: { platform: { users: [], exact: true } }\n');
    const all = 'The plan deletes all members of the team platform. Nothing was changed.';
    expect(await svc(`${apply} -f site.yaml --prune`)).toExit(2, all, '--prune-all');
    expect(writes()).toEqual([]);
    expect(await svc(`${apply} -f site.yaml --prune-all`)).toMatchObject({ code: 0 });
    expect(await svc(`${apply} -f site.yaml`)).toMatchObject({ code: 0, stdout: 'No changes.\n' });
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
  ])(
    'a %s renamed with renamed-from is updated, and renamed-from may stay in the document or be removed',
    async (kind, old, next) => {
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
    },
  );

  test('a rename without renamed-from is a creation, and the plan suggests renamed-from if only one entry vanished', async () => {
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
    // Entries of a document that is not given did not vanish.
    expect((await other.svc(`${diff} -`, { stdin: alone })).stdout).toMatch(
      /^\+ create notification rn2(?!.*If this)/s,
    );
  });

  test('a rename by another user is shown as a difference, and the entry is not confused with a new one of that name', async () => {
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
  test('apply --prune keeps a configuration that another user renamed if the document adopts the new name', async () => {
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

  // trust: T-223
  test('renamed-from with a name that the record does not contain is an error, and id: adopts the configuration', async () => {
    const { svc, world, write, writes } = await siteMachine();
    await svc(
      'notification create -w network-production --name old --destination-type slack --url https://chat.example.com/new'.split(
        ' ',
      ),
    );
    const [{ id } = { id: '' }] = world.notifications;
    await write(`notifications:\n${one('new', ', renamed-from: old')}`);
    const count = writes().length;
    for (const words of [`${diff} -f site.yaml`, `${apply} -f site.yaml`])
      expect(await svc(words)).toExit(
        2,
        `site.yaml:4: renamed-from: notification old exists (${id}), but the record does not know it. To adopt it, add id: ${id} to the entry.`,
      );
    expect(writes()).toHaveLength(count);
    await write(`notifications:\n${one('new', `, id: ${id}, renamed-from: old`)}`);
    expect(await svc(`${apply} -f site.yaml`)).toMatchObject({ code: 0, stdout: 'Applied 1 of 1 change.\n' });
    expect(world.notifications).toMatchObject([{ id, name: 'new' }]);
    // The new name exists, so that the key is spent.
    await svc(
      'notification create -w network-production --name old --destination-type slack --url https://chat.example.com/old'.split(
        ' ',
      ),
    );
    await write(`notifications:\n${one('new', ', renamed-from: old')}`);
    for (const words of [diff, `${diff} --record other.json`])
      expect(await svc(`${words} -f site.yaml`)).toMatchObject({ code: 0, stdout: 'No changes.\n' });
  });

  test('renamed-from with an agent pool that the record does not contain is an error, and id: adopts the pool', async () => {
    const { svc, world, write } = await siteMachine();
    await svc('agent-pool create --name old');
    const [{ id } = { id: '' }] = world.agentPools;
    await write('agent-pools: [{ name: new, renamed-from: old }]\n');
    expect(await svc(`${apply} -f site.yaml`)).toExit(2, `To adopt it, add id: ${id} to the entry.`);
    await write(`agent-pools: [{ id: ${id}, name: new }]\n`);
    expect(await svc(`${apply} -f site.yaml`)).toMatchObject({ code: 0, stdout: 'Applied 1 of 1 change.\n' });
    expect(world.agentPools).toMatchObject([{ id, name: 'new' }]);
  });

  test('renaming one configuration to two names is an error', async () => {
    const { svc, write } = await siteMachine();
    await write(`notifications:\n${one('a', ', renamed-from: old')}${one('b', ', renamed-from: old')}`);
    expect(await svc(`${diff} -f site.yaml`)).toExit(
      2,
      'site.yaml:5: renamed-from: notification old is also in site.yaml:4.',
    );
  });

  // trust: T-224
  test('--prune deletes a configuration that is no longer declared after another user renamed it, and names its id', async () => {
    const { svc, world, write } = await renamed(`notifications:\n${one('ci')}`, 'notifications:\n', one('other'));
    const { id } = world.notifications.find(({ name }) => name === 'ci')!;
    world.notifications.find(({ name }) => name === 'ci')!.name = 'theirs';
    await write(`notifications:\n${one('other')}`);
    const spared = await svc(`${diff} -f site.yaml`);
    expect(spared).toMatchObject({ code: 0, stdout: 'No changes without --prune.\n' });
    expect(spared.stderr).toContain(
      `notification ci in network-production is called theirs now (${id}), and no document declares it.`,
    );
    const plan = await svc(`${diff} -f site.yaml --prune`);
    expect(plan.stdout.replace(/\s+/g, ' ')).toContain(
      `- delete notification ci in network-production Warning: It is called theirs now (${id}), and no document declares it.`,
    );
    expect(await svc(`${apply} -f site.yaml --prune`)).toMatchObject({ code: 0, stdout: 'Applied 1 of 1 change.\n' });
    expect(world.notifications).toMatchObject([{ name: 'other' }]);
  });

  test('renaming a workspace keeps its entries', async () => {
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
