import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Caller, type Machine, machine, type RunOptions, watchedMachine } from '../support/svc.ts';
import { sendJson, tinyServer } from '../support/tiny-server.ts';

const builtIn = 'oc-U7mQz4XtKb9RwE2j';
const github = '--service-provider github --http-url https://github.com --api-url https://api.github.com'.split(' ');
const ado = ['--service-provider', 'ado_server', '--http-url', 'https://ado.test', '--api-url', 'https://ado.test'];
const create = ['oauth-client', 'create'];
const token = 'pr0vider-t0ken';
const env = { PROVIDER_TOKEN: token };
const tokenEnv = ['--oauth-token-string-env', 'PROVIDER_TOKEN'];
const privateKey = '-----BEGIN OPENSSH PRIVATE KEY-----\nc2VjcmV0a2V5\n-----END OPENSSH PRIVATE KEY-----\n';

const acme = async (caller: Caller = 'owner') => {
  const me = await watchedMachine(caller);
  await writeFile(join(me.cwd, 'id_rsa'), privateKey);
  const ids = async () => (await me.svc('oauth-client list --columns id')).stdout.split('\n').filter(Boolean);
  const shown = async (id: string) => JSON.parse((await me.svc(['oauth-client', 'show', id, '--json'])).stdout);
  return { ...me, ids, shown };
};

/** A platform that records each body and returns it, secrets included. */
async function parrot(status = 200) {
  const bodies: { data: { attributes: Record<string, unknown> } }[] = [];
  const server = await tinyServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : { data: { attributes: {} } };
      if (request.method !== 'GET') bodies.push(body);
      const heard = JSON.stringify(body);
      if (status >= 400 && request.method !== 'GET') {
        return sendJson(response, { errors: [{ status: String(status), title: 'no', detail: heard }] }, { status });
      }
      sendJson(response, { data: { id: 'oc-1', type: 'oauth-clients', attributes: body.data.attributes } });
    });
  });
  const me = await machine({ SVC_ADDRESS: server.url, SVC_TOKEN: 'a-token', SVC_ORGANIZATION: 'acme' });
  await writeFile(join(me.cwd, 'id_rsa'), privateKey);
  return { ...me, bodies };
}

describe('the life of an OAuth client', () => {
  test('oauth-client create sends one request with all flags', async () => {
    const { svc, ids } = await acme();
    const typed = [...create, ...github, ...tokenEnv, '--set'];
    expect((await svc([...typed, 'key=K1', '--dry-run'], { env })).stdout).toContain('"key": "K1"');
    expect((await svc([...typed, 'key:=5'], { env })).code).toBe(0);
    expect(await ids()).toHaveLength(2);
  });

  test('oauth-client create sets an agent pool by --set, and oauth-client update removes it', async () => {
    const { svc, shown } = await acme();
    const pool = JSON.parse((await svc('agent-pool create --name ours --json')).stdout).id;
    const made = await svc([...create, ...github, ...tokenEnv, '--set', `relationships.agent-pool=${pool}`, '--json'], {
      env,
    });
    const { id, relationships } = JSON.parse(made.stdout);
    expect(relationships['agent-pool'].data).toEqual({ id: pool, type: 'agent-pools' });
    await svc(['oauth-client', 'update', id, '--set', 'relationships.agent-pool=', '--yes']);
    expect((await shown(id)).relationships['agent-pool']?.data ?? null).toBe(null);
  });

  test('an OAuth client can be created, listed, shown, updated and deleted', async () => {
    const { svc, ids, shown } = await acme();
    const made = await svc([...create, ...github, ...tokenEnv, '--name', 'Ours', '--json'], { env });
    const { id, attributes, relationships } = JSON.parse(made.stdout);
    expect(made.stderr).toBe(
      `Created OAuth client ${id}.\nTo link a workspace to a repository, use its OAuth token ${relationships['oauth-tokens'].data[0].id}.\n`,
    );
    expect(attributes).toMatchObject({ name: 'Ours', 'service-provider': 'github', 'http-url': 'https://github.com' });
    expect(await ids()).toEqual([builtIn, id]);
    const changed = await svc(['oauth-client', 'update', id, '--clear-name', '--key', 'k1', '--yes']);
    expect(changed).toExit(0, `Updated OAuth client ${id}.`);
    expect((await shown(id)).attributes).toMatchObject({ name: null, key: 'k1', 'service-provider': 'github' });
    const gone = await svc(['oauth-client', 'delete', id, '--yes', '--json']);
    expect(JSON.parse(gone.stdout)).toEqual({ id, deleted: true });
    expect(await ids()).toEqual([builtIn]);
    expect(await svc(['oauth-client', 'show', id])).toExit(
      3,
      `No OAuth client ${id}, or you can't see it with this token.`,
    );
  });

  // spec: P-27
  test('an OAuth client without a name is shown under the name of its provider, and JSON stays unchanged', async () => {
    const { svc, shown } = await acme();
    const { attributes } = await shown(builtIn);
    expect(attributes).toMatchObject({ name: null, 'service-provider-display-name': 'GitHub' });
    const listed = await svc('oauth-client list --no-color', { tty: true, columns: 200 });
    expect(listed.stdout).toMatch(
      new RegExp(`^NAME +PROVIDER +TOKEN-ID +URL +ID\\n(?:.*\\n)*GitHub +github +ot-\\w+ +https.* ${builtIn}$`, 'm'),
    );
    const card = await svc(['oauth-client', 'show', builtIn, '--no-color'], { tty: true });
    expect(card.stdout).toMatch(/^name +GitHub$/m);
    await svc(['oauth-client', 'update', builtIn, '--name', 'Ours', '--yes']);
    expect((await svc('oauth-client list --columns name')).stdout).toBe('Ours\n');
  });
});

describe('oauth-client create', () => {
  const missing: [flag: string, words: string[]][] = [
    ['--service-provider', []],
    ['--http-url', ['--service-provider', 'github']],
    ['--api-url', ['--service-provider', 'github', '--http-url', 'https://github.com']],
    ['--oauth-token-string-file', github],
    ['--private-key-file', [...ado, ...tokenEnv]],
  ];
  test.each(missing)(
    'oauth-client create without a terminal names a missing %s in a usage error',
    async (flag, words) => {
      const { svc, requests } = await acme();
      expect(await svc([...create, ...words], { env })).toExit(2, flag);
      expect(requests).toEqual([]);
    },
  );

  const wrong: [title: string, words: string[], flag: string][] = [
    ['an invalid URL', [...github, '--http-url', 'github.com'], '--http-url'],
    ['a URL of a scheme that is not the web', [...github, '--api-url', 'ssh://github.com'], '--api-url'],
    [
      'two secrets from stdin',
      [...ado, '--oauth-token-string-file', '-', '--private-key-file', '-'],
      'Stdin can be read only once',
    ],
    ['a secret by --set', [...github, '--set', `oauth-token-string=${token}`], 'oauth-token-string is a secret'],
    ['a token given twice', [...github, '--oauth-token-string-file', 'id_rsa'], 'twice'],
    ['a variable that is not set', [...ado, '--private-key-env', 'NOT_SET'], 'NOT_SET'],
    ['a file that is not there', [...ado, '--private-key-file', 'nope'], 'nope'],
  ];
  test.each(wrong)('oauth-client create rejects %s before anything is sent', async (title, words, told) => {
    const { svc, requests } = await acme();
    const given = title.includes('stdin') ? words : [...words, ...tokenEnv];
    const rejected = await svc([...create, ...given], { env, stdin: 'secret' });
    expect(rejected).toExit(2, told);
    expect(rejected.stderr).not.toContain(token);
    expect(requests).toEqual([]);
  });

  test('oauth-client create never accepts a secret on the command line', async () => {
    const { svc } = await acme();
    for (const flag of ['--oauth-token-string', '--private-key']) {
      expect((await svc([...create, ...github, flag, 'x'])).code).toBe(2);
    }
  });

  // spec: P-186
  test.each<[string, string[], RunOptions]>([
    ['a file', ['--oauth-token-string-file', 'token.txt'], {}],
    ['stdin', ['--oauth-token-string-file', '-'], { stdin: `${token}\n` }],
    ['the environment', tokenEnv, { env }],
  ])('oauth-client create sends the token from %s without the final line end', async (_, words, options) => {
    const { svc, bodies, cwd } = await parrot();
    await writeFile(join(cwd, 'token.txt'), `${token}\n`);
    expect((await svc([...create, ...github, ...words], options)).code).toBe(0);
    const urls = { 'http-url': 'https://github.com', 'api-url': 'https://api.github.com' };
    const attributes = { 'service-provider': 'github', ...urls, 'oauth-token-string': token };
    expect(bodies).toEqual([{ data: { type: 'oauth-clients', attributes } }]);
  });

  test.each<[string, string[], RunOptions]>([
    ['a file', ['--private-key-file', 'id_rsa'], { env }],
    ['stdin', ['--private-key-file', '-'], { env, stdin: privateKey }],
    ['the environment', ['--private-key-env', 'KEY'], { env: { ...env, KEY: privateKey.trimEnd() } }],
  ])(
    'oauth-client create sends the private key of ado_server from %s with the final line end',
    async (_, words, options) => {
      const { svc, bodies } = await parrot();
      expect((await svc([...create, ...ado, ...tokenEnv, ...words], options)).code).toBe(0);
      expect(bodies[0]!.data.attributes['private-key']).toBe(privateKey);
    },
  );

  test.each([
    ['githb', 'Did you mean "github"?'],
    ['ado_services', 'Did you mean "ado_server"?'],
    ['forge', 'Known values: github, github_enterprise, '],
  ])(
    'oauth-client create sends the unknown provider %s and a private key for it with a warning',
    async (provider, words) => {
      const { svc, bodies } = await parrot();
      const given = [...github, '--service-provider', provider, '--private-key-file', 'id_rsa'];
      expect(await svc([...create, ...given, ...tokenEnv], { env })).toExit(
        0,
        `Warning: Unknown value "${provider}" for --service-provider, sent as is.`,
        words,
      );
      expect(bodies[0]!.data.attributes).toMatchObject({ 'service-provider': provider, 'private-key': privateKey });
    },
  );

  test('oauth-client create warns about a private key that the provider does not need and about an empty name, and sends both', async () => {
    const { svc, bodies } = await parrot();
    const odd = ['--private-key-file', 'id_rsa', '--name', ''];
    expect(await svc([...create, ...github, ...tokenEnv, ...odd], { env })).toExit(
      0,
      'Warning: --name is empty, sent as is.\n',
      'Warning: github does not need a private key, sent as is.\n',
    );
    expect(bodies[0]!.data.attributes).toMatchObject({ name: '', 'private-key': privateKey });
  });
});

describe('oauth-client create on a terminal', () => {
  test('oauth-client create on a terminal prompts for each value, shows what it will send, and prints the command without prompts', async () => {
    const { svc, shown } = await acme();
    const { code, asked, stderr, stdout } = await svc([...create, '--jq', '.id'], {
      tty: true,
      answers: ['GitLab.com', 'https://gitlab.com', 'https://gitlab.com/api/v4', 'Our GitLab', token, true],
    });
    expect(code).toBe(0);
    expect(asked).toEqual([
      'Service provider',
      'Homepage of the provider',
      'Base URL of its API',
      'Name',
      'Access token issued by GitLab.com',
      'Create this OAuth client?',
    ]);
    expect(stderr).toContain(`OAuth client for acme:
  name                Our GitLab
  service-provider    gitlab_hosted
  http-url            https://gitlab.com
  api-url             https://gitlab.com/api/v4
  oauth-token-string  ***
`);
    expect(stderr).toContain(
      "--service-provider gitlab_hosted --http-url https://gitlab.com --api-url https://gitlab.com/api/v4 --name 'Our GitLab' --oauth-token-string-file PATH --yes\n",
    );
    expect((await shown(stdout.trim())).attributes).toMatchObject({ name: 'Our GitLab' });
  });

  test('oauth-client create on a terminal prompts for a private key file if the provider needs one', async () => {
    const { svc, ids } = await acme();
    const { code, asked, stderr } = await svc(create, {
      tty: true,
      answers: ['Azure DevOps Server', 'https://ado.test', 'https://ado.test', 'ADO', token, 'id_rsa', true],
    });
    expect(code).toBe(0);
    expect(asked).toContain('File with the SSH private key');
    expect(stderr).toContain('private-key         ***');
    expect(stderr).toContain('--private-key-file id_rsa');
    expect(await ids()).toHaveLength(2);
  });

  test('oauth-client create on a terminal prompts only for missing values, and does not prompt if none is missing', async () => {
    const { svc } = await acme();
    const some = await svc([...create, ...github], { tty: true, answers: [token, true] });
    expect(some).toMatchObject({ code: 0, asked: ['Access token issued by GitHub', 'Create this OAuth client?'] });
    const none = await svc([...create, ...github, ...tokenEnv], { tty: true, env });
    expect(none).toMatchObject({ code: 0, asked: [] });
    expect(none.stderr).not.toContain('To repeat this without prompts');
  });

  test('oauth-client create --yes on a terminal prompts for missing values, but not for confirmation', async () => {
    const { svc } = await acme();
    expect(await svc([...create, ...github, '--yes'], { tty: true, answers: [token] })).toMatchObject({ code: 0 });
  });

  test('oauth-client create on a terminal prompts again for an answer that is not a URL, and for a file that does not exist', async () => {
    const { svc } = await acme();
    const urls = ['ado.test', 'https://ado.test', 'https://ado.test'];
    const { code, complaints } = await svc(create, {
      tty: true,
      answers: ['Azure DevOps Server', ...urls, 'ADO', token, 'nope', 'id_rsa', true],
    });
    expect([code, complaints]).toEqual([0, ['Must be an http or https URL.', expect.stringContaining('nope')]]);
  });

  test.each([
    ['github', undefined, ['https://github.com', 'https://api.github.com', 'GitHub']],
    ['bitbucket_hosted', undefined, ['https://bitbucket.org', 'https://api.bitbucket.org/2.0', 'Bitbucket Cloud']],
    ['gitlab_hosted', undefined, ['https://gitlab.com', 'https://gitlab.com/api/v4', 'GitLab.com']],
    ['github_enterprise', 'https://git.test/', [undefined, 'https://git.test/api/v3', 'GitHub Enterprise']],
    [
      'gitlab_community_edition',
      'https://git.test',
      [undefined, 'https://git.test/api/v4', 'GitLab Community Edition'],
    ],
    [
      'gitlab_enterprise_edition',
      'https://git.test',
      [undefined, 'https://git.test/api/v4', 'GitLab Enterprise Edition'],
    ],
    ['ado_server', 'https://git.test/', [undefined, 'https://git.test', 'Azure DevOps Server']],
  ])('oauth-client create on a terminal offers the usual URLs and name of %s', async (provider, homepage, offered) => {
    const { offerFor } = await import('../../src/commands/oauth-client/providers.ts');
    const offer = offerFor(provider)!;
    expect([offer.httpUrl, offer.apiUrl(homepage ?? offer.httpUrl!), offer.displayName]).toEqual(offered);
  });
});

describe('oauth-client update', () => {
  // spec: P-196
  test('oauth-client update warns how many workspaces may lose their link, prompts, and changes only the given attributes', async () => {
    const { svc, shown } = await acme();
    const words = ['oauth-client', 'update', builtIn, '--api-url', 'https://git.test/api/v3'];
    const { code, asked, stderr } = await svc(words, { tty: true, answers: [true] });
    expect({ code, asked }).toEqual({ code: 0, asked: [`Update OAuth client ${builtIn} ("GitHub")?`] });
    expect(stderr).toContain('Warning: 2 workspaces may lose the repository link.\n');
    expect(stderr).toContain(`svc ${words.join(' ')} --yes\n`);
    expect((await shown(builtIn)).attributes).toMatchObject({
      'api-url': 'https://git.test/api/v3',
      'http-url': 'https://github.com',
    });
  });

  test('oauth-client update without a terminal requires --yes', async () => {
    const { svc, shown } = await acme();
    expect(await svc(['oauth-client', 'update', builtIn, '--name', 'Ours'])).toExit(2, '--yes');
    expect((await shown(builtIn)).attributes.name).toBeNull();
  });

  const wrong: [title: string, words: string[], told: string][] = [
    ['nothing at all', [], 'No changes given.'],
    ['a name that is also cleared', ['--name', 'x', '--clear-name'], '--clear-name'],
    ['a key that is also cleared', ['--key', 'x', '--clear-key'], '--clear-key'],
    ['an invalid URL', ['--http-url', 'x'], '--http-url'],
    ['a secret by --set', ['--set', `secret=${token}`], 'secret is a secret'],
    ['a secret given twice', ['--secret-file', '-', '--secret-env', 'PROVIDER_TOKEN'], 'twice'],
  ];
  test.each(wrong)('oauth-client update rejects %s before anything is sent', async (_, words, told) => {
    const { svc, requests } = await acme();
    expect(await svc(['oauth-client', 'update', builtIn, ...words, '--yes'], { env })).toExit(2, told);
    expect(requests).toEqual([]);
  });

  test('oauth-client update sends each given attribute, and reads the secret from stdin', async () => {
    const { svc, bodies } = await parrot();
    const words = ['--name', 'N', '--http-url', 'https://a.test', '--key', 'K', '--secret-file', '-', '--set', 'x:=1'];
    const options = { stdin: `${token}\n` };
    expect((await svc(['oauth-client', 'update', 'oc-1', ...words, '--yes'], options)).code).toBe(0);
    const attributes = { name: 'N', 'http-url': 'https://a.test', key: 'K', secret: token, x: 1 };
    expect(bodies).toEqual([{ data: { type: 'oauth-clients', attributes } }]);
  });

  test('oauth-client update clears the key with --clear-key, and sends an empty name with a warning', async () => {
    const { svc, shown } = await acme();
    await svc(['oauth-client', 'update', builtIn, '--key', 'k1', '--yes']);
    expect((await shown(builtIn)).attributes.key).toBe('k1');
    expect(await svc(['oauth-client', 'update', builtIn, '--clear-key', '--name', '', '--yes'])).toExit(
      0,
      '--name is empty, sent as is.',
    );
    expect((await shown(builtIn)).attributes).toMatchObject({ key: null, name: '' });
  });

  test('oauth-client update on a terminal without flags prompts for each value and sends only what was changed', async () => {
    const { svc, shown } = await acme();
    const answers = [
      'Our GitHub',
      'GitHub Enterprise',
      'https://git.test',
      'https://git.test/api/v3',
      'k1',
      token,
      true,
    ];
    const updated = await svc(['oauth-client', 'update', builtIn], { tty: true, answers });
    expect(updated.asked).toEqual([
      'Name',
      'Service provider',
      'Homepage of the provider',
      'Base URL of its API',
      'OAuth client key',
      'New OAuth client secret (empty: unchanged)',
      `Update OAuth client ${builtIn} ("GitHub")?`,
    ]);
    expect(updated.stderr.replaceAll(/\s+/g, ' ')).toContain(
      `svc oauth-client update ${builtIn} --name 'Our GitHub' --service-provider github_enterprise --http-url https://git.test --api-url https://git.test/api/v3 --key k1 --secret-file PATH --yes`,
    );
    expect((await shown(builtIn)).attributes).toMatchObject({
      name: 'Our GitHub',
      'service-provider': 'github_enterprise',
      'http-url': 'https://git.test',
      'api-url': 'https://git.test/api/v3',
      key: 'k1',
    });
    const kept = await svc(['oauth-client', 'update', builtIn], {
      tty: true,
      answers: [true, 'GitHub Enterprise', true, true, true, ''],
    });
    expect(kept).toExit(0, 'No changes.');
    const cleared = await svc(['oauth-client', 'update', builtIn], {
      tty: true,
      answers: ['', 'GitHub Enterprise', true, true, '', '', true],
    });
    expect(cleared).toExit(0, '--clear-name --clear-key --yes');
    expect((await shown(builtIn)).attributes).toMatchObject({ name: null, key: null });
  });

  test('oauth-client update without flags and without a terminal exits with 2, because nothing was given', async () => {
    const { svc } = await acme();
    expect(await svc(['oauth-client', 'update', builtIn])).toExit(2, 'No changes given.');
  });

  test('oauth-client update on a terminal keeps a provider that is unknown to svc', async () => {
    const { svc, service, shown } = await acme();
    service.state.world.oauthClients[0]!.serviceProvider = 'gitea';
    const answers = ['Ours', 'gitea', true, true, '', '', true];
    expect(await svc(['oauth-client', 'update', builtIn], { tty: true, answers })).toExit(0, '--name Ours --yes');
    expect((await shown(builtIn)).attributes).toMatchObject({ name: 'Ours', 'service-provider': 'gitea' });
  });

  test('oauth-client update warns of an unknown provider', async () => {
    const { svc } = await acme();
    const { stderr } = await svc(`oauth-client update ${builtIn} --service-provider gitlab_hostd --dry-run`);
    expect(stderr).toContain('Did you mean "gitlab_hosted"?');
  });

  test('oauth-client update --dry-run sends nothing, not even the request for the number of workspaces', async () => {
    const { svc, requests } = await acme();
    const { code, stdout } = await svc(['oauth-client', 'update', builtIn, '--clear-name', '--dry-run', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ method: 'PATCH', body: { data: { attributes: { name: null } } } });
    expect(requests).toEqual([]);
  });
});

describe('oauth-client delete', () => {
  // spec: P-197
  test('oauth-client delete warns how many workspaces will lose their link, prompts, and deletes the client', async () => {
    const { svc, ids, requests } = await acme();
    const { code, asked, stderr } = await svc(['oauth-client', 'delete', builtIn], { tty: true, answers: [true] });
    expect({ code, asked }).toEqual({ code: 0, asked: [`Delete OAuth client ${builtIn} ("GitHub")?`] });
    expect(stderr).toContain('2 workspaces will lose the repository link and must be relinked manually.');
    expect(requests).toEqual([
      `GET /api/v2/oauth-clients/${builtIn}?show_affected_workspaces=true`,
      `DELETE /api/v2/oauth-clients/${builtIn}`,
    ]);
    expect(await ids()).toEqual([]);
  });

  test('oauth-client delete says so if no workspace uses the client', async () => {
    const { svc } = await acme();
    const { stdout } = await svc([...create, ...github, ...tokenEnv, '--jq', '.id'], { env });
    expect(await svc(['oauth-client', 'delete', stdout.trim(), '--yes'])).toExit(
      0,
      /^No workspace uses this OAuth client/,
    );
  });

  test.each([200, 400])(
    'oauth-client delete warns without a number if the request for the number fails with %i',
    async (status) => {
      const server = await tinyServer(({ method }, response) => {
        if (method === 'DELETE') return void response.writeHead(204).end();
        if (status === 400)
          return sendJson(response, { errors: [{ status: '400', title: 'no such parameter' }] }, { status });
        sendJson(response, { data: { id: 'oc-1', type: 'oauth-clients', attributes: {} } });
      });
      const { svc } = await machine({ SVC_ADDRESS: server.url, SVC_TOKEN: 'a-token' });
      expect(await svc('oauth-client delete oc-1 --yes')).toExit(
        0,
        'Warning: The workspaces that use it will lose the repository link',
      );
    },
  );

  test('oauth-client delete exits with 3 for an unknown client before any question', async () => {
    const { svc } = await acme();
    expect(await svc('oauth-client delete oc-0123456789abcdef', { tty: true })).toMatchObject({ code: 3, asked: [] });
  });
});

describe('the secrets of an OAuth client', () => {
  const canary = 'c4n4ry-9Xk2';
  const key = privateKey.replace('c2VjcmV0a2V5', canary);
  const lines: [title: string, words: string[], options: RunOptions][] = [
    ['create, by file', [...create, ...ado, '--oauth-token-string-file', 'token.txt', '--private-key-file', 'key'], {}],
    [
      'create, by stdin',
      [...create, ...ado, '--oauth-token-string-file', 'token.txt', '--private-key-file', '-'],
      { stdin: key },
    ],
    [
      'create, by variable',
      [...create, ...ado, '--oauth-token-string-env', 'T', '--private-key-env', 'K'],
      { env: { T: canary, K: key } },
    ],
    ['create, by prompt', [...create, ...ado, '--private-key-file', 'key', '--yes'], { tty: true, answers: [canary] }],
    ['update, by file', ['oauth-client', 'update', 'oc-1', '--secret-file', 'token.txt', '--yes'], {}],
    ['update, by prompt', ['oauth-client', 'update', 'oc-1', '--yes'], { tty: true, answers: ['', '', canary] }],
  ];
  const silent = async (me: Machine, words: string[], options: RunOptions) => {
    for (const manner of [['-o', 'table'], ['-o', 'json'], ['--dry-run'], ['--dry-run', '-o', 'json']]) {
      const { code, stdout, stderr, asked } = await me.svc([...words, '--debug', ...manner], options);
      expect(code, stderr).not.toBe(1);
      expect(stderr).toContain(code === 0 && manner.includes('--dry-run') ? 'Dry run' : '***');
      expect(stderr + asked.join(), `${words.join(' ')} ${manner.join(' ')}`).not.toContain(canary);
      expect(code === 0 && !manner.includes('--dry-run') ? '' : stdout).not.toContain(canary);
    }
  };
  test.each(lines)('the secrets of an OAuth client are never shown: %s', async (_, words, options) => {
    for (const status of [200, 422]) {
      const me = await parrot(status);
      await writeFile(join(me.cwd, 'token.txt'), `${canary}\n`);
      await writeFile(join(me.cwd, 'key'), key);
      await silent(me, words, options);
    }
  });
});
