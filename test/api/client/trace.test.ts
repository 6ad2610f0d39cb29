import { describe, expect, test } from 'vitest';
import { createTrace } from '../../../src/api/client/trace.ts';
import { createSecrets, maskFields, maskUrl, maskUrls } from '../../../src/base/secrets.ts';
import { machineAt, sandbox } from '../../support/svc.ts';
import { sendJson, tinyServer } from '../../support/tiny-server.ts';

const canary = 'canary-0123456789/+abc"def';

const traced = () => {
  const lines: string[] = [];
  const secrets = createSecrets();
  secrets.remember(canary);
  return { lines, trace: createTrace(true, (line) => lines.push(line), secrets) };
};

describe('a trace of an exchange', () => {
  test('a trace hides the token in the authorization header', () => {
    const { lines, trace } = traced();
    trace.request({ method: 'GET', url: new URL('https://a.test/x') }, [['authorization', 'Bearer unheard-of']]);
    expect(lines).toEqual(['> GET https://a.test/x', '> authorization: ***']);
  });

  test('a trace hides cookies and proxy credentials in both directions', () => {
    const { lines, trace } = traced();
    const secret = Object.entries({ 'proxy-authorization': 'Basic unheard-of', cookie: 'session=unheard-of' });
    trace.request({ method: 'GET', url: new URL('https://a.test/x') }, secret);
    trace.answer({ status: 200, statusText: 'OK' }, [['set-cookie', 'session=unheard-of']], 3);
    expect(lines.join('\n')).not.toContain('unheard-of');
    expect(lines).toContain('< 200 OK (3 ms)');
  });

  // trust: T-134
  test('a trace hides a remembered secret everywhere and in every spelling', () => {
    const { lines, trace } = traced();
    const url = new URL(`https://a.test/x?q=${encodeURIComponent(canary)}`);
    trace.request({ method: 'POST', url, body: JSON.stringify({ note: `it is ${canary}` }) }, [['x-odd', canary]]);
    trace.answer({ status: 200, statusText: canary }, [['x-echo', canary]], 1);
    trace.body(JSON.stringify({ echo: canary }));
    trace.body(`plain ${canary}`);
    trace.note(canary);
    expect(lines.join('\n')).not.toContain('canary-');
    expect(lines.join('\n')).not.toContain('abc"def');
    expect(lines.join('\n')).not.toContain('abc\\"def');
  });

  // trust: T-134
  test('a trace hides the values of body fields that are named like secrets', () => {
    const { lines, trace } = traced();
    trace.body(
      JSON.stringify({
        data: { attributes: { token: 't1', current_password: 'p1', 'private-key': 'k1', name: 'seen' } },
      }),
    );
    expect(lines).toEqual([
      '< {"data":{"attributes":{"token":"***","current_password":"***","private-key":"***","name":"seen"}}}',
    ]);
  });

  // trust: T-140
  test('a trace hides the signature and other secrets in URLs, also in responses', () => {
    const { lines, trace } = traced();
    const signed = 'https://me:pass@b.test/a.tar.gz?X-Amz-Signature=5167&archive=tar.gz';
    const found = { status: 302, statusText: 'Found' };
    trace.request({ method: 'GET', url: new URL(signed) }, []);
    trace.answer(
      found,
      ['location', 'x-terraform-get'].map((name) => [name, signed] as const),
      1,
    );
    trace.answer(found, [['location', '/a?token=5167&ref=v1']], 1);
    const text = lines.join('\n');
    expect(text).not.toContain('5167');
    expect(text).not.toContain('pass@');
    expect(text).toContain('archive=tar.gz');
    expect(text).toContain('ref=v1');
  });

  test.each([
    ['JSON', (url: string) => JSON.stringify({ location: url, list: [url] })],
    ['text', (url: string) => `<a href="${url}">${url}</a> {"location":"${url}"`],
  ])('a trace hides the secrets of URLs in a body of %s', (_kind, bodyOf) => {
    const { lines, trace } = traced();
    const urls = [
      './a.tar.gz?key=5167',
      'git::https://me:5167@b.test/r.git?ref=v1&sshkey=5167',
      'https://b.test/a?X-Amz-Signature=5167&pw=5167&archive=zip',
    ];
    for (const url of urls) trace.body(bodyOf(url));
    const text = lines.join('\n');
    expect(text).not.toContain('5167');
    expect(text).toContain('ref=v1');
  });

  test('a trace hides a secret that the end of a shortened body would cut in two', () => {
    const { lines, trace } = traced();
    const room = 20_000;
    for (let shift = 1; shift < canary.length; shift++) trace.body(`${'x'.repeat(room - shift)}${canary}`);
    expect(lines.join('\n')).not.toContain('can');
  });

  test('a trace shortens a body of two million question marks quickly', () => {
    const { lines, trace } = traced();
    trace.body('?'.repeat(2_000_000));
    expect(lines).toHaveLength(1);
  });

  test('a trace shows nothing of a body that is nested too deeply to mask', () => {
    const { lines, trace } = traced();
    trace.body(`${'{"a":'.repeat(100_000)}{"token":"unheard-of"}${'}'.repeat(100_000)}`);
    expect(lines.join('\n')).not.toContain('unheard-of');
  });
});

test('a trace that is off writes nothing', () => {
  const lines: string[] = [];
  const trace = createTrace(false, (line) => lines.push(line), createSecrets());
  trace.note('x');
  trace.body('x');
  expect(lines).toEqual([]);
});

test.each([
  ['userinfo', 'https://me:secret@a.test/x', 'https://***@a.test/x'],
  ['a token', 'https://a.test/x?token=secret&y=1', 'https://a.test/x?token=***&y=1'],
  ['a signature', 'https://a.test/x?X-Amz-Signature=secret', 'https://a.test/x?X-Amz-Signature=***'],
  ['a shared key', 'https://a.test/x?sig=secret&sv=2020', 'https://a.test/x?sig=***&sv=2020'],
  ['a password', 'https://a.test/x?pw=secret&pass=secret', 'https://a.test/x?pw=***&pass=***'],
  ['a web token', 'https://a.test/x?jwt=secret', 'https://a.test/x?jwt=***'],
  ['what looks like a secret', 'https://a.test/x?foo=RwKtfT21dha498GyuEpUR8XA', 'https://a.test/x?foo=***'],
  ['a change if it has no secret', 'https://a.test/x?q=words', 'https://a.test/x?q=words'],
  ['a change if it has a commit', `https://a.test/x?ref=${'0a'.repeat(20)}`, `https://a.test/x?ref=${'0a'.repeat(20)}`],
])('a URL in the trace is shown without %s', (_title, url, shown) => {
  expect(maskUrl(url)).toBe(shown);
});

test('fields are masked at any depth, and null and booleans stay visible', () => {
  expect(
    maskFields({ a: [{ secret: 'x' }], token: null, 'token-set': true, 'key-token': false, password: '' }),
  ).toEqual({ a: [{ secret: '***' }], token: null, 'token-set': true, 'key-token': false, password: '***' });
});

test.each([
  ...['token', 'apiToken', 'API_TOKEN', 'token-value', 'clientSecret', 'DB_PASSWORD', 'passwd', 'key-passphrase'],
  ...['aws-credentials', 'GITHUB_PAT', 'gitlabPat', 'privateKey', 'private_key', 'rsa-private-key', 'apiKey', 'APIKey'],
  ...['api-keys', 'x-api-key', 'accessKey', 'secretKeyId', 'signing_key', 'hmacKey', 'HMAC-KEY', 'apikey'],
  ...['oauth-token-string', 'password-confirmation', 'Authorization', 'set-cookie'],
])('the value of %s is masked', (name) => {
  expect(maskFields({ [name]: 'x' })).toEqual({ [name]: '***' });
});

test.each([
  ...['key', 'publicKey', 'public-key', 'ssh_public_key', 'keyboard', 'path', 'pattern', 'patch', 'compat', 'monkey'],
  ...['secretary', 'tokenizer', 'access', 'private', 'signing', 'api', 'key-api', 'accessLevel', 'passport', 'author'],
])('the value of %s is shown', (name) => {
  expect(maskFields({ [name]: 'x' })).toEqual({ [name]: 'x' });
});

test('user name and password in a URL are masked up to the last @', () => {
  expect(maskUrls('see https://me:p@ss@a.test/x, "//b.test", "c@d.test"')).toBe(
    'see https://***@a.test/x, "//b.test", "c@d.test"',
  );
});

describe('--debug', () => {
  // trust: T-134
  test('--debug shows every exchange and never the token', async () => {
    const service = await sandbox();
    const { svc } = await machineAt(service);
    const { code, stdout, stderr } = await svc('whoami --debug --json');
    expect(code).toBe(0);
    expect(stderr).toContain(`> GET ${service.info.api}/account/details`);
    expect(stderr).toContain('> authorization: ***');
    expect(stderr).toMatch(/< 200 .*\(\d+ ms\)/);
    expect(stderr + stdout).not.toContain(service.info.tokens['site-admin']);
  });

  test('--debug shows no token that a server sends back in a header, a body or an error', async () => {
    const server = await tinyServer((request, response) => {
      response.setHeader('x-echo', request.headers.authorization ?? '');
      sendJson(
        response,
        { errors: [{ title: `bad ${request.headers.authorization}`, token: 'unheard-of' }] },
        { status: 403 },
      );
    });
    const { svc } = await machineAt(await sandbox());
    const env = { SVC_ADDRESS: server.url, SVC_TOKEN: 'canary-token-0123' };
    for (const words of ['whoami --debug', 'whoami --debug -o json', 'whoami']) {
      const { code, stdout, stderr } = await svc(words, { env });
      expect(code).toBe(4);
      expect(stdout + stderr).not.toContain('canary-token');
      expect(stderr).not.toContain('unheard-of');
    }
  });

  // trust: T-67
  test('--debug shows control characters of the server escaped', async () => {
    const server = await tinyServer((_, response) => response.writeHead(500).end('\u001b[2Jgone\u009b31m\u202e'));
    const { svc } = await machineAt(await sandbox(), 'anonymous');
    const { stderr } = await svc('banner list --debug', { env: { SVC_ADDRESS: server.url } });
    expect(stderr).toContain('\\u001b[2Jgone');
    expect(stderr).not.toMatch(/[\u001b\u009b\u202e]/);
  });

  test('SVC_DEBUG enables --debug', async () => {
    const { svc } = await machineAt(await sandbox());
    expect((await svc('whoami', { env: { SVC_DEBUG: '1' } })).stderr).toContain('> GET ');
    expect((await svc('whoami', { env: { SVC_DEBUG: '0' } })).stderr).not.toContain('> GET ');
  });
});
