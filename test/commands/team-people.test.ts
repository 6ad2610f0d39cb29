import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { machine, machineAt, sandboxWithState as sandbox } from '../support/svc.ts';
import { tinyServer } from '../support/tiny-server.ts';

const platform = 'team-V8nXk4JtQs2GyB6d';
const ivo = 'ou-L1vUe9WdKy6ShR3a';
const nell = 'ou-P7sJh5TyQc9LdG2e';

/** A sandbox whose team platform has uma, and the requests it got. */
async function acme() {
  const requests: string[] = [];
  const service = await sandbox({
    onRequest: ({ method, target }) => void requests.push(`${method} ${decodeURIComponent(target)}`),
  });
  const { memberships, teams, users } = service.state.world;
  const members = () => {
    const names = new Map(users.map(({ id, username }) => [id, username]));
    return teams.find(({ id }) => id === platform)!.users.map((id) => names.get(id));
  };
  return { ...(await machineAt(service, 'owner')), members, memberships, requests, users, world: service.state.world };
}

const errorOf = (stderr: string) => JSON.parse(stderr.trim().split('\n').at(-1)!).error;

describe('team add-membership by e-mail address', () => {
  test('team add-membership adds a member and an invited person by e-mail address with one lookup, and prints both ids', async () => {
    const { members, requests, svc } = await acme();
    const { code, stdout } = await svc('team add-membership platform ivo@acme.example nell@acme.example --json');
    const type = 'organization-memberships';
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      [
        { type, id: ivo, email: 'ivo@acme.example' },
        { type, id: nell, email: 'nell@acme.example' },
      ],
    ]);
    expect(members()).toEqual(['uma', 'ivo', 'nell']);
    expect(requests).toEqual([
      'GET /api/v2/organizations/acme/teams?filter[names]=platform&page[number]=1&page[size]=100',
      'GET /api/v2/organizations/acme/organization-memberships?filter[email]=ivo@acme.example,nell@acme.example&page[number]=1&page[size]=100',
      `POST /api/v2/teams/${platform}/relationships/${type}`,
    ]);
  });

  test('team add-membership finds an address typed in another case, although the filter of the service compares the case', async () => {
    const { members, requests, svc, users } = await acme();
    users.find(({ username }) => username === 'ivo')!.email = 'Ivo@Acme.example';
    const { code, stdout } = await svc('team add-membership platform NELL@acme.example ivo@acme.example --json');
    expect([code, JSON.parse(stdout).map((row: { id: string }) => row.id)]).toEqual([0, [nell, ivo]]);
    expect([members(), requests.length]).toEqual([['uma', 'nell', 'ivo'], 4]);
    expect((await svc('team remove-membership platform IVO@ACME.EXAMPLE')).code).toBe(0);
    expect(requests.at(-2)).toContain('?q=IVO@ACME.EXAMPLE&');
    expect(members()).toEqual(['uma', 'nell']);
  });

  test.each([
    ['team add-user platform ivo@acme.example', 'svc team add-membership'],
    ['team add-user platform zed ivo@acme.example', 'svc team add-membership'],
    ['team remove-user platform uma@acme.example', 'svc team remove-membership'],
  ])(
    'svc %s suggests the membership verb for an e-mail address that the service does not know',
    async (words, hint) => {
      const { svc } = await acme();
      expect(await svc(words)).toExit(5, `For e-mail addresses: ${hint}`);
      expect((await svc('team add-user platform zed')).stderr).not.toContain('e-mail');
    },
  );

  test('team add-membership, add-user, remove-user and set print one message on a terminal, and rows only with a format or columns', async () => {
    const { svc } = await acme();
    const tty = true;
    const added = await svc('team add-membership platform nell@acme.example', { tty });
    expect([added.stdout, added.stderr]).toEqual(['', 'Added 1 membership to team platform.\n']);
    expect((await svc('team add-user platform nell -o table', { tty })).stdout).toContain('nell');
    expect((await svc('team remove-user platform nell --columns username', { tty })).stdout).toContain('nell');
    const set = await svc('team set platform max --yes', { tty });
    expect([set.stdout, set.stderr]).toEqual([
      '',
      'Team platform:\n  + max\n  - uma\nAdded 1 user to team platform.\nRemoved 1 user from team platform.\n',
    ]);
  });

  test('team add-membership prints one line for each e-mail address, and team remove-membership accepts the same addresses', async () => {
    const { members, svc } = await acme();
    const people = 'ivo@acme.example nell@acme.example ou-X4fKr8VnBz1MwS6t';
    const { code, stderr, stdout } = await svc(`team add-membership platform ${people}`);
    expect([code, stderr]).toEqual([0, 'Added 3 memberships to team platform.\n']);
    expect(stdout).toBe(
      `organization-memberships\t${ivo}\tivo@acme.example\norganization-memberships\t${nell}\tnell@acme.example\norganization-memberships\tou-X4fKr8VnBz1MwS6t\t\n`,
    );
    expect(members()).toEqual(['uma', 'ivo', 'nell', 'max']);
    const again = await svc(`team add-membership platform ${people}`);
    expect(again.stderr).toBe('3 memberships were already in team platform.\n');
    expect((await svc(`team remove-membership platform ${people}`)).code).toBe(0);
    expect(members()).toEqual(['uma']);
  });

  test('team add-membership looks up addresses in the organization of the team, whether the team has a name or an id', async () => {
    for (const team of ['acme/platform', platform]) {
      const { members, svc } = await acme();
      const env = { SVC_ORGANIZATION: 'globex' };
      expect(await svc(['team', 'add-membership', team, 'ivo@acme.example'], { env })).toMatchObject({ code: 0 });
      expect(members()).toEqual(['uma', 'ivo']);
    }
  });

  test('team add-membership reports an unknown address with its line, adds the others, and --failed-to lists those that failed', async () => {
    const { home, members, svc } = await acme();
    await writeFile(join(home, 'people.txt'), 'nobody@acme.example\nnell@acme.example\nou-0000000000000000\n');
    const words = 'team add-membership platform --from-file people.txt --failed-to failed.txt -o json';
    const { code, stderr } = await svc(words);
    expect([code, members()]).toEqual([3, ['uma', 'nell']]);
    expect(errorOf(stderr)).toMatchObject({
      code: 'not_found',
      message: 'Failed to change 2 of 3 memberships.',
      errors: [
        {
          title: 'line 1: "nobody@acme.example"',
          detail: "No membership of acme has this e-mail address, or you can't see it with this token.",
        },
        { title: 'line 3: "ou-0000000000000000"' },
      ],
    });
    expect(readFileSync(join(home, 'failed.txt'), 'utf8')).toBe('nobody@acme.example\nou-0000000000000000\n');
  });

  test('team add-membership exits with 8 for an address that two memberships have, names both ids and changes nothing', async () => {
    const { members, svc, users } = await acme();
    users.find(({ username }) => username === 'max')!.email = 'nell@acme.example';
    const { code, stderr } = await svc('team add-membership platform nell@acme.example');
    expect([code, members()]).toEqual([8, ['uma']]);
    expect(stderr).toContain(`Several memberships have this e-mail address: ou-X4fKr8VnBz1MwS6t and ${nell}.`);
  });

  test('team add-membership --dry-run shows the request with the id of the membership', async () => {
    const { members, svc } = await acme();
    const { stdout } = await svc('team add-membership platform ivo@acme.example --dry-run --json');
    expect(JSON.parse(stdout).body.data).toEqual([{ type: 'organization-memberships', id: ivo }]);
    expect(members()).toEqual(['uma']);
  });

  test('team add-membership looks up 120 addresses in a few requests', async () => {
    const { memberships, members, requests, svc, users } = await acme();
    const names = Array.from({ length: 120 }, (_, index) => `person-${index + 1}`);
    for (const username of names) {
      const id = `user-${username}`;
      const email = `${username}@acme.example`;
      users.push({ id, username, email, passwordHash: null, siteAdmin: false, service: false });
      memberships.push({ id: `ou-${username}`, user: id, organization: 'acme', status: 'invited' });
    }
    const stdin = names.map((name) => `${name}@acme.example`).join('\n');
    expect(await svc('team add-membership platform -', { stdin })).toMatchObject({ code: 0 });
    expect([members().length, requests.length]).toEqual([121, 5]);
  });

  test('team add-membership without names offers the memberships on a terminal, and is a usage error elsewhere', async () => {
    const { members, svc } = await acme();
    const { asked, code } = await svc('team add-membership platform', { tty: true, answers: [ivo] });
    expect([code, asked, members()]).toEqual([0, ['Membership'], ['uma', 'ivo']]);
    expect(await svc('team add-membership platform')).toExit(2, 'Missing names.');
  });

  test('team commands prompt for a missing team on a terminal, and name the missing argument elsewhere', async () => {
    const { members, svc } = await acme();
    const picked = await svc('team add-membership', { tty: true, answers: ['plat', ivo] });
    expect([picked.asked, picked.code, members()]).toEqual([['Team', 'Membership'], 0, ['uma', 'ivo']]);
    for (const verb of ['add-user', 'remove-membership', 'set'])
      expect(await svc(`team ${verb}`)).toExit(2, 'Missing required argument: <team>');
  });

  test('team add-membership finds an address if the service ignores the filter, and exits with an error if it lists no memberships', async () => {
    const sent: string[] = [];
    const data = ['A', 'B'].map((letter) => ({
      id: `ou-${letter}`,
      type: 'organization-memberships',
      attributes: { email: `${letter}@x.example`, status: 'invited' },
    }));
    const server = await tinyServer((request, response) => {
      if (request.method === 'POST') {
        request.on('data', (bytes) => sent.push(String(bytes)));
        request.on('end', () => response.writeHead(204).end());
        return;
      }
      const { pathname } = new URL(request.url ?? '', 'http://x');
      response.setHeader('content-type', 'application/vnd.api+json');
      if (pathname.includes('/none/')) return void response.writeHead(404).end('{"errors":[{"title":"not found"}]}');
      const team = { id: platform, type: 'teams', attributes: { name: 'platform' } };
      response.end(JSON.stringify({ data: pathname.includes('/teams/') ? team : data }));
    });
    const { svc } = await machine({ SVC_ADDRESS: server.url, SVC_TOKEN: 'canary', SVC_ORGANIZATION: 'acme' });
    const { code, stdout } = await svc(`team add-membership ${platform} a@x.example --json`);
    expect([code, sent, JSON.parse(stdout)[0].id]).toEqual([0, [expect.stringContaining('"ou-A"')], 'ou-A']);
    const env = { SVC_ORGANIZATION: 'none' };
    const unlisted = await svc(`team add-membership ${platform} a@x.example`, { env });
    expect(unlisted).toExit(3, "you can't see organization memberships with this token");
    expect(sent).toHaveLength(1);
  });
});

describe('team list', () => {
  test('team list --members prints one row for each team, with its users and their e-mail addresses', async () => {
    const { svc, world } = await acme();
    world.teams.find(({ id }) => id === platform)!.users.push('user-K2dWn7QvSi1XhE9g');
    expect((await svc('team list --members --columns name,users,emails')).stdout).toBe(
      'platform\tuma, ivo\tuma@acme.example, ivo@acme.example\nnetwork\tmax\tmax@acme.example\nowners\tolive\tolive@acme.example\n',
    );
    const { stdout } = await svc('team list --members --query plat -o json');
    expect(JSON.parse(stdout)).toMatchObject([
      {
        attributes: { name: 'platform' },
        members: [
          { attributes: { username: 'uma' }, membership: { attributes: { status: 'active' } } },
          { attributes: { username: 'ivo' }, membership: { id: ivo, attributes: { status: 'invited' } } },
        ],
      },
    ]);
    const raw = JSON.parse((await svc('team list --members -o raw')).stdout);
    expect(raw).toMatchObject({ data: [{ id: platform }, {}, {}], included: expect.any(Array) });
    expect((await svc('team list --members', { tty: true })).stdout).toContain('ivo@acme.example');
  });

  test.each(['uma', 'UMA@acme.example', 'user-T6bMq1WzCf8JyA5n', 'ou-D3wZm6RkHv8YnA4u'])(
    'team list --user %s shows the teams of the user with one request',
    async (user) => {
      const { requests, svc, world } = await acme();
      world.teams.find(({ name }) => name === 'network')!.users.push('user-T6bMq1WzCf8JyA5n');
      expect((await svc(['team', 'list', '--user', user, '--jq', '.[].attributes.name'])).stdout).toBe(
        'platform\nnetwork\n',
      );
      expect(requests).toHaveLength(1);
      const { stderr, stdout } = await svc(['team', 'list', '--user', user, '--limit', '1', '-o', 'json']);
      expect([JSON.parse(stdout).length, stderr]).toEqual([1, 'Showing 1 of 2; show more with --limit N.\n']);
      expect(JSON.parse(stdout)[0]).not.toHaveProperty('members');
    },
  );

  test('team list --user prints an empty list for a user without a team, and an error for an unknown one', async () => {
    const { svc } = await acme();
    for (const unknown of ['um', 'zzz'])
      expect(await svc(`team list --user ${unknown} -o json`)).toFail(
        3,
        `No user ${unknown} in acme, or you can't see it`,
      );
    expect((await svc('team list --user nell -o table')).stderr).toBe('No matching teams in acme.\n');
  });

  test('team list --members and --user read every page', async () => {
    const { svc, world } = await acme();
    const users = ['user-B5jLt8YcRo4MzF6w'];
    for (let at = 0; at < 150; at++)
      world.teams.push({ id: `team-${at}`, name: `t${at}`, organization: 'acme', users });
    const { stdout } = await svc('team list --user nell@acme.example --members --jq .[].members[].attributes.username');
    expect(stdout).toBe('nell\n'.repeat(150));
  });

  test('team list --members exits with 9 if the response omits the members, rather than print an empty team', async () => {
    const server = await tinyServer((_, response) => {
      const data = [{ id: platform, type: 'teams', attributes: { name: 'platform' } }];
      response.setHeader('content-type', 'application/vnd.api+json').end(JSON.stringify({ data, included: [] }));
    });
    const { svc } = await machine({ SVC_ADDRESS: server.url, SVC_TOKEN: 'canary', SVC_ORGANIZATION: 'acme' });
    expect(await svc('team list --members')).toExit(9, `no list of the users of team ${platform}`);
    expect(await svc('team list --user uma')).toExit(9, `no list of the users of team ${platform}`);
  });
});

test('team members shows the e-mail address and the status of each user', async () => {
  const { svc, world } = await acme();
  world.teams.find(({ id }) => id === platform)!.users.push('user-K2dWn7QvSi1XhE9g');
  expect((await svc('team members platform --columns username,email,status')).stdout).toBe(
    'uma\tuma@acme.example\tactive\nivo\tivo@acme.example\tinvited\n',
  );
  const { stdout } = await svc('team members platform --jq .[1].membership.id');
  expect(stdout.trim()).toBe(ivo);
});
