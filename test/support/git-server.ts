import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
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
    answer(root, request, response, stallAfterBytes).catch(() => response.destroy());
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

/** Answers of git, by the question and the content of the repository. */
const answers = new Map<string, Uint8Array>();

/** Replaces git's `http-backend`, which starts two processes for each request; an answer that is known starts none. */
async function answer(
  root: string,
  request: IncomingMessage,
  response: ServerResponse,
  stallAfterBytes: number,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const [, name = '', endpoint] = /^\/(.+)\/(info\/refs|git-upload-pack)$/.exec(decodeURIComponent(pathname)) ?? [];
  const folder = join(root, name);
  if (endpoint === undefined || !existsSync(join(folder, 'HEAD'))) return void response.writeHead(404).end();
  const isNewer = request.headers['git-protocol'] === 'version=2';
  const isList = endpoint === 'info/refs';
  const kind = isList ? 'advertisement' : 'result';
  const sent = await buffer(request);
  const question = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
  response.writeHead(200, { 'content-type': `application/x-git-upload-pack-${kind}`, 'cache-control': 'no-cache' });
  // What the newer protocol can do depends only on the kind of ids.
  const content = isList && isNewer ? readFileSync(join(folder, 'config'), 'utf8') : contentOf(folder);
  const key = keyOf([isNewer, endpoint, question.toString('base64'), content]);
  const known = answers.get(key);
  const isStalled = Number.isFinite(stallAfterBytes);
  if (known && !isStalled) return void response.end(known);
  // The newer protocol sends this itself.
  const head = isList && !isNewer ? '001e# service=git-upload-pack\n0000' : '';
  response.write(head);
  const child = spawn(git, ['upload-pack', isList ? '--http-backend-info-refs' : '--stateless-rpc', folder], {
    env: { ...noConfiguration, GIT_PROTOCOL: isNewer ? 'version=2' : '' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  child.stdin.on('error', () => undefined).end(question);
  const pieces: Uint8Array[] = [Buffer.from(head)];
  let received = 0;
  child.stdout.on('data', (piece: Buffer) => {
    received += piece.length;
    if (!isStalled) pieces.push(piece);
    if (received <= stallAfterBytes) response.write(piece);
  });
  child.on('close', (exit) => {
    if (!isStalled && exit === 0) answers.set(key, Buffer.concat(pieces));
    if (received <= stallAfterBytes) response.end();
  });
}

const keyOf = (parts: unknown) => createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** Returns the names of the objects of a repository, which are the hashes of their content, and its other files. */
function contentOf(folder: string): string[][] {
  return (readdirSync(folder, { recursive: true }) as string[]).sort().map((path) => {
    const full = join(folder, path);
    return /^objects\/(pack|[0-9a-f]{2})\b/.test(path) || !statSync(full).isFile()
      ? [path]
      : [path, readFileSync(full, 'latin1')];
  });
}
