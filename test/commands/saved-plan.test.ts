import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { World } from '../../src/sandbox/world.ts';
import { notification, production, siteMachine } from './site-files.ts';

const record = '--record site.record.json';
const one = (name: string, rest = '') => notification(name, rest).replace('network-*', 'network-production');

describe('a saved plan', () => {
  /** A machine with a plan that creates one thing, updates one and deletes one. */
  const planned = async () => {
    const me = await siteMachine();
    await me.write(`notifications:\n${one('changed')}${one('deleted')}`);
    expect(await me.svc(`apply site.yaml --yes ${record}`)).toMatchObject({ code: 0 });
    const token = `, token: { env: HOOK }`;
    const made = one('made', token).replace('slack', 'generic');
    await me.write(`notifications:\n${one('changed').replace('chat.', 'talk.')}${made}`);
    expect(await me.svc(`diff site.yaml --prune ${record} --out site.plan`)).toMatchObject({ code: 0 });
    const names = () => me.world.notifications.map(({ name }) => name).sort();
    const apply = (words = '--yes') =>
      me.svc(`apply --plan site.plan ${record} ${words}`, { env: { HOOK: 'the-key' } });
    return { ...me, apply, names };
  };

  test('a saved plan is applied with its deletions, and contains no secret', async () => {
    const { apply, home, names } = await planned();
    const path = join(home, 'site.plan');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ 'svc-plan': 2, changes: [{}, {}, {}] });
    const dry = await apply('--dry-run');
    expect(dry).toMatchObject({ code: 0, stdout: expect.stringContaining('1 to create, 1 to update, 1 to delete') });
    expect(await apply()).toMatchObject({ code: 0, stdout: 'Applied 3 of 3 changes.\n' });
    expect(names()).toEqual(['changed', 'made']);
    expect(await readFile(path, 'utf8')).not.toContain('the-key');
  });

  test.each([
    ['the documents', async ({ write }: Awaited<ReturnType<typeof planned>>) => write(`notifications:\n${one('x')}`)],
    ['the site', ({ world }) => Object.assign(world.notifications[0]!, { url: 'https://their.example.com' })],
    [
      'the record',
      async ({ home }) => {
        const path = join(home, 'site.record.json');
        await writeFile(
          path,
          (await readFile(path, 'utf8')).replace('"secrets":{}', '"secrets":{"token":{"state":"unknown"}}'),
        );
      },
    ],
    [
      'the address',
      async ({ home }) => {
        const path = join(home, 'site.plan');
        await writeFile(path, (await readFile(path, 'utf8')).replace('127.0.0.1', '127.0.0.2'));
      },
    ],
  ] as [string, (me: Awaited<ReturnType<typeof planned>>) => unknown][])(
    'a saved plan is not applied if %s changed after it was saved',
    async (words, change) => {
      const me = await planned();
      await change(me);
      const before = structuredClone(me.world.notifications);
      expect(await me.apply()).toExit(
        8,
        new RegExp(`^Error: The plan is out of date: .*${words}.* changed since\\. Nothing was applied\\.`),
      );
      expect(me.world.notifications).toEqual(before);
    },
  );

  // trust: T-196
  test('a saved plan is compared with the record of --record, and cannot name a record itself', async () => {
    const { apply, home, svc, writes } = await planned();
    const before = writes();
    const other = await svc('apply --plan site.plan --yes', { env: { HOOK: 'the-key' } });
    expect(other).toExit(8, 'The plan is out of date: the record and the site changed since. Nothing was applied.');
    const path = join(home, 'site.plan');
    const plan = JSON.parse(await readFile(path, 'utf8'));
    expect(JSON.stringify(plan.flags)).not.toContain('record');
    await writeFile(path, JSON.stringify({ ...plan, flags: { ...plan.flags, record: 'their.record.json' } }));
    expect(await apply()).toExit(2, 'is not a plan of svc diff --out');
    expect([writes(), existsSync(join(home, 'their.record.json'))]).toEqual([before, false]);
  });

  // trust: T-196
  test('an edited plan that names other files in place of its documents prints no line of these files', async () => {
    const { apply, home, writes } = await planned();
    const before = writes();
    const path = join(home, 'site.plan');
    const plan = JSON.parse(await readFile(path, 'utf8'));
    await writeFile(join(home, 'secrets'), 'a-secret-key: [\nanother-secret\n');
    for (const file of [['secrets'], ['site.yaml', 'secrets'], []]) {
      await writeFile(path, JSON.stringify({ ...plan, flags: { ...plan.flags, file } }));
      for (const words of ['--yes', '--dry-run']) {
        const { code, stderr, stdout } = await apply(words);
        expect([file, code]).toEqual([file, file.length === 0 ? 2 : 8]);
        expect(stdout + stderr).not.toMatch(/a-secret-key|another-secret/);
      }
    }
    expect(writes()).toEqual(before);
  });

  // trust: T-215
  test.each([
    [
      'a notification',
      `notifications:\n${one('ci')}`,
      (world: World) => Object.assign(world.notifications[0]!, { triggers: ['run:created'] }),
    ],
    [
      'an agent pool',
      'agent-pools: [{ name: p }]\n',
      (world) => Object.assign(world.agentPools[0]!, { allowedWorkspaces: [production] }),
    ],
    [
      'an OAuth client',
      'oauth-clients: [{ name: ours, service-provider: github, http-url: "https://github.com", api-url: "https://api.github.com", oauth-token-string: { env: HOOK } }]\n',
      (world) => Object.assign(world.oauthClients.at(-1)!, { key: 'their-key' }),
    ],
    [
      'a banner',
      'site: { banner: { title: T, body: B, style: info, audience: all_users } }\n',
      (world) => Object.assign(world.banners[0]!.attributes, { body: 'Theirs' }),
    ],
  ] as [string, string, (world: World) => unknown][])(
    'a saved plan does not delete %s that another user changed after the plan was saved',
    async (_, text, change) => {
      const { svc, world, write, writes } = await siteMachine();
      await write(text);
      const applied = await svc(`apply site.yaml --yes ${record}`, { env: { HOOK: 'a-token-of-the-provider' } });
      expect(applied).toMatchObject({ code: 0 });
      await write('teams: {}\n');
      expect(await svc(`diff site.yaml --prune ${record} --out site.plan`)).toMatchObject({ code: 0 });
      change(world);
      const count = writes().length;
      expect(await svc(`apply --plan site.plan --yes --prune-all ${record}`)).toExit(
        8,
        'the site changed since. Nothing was applied.',
      );
      expect(writes()).toHaveLength(count);
    },
  );

  // trust: T-215
  test('a plan of an earlier svc is rejected, because it does not contain the compared state', async () => {
    const { apply, home, world } = await planned();
    const path = join(home, 'site.plan');
    const plan = JSON.parse(await readFile(path, 'utf8'));
    const changes = plan.changes.map(({ seen: _, ...change }: { seen: string }) => change);
    await writeFile(path, JSON.stringify({ ...plan, 'svc-plan': 1, changes }));
    const before = structuredClone(world.notifications);
    const rejected = await apply();
    expect(rejected).toExit(8, 'is of an earlier svc', 'To make a new one: svc diff --out FILE');
    expect(world.notifications).toEqual(before);
    await writeFile(path, JSON.stringify({ ...plan, changes }));
    expect(await apply()).toExit(2, 'is not a plan of svc diff --out');
  });

  test('a saved plan is not applied for another organization', async () => {
    const { home, svc, writes } = await siteMachine();
    await writeFile(join(home, 'pools.yaml'), 'version: 1\nname: pools\nagent-pools: [{ name: p }]\n');
    expect(await svc('diff pools.yaml --organization acme --out site.plan')).toMatchObject({ code: 0 });
    const other = await svc('apply --plan site.plan --organization globex --yes');
    expect(other).toExit(8, 'The plan is out of date: the organization changed since. Nothing was applied.');
    const path = join(home, 'site.plan');
    await writeFile(path, (await readFile(path, 'utf8')).replace('"organization":"acme",', ''));
    expect(await svc('apply --plan site.plan --yes')).toExit(8, 'the organization changed since. Nothing was applied.');
    expect(writes()).toEqual([]);
  });

  test('apply --plan accepts only a file written by svc diff --out, and diff --out accepts only documents in files', async () => {
    const { apply, home, svc } = await planned();
    expect(await svc('apply --plan none --yes')).toExit(2, 'none does not exist');
    await writeFile(join(home, 'site.plan'), '{}');
    expect(await apply()).toExit(2, 'is not a plan of svc diff --out');
    for (const words of [
      'apply --plan site.plan site.yaml',
      'apply --plan site.plan -f site.yaml',
      'diff - --out site.plan',
    ])
      expect(await svc(words, { stdin: 'version: 1\n' })).toExit(2, 'cannot be used with');
  });

  // trust: T-189
  test.each(['[', '{"a":'])('a plan file with 100,000 nested %s is rejected', async (bracket) => {
    const { apply, home } = await planned();
    const plan = JSON.parse(await readFile(join(home, 'site.plan'), 'utf8'));
    const deep = `${bracket.repeat(100_000)}1${(bracket === '[' ? ']' : '}').repeat(100_000)}`;
    const text = JSON.stringify({ ...plan, changes: ['deep'] }).replace('"deep"', deep);
    await writeFile(join(home, 'site.plan'), text);
    expect(await apply()).toExit(2, 'site.plan is not a plan of svc diff --out.');
  });
});
