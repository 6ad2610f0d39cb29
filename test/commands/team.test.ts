import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json as jsonOf } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Machine, machine, machineAt, sandbox } from '../support/svc.ts';

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
    world.users.push({
      id,
      username,
      email,
      passwordHash: null,
      siteAdmin: false,
      service: false,
    });
    world.memberships.push({ id: `ou-${username}`, user: id, organization: 'acme', status: 'active' });
  }
  const me = await machineAt(service, 'owner');
  const members = () => {
    const users = new Map(service.state.world.users.map(({ id, username }) => [id, username]));
    return world.teams.find(({ id }) => id === platform)!.users.map((id) => users.get(id));
  };
  return { ...me, names, members, requests };
}

/** A service that refuses some names and remembers every body; `pointing` it says which they are. */
async function strict(refuses: (name: string) => string | undefined, { status = 422, pointing = false } = {}) {
  const bodies: string[][] = [];
  const taken: string[] = [];
  const server = createServer(async (request, response) => {
    const { data } = (await jsonOf(request)) as { data: { id: string }[] };
    const ids = data.map(({ id }) => id);
    bodies.push(ids);
    const errors = ids.flatMap((id, at) => {
      const detail = refuses(id);
      return detail === undefined ? [] : { title: 'no', detail, source: pointing ? { pointer: `/data/${at}/id` } : {} };
    });
    if (errors.length === 0) taken.push(...ids);
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
  return { bodies, taken, ...(await machine({ SVC_ADDRESS: address, SVC_TOKEN: 'a-token-of-somebody' })) };
}

const ids = (stdout: string) => (JSON.parse(stdout) as { id: string }[]).map(({ id }) => id);
const errorOf = (stderr: string) => JSON.parse(stderr.trim().split('\n').at(-1)!).error;

describe('a team is', () => {
  test.each([
    ['its id', platform, {}],
    ['ORG/NAME', 'acme/platform', { SVC_ORGANIZATION: undefined }],
    ['NAME, with a default organization', 'platform', {}],
  ])('%s', async (_, team, env) => {
    const { members, svc } = await crowd();
    expect(await svc(['team', 'add-user', team, 'nell'], { env })).toMatchObject({ code: 0, stdout: 'users\tnell\n' });
    expect(members()).toEqual(['uma', 'nell']);
  });

  test('not a name without an organization: that is a usage error before anything is sent', async () => {
    const { requests, svc } = await crowd();
    const { code, stderr } = await svc('team add-user platform nell', { env: { SVC_ORGANIZATION: undefined } });
    expect([code, requests]).toEqual([2, []]);
    expect(stderr).toContain('ORG/platform');
  });

  test('not there: the one that was probably meant is named to a person at a terminal', async () => {
    const { svc } = await crowd();
    const { code, stderr } = await svc('team add-user platfrom nell', { tty: true, env: { SVC_RETRIES: '1' } });
    expect(code).toBe(3);
    expect(stderr).toContain('Did you mean "platform"?');
    expect((await svc('team add-user platfrom nell')).stderr).not.toContain('Did you mean');
  });

  test.each(['acme/', '/platform', 'a/b/c'])('not %s', async (team) => {
    expect((await (await crowd()).svc(['team', 'add-user', team, 'nell'])).code).toBe(2);
  });
});

describe('names', () => {
  test('come from arguments, a file and stdin, once each, without blank lines and comments', async () => {
    const { bodies, home, svc } = await strict(() => undefined);
    await writeFile(join(home, 'names.txt'), '\uFEFF# the new ones\r\nada\r\n\r\n  bob \r\nada\r\n');
    const words = ['team', 'add-user', platform, 'cleo', '-', 'ada', '--from-file', 'names.txt', '--json'];
    const { code, stderr, stdout } = await svc(words, { stdin: '#\ndan\ncleo' });
    expect([code, ids(stdout), bodies]).toEqual([0, ['cleo', 'dan', 'ada', 'bob'], [['cleo', 'dan', 'ada', 'bob']]]);
    expect(stderr).toBe(`Added 4 users to team ${platform}.\n`);
  });

  test.each([
    ['none at all', [], 'no names'],
    ['stdin twice', ['-', '--from-file', '-'], 'only once'],
    ['an empty one', [''], 'empty'],
    ['a file that is not there', ['--from-file', 'nope.txt'], 'nope.txt'],
    ['batches of nothing', ['ada', '--batch', '0'], '--batch'],
  ])('%s: a usage error', async (_, words, said) => {
    const { bodies, svc } = await strict(() => undefined);
    const { code, stderr, stdout } = await svc(['team', 'add-user', platform, ...words]);
    expect([code, stdout, bodies]).toEqual([2, '', []]);
    expect(stderr).toContain(said);
  });

  test('an empty list is done at once', async () => {
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
])('%s sends %s with %s and prints them', async (verb, method, type, name) => {
  const { requests, svc } = await crowd();
  const dry = await svc(['team', verb, platform, name, '--dry-run', '--json']);
  expect(JSON.parse(dry.stdout)).toMatchObject({ method, body: { data: [{ type, id: name }] } });
  expect(requests).toEqual([]);
  const { code, stdout } = await svc(['team', verb, platform, name, '--json']);
  expect([code, JSON.parse(stdout)]).toEqual([0, [{ type, id: name }]]);
  expect(requests).toEqual([`${method} /api/v2/teams/${platform}/relationships/${type} 204`]);
  const again = await svc(['team', verb, platform, name, '--json']);
  expect([again.code, again.stdout]).toEqual([0, stdout]);
  expect(again.stderr).toMatch(/^1 (user|membership) was (in it already|not in it)\.\n$/);
});

test('a dry run of many shows the first request and says how many there are', async () => {
  const { bodies, svc } = await strict(() => undefined);
  const { code, stderr, stdout } = await svc([
    'team',
    'add-user',
    platform,
    'a',
    'b',
    'c',
    '--batch',
    '2',
    '--dry-run',
  ]);
  expect([code, bodies]).toEqual([0, []]);
  expect(stderr).toContain('3 users in 2 requests');
  expect(stdout).toContain('"b"');
  expect(stdout).not.toContain('"c"');
});

describe('a batch that is refused', () => {
  const names = Array.from({ length: 40 }, (_, index) => `n${index}`);
  const bad = new Set(['n3', 'n4', 'n27']);
  const refuses = (name: string) => (bad.has(name) ? `${name} does not exist` : undefined);
  const add = (me: Pick<Machine, 'svc'>, ...more: string[]) =>
    me.svc(['team', 'add-user', platform, ...names, '--batch', '16', '--json', ...more]);

  test.each([
    ['400, and halved', 400, false],
    ['422, and halved', 422, false],
    ['422, and taken apart where the service points', 422, true],
  ])('with %s leaves only the bad names out', async (_, status, pointing) => {
    const me = await strict(refuses, { status, pointing });
    const { code, stderr, stdout } = await add(me);
    const good = names.filter((name) => !bad.has(name));
    expect([code, ids(stdout)]).toEqual([5, good]);
    expect(errorOf(stderr)).toMatchObject({
      code: 'rejected',
      message: 'The service refused 3 of 40 users.',
      errors: [...bad].map((name) => ({ title: name, detail: `${name} does not exist` })),
    });
    expect(me.taken.toSorted()).toEqual(good.toSorted());
    expect(new Set(me.taken).size).toBe(me.taken.length);
    const alone = me.bodies.filter((body) => body.length === 1).flat();
    expect(alone).toEqual(expect.arrayContaining(pointing ? [] : [...bad]));
    expect(me.bodies.length).toSatisfy((count) => !pointing || count === 5);
  });

  test('never sends a name again that was taken', async () => {
    const me = await strict(refuses);
    await add(me);
    for (const name of me.taken) {
      const taking = me.bodies.findIndex((body) => body.includes(name) && !body.some((each) => bad.has(each)));
      expect(me.bodies.slice(taking + 1).filter((body) => body.includes(name))).toEqual([]);
    }
  });

  test('for being there already is no failure, however the service says it', async () => {
    for (const words of ['User is already a member of the team', 'n3 has already been added to this team']) {
      const me = await strict((name) => (bad.has(name) ? words : undefined));
      const { code, stderr, stdout } = await add(me);
      expect([code, ids(stdout)]).toEqual([0, names]);
      expect(stderr).toContain('3 users were in it already.');
    }
  });

  test('for an organization that somebody is not in is one, also when removing', async () => {
    const me = await strict(() => 'x is not a member of the organization acme');
    expect((await me.svc(['team', 'remove-user', platform, 'x'])).code).toBe(5);
    expect((await me.svc(['team', 'add-user', platform, 'x'])).code).toBe(5);
  });

  test('in all of its names prints nothing on stdout', async () => {
    const me = await strict((name) => `${name} does not exist`);
    const { code, stderr, stdout } = await me.svc(['team', 'add-user', platform, 'a', 'b']);
    expect([code, stdout]).toEqual([5, '']);
    expect(stderr).toContain('a: a does not exist');
    expect(stderr).toContain('b: b does not exist');
  });

  test('with a status that is not about names ends the run, after telling what was done', async () => {
    const me = await strict((name) => (name === 'n20' ? 'the last owner stays' : undefined), { status: 403 });
    const { code, stderr, stdout } = await add(me);
    expect([code, ids(stdout), me.bodies.length]).toEqual([4, names.slice(0, 16), 2]);
    expect(stderr).toContain('It ended after 16 of 40 users');
    expect(errorOf(stderr)).toMatchObject({ code: 'auth', errors: [{ detail: 'the last owner stays' }] });
  });
});

describe('10,000 names on stdin', () => {
  test('are in the team with twenty requests and one more for the bad name, and a second run changes nothing', async () => {
    const { members, names, requests, svc } = await crowd(10_000);
    const typed = [...names];
    typed[4_321] = 'nobody';
    const words = ['team', 'add-user', platform, '-', '--json'];
    const { code, stderr, stdout } = await svc(words, { stdin: typed.join('\n') });
    expect([code, ids(stdout).length]).toEqual([5, 9_999]);
    expect(errorOf(stderr).errors).toEqual([{ title: 'nobody', detail: 'nobody does not exist' }]);
    expect(requests.filter((line) => line.endsWith(' 204')).length).toBe(20);
    expect(requests.filter((line) => line.endsWith(' 422')).length).toBe(1);
    expect(members()).toEqual(['uma', ...names.filter((_, index) => index !== 4_321)]);
    const again = await svc(words, { stdin: names.join('\n') });
    expect([again.code, ids(again.stdout)]).toEqual([0, names]);
    expect(again.stderr).toContain('Added 1 user');
    expect(again.stderr).toContain('9999 users were in it already.');
    expect(new Set(members()).size).toBe(10_001);
  });
});
