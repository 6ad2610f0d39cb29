import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { CheckFailedError } from '../../errors.ts';
import { percentDecoded } from '../../origin.ts';
import { onDisk } from '../archive/rejection.ts';
import { type Environment, programFolders } from './find-git.ts';
import type { GitLocation } from './git-location.ts';

/** The name under which the repository knows where it is fetched from; nobody's configuration can have a remote of that name. */
export const remote = `source-${randomBytes(8).toString('hex')}`;

/** Bytes in a second below which an http connection counts as dead, and after how many seconds. */
const stall = { bytes: 1, seconds: 30 };

/**
 * What a user's or the system's configuration may not decide: what runs, what is written besides, what the bytes are.
 * Their credential helpers, proxies and `insteadOf` hold.
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
[tar]
	umask = 0002
[fetch]
	unpackLimit = 1
	prune = false
	pruneTags = false
	recurseSubmodules = false
	writeCommitGraph = false
[submodule]
	recurse = false
[transfer]
	bundleURI = false
[protocol "ext"]
	allow = never
[protocol "file"]
	allow = never
[http]
	followRedirects = initial
	lowSpeedLimit = ${stall.bytes}
	lowSpeedTime = ${stall.seconds}
[gc]
	auto = 0
[maintenance]
	auto = false
`;

/** As in a clone's working tree, and no configured command runs over a file: LFS pointers stay what they are. */
const attributes = '* -export-ignore -export-subst -filter\n';

/** How ssh neither asks nor waits for ever, nor starts what outlives it. */
const sshOptions = [
  'BatchMode=yes',
  'ConnectTimeout=10',
  'ServerAliveInterval=15',
  'ServerAliveCountMax=2',
  'ControlMaster=no',
  'ForwardAgent=no',
  'PermitLocalCommand=no',
];

/**
 * Makes an empty repository for one location by hand, so that no template has a say in it. Its folder is 0700; a password and a
 * key are in files of it, for git and ssh to read, and nowhere else.
 * @param folder does not exist yet; the caller removes it
 * @throws {CheckFailedError} for a URL with a query; {LocalError} when the disk fails
 */
export function makeRepository(folder: string, location: GitLocation): void {
  // It may hold a token, and git's processes have the URL among their arguments.
  if (location.url.includes('?')) {
    throw new CheckFailedError(
      `The repository ${location.display} has a query, which other users could read while git runs.`,
      {
        hint: 'The query may only have ref=, depth= and sshkey=; store passwords in a git credential helper.',
      },
    );
  }
  onDisk(folder, () => fill(folder, location));
}

function fill(folder: string, { sshkey, url }: GitLocation): void {
  mkdirSync(folder, { mode: 0o700 });
  for (const inner of ['objects', 'refs', 'info']) mkdirSync(join(folder, inner));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text, { mode: 0o600, flag: 'wx' });
  const { bare, origin, user } = apart(url);
  write('HEAD', 'ref: refs/heads/none\n');
  write('info/attributes', attributes);
  // With a password in the URL nobody else is asked for one, and none of the user's helpers keeps it.
  const helper = origin ? '[credential]\n\thelper =\n\thelper = store --file=credentials\n' : '';
  // A user alone may be a token: git's processes have the URL among their arguments, so that it is kept out of that.
  const username = user ? `[credential ${quoted(user.at)}]\n\tusername = ${quoted(user.name)}\n` : '';
  write('config', `${config}${helper}${username}[remote "${remote}"]\n\turl = ${quoted(bare)}\n`);
  if (origin) write('credentials', `${origin}\n`);
  if (sshkey) write('key', `${Buffer.from(sshkey, 'base64').toString('utf8').trimEnd()}\n`);
}

/**
 * Nothing named GIT_*, no token of ours and no relative PATH entry reaches git. Plain http is allowed only where the
 * location itself is, so that no redirect leads down to it.
 */
export function gitEnvironment(env: Environment, folder: string, { sshkey, url }: GitLocation): Record<string, string> {
  const allowed = Object.entries(env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !/^(GIT_|SVC_|TF_TOKEN_|SSH_ASKPASS|PATH$|LANGUAGE$)/i.test(entry[0]),
  );
  const key = sshkey ? ' -oIdentitiesOnly=yes -i key' : '';
  return {
    ...Object.fromEntries(allowed),
    PATH: programFolders(env).join(delimiter),
    LC_ALL: 'C',
    GIT_DIR: folder,
    GIT_TERMINAL_PROMPT: '0',
    GCM_INTERACTIVE: 'never',
    GIT_ALLOW_PROTOCOL: /^http:/i.test(url) ? 'https:http:ssh' : 'https:ssh',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_SSH_COMMAND: `ssh ${sshOptions.map((option) => `-o${option}`).join(' ')}${key}`,
    GIT_SSH_VARIANT: 'ssh',
  };
}

interface Apart {
  bare: string;
  /** What a credential store holds. */
  origin?: string;
  /** One without a password, and where it is one. */
  user?: { name: string; at: string };
}

/** A URL without its user and password, and who is who. */
function apart(url: string): Apart {
  const [, protocol = '', userinfo, host, path] = /^(https?:\/\/)([^/@]+)@([^/]+)(.*)$/i.exec(url) ?? [];
  if (!userinfo) return { bare: url };
  const [bare, at] = [`${protocol}${host}${path}`, `${protocol.toLowerCase()}${host}`];
  if (userinfo.includes(':')) return { bare, origin: `${protocol.toLowerCase()}${userinfo}@${host}` };
  return { bare, user: { name: decoded(userinfo), at } };
}

/** Percent-encoded text as git reads it, unless that is none or has control characters, which nobody's name has. */
function decoded(text: string): string {
  const plain = percentDecoded(text);
  return /\p{Cc}/u.test(plain) ? text : plain;
}

function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}
