import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { machine } from '../support/svc.ts';
import { sendJson, tinyServer } from '../support/tiny-server.ts';

const jsonApi = 'application/vnd.api+json';

/** A platform of another vendor, and a user with a token for it. */
async function platform(answer: (request: IncomingMessage, response: ServerResponse, nth: number) => void) {
  const { url, seen } = await tinyServer(answer);
  return { seen, url, ...(await machine({ SVC_ADDRESS: url, SVC_TOKEN: 'a-token', SVC_ORGANIZATION: 'acme' })) };
}

describe('a platform behind a gateway', () => {
  test('login succeeds at a platform that requires its media type', async () => {
    const { seen, svc, url } = await platform((request, response) => {
      if (request.headers.accept !== jsonApi) return sendJson(response, { title: 'Not Acceptable' }, { status: 406 });
      const data = { id: 'user-1', type: 'users', attributes: { username: 'uma' } };
      sendJson(response, { data }, { type: jsonApi });
    });
    expect(await svc(['login', url, '--token-file', '-'], { stdin: 'a-token' })).toExit(0, 'as uma');
    expect(await svc('whoami')).toMatchObject({ code: 0 });
    // The first one is without a token.
    expect(seen.map(({ path, headers }) => [path, headers.authorization])).toEqual([
      ['/api/v2/account/details', undefined],
      ['/api/v2/account/details', 'Bearer a-token'],
      ['/api/v2/account/details', 'Bearer a-token'],
    ]);
  });

  test('svc api --paginate reads lists of a platform that requires its media type, from a path and from a whole URL', async () => {
    const { svc, url } = await platform((request, response) => {
      if (!request.headers.accept?.includes(jsonApi)) return sendJson(response, {}, { status: 406 });
      sendJson(response, { data: [{ id: 'ws-1', type: 'workspaces' }] }, { type: jsonApi });
    });
    for (const target of ['/workspaces', `${url}/api/v2/workspaces`]) {
      expect(await svc(['api', target, '--paginate', '--jq', '.[].id'])).toMatchObject({ code: 0, stdout: 'ws-1\n' });
    }
  });

  test('an error response of type application/problem+json is shown with its detail', async () => {
    const { svc } = await platform((_, response) => {
      const problem = { type: 'about:blank', title: 'Forbidden', status: 403, detail: 'This network has no access' };
      sendJson(response, problem, { status: 403, type: 'application/problem+json' });
    });
    expect(await svc('agent-pool list')).toExit(4, '  This network has no access');
    const json = await svc('agent-pool list -o json');
    expect(JSON.parse(json.stderr).error.errors).toEqual([
      { title: 'Forbidden', detail: 'This network has no access' },
    ]);
  });
});

describe('a platform whose page parameters differ', () => {
  const pools = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      id: `apool-${at}`,
      type: 'agent-pools',
      attributes: { name: `p${at}` },
    }));

  // trust: T-66
  test('a list is read to the end if the responses have neither links nor meta', async () => {
    const { seen, svc } = await platform((request, response) => {
      const { searchParams } = new URL(request.url!, 'http://svc.test');
      const size = Number(searchParams.get('page[size]'));
      const from = (Number(searchParams.get('page[number]')) - 1) * size;
      sendJson(response, { data: pools(250).slice(from, from + size) });
    });
    const { code, stderr, stdout } = await svc('agent-pool list --columns id');
    expect([code, stderr, stdout.trim().split('\n').length]).toEqual([0, '', 250]);
    expect(seen).toHaveLength(4);
    const page = await svc('agent-pool list --columns id --limit 120');
    expect([page.code, page.stdout.trim().split('\n').length]).toEqual([0, 120]);
    expect(page.stderr).toContain('Showing 120');
  });

  test('a list shows each row once if the platform ignores page parameters', async () => {
    const { svc } = await platform((_, response) => sendJson(response, { data: pools(100) }));
    const { code, stderr, stdout } = await svc('agent-pool list --columns id');
    expect([code, stderr, stdout.trim().split('\n').length]).toEqual([0, '', 100]);
  });

  // trust: T-66
  test.each(['agent-pool list', 'feature-set list', 'feature-set list --organization acme'])(
    'a list is requested again without the page parameters if the platform rejects them: %s',
    async (list) => {
      const type = list.startsWith('agent') ? 'agent-pools' : 'feature-sets';
      const { seen, svc } = await platform((request, response) => {
        if (request.url!.includes('?'))
          sendJson(response, { errors: [{ title: 'unknown parameter' }] }, { status: 400 });
        else sendJson(response, { data: [1, 2, 3].map((at) => ({ id: `id-${at}`, type, attributes: {} })) });
      });
      expect(await svc(`${list} --columns id --limit 2`)).toMatchObject({ code: 0, stdout: 'id-1\nid-2\n' });
      expect(seen).toHaveLength(2);
    },
  );
});

describe('a platform that verifies no destination', () => {
  const attributes = { name: 'CI', 'destination-type': 'generic', enabled: true, url: 'https://ci.example.com' };
  const configuration = (more: object = {}) => ({
    data: { id: 'nc-1', type: 'notification-configurations', attributes: { ...attributes, ...more } },
  });
  const create = 'notification create -w ws-1 --name CI --destination-type generic --url https://ci.example.com --json';

  test('notification create sends enabled: false if --enabled is missing', async () => {
    const bodies: string[] = [];
    const { svc } = await platform(async (request, response) => {
      if (request.method === 'POST') bodies.push(await text(request));
      sendJson(response, configuration({ enabled: false }), { status: 201 });
    });
    for (const more of ['', ' --enabled', ' --set enabled:=true']) {
      expect(await svc(create + more)).toMatchObject({ code: 0 });
    }
    const sent = bodies.map((body) => JSON.parse(body).data.attributes.enabled);
    expect(sent).toEqual([false, true, true]);
  });

  test.each([
    ['no delivery response', {}, 'The service does not report whether its destination passed a verification.'],
    ['none among them', { 'delivery-responses': [] }, 'does not report whether'],
    ['one with 204', { 'delivery-responses': [{ code: 204 }] }, 'passed the verification with 204.'],
    ['one that says so in text', { 'delivery-responses': [{ successful: 'true' }] }, 'passed the verification.'],
    ['a failed one', { 'delivery-responses': [{ code: '500', successful: 'false' }] }, 'did not pass the verification'],
  ])(
    'notification create and verify report a passed verification only if the response shows it: %s',
    async (_, more, words) => {
      const { svc } = await platform((_request, response) => sendJson(response, configuration(more)));
      const made = await svc(`${create} --enabled`);
      expect(made).toExit(0, words);
      const verified = await svc('notification verify nc-1');
      expect(verified).toExit(words.includes('did not pass') ? 8 : 0, words);
    },
  );
});

describe('a platform with another filter for workspaces', () => {
  const pool = (id: string, workspaces: string[], more: object = {}) => ({
    id,
    type: 'agent-pools',
    attributes: { name: id, 'organization-scoped': false },
    relationships: {
      'allowed-workspaces': { data: workspaces.map((ws) => ({ id: ws, type: 'workspaces' })) },
      ...more,
    },
  });
  const list = 'agent-pool list --allowed-workspace production --columns id';

  test.each([
    ['in a title', { errors: ['filter[allowed_workspaces] is not permitted'] }],
    ['as a parameter', { errors: [{ title: 'invalid', source: { parameter: 'filter[allowed_workspaces][name]' } }] }],
  ])(
    'svc retries with the documented spelling of the workspace filter if the platform names the rejected spelling %s',
    async (_, body) => {
      const { seen, svc } = await platform((request, response) => {
        if (decodeURIComponent(request.url!).includes('allowed_workspaces')) sendJson(response, body, { status: 400 });
        else sendJson(response, { data: [pool('apool-1', ['ws-1'])] });
      });
      expect(await svc(list)).toMatchObject({ asked: [], code: 0, stdout: 'apool-1\n' });
      const pools = seen.map(({ path }) => decodeURIComponent(path)).filter((path) => path.includes('agent-pools'));
      expect(pools.at(-1)).toContain('?filter[allowed-workspaces][name]=production&');
    },
  );

  test('svc does not retry with another spelling of the workspace filter if the platform rejects something else', async () => {
    const { seen, svc } = await platform((_, response) => sendJson(response, { errors: ['no'] }, { status: 400 }));
    expect((await svc(list)).code).toBe(5);
    for (const { path } of seen) expect(decodeURIComponent(path)).toContain('filter[allowed_workspaces][name]');
  });

  test('svc tries both spellings of the workspace filter, each with and without page parameters, if the platform rejects all', async () => {
    const body = { errors: ['allowed-workspaces'] };
    const { seen, svc } = await platform((_, response) => sendJson(response, body, { status: 400 }));
    expect([(await svc(list)).code, seen.length]).toEqual([5, 4]);
  });

  const projects = { 'allowed-projects': { data: [{ id: 'prj-1', type: 'projects' }] } };
  const everyone = { ...pool('apool-0', []), attributes: { 'organization-scoped': true } };
  test.each([
    ['pools of different workspaces', [pool('apool-1', ['ws-1']), pool('apool-2', ['ws-2'])], true],
    ['a pool of no workspace', [everyone, pool('apool-1', [])], true],
    ['pools that share a workspace', [pool('apool-1', ['ws-1', 'ws-2']), pool('apool-2', ['ws-2', 'ws-3'])], false],
    ['pools of projects and of everybody', [pool('apool-1', [], projects), everyone], false],
    ['pools that do not tell', [{ ...pool('apool-1', []), relationships: {} }], false],
    ['no pools', [], false],
  ])(
    'svc detects from the response whether the platform ignored the workspace filter: %s',
    async (_, data, ignored) => {
      const { svc } = await platform((_request, response) => sendJson(response, { data }));
      const { code, stderr } = await svc(list);
      expect([code, stderr.includes('The service ignored --allowed-workspace')]).toEqual([0, ignored]);
    },
  );
});
