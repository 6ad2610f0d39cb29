import { readFileSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { nkeys } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CancelledError } from '../../../src/base/errors.ts';
import { type BrokerOptions, openBroker } from '../../../src/webhooks/broker/connection.ts';
import { faultOf } from '../../../src/webhooks/broker/faults.ts';
import { freePort } from '../../support/free-port.ts';
import { hasNats, type NatsServer, startNats } from '../../support/nats.ts';
import { onTestFinished } from '../../support/test-finished.ts';
import { authority, hasOpenssl, sharedAuthority } from '../../support/tls.ts';

const isAbsent = !hasNats();
const user = nkeys.createUser();
const seed = new TextDecoder().decode(user.getSeed());
/** An nkey as a credentials file, as the guide has it. */
const creds = `-----BEGIN NATS USER JWT-----\nnone\n------END NATS USER JWT------\n\n-----BEGIN USER NKEY SEED-----\n${seed}\n------END USER NKEY SEED------\n`;
const users = `authorization { users: [
  { user: alice, password: "s3cret-password" },
  { nkey: ${user.getPublicKey()} }
] }`;

/** Connects with a time limit of 5 s, and disconnects after the test. */
async function open(url: string, options: Partial<BrokerOptions> = {}) {
  const { signal } = new AbortController();
  const [first, ...rest] = url.split(',').map((each) => new URL(each));
  const broker = await openBroker({ servers: [first!, ...rest], insecure: false, timeoutMs: 5000, signal, ...options });
  onTestFinished(() => broker.close());
  return broker;
}

/** Returns whether a NATS server accepts a connection, which then stays until the test ends. */
async function isAccepted(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {}).write('CONNECT {"verbose":false}\r\nPING\r\n');
  let text = '';
  return new Promise((resolve) => {
    socket.once('close', () => resolve(false));
    socket.on('data', (piece: string) => {
      text += piece;
      if (text.includes('PONG')) resolve(true);
    });
  });
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

describe('no NATS server', () => {
  test('a port where no server listens is a network error with the address', async () => {
    const port = await freePort();
    await expect(open(`nats://127.0.0.1:${port}`)).rejects.toMatchObject({
      exit: 6,
      retryable: true,
      message: `Connection refused by 127.0.0.1:${port}.`,
    });
  });

  // trust: T-108
  test('a server that says nothing is a network error within the time limit', async () => {
    const port = await listening(createServer());
    await expect(open(`nats://127.0.0.1:${port}`, { timeoutMs: 50 })).rejects.toMatchObject({
      exit: 6,
      message: `127.0.0.1:${port} did not answer in time.`,
      hint: expect.stringMatching(/^Check the URL: .*4222/),
    });
  });

  test('a server that sends nothing after its greeting is a network error that says which port to use', async () => {
    const port = await listening(
      createServer((socket) => socket.write('INFO {"version":"2.10.0","headers":true}\r\n')),
    );
    await expect(open(`nats://127.0.0.1:${port}`, { timeoutMs: 50 })).rejects.toMatchObject({
      exit: 6,
      message: `127.0.0.1:${port} did not answer in time.`,
      hint: expect.stringMatching(/^Check the URL: .*4222/),
    });
  });

  test.each<[how: string, end: (socket: Socket) => void]>([
    ['ends', (socket) => socket.end()],
    ['resets', (socket) => socket.resetAndDestroy()],
  ])(
    'a server that sends its greeting and then %s the connection is a network error within the time limit',
    async (_, end) => {
      const port = await listening(
        createServer((socket) => {
          socket.on('error', () => {}).once('data', () => end(socket));
          socket.write('INFO {"version":"2.10.0","headers":true}\r\n');
        }),
      );
      await expect(open(`nats://127.0.0.1:${port}`, { timeoutMs: 50 })).rejects.toMatchObject({
        exit: 6,
        retryable: true,
        message: `127.0.0.1:${port} closed the connection.`,
        hint: expect.stringMatching(/^Check the URL: .*4222/),
      });
    },
  );

  test.each(['maximum connections exceeded', 'maximum account active connections exceeded'])(
    "an error that the server sends after its greeting is reported in the server's words within the time limit: %s",
    async (words) => {
      const port = await listening(
        createServer((socket) => {
          socket.on('error', () => {}).once('data', () => socket.end(`-ERR '${words}'\r\n`));
          socket.write('INFO {"version":"2.10.0","headers":true}\r\n');
        }),
      );
      await expect(open(`nats://127.0.0.1:${port}`, { timeoutMs: 50 })).rejects.toMatchObject({
        exit: 7,
        retryable: true,
        message: expect.stringMatching(new RegExp(`^127.0.0.1:${port} ended the connection: ${words}\\.$`, 'i')),
      });
    },
  );

  // trust: T-108
  test('a server that is not a NATS server is a network error that says which port to use', async () => {
    const port = await listening(createServer((socket) => socket.end('220 mail.example.com ESMTP\r\n')));
    await expect(open(`nats://127.0.0.1:${port}`)).rejects.toMatchObject({
      exit: 6,
      message: expect.stringMatching(`^Connection to 127.0.0.1:${port} failed: unexpected response`),
      hint: expect.stringContaining('4222'),
    });
  });

  test('an HTTP server, which closes the connection, is a network error', async () => {
    const http = createHttpServer();
    http.headersTimeout = 1;
    const port = await listening(http);
    await expect(open(`nats://127.0.0.1:${port}`, { timeoutMs: 200 })).rejects.toMatchObject({ exit: 6 });
  });

  test('Ctrl-C ends the connection attempt', async () => {
    const cancelled = new AbortController();
    const port = await listening(createServer(() => cancelled.abort(new CancelledError())));
    await expect(open(`nats://127.0.0.1:${port}`, { signal: cancelled.signal })).rejects.toMatchObject({ exit: 130 });
  });
});

describe.skipIf(isAbsent)('a server that has reached its maximum of connections', () => {
  test('a server that has reached its maximum of connections is a temporary error, and of several servers the next one is used', async () => {
    const full = await startNats({ config: 'max_connections: 1', jetStream: false });
    onTestFinished(full.close);
    const next = await startNats({ jetStream: false });
    onTestFinished(next.close);
    // The connection that waited for the start of the server may still be counted.
    while (!(await isAccepted(full.port)));
    await expect(open(full.url, { timeoutMs: 500 })).rejects.toMatchObject({ retryable: true });
    const { server } = await open(`${full.url},${next.url}`, { timeoutMs: 500 });
    expect(server.port).toBe(String(next.port));
  });
});

describe.skipIf(isAbsent)('a server with users', () => {
  let nats: NatsServer;
  beforeAll(async () => {
    nats = await startNats({ config: users });
  });
  afterAll(() => nats?.close());

  test.each([
    ['a password', { kind: 'password', user: 'alice', password: 's3cret-password' }],
    ['an nkey in a credentials file', { kind: 'creds', creds, origin: '--nats-creds-file alice.creds' }],
  ] as const)('a server with users accepts %s', async (_, access) => {
    const { connection, server } = await open(nats.url, { access });
    expect(connection.isClosed()).toBe(false);
    expect(server.href).toBe(nats.url);
  });

  // trust: T-119
  test('a rejected NATS password exits with 4 and is in no message', async () => {
    const access = { kind: 'password', user: 'alice', password: 'another-password' } as const;
    const error = await open(nats.url, { access }).catch((cause) => cause);
    expect(error).toMatchObject({ exit: 4, message: expect.stringContaining('rejected the credentials') });
    expect(error.message + error.hint).not.toContain('another-password');
  });

  test('a NATS server that requires credentials exits with 4 and names the flags', async () => {
    await expect(open(nats.url)).rejects.toMatchObject({
      exit: 4,
      message: `127.0.0.1:${nats.port} requires credentials.`,
      hint: expect.stringContaining('--nats-creds-file'),
    });
  });

  test('a file without credentials exits with 2 and names the file', async () => {
    const access = { kind: 'creds', creds: 'no credentials', origin: '--nats-creds-file me.creds' } as const;
    const error = await open(nats.url, { access }).catch((cause) => cause);
    expect(error).toMatchObject({ exit: 2, message: expect.stringContaining(access.origin) });
    expect(error.message).not.toContain('no credentials');
  });

  test('a connection stays open after Ctrl-C so that unfinished work can be completed', async () => {
    const cancelled = new AbortController();
    const access = { kind: 'password', user: 'alice', password: 's3cret-password' } as const;
    const { connection } = await open(nats.url, { access, signal: cancelled.signal });
    cancelled.abort(new CancelledError());
    await connection.flush();
    expect(connection.isClosed()).toBe(false);
  });

  test('the first of several NATS servers that responds is used', async () => {
    const access = { kind: 'password', user: 'alice', password: 's3cret-password' } as const;
    const { server } = await open(`nats://127.0.0.1:${await freePort()},${nats.url}`, { access });
    expect(server.port).toBe(String(nats.port));
  });

  // trust: T-119
  test.each([
    ['password', { kind: 'password', user: 'alice', password: 's3cret-password' }],
    ['token', { kind: 'token', token: 's3cret-password' }],
  ] as const)(
    'a %s is not sent without TLS if other machines would get it too, unless --insecure-http allows it',
    async (_, access) => {
      const servers = `nats://nats.test:4222,${nats.url}`;
      const error = await open(servers, { access }).catch((cause) => cause);
      expect(error).toMatchObject({
        exit: 6,
        message: `Connection to 127.0.0.1:${nats.port} failed: server does not support 'tls'.`,
        hint: `A ${access.kind} requires TLS. Use a credentials file, or allow it with --insecure-http.`,
      });
      const allowed = open(servers, { access, insecure: true });
      await expect(
        allowed.then(
          () => 0,
          ({ exit }) => exit,
        ),
      ).resolves.toBe(access.kind === 'password' ? 0 : 4);
    },
  );

  // trust: T-119
  test('localhost is this machine, whatever DNS says', async () => {
    const access = { kind: 'password', user: 'alice', password: 's3cret-password' } as const;
    const { connection } = await open(`nats://nats.localhost:${nats.port}`, { access });
    expect(connection.getServer()).toBe(`127.0.0.1:${nats.port}`);
  });
});

describe.skipIf(isAbsent)('a server that stops', { concurrent: true }, () => {
  test('svc connects again after a NATS server restarts, and prints a message for the loss and for the new connection', async ({
    expect,
  }) => {
    const nats = await startNats();
    onTestFinished(nats.close);
    const reports: string[] = [];
    let reported = () => {};
    const next = () => new Promise<void>((resolve) => (reported = resolve));
    const { connection } = await open(nats.url, {
      onChange: (message) => {
        reports.push(message);
        reported();
      },
    });
    const lost = next();
    await nats.kill();
    await lost;
    const back = next();
    await nats.restart();
    await back;
    await connection.flush();
    expect(reports).toEqual([
      `Lost the connection to 127.0.0.1:${nats.port}; reconnecting.`,
      `Connected to 127.0.0.1:${nats.port} again.`,
    ]);
  });

  test('svc switches to another server if the server stops, even to one that was unreachable at first', async ({
    expect,
  }) => {
    const [first, second] = [await startNats({ jetStream: false }), await startNats({ jetStream: false })];
    onTestFinished(first.close);
    onTestFinished(second.close);
    await first.kill();
    const { connection } = await open(`${first.url},${second.url}`);
    expect(connection.getServer()).toBe(`127.0.0.1:${second.port}`);
    await first.restart();
    const back = (async () => {
      for await (const { type } of connection.status()) if (type === 'reconnect') return connection.getServer();
      return undefined;
    })();
    await second.kill();
    expect(await back).toBe(`127.0.0.1:${first.port}`);
  });

  test('exits with 4 if the NATS server rejects the credentials after a restart', async ({ expect }) => {
    const nats = await startNats({ config: users });
    onTestFinished(nats.close);
    const { lost } = await open(nats.url, { access: { kind: 'creds', creds, origin: 'the key' } });
    await nats.kill();
    writeFileSync(join(nats.folder, 'nats.conf'), `listen: 127.0.0.1:${nats.port}\nauthorization { token: other }\n`);
    await nats.restart();
    await expect(lost).rejects.toMatchObject({ exit: 4 });
  });
});

test.each(['SSLV3_ALERT_BAD_CERTIFICATE', 'SSL/TLS_ALERT_BAD_CERTIFICATE', 'TLSV13_ALERT_CERTIFICATE_REQUIRED'])(
  'the alert %s says that the server rejected the client certificate, in the words of any version of Node',
  (words) => {
    const error = Object.assign(new Error('alert'), { code: `ERR_SSL_${words}` });
    expect(faultOf(error, new URL('tls://127.0.0.1:4222'))).toMatchObject({
      exit: 4,
      message: `127.0.0.1:4222 rejected the client certificate (ERR_SSL_${words}).`,
    });
  },
);

describe.skipIf(isAbsent || !hasOpenssl())('TLS', () => {
  const tlsServer = async (names?: string, more = '') => {
    const ca = names === undefined ? sharedAuthority() : authority(names);
    onTestFinished(ca.remove);
    const files = `cert_file: "${join(ca.folder, 'cert.pem')}", key_file: "${join(ca.folder, 'key.pem')}"`;
    const nats = await startNats({ config: `tls { ${files} ${more.replace('CA', ca.caFile)} }` });
    onTestFinished(nats.close);
    return { nats, ca, trusted: createSecureContext({ ca: readFileSync(ca.caFile) }) };
  };

  test('tls:// accepts a certificate of a private CA for the address, and nats:// to the same server hints at tls://', async () => {
    const { nats, trusted } = await tlsServer('IP:127.0.0.1');
    const { connection } = await open(nats.url.replace('nats:', 'tls:'), { secureContext: trusted });
    expect(connection.isClosed()).toBe(false);
    await expect(open(nats.url, { secureContext: trusted })).rejects.toMatchObject({
      exit: 6,
      hint: expect.stringContaining(`tls://127.0.0.1:${nats.port}`),
    });
  });

  // trust: T-108
  test('a certificate for another name exits with 6', async () => {
    const { nats, trusted } = await tlsServer('DNS:localhost');
    const url = nats.url.replace('nats:', 'tls:');
    await expect(open(url, { secureContext: trusted })).rejects.toMatchObject({ exit: 6, retryable: false });
  });

  // trust: T-108
  test('an untrusted certificate exits with 6', async () => {
    const { nats } = await tlsServer();
    await expect(open(nats.url)).rejects.toMatchObject({ exit: 6, message: expect.stringContaining("Can't trust") });
  });

  test('a server that requires a client certificate accepts the given one, and without a certificate the error says that one is required', async () => {
    const { nats, ca, trusted } = await tlsServer(undefined, ', ca_file: "CA", verify: true');
    const url = nats.url.replace('nats:', 'tls:');
    await expect(open(url, { secureContext: trusted, timeoutMs: 500 })).rejects.toMatchObject({
      // After the handshake of TLS 1.3 the system may drop the alert.
      message: expect.stringMatching(/rejected the client certificate|closed the connection/),
      hint: expect.stringContaining('--nats-cert-file'),
    });
    const own = createSecureContext({ ca: readFileSync(ca.caFile), cert: ca.cert, key: ca.key });
    const { connection } = await open(nats.url, { secureContext: own, hasCertificate: true });
    expect(connection.isClosed()).toBe(false);
  });

  test.each([
    ['TLSv1.2', { exit: 4, message: expect.stringContaining('rejected the client certificate (ERR_SSL') }],
    // After the handshake of TLS 1.3 the system may drop the alert.
    ['TLSv1.3', { message: expect.stringMatching(/rejected the client certificate|closed the connection/) }],
  ] as const)(
    'a client certificate that the server does not trust is an error within the time limit (%s)',
    async (version, error) => {
      const { nats, ca } = await tlsServer('IP:127.0.0.1', ', ca_file: "CA", verify: true');
      const stranger = authority('IP:127.0.0.1');
      onTestFinished(stranger.remove);
      const { cert, key } = stranger;
      const secureContext = createSecureContext({ ca: readFileSync(ca.caFile), cert, key, maxVersion: version });
      await expect(open(nats.url, { secureContext, hasCertificate: true, timeoutMs: 500 })).rejects.toMatchObject({
        ...error,
        hint: expect.stringContaining('certificate'),
      });
    },
  );

  test('tls:// to a server without TLS exits with 6', async () => {
    const nats = await startNats();
    onTestFinished(nats.close);
    const url = nats.url.replace('nats:', 'tls:');
    await expect(open(url)).rejects.toMatchObject({ exit: 6, message: expect.stringContaining("'tls'") });
  });
});
