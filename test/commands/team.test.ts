import { once } from 'node:events';
import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json as jsonOf } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Machine, machine, machineAt, sandboxWithState as sandbox } from '../support/svc.ts';

const platform = 'team-V8nXk4JtQs2GyB6d';

/** A sandbox with that many more people in acme, and the requests it got. */
async function crowd(size = 0) {
  const requests: string[] = [];
  const onRequest = ({ method, status, target }: { method: string; status: number; target: string }) =>
    void requests.push(`${method} ${target} ${status}`);
  const service = await sandbox({ onRequest });
  const { world } = service.state;
  const names = Array.from({ length: size }, (_, index) => `person-${index + 1}`);
  for (const username of names) {
    const id = `user-${username}`;
    const email = `${username}@acme.example`;
    world.users.push({ id, username, email, passwordHash: null, siteAdmin: false, service: false });
    world.memberships.push({ id: `ou-${username}`, user: id, organization: 'acme', status: 'active' });
  }
  const me = await machineAt(service, 'owner');
  const members = () => {
    const users = new Map(service.state.world.users.map(({ id, username }) => [id, username]));
    return world.teams.find(({ id }) => id === platform)!.users.map((id) => users.get(id));
  };
  return { ...me, names, members, requests };
}

/** A service that rejects some names and records every body; with `pointing` its problems point at them. */
async function strict(rejects: (name: string) => string | undefined, { status = 422, pointing = false } = {}) {
  const bodies: string[][] = [];
  const accepted: string[] = [];
  const server = createServer(async (request, response) => {
    // After a denied write the program asks whose token it has.
    if (request.method === 'GET') return void response.writeHead(404).end();
    const { data } = (await jsonOf(request)) as { data: { id: string }[] };
    const ids = data.map(({ id }) => id);
    bodies.push(ids);
    const errors = ids.flatMap((id, at) => {
      const detail = rejects(id);
      return detail === undefined ? [] : { title: 'no', detail, source: pointing ? { pointer: `/data/${at}/id` } : {} };
    });
    if (errors.length === 0) accepted.push(...ids);
    response.writeHead(errors.length > 0 ? status : 204, { 'content-type': 'application/vnd.api+json' });
    response.end(errors.length > 0 ? JSON.stringify({ errors }) : undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { bodies, accepted, ...(await machine({ SVC_ADDRESS: address, SVC_TOKEN: 'a-token-of-somebody' })) };
}

const ids = (stdout: string) => (JSON.parse(stdout) as { id: string }[]).map(({ id }) => id);
const errorOf = (stderr: string) => JSON.parse(stderr.trim().split('\n').at(-1)!).error;

describe('the team argument', () => {
  test.each([
    ['its id', platform, {}],
    ['ORG/NAME', 'acme/platform', { SVC_ORGANIZATION: undefined }],
    ['NAME, with a default organization', 'platform', {}],
  ])('a team argument can be %s', async (_, team, env) => {
    const { members, svc } = await crowd();
    expect(await svc(['team', 'add-user', team, 'nell'], { env })).toMatchObject({ code: 0, stdout: 'users\tnell\n' });
    expect(members()).toEqual(['uma', 'nell']);
  });

  test('a team name without an organization is a usage error before anything is sent', async () => {
    const { requests, svc } = await crowd();
    const { code, stderr } = await svc('team add-user platform nell', { env: { SVC_ORGANIZATION: undefined } });
    expect([code, requests]).toEqual([2, []]);
    expect(stderr).toContain('ORG/platform');
  });

  test('a mistyped team name gets a suggestion on a terminal only', async () => {
    const { svc } = await crowd();
    expect(await svc('team add-user platfrom nell', { tty: true, env: { SVC_RETRIES: '1' } })).toExit(
      3,
      'Did you mean "platform"?',
    );
    expect((await svc('team add-user platfrom nell')).stderr).not.toContain('Did you mean');
  });

  test.each(['acme/', '/platform', 'a/b/c'])('team add-user rejects %s as a team', async (team) => {
    expect((await (await crowd()).svc(['team', 'add-user', team, 'nell'])).code).toBe(2);
  });
});

describe('lists of names', () => {
  test('names are read from arguments, a file and stdin, once each, without blank lines and comments', async () => {
    const { bodies, home, svc } = await strict(() => undefined);
    await writeFile(join(home, 'names.txt'), '\uFEFF# the new ones\r\nada\r\n\r\n  bob \r\nada\r\n');
    const words = ['team', 'add-user', platform, 'cleo', '-', 'ada', '--from-file', 'names.txt', '--json'];
    const { code, stderr, stdout } = await svc(words, { stdin: '#\ndan\ncleo' });
    expect([code, ids(stdout), bodies]).toEqual([0, ['cleo', 'dan', 'ada', 'bob'], [['cleo', 'dan', 'ada', 'bob']]]);
    expect(stderr).toBe(`Added 4 users to team ${platform}.\n`);
  });

  test.each([
    ['none at all', [], 'Missing names'],
    ['stdin twice', ['-', '--from-file', '-'], 'only once'],
    ['an empty one', [''], 'empty'],
    ['a file that is not there', ['--from-file', 'nope.txt'], 'nope.txt'],
    ['batches of nothing', ['ada', '--batch', '0'], '--batch'],
  ])('a usage error names the mistake in a list of names: %s', async (_, words, said) => {
    const { bodies, svc } = await strict(() => undefined);
    const { code, stderr, stdout } = await svc(['team', 'add-user', platform, ...words]);
    expect([code, stdout, bodies]).toEqual([2, '', []]);
    expect(stderr).toContain(said);
  });

  test('an empty list of names sends nothing and exits with 0', async () => {
    const { bodies, svc } = await strict(() => undefined);
    expect(await svc(['team', 'add-user', platform, '-', '--json'])).toMatchObject({ code: 0, stdout: '[]\n' });
    expect(bodies).toEqual([]);
  });
});

test.each([
  ['add-user', 'POST', 'users', 'nell'],
  ['remove-user', 'DELETE', 'users', 'uma'],
  ['add-membership', 'POST', 'organization-memberships', 'ou-L1vUe9WdKy6ShR3a'],
  ['remove-membership', 'DELETE', 'organization-memberships', 'ou-D3wZm6RkHv8YnA4u'],
])('team %s sends %s with %s, and prints the names', async (verb, method, type, name) => {
  const { requests, svc } = await crowd();
  const dry = await svc(['team', verb, platform, name, '--dry-run', '--json']);
  expect(JSON.parse(dry.stdout)).toMatchObject({ method, body: { data: [{ type, id: name }] } });
  expect(requests).toEqual([]);
  const { code, stdout } = await svc(['team', verb, platform, name, '--json']);
  expect([code, JSON.parse(stdout)]).toEqual([0, [{ type, id: name }]]);
  expect(requests).toEqual([`${method} /api/v2/teams/${platform}/relationships/${type} 204`]);
  const again = await svc(['team', verb, platform, name, '--json']);
  expect([again.code, again.stdout]).toEqual([0, stdout]);
  expect(again.stderr).toMatch(/^1 (user|membership) was (already in|not in) team \S+\.\n$/);
});

test('team add-user --dry-run shows each of several requests', async () => {
  const { bodies, svc } = await strict(() => undefined);
  const { code, stderr, stdout } = await svc(`team add-user ${platform} a b c --batch 2 --dry-run`);
  expect([code, bodies]).toEqual([0, []]);
  expect(stderr).toContain('Dry run: nothing was sent.\n');
  expect(stdout.match(/^POST .+\/relationships\/users$/gm)).toHaveLength(2);
  for (const name of ['a', 'b', 'c']) expect(stdout).toContain(`"${name}"`);
});

describe('a rejected batch', () => {
  const names = Array.from({ length: 40 }, (_, index) => `n${index}`);
  const bad = new Set(['n3', 'n4', 'n27']);
  const rejects = (name: string) => (bad.has(name) ? `${name} does not exist` : undefined);
  const add = (me: Pick<Machine, 'svc'>, ...more: string[]) =>
    me.svc(['team', 'add-user', platform, ...names, '--batch', '16', '--json', ...more]);

  test.each([
    ['400, and halved', 400, false],
    ['422, and halved', 422, false],
    ['422, and taken apart where the service points', 422, true],
  ])(
    'team add-user adds all names except the rejected ones if the service rejects a batch with %s',
    async (_, status, pointing) => {
      const me = await strict(rejects, { status, pointing });
      const { code, stderr, stdout } = await add(me);
      const good = names.filter((name) => !bad.has(name));
      expect([code, ids(stdout)]).toEqual([5, good]);
      expect(errorOf(stderr)).toMatchObject({
        code: 'rejected',
        message: 'The service rejected 3 of 40 users.',
        errors: [...bad].map((name) => ({ title: `"${name}"`, detail: `${name} does not exist` })),
      });
      expect(stderr).toContain('Added 37 users to team');
      expect(me.accepted.toSorted()).toEqual(good.toSorted());
      expect(new Set(me.accepted).size).toBe(me.accepted.length);
      const alone = me.bodies.filter((body) => body.length === 1).flat();
      expect(alone).toEqual(expect.arrayContaining(pointing ? [] : [...bad]));
      expect(me.bodies.length).toSatisfy((count) => !pointing || count === 5);
    },
  );

  test('users who are already in the team are not a failure, however the service words it', async () => {
    for (const words of ['User is already a member of the team', 'n3 has already been added to this team']) {
      const me = await strict((name) => (bad.has(name) ? words : undefined));
      const { code, stderr, stdout } = await add(me);
      expect([code, ids(stdout)]).toEqual([0, names]);
      expect(stderr).toContain('3 users were already in team ');
    }
  });

  test('a user outside the organization is a failure, also when removing', async () => {
    const me = await strict(() => 'x is not a member of the organization acme');
    expect((await me.svc(['team', 'remove-user', platform, 'x'])).code).toBe(5);
    expect((await me.svc(['team', 'add-user', platform, 'x'])).code).toBe(5);
  });

  test('a batch without an accepted name prints nothing on stdout', async () => {
    const me = await strict((name) => `${name} does not exist`);
    expect(await me.svc(['team', 'add-user', platform, 'a', 'b'])).toFail(
      5,
      '"a": a does not exist',
      '"b": b does not exist',
    );
  });

  test('a status code that does not concern names stops the run, and the changes so far are reported', async () => {
    const me = await strict((name) => (name === 'n20' ? 'the last owner stays' : undefined), { status: 403 });
    const { code, stderr, stdout } = await add(me);
    expect([code, ids(stdout), me.bodies.length]).toEqual([4, names.slice(0, 16), 2]);
    expect(stderr).toContain('Stopped after 16 of 40 users. The command can be repeated safely.');
    expect(errorOf(stderr)).toMatchObject({ code: 'auth', errors: [{ detail: 'the last owner stays' }] });
  });
});

test.each(['remove-user', 'remove-membership'])(
  'team %s of the last owner suggests adding another owner first, and does not blame the token',
  async (verb) => {
    const service = await sandbox();
    const { svc } = await machineAt(service, 'owner');
    const { id } = service.state.world.memberships.find(({ user }) => user === service.state.owners('acme')[0]!.id)!;
    const { code, stderr } = await svc(['team', verb, 'acme/owners', verb === 'remove-user' ? 'olive' : id]);
    expect([code, stderr]).toEqual([
      4,
      `Error: The service rejected the removal.
  The last owner of an organization cannot be removed
Hint: Add another owner first, with svc team add-user.
`,
    ]);
  },
);

describe('names that the service rejects', () => {
  const rejects = (name: string) => (name.startsWith('bad') ? 'no such user' : undefined);
  const add = ['team', 'add-user', platform];

  test('a rejected name is reported with its line in the file or on stdin', async () => {
    const { home, svc } = await strict(rejects);
    await writeFile(join(home, 'names.txt'), '# new\n\nbad-one\ngood\nbad-one\n');
    const one = await svc([...add, '--from-file', 'names.txt', 'bad-arg']);
    expect(one.code).toBe(5);
    expect(one.stderr).toContain('  "bad-arg": no such user\n  line 3: "bad-one": no such user\n');
    const both = await svc([...add, '--from-file', 'names.txt', '-'], { stdin: 'good\r\nbad-two' });
    expect(both.stderr).toContain(
      '  stdin line 2: "bad-two": no such user\n  names.txt line 3: "bad-one": no such user\n',
    );
  });

  test('rejected names after the first twenty are only counted', async () => {
    const { svc } = await strict(rejects);
    const typed = Array.from({ length: 30 }, (_, index) => `bad${index + 1}`).join('\n');
    const { stderr } = await svc([...add, '-'], { stdin: `good\n${typed}` });
    expect(stderr).toContain('The service rejected 30 of 31 users.');
    expect(stderr.match(/no such user/g)).toHaveLength(20);
    expect(stderr).toContain('line 21: "bad20"');
    expect(stderr).toContain(
      '10 more failures are not shown. To write all names that failed to a file: --failed-to FILE',
    );
  });

  test('--failed-to lists the rejected names line by line, and a run with that file sends only these names', async () => {
    const fixed = new Set<string>();
    const { bodies, home, svc } = await strict((name) => (fixed.has(name) ? undefined : rejects(name)));
    const words = [...add, '--from-file', 'names.txt', '--failed-to', 'failed.txt'];
    await writeFile(join(home, 'names.txt'), 'ada\nbad-one\nbob\nbad-two\n');
    const { stderr } = await svc(words);
    expect(readFileSync(join(home, 'failed.txt'), 'utf8')).toBe('bad-one\nbad-two\n');
    expect(stderr).toContain('Hint: To try these names again: --from-file failed.txt\n');
    fixed.add('bad-one');
    bodies.length = 0;
    const again = [...add, '--from-file', 'failed.txt', '--failed-to', 'failed.txt'];
    expect((await svc(again)).code).toBe(5);
    expect(bodies[0]).toEqual(['bad-one', 'bad-two']);
    fixed.add('bad-two');
    expect((await svc(again)).code).toBe(0);
    expect(readFileSync(join(home, 'failed.txt'), 'utf8')).toBe('');
    expect((await svc(again)).code).toBe(0);
  });

  test('--failed-to also lists the names that were not sent because the run stopped early', async () => {
    const { home, svc } = await strict((name) => (name === 'c' ? 'the last owner stays' : undefined), { status: 403 });
    const words = [...add, 'a', 'b', 'c', 'd', '--batch', '1', '--failed-to', 'failed.txt'];
    expect((await svc(words)).code).toBe(4);
    expect(readFileSync(join(home, 'failed.txt'), 'utf8')).toBe('c\nd\n');
  });

  test('--failed-to replaces a link, and does not write to its target', async () => {
    const { home, svc } = await strict(rejects);
    await writeFile(join(home, 'elsewhere.txt'), 'mine');
    symlinkSync(join(home, 'elsewhere.txt'), join(home, 'failed.txt'));
    await svc([...add, 'bad', '--failed-to', 'failed.txt']);
    expect(readFileSync(join(home, 'elsewhere.txt'), 'utf8')).toBe('mine');
    expect(lstatSync(join(home, 'failed.txt')).isFile()).toBe(true);
    expect(readFileSync(join(home, 'failed.txt'), 'utf8')).toBe('bad\n');
  });

  test.each([
    ['in no folder', 'nowhere/at/failed.txt', 'Cannot write nowhere/at/failed.txt: folder nowhere/at does not exist'],
    ['""', '', 'Error: --failed-to must not be empty.\n'],
    ['-', '-', '--failed-to must be a file'],
  ])('--failed-to %s exits with 2 before anything is sent', async (_, path, message) => {
    const { bodies, svc } = await strict(rejects);
    const { code, stderr } = await svc([...add, 'a', '--failed-to', path]);
    expect([code, bodies, stderr]).toEqual([2, [], expect.stringContaining(message)]);
  });

  test('--failed-to lists all names if there is no token, and is not changed if the command line is wrong', async () => {
    const { home, svc } = await strict(rejects);
    const file = join(home, 'failed.txt');
    for (const [words, left] of [
      [[platform, 'a', 'b'], 'a\nb\n'],
      [[platform, '--from-file', 'missing.txt'], 'old\n'],
      [[platform], 'old\n'],
    ] as const) {
      await writeFile(file, 'old\n');
      const env = { SVC_TOKEN: undefined };
      const { code } = await svc(['team', 'add-user', ...words, '--failed-to', 'failed.txt'], { env });
      expect([code, readFileSync(file, 'utf8')]).toEqual([left === 'old\n' ? 2 : 4, left]);
    }
  });

  test('--failed-to writes nothing in a dry run', async () => {
    const { home, svc } = await strict(rejects);
    expect((await svc([...add, 'a', '--failed-to', 'failed.txt', '--dry-run'])).code).toBe(0);
    expect(existsSync(join(home, 'failed.txt'))).toBe(false);
  });
});

describe('2,000 names on stdin', () => {
  test('2,000 names on stdin need four requests and one more for a rejected name, and a second run adds only that name', async () => {
    const { members, names, requests, svc } = await crowd(2_000);
    const typed = [...names];
    typed[1_234] = 'nobody';
    const words = ['team', 'add-user', platform, '-', '--json'];
    const { code, stderr, stdout } = await svc(words, { stdin: typed.join('\n') });
    expect([code, ids(stdout).length]).toEqual([5, 1_999]);
    expect(errorOf(stderr).errors).toEqual([{ title: 'line 1235: "nobody"', detail: 'nobody does not exist' }]);
    expect(requests.filter((line) => line.endsWith(' 204')).length).toBe(4);
    expect(requests.filter((line) => line.endsWith(' 422')).length).toBe(1);
    expect(members()).toEqual(['uma', ...names.filter((_, index) => index !== 1_234)]);
    const again = await svc(words, { stdin: names.join('\n') });
    expect([again.code, ids(again.stdout)]).toEqual([0, names]);
    expect(again.stderr).toContain('Added 1 user');
    expect(again.stderr).toContain('1999 users were already in team ');
    expect(new Set(members()).size).toBe(2_001);
  });
});
