import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { findProgram } from './find-program.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The full path of git. */
export const git = findProgram('git') ?? 'git';

/** Returns whether repositories can be served here. Warns if not. */
export function hasGit(): boolean {
  if (process.platform !== 'win32' && existsSync(git)) return true;
  process.stderr.write('\nNO GIT: the tests of modules in git repositories do not run here.\n\n');
  return false;
}

/** The contents of a folder, by name: the text of a file, or an entry in git's format. */
export type Tree = Record<string, string | Buffer | { mode: string; text?: string; id?: string; tree?: Tree }>;

/** A bare repository in a temporary folder that is deleted after the test, written without a process. */
export interface Repository {
  folder: string;
  /** Runs git in the repository; returns the output. */
  git(words: readonly string[], input?: string): string;
  /** Writes an object with any content; returns its id. */
  write(kind: 'blob' | 'tree' | 'commit', content: string | Buffer): string;
  /** Writes a tree, with unusual names too; returns its id. Paths with `/` create folders. */
  tree(tree: Tree): string;
  /** Commits a tree (default branch: main); returns the id of the commit. */
  commit(tree: Tree | string, ref?: string, parent?: string): string;
  /** Creates or moves a ref. */
  point(ref: string, id: string): void;
}

/** The environment of every git in a test, without a user's configuration. */
export const noConfiguration = {
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

const author = 'Sol <sol@example.com> 1700000000 +0000';
const versions = {
  sha1: '[core]\n\trepositoryformatversion = 0\n\tbare = true\n',
  sha256: '[core]\n\trepositoryformatversion = 1\n\tbare = true\n[extensions]\n\tobjectformat = sha256\n',
};

interface RepositoryOptions {
  format?: 'sha1' | 'sha256';
  /** The path of the repository (default: `m.git` in a new folder). */
  folder?: string;
}

export function repository({
  folder = join(temporaryFolder(), 'm.git'),
  format = 'sha1',
}: RepositoryOptions = {}): Repository {
  for (const inner of ['objects', 'refs/heads', 'refs/tags']) mkdirSync(join(folder, inner), { recursive: true });
  writeFileSync(join(folder, 'HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(join(folder, 'config'), versions[format]);

  function write(kind: string, content: string | Buffer): string {
    const body = Buffer.from(content);
    const object = Buffer.concat([Buffer.from(`${kind} ${body.length}\0`), body]);
    const id = createHash(format).update(object).digest('hex');
    const path = join(folder, 'objects', id.slice(0, 2), id.slice(2));
    mkdirSync(dirname(path), { recursive: true });
    if (!existsSync(path)) writeFileSync(path, deflateSync(object, { level: 1 }));
    return id;
  }

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

  function point(ref: string, id: string): void {
    mkdirSync(dirname(join(folder, ref)), { recursive: true });
    writeFileSync(join(folder, ref), `${id}\n`);
  }

  return {
    folder,
    git(words, input = '') {
      const env = { ...noConfiguration, GIT_DIR: folder };
      return execFileSync(git, words, { env, input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] });
    },
    write,
    tree,
    point,
    commit(what, ref = 'refs/heads/main', parent = undefined) {
      const of = `tree ${typeof what === 'string' ? what : tree(what)}\n${parent ? `parent ${parent}\n` : ''}`;
      const id = write('commit', `${of}author ${author}\ncommitter ${author}\n\none\n`);
      point(ref, id);
      return id;
    },
  };
}

/** A folder with the test's own programs, to put first on PATH. */
export function programs(scripts: Record<string, string>): string {
  const folder = temporaryFolder();
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}
