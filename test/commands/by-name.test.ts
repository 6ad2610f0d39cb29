import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Caller, machine, watchedMachine } from '../support/svc.ts';
import { sendJson, tinyServer } from '../support/tiny-server.ts';

const builtIn = 'oc-U7mQz4XtKb9RwE2j';
const env = { T: 'pr0vider-t0ken' };
const [production, staging] = ['network-production', 'network-staging'];

/** An organization with one client named Ours, and pools named own and other. */
const acme = async (caller: Caller = 'owner') => {
  const me = await watchedMachine(caller);
  const json = async (words: string | string[]) => {
    const typed = typeof words === 'string' ? words.split(' ') : words;
    const { code, stderr, stdout } = await me.svc([...typed, '--json'], { env });
    expect({ code, stderr }).toMatchObject({ code: 0 });
    return JSON.parse(stdout);
  };
  const client = (name: string, provider = 'github') =>
    json([
      ...`oauth-client create --service-provider ${provider} --http-url https://git.test`.split(' '),
      ...['--api-url', 'https://api.git.test', '--oauth-token-string-env', 'T', '--name', name],
    ]);
  const pool = (name: string, ...more: string[]) => json(['agent-pool', 'create', '--name', name, ...more]);
  const ours = await client('Ours / EU', 'gitlab_hosted');
  const own = await pool('own');
  me.requests.length = 0;
  const { agentPools, oauthClients } = me.service.state.world;
  return { ...me, agentPools, client, json, oauthClients, ours, own, pool };
};

describe('an OAuth client or an agent pool by its name', () => {
  test('an OAuth client or agent pool can be shown, updated and deleted by name, and messages have its id', async () => {
    const { json, ours, own, service, svc } = await acme();
    expect((await json(['oauth-client', 'show', 'Ours / EU'])).id).toBe(ours.id);
    expect(await svc(['oauth-client', 'update', 'Ours / EU', '--name', 'Ours', '--yes'])).toExit(
      0,
      `Updated OAuth client ${ours.id}.`,
    );
    expect(await svc(['oauth-client', 'delete', 'Ours', '--yes'])).toExit(0, `Deleted OAuth client ${ours.id}.`);
    expect((await json('agent-pool show own')).id).toBe(own.id);
    expect(await svc('agent-pool update own --name live')).toExit(0, `Updated agent pool ${own.id}.`);
    expect(await svc('agent-pool delete live --yes')).toExit(0, `Deleted agent pool ${own.id}.`);
    expect(service.state.world.oauthClients.map(({ id }) => id)).toEqual([builtIn]);
    expect(service.state.world.agentPools).toEqual([]);
  });

  test('a name matches only exactly, and agent pools are searched by the service', async () => {
    const { json, own, pool, requests } = await acme();
    await pool('own-2');
    expect((await json('agent-pool show own')).id).toBe(own.id);
    expect(requests.at(-2)).toContain('/agent-pools?q=own&');
  });

  test('an OAuth client without a name is found by the name of its provider', async () => {
    const { json } = await acme();
    expect((await json('oauth-client show GitHub')).id).toBe(builtIn);
  });

  // trust: T-241
  test('a name that several OAuth clients have exits with 8 and lists their ids, and changes nothing', async () => {
    const { client, ours, requests, svc } = await acme();
    const { id } = await client('Ours / EU');
    requests.length = 0;
    for (const words of [['show'], ['update', '--name', 'x', '--yes'], ['delete', '--yes']])
      expect(await svc(['oauth-client', words[0]!, 'Ours / EU', ...words.slice(1)])).toExit(
        8,
        `Several OAuth clients in acme are named "Ours / EU": ${ours.id} and ${id}.`,
      );
    expect(requests.filter((request) => !request.startsWith('GET /api/v2/organizations/'))).toEqual([]);
  });

  // trust: T-242
  test('a text that is the id of one OAuth client and the name of another selects the one with the id', async () => {
    const { client, json, oauthClients, svc } = await acme();
    await client(builtIn);
    expect((await json(['oauth-client', 'show', builtIn])).attributes.name).toBeNull();
    expect(await svc(['oauth-client', 'delete', builtIn, '--yes'])).toExit(0, `Deleted OAuth client ${builtIn}.`);
    expect(oauthClients).toHaveLength(3);
  });

  test.each([
    ['oauth-client show Our', 'No OAuth client Our in acme', 'svc oauth-client list'],
    ['oauth-client show Gitub', 'No OAuth client Gitub in acme', 'Did you mean "GitHub"?'],
    ['agent-pool delete owm --yes', 'No agent pool owm in acme', 'svc agent-pool list'],
    ['agent-pool update x --name y', 'No agent pool x in acme', 'svc agent-pool list'],
  ])('a name that does not exist exits with 3: svc %s', async (words, message, hint) => {
    const { requests, svc } = await acme();
    expect(await svc(words)).toExit(3, message, hint);
    expect(requests).toHaveLength(1);
  });

  test('a name requires an organization, and an id does not', async () => {
    const { own, svc } = await acme();
    const without = { env: { SVC_ORGANIZATION: undefined } };
    expect(await svc('agent-pool show own', without)).toExit(2, '--organization');
    expect((await svc(['agent-pool', 'show', own.id], without)).code).toBe(0);
  });

  test('an OAuth client or agent pool is picked from a list on a terminal, by name or provider', async () => {
    const { ours, own, svc } = await acme();
    const pick = async (words: string, answer: string) =>
      (await svc(`${words} --json`, { tty: true, answers: [answer] })).stdout;
    expect(JSON.parse(await pick('oauth-client show', `Ours / EU (gitlab_hosted, ${ours.id})`)).id).toBe(ours.id);
    expect(JSON.parse(await pick('oauth-client show', 'github,')).id).toBe(builtIn);
    expect(JSON.parse(await pick('agent-pool show', `own (${own.id})`)).id).toBe(own.id);
    expect(await svc('agent-pool show')).toExit(2, 'Missing required argument: <pool>');
    expect(await svc('oauth-client delete --yes')).toExit(2, 'Missing required argument: <client>');
  });

  test('a dry run looks up a name and shows the request with the id', async () => {
    const { ours, own, requests, svc } = await acme();
    expect((await svc('agent-pool update own --name live --dry-run')).stdout).toContain(`/agent-pools/${own.id}`);
    expect((await svc('agent-pool delete own --dry-run')).stdout).toContain(`/agent-pools/${own.id}`);
    expect((await svc(['oauth-client', 'delete', 'Ours / EU', '--dry-run'])).stdout).toContain(
      `/oauth-clients/${ours.id}`,
    );
    expect(requests.filter((request) => !request.startsWith('GET'))).toEqual([]);
  });
});

describe('delete with several names', () => {
  test('delete with several names prompts once, deletes each, and prints an array', async () => {
    const { agentPools, own, pool, service, svc } = await acme();
    const { id } = await pool('two');
    const { asked, code, stderr, stdout } = await svc('agent-pool delete own two -o json', {
      tty: true,
      answers: [true],
    });
    expect({ asked, code }).toEqual({ asked: ['Delete 2 agent pools: own, two?'], code: 0 });
    expect(JSON.parse(stdout)).toEqual([own.id, id].map((each) => ({ id: each, deleted: true })));
    expect(stderr).toContain(`Deleted agent pool ${own.id}.\nDeleted agent pool ${id}.\n`);
    expect(agentPools.length - service.state.world.agentPools.length).toBe(2);
  });

  // trust: T-243
  test('delete with several names deletes those that it can, and writes the names that failed to a file for the next run', async () => {
    const { cwd, own, pool, service, svc } = await acme();
    await pool('two');
    await writeFile(join(cwd, 'pools.txt'), 'own\nnone\napool-0123456789abcdef\ntwo\n');
    expect(await svc('agent-pool delete --from-file pools.txt --failed-to failed.txt --yes')).toExit(
      3,
      `Deleted agent pool ${own.id}.`,
      'Failed to delete 2 of 4 agent pools.',
      'No agent pool none in acme',
      '--from-file failed.txt',
    );
    expect(await readFile(join(cwd, 'failed.txt'), 'utf8')).toBe('none\napool-0123456789abcdef\n');
    expect(service.state.world.agentPools).toEqual([]);
  });

  test('delete with several names says for each OAuth client how many workspaces lose their link, and reads one list for all', async () => {
    const { ours, requests, svc } = await acme();
    expect(await svc(['oauth-client', 'delete', 'GitHub', 'Ours / EU', '--yes'])).toExit(
      0,
      `Warning: ${builtIn}: 2 workspaces will lose`,
      `${ours.id}: No workspace uses`,
    );
    expect(requests.filter((request) => request.includes('/organizations/'))).toHaveLength(1);
  });

  test('delete with names from arguments and a file prints an array', async () => {
    const { cwd, own, pool, svc } = await acme();
    const { id } = await pool('two');
    await writeFile(join(cwd, 'pools.txt'), 'two\n');
    const { stdout } = await svc('agent-pool delete own --from-file pools.txt --yes -o json');
    expect(JSON.parse(stdout).map((row: { id: string }) => row.id)).toEqual([own.id, id]);
  });

  test('delete --dry-run with several names shows each request and writes no file', async () => {
    const { own, ours, requests, svc } = await acme();
    const { stdout } = await svc('agent-pool delete own apool-0123456789abcdef none --dry-run --failed-to failed.txt');
    expect(stdout).toContain(`/agent-pools/${own.id}`);
    expect(stdout).toContain('/agent-pools/apool-0123456789abcdef');
    expect((await svc(['oauth-client', 'delete', 'Ours / EU', 'GitHub', '--dry-run'])).stdout).toContain(ours.id);
    expect(requests.filter((request) => !request.startsWith('GET'))).toEqual([]);
  });

  test('delete sends nothing for an empty list of names', async () => {
    const { requests, svc } = await acme();
    expect(await svc('agent-pool delete - --yes', { stdin: '# none\n' })).toMatchObject({ code: 0, stdout: '' });
    expect(requests).toEqual([]);
  });
});

describe('oauth-client list', () => {
  test.each([
    [['--query', 'OURS'], 'Ours / EU\n'],
    [['--query', 'git'], 'GitHub\n'],
    [['--service-provider', 'gitlab_hosted'], 'Ours / EU\n'],
    [['--service-provider', 'github', '--query', 'ours'], ''],
  ])('oauth-client list with %j lists only the matching clients', async (flags, stdout) => {
    const { svc } = await acme();
    expect(await svc(['oauth-client', 'list', ...flags, '--columns', 'name'])).toMatchObject({ code: 0, stdout });
  });

  test('oauth-client list --limit counts only matching clients, and says if none match', async () => {
    const { client, svc } = await acme();
    await client('Ours too');
    const { stderr, stdout } = await svc('oauth-client list --query ours --limit 1 --columns name');
    expect([stdout, stderr]).toEqual(['Ours / EU\n', 'Showing 1 of 2; show more with --limit N.\n']);
    expect((await svc('oauth-client list --query ours --limit 2')).stderr).toBe('');
    expect((await svc('oauth-client list --query none', { tty: true })).stderr).toBe(
      'No matching OAuth clients in acme.\n',
    );
  });

  test('oauth-client list warns about an unknown provider, but does not claim to send it', async () => {
    const { svc } = await acme();
    const { stderr } = await svc('oauth-client list --service-provider githb');
    expect(stderr).toContain('Unknown value "githb" for --service-provider. Did you mean "github"?');
    expect(stderr).not.toContain('sent');
  });
});

describe('the workspaces of an agent pool', () => {
  const allowed = (row: { relationships: Record<string, { data: { id: string }[] }> }) =>
    row.relationships['allowed-workspaces']!.data.map(({ id }) => id);

  test('allowed workspaces can be given by name, and a pool created with allowed workspaces is not open to the organization', async () => {
    const { json, pool, service } = await acme();
    const ids = service.info.workspaces.map(({ id }) => id);
    const made = await pool('closed', '--allowed-workspace', production);
    expect([allowed(made), made.attributes['organization-scoped']]).toEqual([[ids[0]], false]);
    const both = `--allowed-workspace acme/${production} --allowed-workspace ${ids[1]} --allowed-workspace ${staging}`;
    expect(allowed(await json(`agent-pool update closed ${both}`))).toEqual(ids.slice(0, 2));
    expect(allowed(await json('agent-pool update closed --set relationships.allowed-workspaces='))).toEqual([]);
  });

  test('agent-pool commands show the allowed workspaces by name with one more request, and JSON also contains their ids', async () => {
    const { json, pool, requests, service, svc } = await acme();
    const [first, second] = service.info.workspaces.map(({ id }) => id) as [string, string];
    const made = await pool('closed', '--allowed-workspace', production, '--allowed-workspace', staging);
    const named = [
      { id: first, name: production },
      { id: second, name: staging },
    ];
    expect([allowed(made), made['allowed-workspaces']]).toEqual([[first, second], named]);
    requests.length = 0;
    const { stderr, stdout } = await svc('agent-pool list --columns name,allowed-workspaces');
    expect([stderr, stdout]).toEqual(['', `own\t\nclosed\t${production}, ${staging}\n`]);
    expect(requests).toHaveLength(2);
    const table = await svc('agent-pool list', { tty: true, columns: 200 });
    expect(table.stdout).toMatch(new RegExp(`WORKSPACES.*${production}, ${staging}`, 's'));
    expect((await json('agent-pool show closed'))['allowed-workspaces']).toEqual(named);
    expect((await svc('agent-pool show closed', { tty: true })).stdout).toContain(`${production}, ${staging}`);
    expect(await json(`agent-pool update closed --allowed-workspace ${staging}`)).toMatchObject({
      'allowed-workspaces': [named[1]],
    });
    expect(await json('agent-pool show own')).not.toHaveProperty('allowed-workspaces');
    expect((await svc('agent-pool list --query none -o raw')).stdout).toContain('"data":[]');
  });

  test('an allowed workspace whose name the service does not show is shown by its id, with a note', async () => {
    const { pool, service, svc } = await acme();
    const { id } = await pool('closed', '--allowed-workspace', production);
    const row = service.state.world.agentPools.find((each) => each.id === id)!;
    row.allowedWorkspaces.push('ws-unknown');
    const one = await svc('agent-pool show closed --columns allowed-workspaces');
    expect(one.stdout).toContain(`${production}, ws-unknown`);
    expect(one.stderr).toBe(
      'Shown by id, because not among the first 100 workspaces of acme that you can see with this token: ws-unknown.\n',
    );
    service.fail({ path: '/organizations/acme/workspaces', status: 403 });
    const unreadable = await svc('agent-pool list --columns allowed-workspaces');
    expect(unreadable).toMatchObject({ code: 0, stdout: expect.stringContaining(row.allowedWorkspaces.join(', ')) });
    expect(unreadable.stderr).toContain(
      `Shown by id, because the workspaces of acme could not be read: ${row.allowedWorkspaces.join(' and ')}.`,
    );
  });

  test('agent-pool update warns that allowed workspaces have no effect for a pool that every workspace may use', async () => {
    const { svc } = await acme();
    const words = `agent-pool update own --allowed-workspace ${production}`;
    expect(await svc(words)).toExit(0, 'Warning: Every workspace may use it.', '--no-organization-scoped');
    expect((await svc(`${words} --no-organization-scoped`)).stderr).not.toContain('Warning');
  });

  test('an allowed workspace that does not exist exits with 3, and nothing is written', async () => {
    const { requests, svc } = await acme();
    expect(await svc('agent-pool create --name new --allowed-workspace none')).toExit(3, 'none');
    expect(await svc('agent-pool update own')).toExit(2, 'No changes given.');
    expect(requests.filter((request) => !request.startsWith('GET'))).toEqual([]);
  });
});

describe('create with --if-not-exists', () => {
  const github = '--service-provider github --http-url https://github.com --api-url https://api.github.com';
  const create = (...more: string[]) => [
    ...`oauth-client create ${github} --oauth-token-string-env T`.split(' '),
    ...more,
  ];

  test('create with --if-not-exists creates once, and then prints the JSON of the existing one', async () => {
    const { json, pool, requests } = await acme();
    const made = await json(create('--name', 'New', '--if-not-exists'));
    expect(await json(create('--name', 'New', '--if-not-exists'))).toEqual(made);
    const first = await pool('new', '--if-not-exists');
    expect(await pool('new', '--if-not-exists')).toEqual(first);
    expect(requests.filter((request) => request.startsWith('POST'))).toHaveLength(2);
    expect(requests.filter((request) => request.startsWith('PATCH'))).toEqual([]);
  });

  test('create --if-not-exists names the settings that differ, and the command that changes them', async () => {
    const { ours, own, svc } = await acme();
    expect(await svc(create('--name', 'Ours / EU', '--if-not-exists'), { env })).toExit(
      0,
      `In acme, OAuth client "Ours / EU" exists already: ${ours.id}.`,
      `svc oauth-client update ${ours.id}`,
    );
    expect(await svc('agent-pool create --name own --no-organization-scoped --if-not-exists')).toExit(
      0,
      `It differs from the flags in organization-scoped. To change it: svc agent-pool update ${own.id}`,
    );
  });

  test('create --if-not-exists without a name matches an OAuth client without a name, of the same provider and URL', async () => {
    const { json, oauthClients } = await acme();
    expect((await json(create('--if-not-exists'))).id).toBe(builtIn);
    expect(oauthClients).toHaveLength(2);
  });

  test('create --if-not-exists --dry-run shows the existing resource or the request', async () => {
    const { json, requests, svc } = await acme();
    expect((await json('agent-pool create --name own --if-not-exists --dry-run')).attributes.name).toBe('own');
    expect((await svc('agent-pool create --name new --if-not-exists --dry-run')).stdout).toContain('POST');
    expect(requests.filter((request) => !request.startsWith('GET'))).toEqual([]);
  });

  test('create --if-not-exists exits with 8 if several have the name', async () => {
    const { client, svc } = await acme();
    await client('Ours / EU');
    expect(await svc(create('--name', 'Ours / EU', '--if-not-exists'), { env })).toExit(8, 'Several OAuth clients');
  });

  // trust: T-244
  test.each([
    ['--if-not-exists', 5, []],
    ['', 0, ['POST']],
  ])(
    'create "%s" if the list of names cannot be read: with the flag nothing is sent, without the flag the service decides',
    async (flag, exit, sent) => {
      const writes: string[] = [];
      const { url } = await tinyServer(({ method = '' }, response) => {
        if (method === 'GET') return sendJson(response, { errors: [{ status: '422', title: 'no' }] }, { status: 422 });
        writes.push(method);
        sendJson(response, { data: { id: 'apool-1', type: 'agent-pools', attributes: { name: 'new' } } });
      });
      const { svc } = await machine({ SVC_ADDRESS: url, SVC_TOKEN: 'a-token', SVC_ORGANIZATION: 'acme' });
      expect((await svc(`agent-pool create --name new ${flag}`.trim())).code).toBe(exit);
      expect(writes).toEqual(sent);
    },
  );
});

test('create warns if the name already exists, whether or not the service accepts the second one', async () => {
  const { client, ours, own, svc } = await acme();
  await client('Other');
  const words = 'oauth-client create --service-provider github --http-url https://a.test --api-url https://a.test';
  const second = [...words.split(' '), '--oauth-token-string-env', 'T', '--name', 'Ours / EU'];
  const warning = `Warning: In acme, OAuth client "Ours / EU" exists already: ${ours.id}. To keep it unchanged: --if-not-exists`;
  expect(await svc(second, { env })).toExit(0, warning, 'Created OAuth client');
  expect(await svc('agent-pool create --name own')).toExit(5, `exists already: ${own.id}.`, '--if-not-exists');
});

describe('a service without operations for one agent pool', () => {
  test.each([
    [404, 3, 'the service may not have this operation, which its documents do not show'],
    [405, 5, 'The service cannot update this agent pool: it does not have this operation.'],
  ])('agent-pool update explains status %i from a service that has no such operation', async (status, exit, words) => {
    const { url } = await tinyServer(({ method }, response) => {
      const row = { id: 'apool-1', type: 'agent-pools', attributes: { name: 'own' } };
      if (method === 'GET') return sendJson(response, { data: [row] });
      sendJson(response, { errors: [{ status: String(status), title: 'no' }] }, { status });
    });
    const { svc } = await machine({ SVC_ADDRESS: url, SVC_TOKEN: 'a-token', SVC_ORGANIZATION: 'acme' });
    expect(await svc('agent-pool update own --name live')).toExit(exit, words);
  });
});

/**
 * The questions of administrators: the commands before things had names, and those of today. `{}` is the id that the
 * command before it printed, which a person had to copy.
 */
const questions: [question: string, before: string[], today: string[], answer: RegExp][] = [
  [
    'show a client by its name',
    ['oauth-client list --jq \'.[]|select(.attributes.name=="Ours").id\'', 'oauth-client show {} -o json'],
    ['oauth-client show Ours -o json'],
    /"name": "Ours"/,
  ],
  [
    'change a client by its name',
    [
      'oauth-client list --jq \'.[]|select(.attributes.name=="Ours").id\'',
      'oauth-client update {} --key k1 --yes -o json',
    ],
    ['oauth-client update Ours --key k1 --yes -o json'],
    /"key": "k1"/,
  ],
  [
    'delete a client by its name',
    ['oauth-client list --jq \'.[]|select(.attributes.name=="Ours").id\'', 'oauth-client delete {} --yes -o json'],
    ['oauth-client delete Ours --yes -o json'],
    /"deleted": true/,
  ],
  [
    'show a pool by its name',
    ['agent-pool list --query own --jq .[0].id', 'api /agent-pools/{}'],
    ['agent-pool show own -o json'],
    /"name": "own"/,
  ],
  [
    'rename a pool by its name',
    [
      'agent-pool list --query own --jq .[0].id',
      'api PATCH /agent-pools/{} -F data.type=agent-pools -F data.attributes.name=live',
    ],
    ['agent-pool update own --name live -o json'],
    /"name": "live"/,
  ],
  [
    'delete a pool by its name',
    ['agent-pool list --query own --jq .[0].id', 'api DELETE /agent-pools/{}'],
    ['agent-pool delete own --yes -o json'],
    /^$|"deleted": true/,
  ],
  [
    'add a member by the e-mail address',
    [
      "api GET /organizations/acme/organization-memberships -F 'filter[email]=nell@acme.example' --jq .data[0].id",
      'team add-membership platform {} -o json',
    ],
    ['team add-membership platform nell@acme.example -o json'],
    /"ou-P7sJh5TyQc9LdG2e"/,
  ],
  [
    'add an invited person by the e-mail address',
    [
      "api GET /organizations/acme/organization-memberships -F 'filter[email]=ivo@acme.example' --jq .data[0].id",
      'team add-membership platform {} -o json',
    ],
    ['team add-membership platform Ivo@acme.example -o json'],
    /"ou-L1vUe9WdKy6ShR3a"/,
  ],
  [
    'who is in a team, with e-mail addresses',
    [
      'team list --query platform --jq .[0].id',
      'api /teams/{}/relationships/organization-memberships --jq .data[].attributes.email',
    ],
    ['team members platform --columns email'],
    /^uma@acme\.example\n$/,
  ],
  [
    'which teams a person is in',
    ['team list --columns name', 'team members platform', 'team members network', 'team members owners'],
    ['team list --user olive --columns name'],
    /olive|^owners\n$/,
  ],
  [
    'create a pool once',
    ['agent-pool list --query own --jq .[].attributes.name', 'agent-pool create --name new -o json'],
    ['agent-pool create --name own --if-not-exists -o json'],
    /"name": "(own|new)"/,
  ],
  [
    'a path of the API with a workspace',
    ['workspace show network-production --jq .id', 'api /workspaces/{}'],
    ['api /workspaces/{workspace} -w network-production'],
    /"name": ?"network-production"/,
  ],
];

test.each(questions)('%s takes one command, and no id has to be copied', async (_, before, today, answer) => {
  const ask = async (commands: readonly string[]) => {
    const { client, svc } = await acme();
    await client('Ours');
    let stdout = '';
    let ids = 0;
    for (const command of commands) {
      const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word = '']) => quoted ?? word);
      if (words.some((word) => /\{\}/.test(word))) ids += 1;
      const result = await svc(words.map((word) => word.replace('{}', stdout.trim().replaceAll('"', ''))));
      expect([command, result.code, result.stderr]).toEqual([command, 0, expect.any(String)]);
      stdout = result.stdout;
    }
    expect(stdout).toMatch(answer);
    return { commands: commands.length, ids };
  };
  expect((await ask(before)).commands).toBe(before.length);
  expect(await ask(today)).toEqual({ commands: 1, ids: 0 });
});
