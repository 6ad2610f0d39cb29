import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { CheckFailedError, cancellation } from '../../base/errors.ts';
import { percentDecoded } from '../../base/origin.ts';
import { startChild } from '../../base/system/child.ts';
import { type Environment, findGit, programFolders } from '../../base/system/programs.ts';
import { onDisk } from '../archive/rejection.ts';
import type { GitLocation } from './location-kinds.ts';

/** The name of the git remote, random so that no user's configuration applies to it. */
export const remote = `source-${randomBytes(8).toString('hex')}`;

/**
 * Settings that override a user's or the system's configuration, about what git runs, what else it writes, and what the
 * bytes are. The user's credential helpers, proxies and `insteadOf` still apply.
 */
const config = `[core]
	repositoryformatversion = 0
	bare = true
	hooksPath = /dev/null
	attributesFile = /dev/null
	askPass =
	fsmonitor = false
	protectHFS = true
	protectNTFS = true
	autocrlf = false
	eol = lf
	bigFileThreshold = 16m
[color]
	ui = false
	grep = false
[tar] umask = 0002
[fetch]
	unpackLimit = 1
	prune = false
	pruneTags = false
	recurseSubmodules = false
	writeCommitGraph = false
[submodule] recurse = false
[transfer] bundleURI = false
[protocol "ext"] allow = never
[protocol "file"] allow = never
[http]
	followRedirects = initial
	lowSpeedLimit = 1
	lowSpeedTime = 30
[gc] auto = 0
[maintenance] auto = false
`;

/** Attributes without filters, otherwise as in a clone's working tree: LFS pointers stay pointers. */
const attributes = '* -export-ignore -export-subst -filter\n';

/** The ssh command: it must not prompt, hang or leave processes behind. */
const ssh =
  'ssh -oBatchMode=yes -oConnectTimeout=10 -oServerAliveInterval=15 -oServerAliveCountMax=2 ' +
  '-oControlMaster=no -oForwardAgent=no -oPermitLocalCommand=no';

/** A credential helper that reads the environment, because credentials must not be written to the disk. */
const ownHelper = String.raw`!f() { printf 'username=%s\npassword=%s\n' "$SVC_GIT_USER" "$SVC_GIT_PASSWORD"; }; f`;

/**
 * Creates an empty repository by hand, so that no template applies, and returns its git. The folder is 0700; ssh reads
 * the key from a file in it.
 * @param folder does not exist yet; the caller removes it
 * @param options `env` has the PATH of `git`
 * @throws {CheckFailedError} for a URL with a query; {LocalError} without a `git`, or when the disk fails
 */
export function openRepository(
  folder: string,
  location: GitLocation,
  { env, signal }: { env: Environment; signal: AbortSignal },
): Git {
  const program = findGit(env);
  // A query may contain a token, and the URL would be visible as an argument of git's processes.
  if (location.url.includes('?')) {
    const message = `The repository ${location.display} has a query, which other users could read while git runs.`;
    const hint = 'The query may only have ref=, depth= and sshkey=; store passwords in a git credential helper.';
    throw new CheckFailedError(message, { hint });
  }
  onDisk(folder, () => fill(folder, location));
  return openGit(program, folder, { env: gitEnvironment(env, folder, location), signal });
}

function fill(folder: string, { sshkey, url }: GitLocation): void {
  mkdirSync(folder, { mode: 0o700 });
  for (const folderName of ['objects', 'refs', 'info']) mkdirSync(join(folder, folderName));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text, { mode: 0o600, flag: 'wx' });
  const { at, bare, password } = splitCredentials(url);
  write('HEAD', 'ref: refs/heads/none\n');
  write('info/attributes', attributes);
  // With a password in the URL no other helper provides or stores one.
  const helper = `[credential]\n\thelper =\n[credential ${quoted(at)}]\n\thelper = ${quoted(ownHelper)}\n`;
  write('config', `${config}${password === undefined ? '' : helper}[remote "${remote}"]\n\turl = ${quoted(bare)}\n`);
  if (sshkey) write('key', `${Buffer.from(sshkey, 'base64').toString('utf8').trimEnd()}\n`);
}

/**
 * Returns the environment for git, without GIT_*, our tokens and relative PATH entries. Allows plain http only if the location itself is
 * plain http: a redirect must not downgrade.
 */
function gitEnvironment(env: Environment, folder: string, { sshkey, url }: GitLocation): Record<string, string> {
  const allowed = Object.entries(env).flatMap(([name, value]) => {
    const isOut = /^(GIT_|SVC_|TF_TOKEN_|SSH_ASKPASS|PATH$|LANGUAGE$)/i.test(name);
    return isOut || value === undefined ? [] : [[name, value] as const];
  });
  const key = sshkey ? ' -oIdentitiesOnly=yes -i key' : '';
  const { at, password, user } = splitCredentials(url);
  // Even a user name alone may be a token, and the URL would be visible as an argument of git's processes.
  const userConfig = {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `credential.${at}.username`,
    GIT_CONFIG_VALUE_0: user ?? '',
  };
  return {
    ...Object.fromEntries(allowed),
    PATH: programFolders(env).join(delimiter),
    LC_ALL: 'C',
    GIT_DIR: folder,
    GIT_TERMINAL_PROMPT: '0',
    GCM_INTERACTIVE: 'never',
    GIT_ALLOW_PROTOCOL: /^http:/i.test(url) ? 'https:http:ssh' : 'https:ssh',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_SSH_COMMAND: ssh + key,
    GIT_SSH_VARIANT: 'ssh',
    ...(user !== undefined &&
      (password === undefined ? userConfig : { SVC_GIT_USER: user, SVC_GIT_PASSWORD: password })),
  };
}

function splitCredentials(url: string): { bare: string; at: string; user?: string; password?: string } {
  const [, protocol = '', userinfo, host, path] = /^(https?:\/\/)([^/@]+)@([^/]+)(.*)$/is.exec(url) ?? [];
  if (!userinfo) return { bare: url, at: '' };
  const [user = '', ...password] = userinfo.split(':');
  const parts = { bare: `${protocol}${host}${path}`, at: `${protocol.toLowerCase()}${host}`, user: decoded(user) };
  return password.length === 0 ? parts : { ...parts, password: decoded(password.join(':')) };
}

/** Percent-decodes text as git does; leaves invalid text and control characters encoded. */
function decoded(text: string): string {
  const plain = percentDecoded(text);
  return /\p{Cc}/u.test(plain) ? text : plain;
}

function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}

/** A `git` that failed, with the end of its stderr. */
export class GitFailure extends Error {
  constructor(
    readonly verb: string,
    readonly exit: number | null,
    readonly stderr: string,
  ) {
    super(`git ${verb} ended with ${exit}`);
  }
}

/** assumed: no repository has a longer list of refs (docs/protocol/modules.md#git). */
const mostPrintedBytes = 16 * 1024 * 1024;

export type Git = ReturnType<typeof openGit>;

/**
 * Opens the repository in a folder. Each run returns the stdout of `git`, and is killed when the signal fires.
 * @throws {GitFailure} from each run; {CheckFailedError} from `run` for more than 16 MiB; the reason of the signal
 */
export function openGit(
  program: string,
  folder: string,
  { env, signal }: { env: Record<string, string>; signal: AbortSignal },
) {
  async function* stream(...args: string[]): AsyncGenerator<Buffer> {
    if (signal.aborted) throw cancellation(signal);
    const child = await startChild([program, ...args], { cwd: folder, env, signal, graceMs: 0 });
    try {
      yield* child.stdout;
    } finally {
      await child.ended.catch(() => undefined);
    }
    const { exit, stderr } = await child.ended;
    if (signal.aborted) throw cancellation(signal);
    if (exit !== 0) throw new GitFailure(args[0] ?? '', exit, stderr);
  }

  return {
    stream,
    async run(...args: string[]): Promise<string> {
      const pieces: Buffer[] = [];
      let bytes = 0;
      for await (const piece of stream(...args)) {
        bytes += piece.length;
        if (bytes > mostPrintedBytes) throw new CheckFailedError(`git ${args[0]} printed more than 16 MiB.`);
        pieces.push(piece);
      }
      return Buffer.concat(pieces).toString('utf8');
    },
  };
}
