import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { literalRegistry } from '../support/registry.ts';
import { machine, machineAt, sandbox } from '../support/svc.ts';
import { tinyServer } from '../support/tiny-server.ts';

const banner =
  '-F data.type=admin-banners -F data.attributes.title=Hello -F data.attributes.body=World -F data.attributes.style=info -F data.attributes.audience=all_users';

/** Three pages of a platform list that link to each other and have their numbers as texts only. */
async function textualList() {
  const server = await tinyServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://x');
    const number = Number(searchParams.get('page[number]') ?? 0) || Number(searchParams.get('at'));
    const data = [{ id: `ab-${number}`, type: 'organizations', attributes: { name: `ab-${number}` } }];
    const links = { next: number < 3 ? `?at=${number + 1}` : null };
    const meta = { pagination: { 'current-page': String(number), 'next-page': 'some' } };
    response.setHeader('content-type', 'application/vnd.api+json');
    response.end(JSON.stringify({ data, links, ...(number < 3 ? { meta } : {}) }));
  });
  return server.url;
}

describe('svc api', () => {
  test('svc api reads every page of a list whose page numbers are strings, as the other commands do', async () => {
    const url = await textualList();
    const { svc } = await machine({ SVC_ADDRESS: url, SVC_TOKEN: 'canary' });
    const ids = 'ab-1\nab-2\nab-3\n';
    for (const target of ['/organizations', `${url}/organizations?at=1`]) {
      expect(await svc(['api', target, '--paginate', '--jq', '.[].id'])).toMatchObject({ code: 0, stdout: ids });
    }
    expect(await svc(['organization', 'list', '--jq', '.[].id'])).toMatchObject({ code: 0, stdout: ids });
  });

  test('svc api exits with 9 for a body that is not JSON if the output must be JSON, and prints it otherwise', async () => {
    const server = await tinyServer((_, response) => response.setHeader('content-type', 'text/plain').end('plain'));
    const { svc } = await machine({ SVC_ADDRESS: server.url, SVC_TOKEN: 'canary' });
    for (const wanted of ['-o json', '-o yaml', '-o ndjson', '--jq .']) {
      expect(await svc(`api /x ${wanted}`)).toFail(9, 'is not JSON (text/plain)');
    }
    expect(await svc('api /x')).toMatchObject({ code: 0, stdout: 'plain' });
    expect(await svc('api /x -o raw')).toMatchObject({ code: 0, stdout: 'plain' });
  });

  test('svc api requests a path below the address, typed with or without the prefix /api/v2', async () => {
    const { svc } = await machineAt(await sandbox());
    const { stdout, code } = await svc('api /account/details');
    expect(code).toBe(0);
    expect(JSON.parse(stdout).data.type).toBe('users');
    expect((await svc('api GET /api/v2/account/details')).stdout).toBe(stdout);
    expect((await svc('api account/details')).stdout).toBe(stdout);
  });

  test('svc api builds a JSON body from its fields and posts it', async () => {
    const { svc } = await machineAt(await sandbox());
    const { stdout, code } = await svc(`api /admin/banners ${banner}`);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).data.attributes.title).toBe('Hello');
    const patched = await svc([
      'api',
      'PATCH',
      `/admin/banners/${JSON.parse(stdout).data.id}`,
      '-F',
      'data:={"type":"admin-banners","attributes":{"style":"critical"}}',
    ]);
    expect(JSON.parse(patched.stdout).data.attributes).toMatchObject({ title: 'Hello', style: 'critical' });
  });

  test('svc api sends a body from stdin as it is', async () => {
    const { svc } = await machineAt(await sandbox());
    const body = {
      data: { type: 'admin-banners', attributes: { title: 'A', body: 'B', style: 'info', audience: 'all_users' } },
    };
    const { stdout } = await svc('api POST /admin/banners --input -', { stdin: JSON.stringify(body) });
    expect(JSON.parse(stdout).data.attributes).toMatchObject(body.data.attributes);
  });

  test('svc api sends the fields of a GET as query parameters', async () => {
    const service = await sandbox();
    const { svc } = await machineAt(service);
    const { stdout } = await svc(`api GET ${service.info.registry}search -F q=network -F limit=1`);
    expect(JSON.parse(stdout)).toMatchObject({ meta: { limit: 1 }, modules: [{ name: 'network' }] });
  });

  test('svc api --include shows the status and the headers before the body', async () => {
    const { svc } = await machineAt(await sandbox());
    const { stdout } = await svc('api /account/details --include');
    expect(stdout).toMatch(/^HTTP\/1.1 200\n[\s\S]*content-type: application\/vnd.api\+json\n[\s\S]*\n\n\{/);
  });

  test('svc api prints the unchanged body with -o raw, and a note for an empty one', async () => {
    const { svc } = await machineAt(await sandbox());
    const created = JSON.parse((await svc(`api /admin/banners ${banner}`)).stdout);
    const raw = await svc('api /admin/banners -o raw');
    expect(JSON.parse(raw.stdout).data[0].id).toBe(created.data.id);
    expect(raw.stdout).not.toContain('\n');
    const removed = await svc(`api DELETE /admin/banners/${created.data.id}`);
    expect(removed).toMatchObject({ code: 0, stdout: '' });
    expect(removed.stderr).toContain('204');
  });

  test('svc api filters each page of a list with --jq', async () => {
    const { svc } = await machineAt(await sandbox());
    await svc(`api /admin/banners ${banner}`);
    expect((await svc('api /admin/banners --jq .data[].attributes.title')).stdout).toBe('Hello\n');
    expect((await svc('api /admin/banners --paginate --jq .[].attributes.title')).stdout).toBe('Hello\n');
  });

  // docs/protocol/registry.md#pages: meta has current_offset and next_offset; the result array key is the pluralized result type.
  test.each(['next_offset', 'relative', 'absolute'] as const)(
    'svc api reads every page of a registry by %s',
    async (next) => {
      const ids = Array.from({ length: 7 }, (_, n) => `acme/m${n}/cloud`);
      const modules = Object.fromEntries(ids.map((id) => [id, { versions: ['1.0.0'] }]));
      const { seen, url } = await literalRegistry({ modules, next, pageSize: 3 });
      const { svc } = await machine();
      const { code, stdout, stderr } = await svc(`api ${url}/v1/modules/acme?provider=cloud --paginate -o json`);
      expect([code, stderr]).toEqual([0, '']);
      expect(JSON.parse(stdout).map(({ id }: { id: string }) => id)).toEqual(ids.map((id) => `${id}/1.0.0`));
      expect(seen.map(({ path }) => new URL(path, url).searchParams.get('offset'))).toEqual([null, '3', '6']);
      expect(seen.every(({ path }) => path.includes('provider=cloud') && !path.includes('page'))).toBe(true);
    },
  );

  test('svc api reads every page of a registry from the requested offset', async () => {
    const { info } = await sandbox();
    const { svc } = await machine();
    const all = (await svc(`api ${info.registry} --paginate --jq .[].id`)).stdout.split('\n');
    const some = (await svc(`api ${info.registry}?limit=1&offset=2 --paginate --jq .[].id`)).stdout.split('\n');
    expect([all.length, some]).toEqual([6, all.slice(2)]);
  });

  test('svc api reads every page of a platform list by its whole URL', async () => {
    const service = await sandbox({ edition: 'hosted' });
    const { svc } = await machineAt(service);
    const below = await svc('api /feature-sets --paginate -o json');
    const whole = await svc(`api ${service.info.api}/feature-sets --paginate -o json`);
    expect([whole.code, whole.stdout]).toEqual([0, below.stdout]);
    const small = await svc(`api ${service.info.api}/feature-sets?page[size]=1 --paginate -o json`);
    expect(JSON.parse(small.stdout).length).toBeGreaterThan(1);
  });

  test.each([
    ['api FETCH /x', 'Invalid method "FETCH"'],
    ['api GET /x --input -', 'which has no body'],
    ['api /x -F novalue', 'Expected key=text'],
    ['api POST /x -F a:=notjson', 'is not valid JSON'],
    ['api POST /x --input - -F a=b', '--input cannot be used with --field'],
    ['api POST /x --paginate', 'only for GET requests'],
    ['api http://svc.example.com/x', 'plain http'],
    ['api /account/details --paginate', 'did not return a list'],
  ])('svc %s is rejected with its reason', async (words, reason) => {
    const { svc } = await machineAt(await sandbox());
    const { code, stderr, stdout } = await svc(words, { stdin: 'not json' });
    expect([2, 9]).toContain(code);
    expect(stderr).toContain(reason);
    expect(stdout).toBe('');
  });

  test('svc api names the file of an invalid --input without its content', async () => {
    const me = await machineAt(await sandbox());
    await writeFile(join(me.home, 'body.json'), '{"token": canary}');
    const { code, stderr } = await me.svc('api POST /x --input body.json');
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^Error: --input: body\.json is not valid JSON/)]);
    expect(stderr).not.toContain('canary');
    expect((await me.svc('api POST /x --input none.json')).stderr).toContain('--input: cannot read none.json: ENOENT');
  });

  // trust: T-134
  test.each([
    ['-F', ['-F', 'data.attributes.clientSecret=canary-1', '-F', 'data.attributes.signing_key:="canary-2"'], ''],
    ['--input', ['--input', '-'], '{"data":{"attributes":{"clientSecret":"canary-1","a":[{"signing_key":"canary"}]}}}'],
  ])(
    'svc api never shows a secret of %s: in a dry run, in a trace or in the text of the service',
    async (_title, given, stdin) => {
      const echo = await tinyServer((_, response) => {
        const errors = [{ status: '422', title: 'canary-1 and canary-2 are no good' }];
        response.writeHead(422, { 'content-type': 'application/vnd.api+json' }).end(JSON.stringify({ errors }));
      });
      const { svc } = await machine({ SVC_ADDRESS: echo.url, SVC_TOKEN: 'x' });
      for (const [more, code] of [
        ['--dry-run', 0],
        ['--debug', 5],
      ] as const) {
        const done = await svc(['api', 'POST', '/x', ...given, more], { stdin });
        expect(done.code).toBe(code);
        expect(done.stdout + done.stderr).toContain('***');
        expect(done.stdout + done.stderr).not.toContain('canary');
      }
    },
  );

  test('svc api reports an invalid field without its value', async () => {
    const { svc } = await machineAt(await sandbox());
    const { stderr } = await svc('api POST /x -F token:=canary');
    expect(stderr).toContain('--field: the value of token:= is not valid JSON.');
    expect(stderr).not.toContain('canary');
  });

  // trust: T-41
  test('svc api never sends the token to another origin', async () => {
    const [ours, theirs] = [await sandbox(), await sandbox()];
    const { svc } = await machineAt(ours);
    const { code, stderr } = await svc(`api ${theirs.info.api}/account/details --debug`);
    expect(code).toBe(4);
    expect(stderr).not.toContain('> authorization');
  });

  test('svc api --dry-run shows a write with masked secrets and does not send it', async () => {
    const seen: string[] = [];
    const service = await sandbox({ onRequest: ({ method }) => seen.push(method) });
    const { svc } = await machineAt(service);
    const { code, stdout } = await svc(
      'api POST /x -F data.attributes.token=hush-hush -F data.type=things --dry-run -o json',
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      method: 'POST',
      url: `${service.info.api}/x`,
      body: { data: { attributes: { token: '***' }, type: 'things' } },
    });
    expect(seen).toEqual([]);
  });

  test.each([
    ['organizations/{organization}/teams', '/organizations/acme/teams'],
    [
      '/workspaces/{workspace}/notification-configurations',
      '/workspaces/ws-R5hTn2KxPd8WqL4v/notification-configurations',
    ],
    [
      '/organizations/{organization}/workspaces/{workspace}?q={organization}',
      '/organizations/acme/workspaces/ws-R5hTn2KxPd8WqL4v?q=acme',
    ],
  ])('svc api fills in %s', async (path, expected) => {
    const service = await sandbox();
    const { svc } = await machineAt(service, 'owner');
    const words = path.includes('{workspace}') ? ['-w', 'network-production'] : [];
    const { stdout } = await svc(['api', 'POST', path, '-F', 'a=b', '--dry-run', '-o', 'json', ...words]);
    expect(JSON.parse(stdout).url).toBe(`${service.info.api}${expected}`);
  });

  test('svc api replaces {workspace} by the id of the named workspace, and prompts for the workspace on a terminal', async () => {
    const { svc } = await machineAt(await sandbox(), 'owner');
    const path = '/workspaces/{workspace}/notification-configurations';
    const named = await svc(['api', path, '-w', 'acme/network-production', '--jq', '.data']);
    expect(named).toMatchObject({ code: 0, stdout: '[]\n' });
    const asked = await svc(['api', path, '--jq', '.data'], { tty: true, answers: ['network-production'] });
    expect(asked).toMatchObject({ code: 0, stdout: '[]\n', asked: ['Workspace'] });
  });

  // trust: T-245
  test('svc api keeps a name with a slash inside its segment of the path, and rejects the name ..', async () => {
    const targets: string[] = [];
    const server = await tinyServer(({ url = '' }, response) => {
      targets.push(url);
      response.setHeader('content-type', 'application/json').end('{}');
    });
    const { svc } = await machine({ SVC_ADDRESS: server.url, SVC_TOKEN: 'canary' });
    const teamsOf = (organization: string) =>
      svc(['api', '/organizations/{organization}/teams', '--organization', organization]);
    expect(await teamsOf('a/b c?d')).toMatchObject({ code: 0 });
    expect(targets).toEqual(['/api/v2/organizations/a%2Fb%20c%3Fd/teams']);
    expect(await teamsOf('..')).toExit(2, '".." is not a valid organization.');
    expect(targets).toHaveLength(1);
  });

  test.each([
    ['an unknown placeholder', ['/teams/{team}'], '{team}'],
    ['an unclosed placeholder', ['/organizations/{organization'], '{organization'],
    ['a name of every object', ['/{constructor}'], '{constructor}'],
    ['{workspace} without -w', ['/workspaces/{workspace}'], '--workspace'],
    ['-w without {workspace}', ['/organizations', '-w', 'network-production'], '{workspace}'],
  ])('svc api rejects %s before anything is sent', async (_, words, message) => {
    const requests: string[] = [];
    const { svc } = await machineAt(await sandbox({ onRequest: ({ target }) => requests.push(target) }));
    expect(await svc(['api', ...words])).toExit(2, message);
    expect(requests).toEqual([]);
  });

  test('svc api rejects {organization} if no organization is set, and sends a whole URL unchanged', async () => {
    const service = await sandbox();
    const { svc } = await machineAt(service);
    const env = { SVC_ORGANIZATION: undefined };
    expect(await svc(['api', '/organizations/{organization}'], { env })).toExit(2, '--organization');
    const { stdout } = await svc(['api', 'POST', `${service.info.api}/x?q={a}`, '-F', 'a=b', '--dry-run', '--json']);
    expect(JSON.parse(stdout).url).toContain('/x?q={a}');
  });
});
