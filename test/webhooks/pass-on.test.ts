import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { platform } from 'node:os';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Trace } from '../../src/api/client/trace.ts';
import { commandWords } from '../../src/base/system/command-line.ts';
import { passedOn } from '../../src/base/system/exec-environment.ts';
import type { Delivery, HeaderPair } from '../../src/webhooks/delivery.ts';
import { readNotification } from '../../src/webhooks/event.ts';
import { execute } from '../../src/webhooks/exec.ts';
import { forward } from '../../src/webhooks/forward.ts';
import { sampleBody } from '../../src/webhooks/sample.ts';
import { post, signedHeaders } from '../../src/webhooks/send.ts';

const body = Buffer.concat([sampleBody('run:errored'), Buffer.from([0xff, 0])]);

async function receiver(
  answer: (request: IncomingMessage, response: ServerResponse, bytes: Buffer) => void,
): Promise<URL> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    answer(request, response, Buffer.concat(chunks));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/behind?a=b`);
}

describe('forwarding', () => {
  const original: HeaderPair[] = [
    ['Host', 'listener.example.com'],
    ['X-TFE-Notification-Signature', 'abc'],
    ['x-twice', '1'],
    ['X-Twice', '2'],
    ['Authorization', 'Bearer x'],
    ['Connection', 'keep-alive, X-Hop'],
    ['X-Hop', 'mine'],
    ['Transfer-Encoding', 'chunked'],
  ];

  test('forwarding sends the bytes and header lines of the delivery, except connection headers, and returns the response', async () => {
    let seen: { raw: string[]; bytes: Buffer; url: string } | undefined;
    const url = await receiver((request, response, bytes) => {
      seen = { raw: request.rawHeaders, bytes, url: request.url ?? '' };
      response.writeHead(418, { 'X-Behind': 'yes' }).end('teapot');
    });
    const answer = await forward(url, { body }, original);
    expect([answer.status, answer.body.toString()]).toEqual([418, 'teapot']);
    expect(answer.headers).toContainEqual(['X-Behind', 'yes']);
    expect(seen?.bytes.equals(body)).toBe(true);
    expect(seen?.url).toBe('/behind?a=b');
    expect(seen?.raw).toEqual([
      ...['host', url.host, 'connection', 'close', 'X-TFE-Notification-Signature', 'abc', 'x-twice', '1'],
      ...['X-Twice', '2', 'Authorization', 'Bearer x', 'content-length', String(body.length)],
    ]);
  });

  test('forwarding retries only requests that cannot have arrived', async () => {
    let calls = 0;
    const request = () => {
      calls += 1;
    };
    const trace: Trace = { request, answer() {}, body() {}, note() {} };
    const options = { pauseMs: 1, trace };
    const url = await receiver((_, response) => void response.writeHead(503).end());
    expect([(await forward(url, { body }, original, options)).status, calls]).toEqual([503, 1]);
    const forwarding = forward(new URL('http://127.0.0.1:9/'), { body }, original, options);
    await expect(forwarding).rejects.toMatchObject({ code: 'network' });
    expect(calls).toBe(1 + 3);
  });

  test('forwarding ends when its signal is aborted', async () => {
    const url = await receiver(() => {});
    const end = new AbortController();
    const forwarding = forward(url, { body }, original, { signal: end.signal });
    end.abort(new Error('enough'));
    await expect(forwarding).rejects.toThrow('enough');
  });
});

describe('sending a delivery', () => {
  test('a response that is missing or too long is an error', async () => {
    const silent = await receiver(() => {});
    await expect(post(silent, [], body, { timeoutMs: 50 })).rejects.toMatchObject({ exit: 6, message: /within 50 ms/ });
    const long = await receiver((_, response) => response.end('x'.repeat(2000)));
    await expect(post(long, [], body, { maxBytes: 1000 })).rejects.toMatchObject({ exit: 6 });
  });

  test('sending signs with both header names, and without a token it does not sign', async () => {
    const seen: IncomingMessage['headers'][] = [];
    const url = await receiver((request, response) => {
      seen.push(request.headers);
      response.end();
    });
    await post(url, signedHeaders(body, 'secret'), body);
    await post(url, signedHeaders(body, undefined), body);
    expect(seen[0]?.['x-svc-notification-signature']).toMatch(/^[0-9a-f]{128}$/);
    expect(seen[0]?.['x-tfe-notification-signature']).toBe(seen[0]?.['x-svc-notification-signature']);
    expect(Object.keys(seen[1] ?? {}).filter((name) => name.includes('signature'))).toEqual([]);
  });
});

describe('the environment of a command', () => {
  const isSecret = (value: string) => value.includes('the secret');
  const kept = (env: Record<string, string | undefined>, passed?: readonly string[]) =>
    passedOn(env, { isSecret, passed });

  // trust: T-98
  test.each([
    ...['SVC_TOKEN', 'SVC_TOKEN_EXAMPLE_COM', 'svc_token_x', 'TF_TOKEN_app_example_com', 'TF_TOKEN'],
    ...['GITHUB_PAT', 'PAT', 'GITHUB_TOKEN', 'NPM_TOKENS', 'ghToken', 'npm_config__authToken', 'TOKEN_OF_X'],
    ...['DB_PASSWORD', 'PGPASSWORD', 'DB_PASSWD', 'DB_PASS', 'MYSQL_PWD', 'SSH_PASSPHRASE', 'PASSWORD_STORE_DIR'],
    ...['AWS_SECRET_ACCESS_KEY', 'SECRETS', 'CLIENT_SECRET_ID', 'GOOGLE_APPLICATION_CREDENTIALS', 'GIT_CREDENTIAL'],
    ...['OPENAI_API_KEY', 'APIKEY', 'api-key', 'API_KEYS', 'apiKey', 'MY_PRIVATE_KEY', 'COOKIE', 'AUTHORIZATION'],
  ])('the variable %s is not passed to the command, whatever its value', (name) => {
    expect(kept({ [name]: 'x' })).toEqual({});
  });

  test.each([
    ...['PATH', 'PWD', 'OLDPWD', 'HOME', 'PATTERN', 'COMPAT', 'TOKENIZERS_PARALLELISM', 'SVC_ADDRESS', 'TF_LOG'],
    ...['SSH_AUTH_SOCK', 'AWS_REGION', 'KEYBOARD', 'MONKEY', 'LC_ALL', 'COMPASS'],
  ])('the variable %s is passed to the command', (name) => {
    expect(kept({ [name]: 'x' })).toEqual({ [name]: 'x' });
  });

  // trust: T-98
  test('a variable whose value contains a secret of this run or equals the API token is not passed to the command', () => {
    const env = {
      NOTE: 'has the secret inside',
      SAME: 'of-the-platform',
      SVC_TOKEN: 'of-the-platform',
      NOT: undefined,
    };
    expect(kept({ ...env, OTHER: 'x' })).toEqual({ OTHER: 'x' });
  });

  test.each([
    ['http://user:pass@proxy:3128', 'http://proxy:3128'],
    ['http://user:p@ss/word@proxy:3128/', 'http://proxy:3128/'],
    ['user:pass@proxy:3128', 'proxy:3128'],
    ['socks5h://user@proxy', 'socks5h://proxy'],
    ['http://proxy:3128', 'http://proxy:3128'],
  ])('the environment of a command has the proxy %s without credentials, as %s', (value, shown) => {
    for (const name of ['HTTPS_PROXY', 'http_proxy', 'ALL_PROXY', 'npm_config_proxy'])
      expect(kept({ [name]: value })).toEqual({ [name]: shown });
  });

  // trust: T-98
  test.each([
    ...['postgres://svc:pass@db:5432/x', 'redis://:pass@cache', 'amqp+tls://u:p@q/v', 'HTTPS://u:p@host'],
    ...['see a://b and mysql://u:p@db?x', 'nats://a:4222,nats://u:p@b:4222', 'jdbc:postgresql://u:p@db'],
    ...['ftp://u:p@ss@h'],
  ])('a variable with a password in a URL is not passed to the command: %s', (value) => {
    expect(kept({ DATABASE_URL: value, OTHER: 'x' })).toEqual({ OTHER: 'x' });
    expect(kept({ DATABASE_URL: value }, ['DATABASE_URL'])).toEqual({ DATABASE_URL: value });
  });

  test.each([
    ...['https://host:8080/@scope/x', 'https://host:8080?to=a@b', 'ssh://git@host:22/x', 'git@host:path', 'a: b@c'],
    ...['postgres://svc@db', 'http://[::1]:80/a@b', 'http://host:80 me@host'],
  ])('a variable without a password in its value is passed to the command: %s', (value) => {
    expect(kept({ PLACE: value })).toEqual({ PLACE: value });
  });

  test('the environment of a command has the NATS URL without its user, and neither the NATS password nor the NATS token', () => {
    const env = {
      SVC_NATS: 'tls://user:pass@nats',
      SVC_NATS_PASSWORD: 'a',
      SVC_NATS_TOKEN: 'b',
      SVC_NATS_USER: 'user',
    };
    expect(kept(env)).toEqual({ SVC_NATS: 'tls://nats', SVC_NATS_USER: 'user' });
  });

  test('a variable named with --exec-env is passed to the command unchanged', () => {
    const env = { GITHUB_PAT: 'a', SVC_TOKEN: 'b', NOTE: 'the secret', http_proxy: 'http://u:p@proxy', X_PAT: 'c' };
    const { X_PAT, ...named } = env;
    expect(kept(env, Object.keys(named))).toEqual(named);
  });
});

describe('a command', () => {
  const event = Buffer.from(
    JSON.stringify({ run_message: '$(touch /tmp/x)\0; rm -rf', notifications: [{ trigger: 'run:errored' }] }),
  );
  const delivery: Delivery = {
    id: '0'.repeat(26),
    at: '2026-08-18T10:00:00.000Z',
    verified: true,
    verdict: 'verified',
    cause: null,
    reason: null,
    signedWith: null,
    method: 'POST',
    path: '/',
    headers: [],
    body: event,
    status: 204,
    bodySize: event.length,
    ...readNotification(event),
  };
  const node = (source: string) => [process.execPath, '-e', source] as const;
  const options = { env: { PATH: process.env.PATH } };

  test('a command gets the bytes on stdin and the fields as variables, unchanged', async () => {
    const source = "console.log(require('fs').readFileSync(0,'utf8')); console.log(JSON.stringify(process.env))";
    const { exit, stdout } = await execute(node(source), delivery, options);
    const [stdin, environment] = stdout.split('\n');
    expect(exit).toBe(0);
    expect(stdin).toBe(delivery.body.toString());
    expect(JSON.parse(environment!)).toMatchObject({
      SVC_WEBHOOK_ID: delivery.id,
      SVC_WEBHOOK_VERIFIED: 'true',
      SVC_WEBHOOK_TRIGGER: 'run:errored',
      SVC_WEBHOOK_RUN_MESSAGE: '$(touch /tmp/x); rm -rf',
      SVC_WEBHOOK_RUN_ID: '',
    });
  });

  test('a command gets no variable of svc that was not named', async () => {
    const { stdout } = await execute(node('console.log(JSON.stringify(process.env))'), delivery, {
      env: { ...options.env, HOME: '/h' },
    });
    const seen = JSON.parse(stdout);
    expect(seen).toMatchObject({ HOME: '/h' });
    expect(Object.keys(seen).filter((name) => ['USER', 'VITEST'].includes(name))).toEqual([]);
  });

  test('a command that fails or takes too long is reported, and a missing one exits with 2', async () => {
    expect(await execute(node('process.exit(3)'), delivery, options)).toMatchObject({ exit: 3, timedOut: false });
    const slow = await execute(node('setInterval(() => {}, 1000)'), delivery, { ...options, timeoutMs: 200 });
    expect(slow).toMatchObject({ exit: null, timedOut: true });
    await expect(execute(['/nonexistent/command'], delivery, options)).rejects.toMatchObject({ exit: 2 });
  });

  // trust: T-98
  test.skipIf(platform() === 'win32')(
    'a command that takes too long is killed with all processes that it started',
    async () => {
      const source = `
      const { pid } = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
      console.log(pid);
      setInterval(() => {}, 1000);`;
      // The child has its stdout, and execute() ends only when that is closed: the test is that it ends.
      for (let timeoutMs = 1000; ; timeoutMs *= 2) {
        const { timedOut, stdout } = await execute(node(source), delivery, { ...options, timeoutMs });
        expect(timedOut).toBe(true);
        if (Number(stdout) > 0) break;
      }
    },
  );

  test('a command is killed if the run ends without waiting for it', async () => {
    const end = new AbortController();
    const running = execute(node('setInterval(() => {}, 1000)'), delivery, { ...options, signal: end.signal });
    end.abort(new Error('enough'));
    expect(await running).toMatchObject({ exit: null, timedOut: false });
  });

  test.each([
    ['a b  c', ['a', 'b', 'c']],
    ['a "b c" \'d "e\'', ['a', 'b c', 'd "e']],
    ['a\\ b "c\\"d" \'e\\f\'', ['a b', 'c"d', 'e\\f']],
    ['a "" b', ['a', '', 'b']],
    ['a;b | c $(d) > e', ['a;b', '|', 'c', '$(d)', '>', 'e']],
  ])('the command %j is split into %j', (command, expected) => {
    expect(commandWords('--exec', command)).toEqual(expected);
  });

  test.each([
    ['a "b', /unclosed "/],
    ['  ', /must not be empty/],
    ['"" b', /must not be empty/],
  ])('the command %j is rejected', (command, message) => {
    expect(() => commandWords('--exec', command)).toThrow(message);
  });
});
