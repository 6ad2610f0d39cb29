import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Whether repositories can be made and served here. Says so loudly where they cannot. */
export function hasGit(): boolean {
  try {
    const core = execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim();
    if (process.platform !== 'win32' && existsSync(join(core, 'git-http-backend'))) return true;
  } catch {}
  process.stderr.write('\nNO GIT HTTP BACKEND: the tests of modules in git repositories do not run here.\n\n');
  return false;
}

/** What a folder of a tree holds, by name: a file's text, or an entry in git's own words. */
export type Tree = Record<string, string | Buffer | { mode: string; text?: string; id?: string; tree?: Tree }>;

/** A bare repository in a folder of its own that goes away with the test. */
export interface Repository {
  folder: string;
  /** Runs git on it; answers what it prints. */
  git(words: readonly string[], input?: string | Buffer): string;
  /** Writes a tree, odd names and all; answers its id. Paths with `/` make folders. */
  tree(tree: Tree): string;
  /** Commits a tree, as the branch main unless told; answers the commit's id. */
  commit(tree: Tree | string, ref?: string): string;
}

/** What every git of a test runs with: nobody's configuration. */
export const nobody = {
  PATH: process.env.PATH,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Sol',
  GIT_AUTHOR_EMAIL: 'sol@example.com',
  GIT_COMMITTER_NAME: 'Sol',
  GIT_COMMITTER_EMAIL: 'sol@example.com',
  GIT_AUTHOR_DATE: '1700000000 +0000',
  GIT_COMMITTER_DATE: '1700000000 +0000',
};

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-git-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface RepositoryOptions {
  format?: 'sha1' | 'sha256';
  /** Where it is, when not in a folder of its own as `m.git`. */
  folder?: string;
}

export function repository({
  folder = join(temporaryFolder(), 'm.git'),
  format = 'sha1',
}: RepositoryOptions = {}): Repository {
  const env = { ...nobody, GIT_DIR: folder };
  const git = (words: readonly string[], input: string | Buffer = '') =>
    execFileSync('git', words, { env, input, stdio: ['pipe', 'pipe', 'ignore'] }).toString();
  const init = ['init', '--quiet', '--bare', '--initial-branch=main', '--template=', `--object-format=${format}`];
  execFileSync('git', [...init, folder], { env: nobody });
  const write = (kind: string, content: string | Buffer) =>
    git(['hash-object', '-w', '--stdin', '--literally', '-t', kind], content).trim();

  function tree(entries: Tree): string {
    const folders = new Map<string, Tree>();
    const lines: [string, string, string][] = [];
    for (const [path, entry] of Object.entries(entries)) {
      const slash = path.indexOf('/');
      if (slash >= 0) {
        const inner = folders.get(path.slice(0, slash)) ?? {};
        inner[path.slice(slash + 1)] = entry;
        folders.set(path.slice(0, slash), inner);
      } else if (typeof entry === 'string' || Buffer.isBuffer(entry))
        lines.push(['100644', path, write('blob', entry)]);
      else
        lines.push([entry.mode, path, entry.id ?? (entry.tree ? tree(entry.tree) : write('blob', entry.text ?? ''))]);
    }
    for (const [name, inner] of folders) lines.push(['40000', name, tree(inner)]);
    const sortKey = ([mode, name]: [string, string, string]) => (mode === '40000' ? `${name}/` : name);
    lines.sort((a, b) => Buffer.compare(Buffer.from(sortKey(a)), Buffer.from(sortKey(b))));
    return write(
      'tree',
      Buffer.concat(lines.flatMap(([mode, name, id]) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')])),
    );
  }

  return {
    folder,
    git,
    tree,
    commit(what, ref = 'refs/heads/main') {
      const id = git(['commit-tree', '-m', 'one', typeof what === 'string' ? what : tree(what)]).trim();
      git(['update-ref', ref, id]);
      return id;
    },
  };
}

export interface GitServer {
  /** `http://127.0.0.1:PORT` */
  url: string;
  /** Every request, `GET /m.git/info/refs?…`. */
  asked: string[];
}

interface ServerOptions {
  /** `user:password` that it wants. */
  credentials?: string;
  /** Sends no more than about that much in an answer, and never ends it then. */
  stallAfterBytes?: number;
  /** Answers instead of git, unless it leaves the request alone. */
  instead?: (request: IncomingMessage, response: ServerResponse) => boolean | undefined;
}

/** Serves the repositories of a folder by git's own CGI program, on a port of its own, until the test ends. */
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
    runBackend(root, request, response, stallAfterBytes);
  });
  // A connection that idles while the machine is slow is not cut under whoever uses it next.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

function runBackend(root: string, request: IncomingMessage, response: ServerResponse, stallAfterBytes: number): void {
  const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
  const { headers, method } = request;
  const child = spawn('git', ['http-backend'], {
    env: {
      ...nobody,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: pathname,
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: method,
      CONTENT_TYPE: headers['content-type'],
      CONTENT_LENGTH: headers['content-length'],
      HTTP_CONTENT_ENCODING: headers['content-encoding'],
      GIT_PROTOCOL: String(headers['git-protocol'] ?? ''),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  child.stdin.on('error', () => undefined);
  request.pipe(child.stdin);
  let head = Buffer.alloc(0);
  let received = 0;
  child.stdout.on('data', (piece: Buffer) => {
    received += piece.length;
    if (received > stallAfterBytes) return;
    if (response.headersSent) return void response.write(piece);
    head = Buffer.concat([head, piece]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return;
    const lines = head
      .toString('latin1', 0, end)
      .split('\r\n')
      .map((line) => line.split(/: (.*)/s) as [string, string]);
    const status = Number.parseInt(lines.find(([name]) => name === 'Status')?.[1] ?? '200', 10);
    response.writeHead(status, Object.fromEntries(lines.filter(([name]) => name !== 'Status')));
    response.write(head.subarray(end + 4));
  });
  child.stdout.on('end', () => received <= stallAfterBytes && response.end());
}

/** A folder with programs of the test's own, to stand first on PATH. */
export function programs(scripts: Record<string, string>): string {
  const folder = temporaryFolder();
  mkdirSync(folder, { recursive: true });
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}
