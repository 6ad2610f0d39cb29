import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { machineAt, sandboxWithState as sandbox } from '../support/svc.ts';

/** A sandbox whose team platform has uma, and the writes it got. */
async function acme() {
  const writes: string[] = [];
  const onRequest = ({ method, status }: { method: string; status: number }) => {
    if (method !== 'GET') writes.push(`${method} ${status}`);
  };
  const service = await sandbox({ onRequest });
  const { teams, users } = service.state.world;
  const membersOf = (team: string) => {
    const names = new Map(users.map(({ id, username }) => [id, username]));
    return teams
      .filter(({ name, organization }) => name === team && organization === 'acme')
      .flatMap((found) => found.users.map((id) => names.get(id)));
  };
  const addServiceAccount = () => {
    const robot = { id: 'user-robot', username: 'robot', email: 'robot@acme.example', passwordHash: null };
    users.push({ ...robot, siteAdmin: false, service: true });
    teams.find(({ name }) => name === 'platform')!.users.push(robot.id);
  };
  const members = () => membersOf('platform');
  return { ...(await machineAt(service, 'owner')), addServiceAccount, members, membersOf, writes };
}

describe('team set', () => {
  test('team set adds missing users, removes the others, and prints both changes', async () => {
    const { members, svc } = await acme();
    const { code, stderr, stdout } = await svc('team set platform nell max --yes -o json');
    expect([code, members()]).toEqual([0, ['nell', 'max']]);
    expect(stderr).toBe(
      'Team platform:\n  + nell\n  + max\n  - uma\nAdded 2 users to team platform.\nRemoved 1 user from team platform.\n',
    );
    expect(JSON.parse(stdout)).toEqual([
      { username: 'nell', change: 'added' },
      { username: 'max', change: 'added' },
      { username: 'uma', change: 'removed' },
    ]);
  });

  test('team set with the current users changes nothing and does not prompt', async () => {
    const { svc, writes } = await acme();
    const { code, stderr, stdout } = await svc('team set acme/platform uma uma');
    expect([code, stdout, writes]).toEqual([0, 'uma\tunchanged\n', []]);
    expect(stderr).toBe('Team platform has exactly these users already.\n');
  });

  test('team set on a terminal without names preselects the current users of the team', async () => {
    const { addServiceAccount, members, svc } = await acme();
    addServiceAccount();
    const changed = await svc('team set', { tty: true, answers: ['plat', 'uma nell'] });
    expect([changed.code, members()]).toEqual([0, ['uma', 'robot', 'nell']]);
    expect(changed.stderr).toContain('To repeat this without prompts: svc team set');
    const kept = await svc('team set platform', { tty: true, answers: [true] });
    expect(kept).toExit(0, 'Team platform has exactly these users already.', 'svc team set platform uma nell');
  });

  test('team set recognises a member by the user id', async () => {
    const { svc, writes, members } = await acme();
    const { stdout } = await svc('team members platform --jq .[0].id');
    expect(await svc(['team', 'set', 'platform', stdout.trim()])).toMatchObject({ code: 0 });
    expect([members(), writes]).toEqual([['uma'], []]);
  });

  test('team set neither removes nor counts a service account', async () => {
    const { addServiceAccount, members, svc } = await acme();
    addServiceAccount();
    expect(await svc('team set platform nell --yes')).toMatchObject({ code: 0, stdout: 'nell\tadded\numa\tremoved\n' });
    expect(members()).toEqual(['robot', 'nell']);
  });

  test('team set reads the users from a file', async () => {
    const { home, members, svc } = await acme();
    await writeFile(join(home, 'members.txt'), '# the team\numa\nnell\n');
    expect(await svc('team set platform --from-file members.txt')).toMatchObject({
      code: 0,
      stdout: 'nell\tadded\numa\tunchanged\n',
    });
    expect(members()).toEqual(['uma', 'nell']);
  });

  test('team set prompts before it removes anyone', async () => {
    const { members, svc, writes } = await acme();
    const { asked, code, stderr } = await svc('team set platform nell', { tty: true, answers: [false] });
    expect([code, asked, members(), writes]).toEqual([130, ['Remove 1 user from team platform?'], ['uma'], []]);
    expect(stderr).toContain('Nothing was changed.');
    expect(await svc('team set platform nell')).toExit(2, '--yes');
  });

  test('team set removes no user if another user is rejected', async () => {
    const { home, members, svc } = await acme();
    await writeFile(join(home, 'members.txt'), 'nell\nnobody-of-that-name\n');
    const { code, stderr } = await svc('team set platform --from-file members.txt --yes');
    expect([code, members()]).toEqual([5, ['uma', 'nell']]);
    expect(stderr).toContain('No user was removed.');
    expect(stderr).toContain('line 2: "nobody-of-that-name"');
  });

  test('team set --dry-run shows every request: each batch of additions, then the removals', async () => {
    const { svc, writes } = await acme();
    const { code, stderr, stdout } = await svc('team set platform nell olive max --batch 2 --dry-run -o ndjson');
    const requests = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(requests.map(({ body, method }) => [method, ...body.data.map(({ id }: { id: string }) => id)])).toEqual([
      ['POST', 'nell', 'olive'],
      ['POST', 'max'],
      ['DELETE', 'uma'],
    ]);
    expect([code, writes, stderr.match(/Dry run/g)]).toEqual([0, [], ['Dry run']]);
  });

  test('team set does not remove the last owner if all new owners are rejected', async () => {
    const { membersOf, svc } = await acme();
    const { code, stderr } = await svc('team set owners nobody-of-that-name --yes');
    expect([code, membersOf('owners')]).toEqual([5, ['olive']]);
    expect(stderr).toContain('No user was removed.');
  });

  test.each([
    ['no names', [], '', 'Missing names.'],
    ['an empty list', ['-'], '# none\n', 'No user was removed.'],
    ['stdin twice', ['-', '--from-file', '-'], '', 'only once'],
  ])('team set rejects %s', async (_, words, stdin, why) => {
    const { svc, writes } = await acme();
    const { code, stderr } = await svc(['team', 'set', 'platform', ...words, '--yes'], { stdin });
    expect([code, writes]).toEqual([2, []]);
    expect(stderr).toContain(why);
  });
});
