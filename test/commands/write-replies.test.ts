import { readFile, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Machine, machine } from '../support/svc.ts';
import { sendJson, tinyServer } from '../support/tiny-server.ts';

/** A write of the contract, by the command that sends it. */
interface Write {
  words: string;
  method: string;
  path: string;
  /** The message if the write is accepted without a document; undefined if svc prints none. */
  done?: string;
  stdin?: string;
  env?: Record<string, string>;
}

const oauthClient = 'oauth-client create --service-provider github --http-url https://a.test --api-url https://a.test';
const hook = 'notification create -w ws-1 --name Hook --destination-type generic --url https://a.test --trigger all';
const passwords = { OLD: 'the-old-password', NEW: 'the-new-password' };
const memberships = '/teams/team-1/relationships/organization-memberships';

const writes: Write[] = [
  { words: 'banner create --title T --body B', method: 'POST', path: '/admin/banners', done: 'Created' },
  { words: 'banner update ab-1 --title U', method: 'PATCH', path: '/admin/banners/ab-1', done: 'Updated' },
  { words: 'banner delete ab-1 --yes', method: 'DELETE', path: '/admin/banners/ab-1' },
  {
    words: 'customization update --footer F',
    method: 'PATCH',
    path: '/admin/customization-settings',
    done: 'Updated',
  },
  { words: 'account update --username u', method: 'PATCH', path: '/account/update', done: 'Updated' },
  {
    words: 'account password --current-password-env OLD --password-env NEW',
    env: passwords,
    method: 'PATCH',
    path: '/account/password',
    done: 'Changed',
  },
  {
    words: 'subscription update --rum-alert-threshold 5',
    method: 'PATCH',
    path: '/organizations/acme/subscription',
    done: 'Updated',
  },
  { words: 'agent-pool create --name p', method: 'POST', path: '/organizations/acme/agent-pools', done: 'Created' },
  {
    words: `${oauthClient} --oauth-token-string-file -`,
    stdin: 'a-token-of-the-provider',
    method: 'POST',
    path: '/organizations/acme/oauth-clients',
    done: 'Created',
  },
  { words: 'oauth-client update oc-1 --name N --yes', method: 'PATCH', path: '/oauth-clients/oc-1', done: 'Updated' },
  { words: 'oauth-client delete oc-1 --yes', method: 'DELETE', path: '/oauth-clients/oc-1' },
  { words: 'team add-user team-1 nell', method: 'POST', path: '/teams/team-1/relationships/users' },
  { words: 'team remove-user team-1 nell', method: 'DELETE', path: '/teams/team-1/relationships/users' },
  { words: 'team add-membership team-1 ou-1', method: 'POST', path: memberships },
  { words: 'team remove-membership team-1 ou-1', method: 'DELETE', path: memberships },
  { words: hook, method: 'POST', path: '/workspaces/ws-1/notification-configurations', done: 'Created' },
  {
    words: 'notification update nc-1 --name N',
    method: 'PATCH',
    path: '/notification-configurations/nc-1',
    done: 'Updated',
  },
  {
    words: 'notification verify nc-1',
    method: 'POST',
    path: '/notification-configurations/nc-1/actions/verify',
    done: 'Verified',
  },
  { words: 'notification delete nc-1 --yes', method: 'DELETE', path: '/notification-configurations/nc-1' },
];

type Reply = (response: ServerResponse, request: IncomingMessage) => void;
const status =
  (code: number, headers: Record<string, string> = {}): Reply =>
  (response) =>
    response.writeHead(code, headers).end();
const html: Reply = (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>');
const cutBody: Reply = (response) =>
  response.writeHead(200, { 'content-length': '99' }).write('{"data":', () => response.destroy());

/** Damaged replies to a write, and whether each means done, maybe done or not done. */
const damaged: [
  title: string,
  reply: Reply,
  means: 'maybe' | 'not' | 'empty' | 'accepted',
  code: number,
  said: RegExp,
][] = [
  [
    '500',
    status(500),
    'maybe',
    7,
    /^The service failed \(500\)\. The METHOD was sent and may have been carried out\.$/,
  ],
  [
    '502 of a proxy',
    (response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<html></html>'),
    'maybe',
    7,
    /^The service failed \(502\)\. The METHOD was sent and may have been carried out\.$/,
  ],
  [
    '504',
    status(504),
    'maybe',
    7,
    /^The service failed \(504\)\. The METHOD was sent and may have been carried out\.$/,
  ],
  [
    '503',
    status(503),
    'maybe',
    7,
    /^The service failed \(503\)\. The METHOD was sent and may have been carried out\.$/,
  ],
  ['503 with Retry-After', status(503, { 'retry-after': '3600' }), 'not', 7, /^The service failed \(503\)\.$/],
  ['429', status(429), 'not', 7, /^Too many requests\.$/],
  [
    'a cut connection',
    (_, request) => request.socket.resetAndDestroy(),
    'maybe',
    6,
    /closed the connection\. The METHOD was sent and may have been carried out\.$/,
  ],
  ['204', status(204), 'empty', 0, /^$/],
  ['an empty 200', status(200), 'empty', 0, /^$/],
  ['a document without data', (response) => sendJson(response, { data: null }), 'empty', 0, /^$/],
  ['a web page', html, 'accepted', 9, /a web page instead of the API\. The service accepted the METHOD \(200\)\.$/],
  [
    'a body that is not JSON',
    (response) => response.writeHead(201).end('created'),
    'accepted',
    9,
    /the body is not JSON \(no media type\)\. The service accepted the METHOD \(201\)\.$/,
  ],
  ['a body that is cut', cutBody, 'accepted', 9, /\. The service accepted the METHOD \(200\)\.$/],
];

async function answered(reply: Reply, method: string) {
  const team = { id: 'team-1', type: 'teams', attributes: { name: 'ops' }, relationships: { users: { data: [] } } };
  const server = await tinyServer((request, response) => {
    if (request.method === method) return reply(response, request);
    const path = request.url ?? '';
    if (path.includes('/teams/')) return sendJson(response, { data: team, included: [] });
    const list = /(banners|agent-pools|notification-configurations|workspaces)(\?.*)?$/.test(path);
    const [, id = 'x'] = /\/([a-z]+-\d+)/.exec(path) ?? [];
    const type = path.includes('oauth') ? 'oauth-clients' : 'things';
    sendJson(response, { data: list ? [] : { id, type, attributes: {} } });
  });
  const user = await machine({ SVC_ADDRESS: server.url, SVC_TOKEN: 'a-token', SVC_ORGANIZATION: 'acme' });
  const sent = () => server.seen.filter((each) => each.method === method);
  return { ...user, sent, url: server.url };
}

interface Failure {
  exit: number;
  message: string;
  retryable: boolean;
  sent?: boolean;
  hint?: string;
}

async function failureOf(svc: Machine['svc'], { env = {}, stdin = '', words }: Pick<Write, 'env' | 'stdin' | 'words'>) {
  const { code, stderr, stdout } = await svc(`${words} -o json`, { env, stdin });
  const [line] = stderr.split('\n').filter((each) => each.startsWith('{"error":'));
  const { error } = (line ? JSON.parse(line) : {}) as { error?: Failure };
  return { code, error, stderr, stdout };
}

/** The report of a command about a damaged reply. */
interface Report {
  code: number;
  message: RegExp;
  hint: RegExp;
  sent?: boolean;
  retryable?: boolean;
  stdout: RegExp;
  stderr: RegExp;
}

const nothing = { message: /^$/, hint: /^$/, stdout: /^(?!\{"status)/, stderr: /^/ };

function reportOf(
  { done, method }: Write,
  [title, , means, code, said]: (typeof damaged)[number],
  url: string,
): Report {
  // Where no document is due, a body is not read for one.
  const isIgnored = done === undefined && means === 'accepted' && title !== 'a body that is cut';
  if ((means === 'empty' && done === undefined) || isIgnored) return { ...nothing, code: 0 };
  if (means === 'empty') {
    const stderr = new RegExp(`^(.*\n)?${done}; the service sent no document\\.\n$`);
    return { ...nothing, code: 0, stdout: /^\{\s*"status": 20[04]\s*\}\n$/, stderr };
  }
  const message = new RegExp(said.source.replace('METHOD', method));
  if (means === 'not')
    return { ...nothing, code, message, hint: /^Try again in 3600 seconds\.$|^Try again later\.$/, retryable: true };
  const hint = new RegExp(
    title === 'a web page' ? '^Check the address' : `^To check before sending it again: svc api ${url}`,
  );
  return { ...nothing, code, message, hint, sent: true, retryable: false };
}

describe.each(writes)('the write of svc $words', (write) => {
  const { method, path } = write;

  // trust: T-202
  test.each(damaged)('reports whether the service accepted the write if its reply is %s', async (...row) => {
    const { sent, svc, url } = await answered(row[1], method);
    const { code, error, stderr, stdout } = await failureOf(svc, write);
    const { hint, message, stderr: notes, stdout: output, ...others } = reportOf(write, row, url);
    expect(sent().map((each) => each.path)).toEqual([`/api/v2${path}`]);
    expect({ code, sent: error?.sent, retryable: error?.retryable }).toEqual(others);
    expect(error?.message ?? '').toMatch(message);
    expect(error?.hint ?? '').toMatch(hint);
    expect(stdout).toMatch(output);
    expect(stderr).toMatch(notes);
  });
});

describe('a write that the service accepted', () => {
  const noId: Reply = (response) => sendJson(response, { data: { type: 'things', attributes: {} } }, { status: 201 });
  const accepted = {
    exit: 9,
    sent: true,
    retryable: false,
    message: expect.stringMatching(/The service accepted the/),
  };

  // trust: T-203
  test('a write without an id in the reply is done if no step needs the id', async () => {
    const { svc } = await answered(noId, 'POST');
    const { code, stderr, stdout } = await svc('agent-pool create --name p -o json');
    expect([code, JSON.parse(stdout)]).toEqual([0, { status: 201 }]);
    expect(stderr).toBe('Created; the service sent no id.\n');
    expect(await svc('agent-pool create --name p')).toMatchObject({ code: 0, stdout: '' });
  });

  // trust: T-204
  test.each([
    ['a document', status(204)],
    ['an id', noId],
  ])('a write without %s in the reply exits with 9 if a step needs the id', async (_, reply) => {
    const { home, svc } = await answered(reply, 'POST');
    expect((await failureOf(svc, { words: `${hook} --generate-token` })).error).toMatchObject(accepted);
    const listening = 'notification create -w ws-1 --name Hook --listen --port 0';
    expect((await failureOf(svc, { words: listening })).error).toMatchObject(accepted);
    await writeFile(join(home, 'site.yaml'), 'version: 1\norganization: acme\nagent-pools:\n  - { name: p }\n');
    const applied = await svc('apply -f site.yaml --yes --record r.json');
    expect(applied).toMatchObject({ code: 9, stderr: expect.stringContaining('The service accepted the POST (20') });
    expect(JSON.parse(await readFile(join(home, 'r.json'), 'utf8'))).toMatchObject({
      entries: [{ id: null, begun: expect.any(String), made: false }],
    });
  });

  // trust: T-204
  test('notification create --replace keeps the old configuration if the reply of the new one has no document', async () => {
    const old = {
      id: 'nc-1',
      type: 'notification-configurations',
      attributes: { name: 'Hook', 'destination-type': 'slack' },
    };
    const { seen, url } = await tinyServer((request, response) => {
      if (request.method !== 'GET') response.writeHead(204).end();
      else sendJson(response, { data: [old] });
    });
    const { svc } = await machine({ SVC_ADDRESS: url, SVC_TOKEN: 'a-token' });
    expect((await failureOf(svc, { words: `${hook} --replace --yes` })).error).toMatchObject(accepted);
    expect(seen.filter(({ method }) => method !== 'GET').map(({ method }) => method)).toEqual(['POST']);
  });

  // trust: T-203
  test('a write in several workspaces is done if its replies have no document, and --failed-to lists no workspace', async () => {
    const { home, svc } = await answered(status(204), 'POST');
    const { code, stderr } = await svc(`${hook} -w ws-2 --failed-to left.txt`);
    expect([code, await readFile(join(home, 'left.txt'), 'utf8')]).toEqual([0, '']);
    for (const id of ['ws-1', 'ws-2']) expect(stderr).toContain(`${id}: Created; the service sent no document.\n`);
  });

  // trust: T-203
  test('notification update --generate-token stores the token that it sent, even if the reply has no document', async () => {
    const { svc } = await answered(status(204), 'PATCH');
    const { code, stderr } = await svc('notification update nc-1 --generate-token');
    expect(code).toBe(0);
    expect(stderr).toMatch(/^Stored its token in plain text .*\nUpdated; the service sent no document\.\n$/);
  });

  // trust: T-202
  test('svc api reports a write as accepted if its reply is cut', async () => {
    const { svc, url } = await answered(cutBody, 'POST');
    const { error } = await failureOf(svc, { words: 'api POST /x -F a=b' });
    expect(error).toMatchObject({ ...accepted, hint: `To check before sending it again: svc api ${url}/api/v2/x` });
    expect(await svc('api POST /x -F a=b', {})).toMatchObject({ code: 9 });
    const failing = await answered(status(502), 'PUT');
    const { error: maybe } = await failureOf(failing.svc, { words: 'api PUT /x -F a=b' });
    expect(maybe).toMatchObject({ exit: 7, sent: true, retryable: false });
  });

  // trust: T-202
  test('a write without a reply causes the same error in one workspace as in several', async () => {
    const { svc } = await answered(status(500), 'POST');
    const { error } = await failureOf(svc, { words: `${hook} -w ws-2` });
    expect(error).toMatchObject({ exit: 7, sent: true, retryable: false });
    const names = await failureOf(svc, { words: 'team add-user team-1 nell max --batch 1' });
    expect(names.error).toMatchObject({ exit: 7, sent: true, retryable: false });
  });
});

describe('a read that is only needed for a message', () => {
  const title = { type: 'admin-banners', attributes: { title: 'A' } };
  /** A service whose reads fail, and whose writes get the given response. */
  const unreadable = async (read: Reply, write: Reply) => {
    const { seen, url } = await tinyServer((request, response) =>
      (request.method === 'GET' ? read : write)(response, request),
    );
    const { svc } = await machine({ SVC_ADDRESS: url, SVC_TOKEN: 'a-token' });
    const sent = () => seen.map(({ method }) => method).filter((method) => method !== 'GET');
    return { sent, svc: (words: string) => svc(`${words} --retries 0`) };
  };
  const failing: [string, Reply][] = [
    ['403', status(403)],
    ['404', status(404)],
    ['500', status(500)],
    ['a web page', html],
    ['a cut connection', (_, request) => request.socket.resetAndDestroy()],
  ];

  // trust: T-233
  test.each(failing)('a write is sent even if a read fails that is only needed for a message: %s', async (_, reply) => {
    for (const [words, method] of [
      ['banner create --title T --body B', 'POST'],
      ['oauth-client update oc-1 --name N --yes', 'PATCH'],
      ['oauth-client delete oc-1 --yes', 'DELETE'],
    ] as const) {
      const type = method === 'POST' ? 'admin-banners' : 'oauth-clients';
      const data = { id: 'x-1', type, attributes: {} };
      const { sent, svc } = await unreadable(reply, (response) => sendJson(response, { data }));
      const { code, stderr } = await svc(words);
      expect([code, sent()], `${words}: ${stderr}`).toEqual([0, [method]]);
      expect(stderr).not.toContain('Error');
    }
  });

  // trust: T-233
  test('a failed creation of a banner does not claim that another banner was replaced', async () => {
    const listed: Reply = (response) => sendJson(response, { data: [{ id: 'ab-1', ...title }] });
    for (const reply of [status(422), status(500), status(204)]) {
      const { sent, svc } = await unreadable(listed, reply);
      const { stderr } = await svc('banner create --title T --body B');
      expect([sent(), stderr]).toEqual([['POST'], expect.not.stringMatching(/replace/i)]);
    }
  });
});

describe('a reply without attributes', () => {
  const bare = (type: string, attributes?: null) => (response: ServerResponse) =>
    sendJson(response, { data: { id: 'x-1', type, attributes } });

  test.each([
    ['account update --username u', 'users', 'PATCH'],
    ['agent-pool create --name p', 'agent-pools', 'POST'],
    ['subscription update --rum-alert-threshold 5', 'subscriptions', 'PATCH'],
    ['banner create --title T --body B', 'admin-banners', 'POST'],
  ])(
    'a reply without attributes is accepted if the documents show no fields for it: svc %s',
    async (words, type, method) => {
      for (const attributes of [undefined, null] as const) {
        const { svc } = await answered(bare(type, attributes), method);
        const { code, stdout } = await svc(`${words} -o json`);
        expect([code, JSON.parse(stdout)]).toEqual([0, { id: 'x-1', type, attributes: {} }]);
      }
    },
  );

  test('a reply without attributes exits with 9 if the documents show fields for it', async () => {
    const { svc } = await answered(bare('notification-configurations'), 'PATCH');
    expect((await failureOf(svc, { words: 'notification update nc-1 --name N' })).error).toMatchObject({
      exit: 9,
      sent: true,
      message: expect.stringContaining('data.attributes'),
    });
  });
});

// trust: T-202
test.each([
  ['account update --username u', 'PATCH', '/account/details'],
  ['banner update ab-1 --title T', 'PATCH', '/admin/banners'],
  ['notification verify nc-1', 'POST', '/notification-configurations/nc-1'],
  ['team add-user team-1 nell', 'POST', '/teams/team-1'],
])('the hint after a failure of svc %s names a URL that can be read', async (words, method, path) => {
  const { svc, url } = await answered(status(500), method);
  const { error } = await failureOf(svc, { words });
  expect(error?.hint).toBe(`To check before sending it again: svc api ${url}/api/v2${path}`);
});
