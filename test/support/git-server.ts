import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { git, noConfiguration, type Repository } from './git-repository.ts';
import { portOf } from './listen.ts';

export interface GitServer {
  /** `http://127.0.0.1:PORT` */
  url: string;
  /** Every request, `GET /m.git/info/refs?…`. */
  asked: string[];
}

interface ServerOptions {
  /** The required `user:password`. */
  credentials?: string;
  /** Sends about that many bytes of a response, and never ends it. */
  stallAfterBytes?: number;
  /** Responds instead of git if it handles the request. */
  instead?: (request: IncomingMessage, response: ServerResponse) => boolean | undefined;
}

/** Serves the repositories of a folder with git's `upload-pack`, on its own port, until the test ends. */
export async function gitServer(
  root: string,
  { credentials, instead, stallAfterBytes = Number.POSITIVE_INFINITY }: ServerOptions = {},
): Promise<GitServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (instead?.(request, response)) return;
    const expected = `Basic ${Buffer.from(credentials ?? '').toString('base64')}`;
    if (credentials && request.headers.authorization !== expected) {
      return void response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
    }
    answer(root, request, response, stallAfterBytes);
  });
  return { url: `http://127.0.0.1:${await portOf(server)}`, asked };
}

/** Serves the files of a bare repository as a plain file server does, which git reads over "dumb http"; the 501st request and later ones fail. */
export async function dumbGitServer({ folder, git: run }: Repository): Promise<GitServer> {
  run(['update-server-info']);
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const path = join(folder, new URL(request.url ?? '/', 'http://localhost').pathname.replace(/^\/[^/]+/, ''));
    const isFile = asked.length <= 500 && statSync(path, { throwIfNoEntry: false })?.isFile();
    response.writeHead(isFile ? 200 : 404).end(isFile ? readFileSync(path) : undefined);
  });
  return { url: `http://127.0.0.1:${await portOf(server)}`, asked };
}

/** The capabilities of the newer protocol, which depend only on the kind of ids. */
const capabilities = new Map<string, Buffer>();

/** Replaces git's `http-backend`, which starts two processes for each request. */
function answer(root: string, request: IncomingMessage, response: ServerResponse, stallAfterBytes: number): void {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const [, name = '', endpoint] = /^\/(.+)\/(info\/refs|git-upload-pack)$/.exec(decodeURIComponent(pathname)) ?? [];
  const folder = join(root, name);
  if (endpoint === undefined || !existsSync(join(folder, 'HEAD'))) return void response.writeHead(404).end();
  const isNewer = request.headers['git-protocol'] === 'version=2';
  const isList = endpoint === 'info/refs';
  const kind = isList ? 'advertisement' : 'result';
  response.writeHead(200, { 'content-type': `application/x-git-upload-pack-${kind}`, 'cache-control': 'no-cache' });
  const config = readFileSync(join(folder, 'config'), 'utf8');
  const known = isList && isNewer ? capabilities.get(config) : undefined;
  if (known) return void response.end(known);
  // The newer protocol sends this itself.
  if (isList && !isNewer) response.write('001e# service=git-upload-pack\n0000');
  const child = spawn(git, ['upload-pack', isList ? '--http-backend-info-refs' : '--stateless-rpc', folder], {
    env: { ...noConfiguration, GIT_PROTOCOL: isNewer ? 'version=2' : '' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  child.stdin.on('error', () => undefined);
  const isPacked = request.headers['content-encoding'] === 'gzip';
  (isPacked ? request.pipe(createGunzip()) : request).pipe(child.stdin);
  const pieces: Buffer[] = [];
  let received = 0;
  child.stdout.on('data', (piece: Buffer) => {
    received += piece.length;
    if (isList) pieces.push(piece);
    if (received <= stallAfterBytes) response.write(piece);
  });
  child.on('close', (exit) => {
    if (isList && isNewer && exit === 0) capabilities.set(config, Buffer.concat(pieces));
    if (received <= stallAfterBytes) response.end();
  });
}
