import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createProxy } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from './find-program.ts';
import { portOf } from './listen.ts';
import { onTestFinished } from './test-finished.ts';

/** The certificate authority of a test file, in its own folder, and a server certificate that it issued. */
export interface Authority {
  /** Path of the CA's certificate in PEM form. */
  caFile: string;
  folder: string;
  key: Buffer;
  cert: Buffer;
  remove(): void;
}

/** Returns whether certificates can be created here. Warns if not. */
export function hasOpenssl(): boolean {
  if (findProgram('openssl')) return true;
  process.stderr.write('\nNO OPENSSL: the tests of --ca-file and of proxies before https servers do not run here.\n\n');
  return false;
}

const ownNames = 'DNS:svc.test,DNS:localhost,IP:127.0.0.1';

/** Creates a CA, and a certificate for some names (default: svc.test, localhost and 127.0.0.1) and days (a negative number: expired). */
export function authority(names = ownNames, days = 2): Authority {
  const folder = mkdtempSync(join(tmpdir(), 'svc-ca-'));
  const openssl = (...words: string[]) => execFileSync('openssl', words, { cwd: folder, stdio: 'ignore' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=Test CA', '-days', '2');
  openssl('req', ...key, '-keyout', 'key.pem', '-out', 'server.csr', '-subj', '/CN=server');
  writeFileSync(join(folder, 'server.ext'), `subjectAltName=${names}\n`);
  const by = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'];
  const signing = [...by, '-extfile', 'server.ext', '-days', String(days)];
  openssl('x509', '-req', '-in', 'server.csr', ...signing, '-out', 'cert.pem');
  return authorityIn(folder, 'ca.pem');
}

let shared: { name: string; content: Buffer }[] | undefined;

/** The authority of this process, for the default names, in a folder of the caller: openssl creates its files once. */
export function sharedAuthority(): Authority {
  if (!shared) {
    const { folder, remove } = authority();
    shared = readdirSync(folder).map((name) => ({ name, content: readFileSync(join(folder, name)) }));
    remove();
  }
  const folder = mkdtempSync(join(tmpdir(), 'svc-ca-'));
  for (const { content, name } of shared) writeFileSync(join(folder, name), content, { mode: 0o600 });
  return authorityIn(folder, 'ca.pem');
}

function authorityIn(folder: string, caName: string): Authority {
  return {
    folder,
    caFile: join(folder, caName),
    key: readFileSync(join(folder, 'key.pem')),
    cert: readFileSync(join(folder, 'cert.pem')),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Starts an https server that is closed after the test; returns its port. */
export async function httpsServer(
  { key, cert }: Pick<Authority, 'key' | 'cert'>,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<number> {
  const server = createServer({ key, cert }, (request, response) => {
    request.resume();
    answer(request, response);
  });
  return portOf(server);
}

/** A proxy that is closed after the test. */
export interface TestProxy {
  /** `http://127.0.0.1:PORT` */
  url: string;
  host: string;
  /** The received request lines: `CONNECT host:port` or `GET http://…`. */
  asked: string[];
  /** The received credentials; empty for a request without credentials. */
  credentials: (string | undefined)[];
}

interface ProxyOptions {
  /** The status that it returns instead; 0 for no response. */
  rejection?: number;
  /** Requests without these credentials are rejected with 407. */
  credentials?: string;
  /** With these the proxy uses https. */
  tls?: Pick<Authority, 'key' | 'cert'>;
}

/** Starts a proxy that connects every host name to this machine. */
export async function proxy({ credentials: required, rejection, tls }: ProxyOptions = {}): Promise<TestProxy> {
  const asked: string[] = [];
  const credentials: (string | undefined)[] = [];
  const sockets = new Set<Socket>();
  const note = ({ method, url, headers }: IncomingMessage) => {
    asked.push(`${method} ${url}`);
    credentials.push(headers['proxy-authorization']);
  };
  const statusFor = ({ headers }: IncomingMessage) =>
    required === undefined || headers['proxy-authorization'] === required ? rejection : 407;
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    note(request);
    const status = statusFor(request);
    if (status === 0) return;
    if (status !== undefined) return void response.writeHead(status).end('no');
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"from":"the proxy"}');
  };
  const server = tls ? createServer(tls, answer) : createProxy(answer);
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    note(request);
    sockets.add(socket);
    socket.on('error', () => {});
    const status = statusFor(request);
    if (status === 0) return;
    if (status !== undefined) return void socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
    const port = Number(request.url?.split(':')[1]);
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    sockets.add(onward);
    onward.on('error', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: tls ? `https://localhost:${host.split(':')[1]}` : `http://${host}`, host, asked, credentials };
}
