import { describe, expect, test } from 'vitest';
import { siteMachine } from './site-files.ts';

const ivo = 'user-K2dWn7QvSi1XhE9g';

/** A site whose team platform has uma, and the usernames of its members. */
async function acme() {
  const me = await siteMachine();
  const { teams, users } = me.world;
  const platform = teams.find(({ name }) => name === 'platform')!;
  const members = () => platform.users.map((id) => users.find((user) => user.id === id)!.username);
  return { ...me, members, platform, users };
}

describe('memberships in the document of a site', () => {
  test('memberships add people by e-mail address or id, also invited people, and a second apply changes nothing', async () => {
    const { members, svc, write, writes } = await acme();
    await write('teams:\n  platform: { memberships: [ivo@acme.example, ou-P7sJh5TyQc9LdG2e], users: [max] }\n');
    const diff = await svc('diff -f site.yaml -o json');
    expect(JSON.parse(diff.stdout)[0].changes).toEqual([
      { attribute: 'users', from: ['uma'], to: ['uma', 'max', 'ivo@acme.example', 'ou-P7sJh5TyQc9LdG2e'] },
    ]);
    expect(await svc('apply -f site.yaml --yes')).toMatchObject({ code: 0 });
    expect(members()).toEqual(['uma', 'max', 'ivo', 'nell']);
    expect(writes()).toHaveLength(2);
    expect((await svc('diff -f site.yaml --check')).code).toBe(0);
  });

  test('memberships with exact: true remove the members that neither users nor memberships name', async () => {
    const { members, platform, svc, write } = await acme();
    platform.users.push('user-E9kPx3GhUa7VsD2r', ivo);
    await write('teams:\n  platform: { memberships: [IVO@acme.example], users: [nell], exact: true }\n');
    expect(await svc('apply -f site.yaml --yes')).toMatchObject({ code: 0 });
    expect(members()).toEqual(['ivo', 'nell']);
    expect((await svc('diff -f site.yaml --check')).code).toBe(0);
  });

  test('an e-mail address without exactly one membership is an error with its line, and nothing is sent', async () => {
    const { svc, users, write, writes } = await acme();
    users.find(({ username }) => username === 'max')!.email = 'nell@acme.example';
    await write('teams:\n  platform: { memberships: [nobody@acme.example, nell@acme.example] }\n');
    const { code, stderr } = await svc('apply -f site.yaml --yes');
    expect([code, writes()]).toEqual([2, []]);
    expect(stderr).toContain('nobody@acme.example: No membership of acme has this e-mail address');
    expect(stderr).toContain(
      'nell@acme.example: Several memberships have this e-mail address: ou-X4fKr8VnBz1MwS6t and',
    );
  });

  test.each(['{}', '{ exact: true }', '{ memberships: ivo@acme.example }'])(
    'memberships reject a team of %s',
    async (entry) => {
      const { svc, write } = await acme();
      await write(`teams:\n  platform: ${entry}\n`);
      expect(await svc('diff -f site.yaml')).toExit(2, 'platform');
    },
  );

  test('an export lists people who are only invited as memberships, and apply accepts it', async () => {
    const { members, platform, svc, write } = await acme();
    platform.users.push(ivo);
    const { stdout } = await svc('export --only teams');
    expect(stdout).toContain('platform:\n    users: [uma]\n    memberships: [ivo@acme.example]\n    exact: true\n');
    platform.users.splice(0, 2, 'user-B5jLt8YcRo4MzF6w');
    await write(stdout.replace(/^(version|name|organization): .*$/gm, ''));
    expect(await svc('apply -f site.yaml --yes')).toMatchObject({ code: 0 });
    expect(members().toSorted()).toEqual(['ivo', 'uma']);
  });
});
