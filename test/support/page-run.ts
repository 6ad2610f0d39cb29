import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { announce } from '../../src/commands/sandbox/announce.ts';
import { fixedTokens } from '../../src/sandbox/tokens.ts';
import { isInstalled } from '../cli/reference/pty.ts';
import { writeFiles } from './configuration.ts';
import { freePort } from './free-port.ts';
import { type Block, blocksOf } from './page-blocks.ts';
import { type Running, start } from './running.ts';
import { svcForShells, textsIn } from './shell.ts';
import { type Machine, machine, sandbox } from './svc.ts';

/** A hanging block is ended before its test, so that the error has the output. */
const blockMs = 40_000;

/** The words of blocks that are only shown. */
export const notRun = ['elsewhere', 'install'];

/** The ports that pages name, each replaced by a free one. */
const ports = ['8080', '8081', '8443', '4000', '4222'];

/**
 * Runs the examples of a page as they are printed, from its first block to its last, against one sandbox and with the token that
 * the page names, else the one that the page of guides names. Only the ports are others.
 * - `sh` is run by bash. It must succeed, and its variables remain for the next block.
 * - `sh server` is another terminal, without these variables. It ends with a command that runs until the next one of its kind.
 * - `sh terraform` or `sh nats-server` requires that program, and is skipped without it.
 * - `sh elsewhere` needs another machine, and is only shown.
 * - `sh install` is omitted: the ways to install have tests of their own.
 * - A block with a file name (`hcl infra/main.tf`) is the content of that file.
 * Other blocks are only shown.
 */
export async function runPage(markdown: string): Promise<void> {
  const page = await openPage(markdown);
  for (const block of page.blocks) await page.run(block);
  await page.end();
}

async function openPage(markdown: string) {
  const me = await newcomer();
  const blocks = blocksOf(await withFreePorts(markdown));
  const state = join(me.home, '.page-env');
  const log = join(me.home, '.page-log');
  let { env } = me;
  let server: Running | undefined;

  /** Runs lines in bash and returns the text on stdout and stderr. */
  async function bash(lines: string): Promise<string> {
    const script = `set -eo pipefail\ntrap 'echo "Failed: $BASH_COMMAND" >&2' ERR\n${lines}\nenv -0 > '${state}'\n`;
    const output = await open(log, 'w');
    const stdio = ['ignore', output.fd, output.fd] as const;
    const child = spawn('bash', ['-c', script], { cwd: me.home, env, stdio: [...stdio], timeout: blockMs });
    const [code, signal] = await once(child, 'exit');
    await output.close();
    const text = await readFile(log, 'utf8');
    if (code !== 0) throw new Error(`exit ${code ?? signal} of:\n${lines}\n${text}`);
    env = variables(await textsIn(state));
    return text;
  }

  async function run({ info, language, line, text }: Block): Promise<void> {
    const words = info.split(' ').filter((word) => word !== '');
    if (language === 'sh' && canRun(words)) {
      const act = words.includes('server') ? serve : bash;
      await act(text).catch((error: Error) => {
        throw new Error(`line ${line}: ${error.message}`);
      });
    } else if (language !== 'sh' && info !== '') {
      await writeFiles(me.home, { [info]: text });
    }
  }

  async function serve(text: string): Promise<void> {
    await end();
    const lines = text.replaceAll('\\\n', ' ').trim().split('\n');
    const terminal = env;
    env = me.env;
    await bash([...lines.slice(0, -1), `printf '%s\\0' ${lines.at(-1)} > .page-words`].join('\n'));
    const [, ...words] = await textsIn(join(me.home, '.page-words'));
    server = start({ ...me, env }, words);
    env = terminal;
    await server.said(words.includes('--create') ? /^Created / : /https?:\/\//);
  }

  async function end(): Promise<void> {
    server?.stop();
    await server?.ended;
    server = undefined;
  }

  // The line with which a page chooses its caller.
  await bash(/`(eval "\$\(svc sandbox env[^`]*)`/.exec(markdown)?.[1] ?? 'eval "$(svc sandbox env --as owner)"');
  return { blocks, run, end };
}

/** A machine without settings, with a sandbox that runs on it. */
async function newcomer(): Promise<Machine> {
  const service = await sandbox({ tokens: fixedTokens });
  const me = await machine();
  const bin = join(me.home, 'bin');
  await svcForShells(me, bin);
  me.env = {
    ...me.env,
    SVC_RETRIES: undefined,
    HOME: me.home,
    XDG_RUNTIME_DIR: me.home,
    PATH: `${bin}:${process.env.PATH}`,
  };
  announce({ env: me.env, home: me.home }, { ...service.info, control: service.control });
  return me;
}

/** Returns whether a block with these words after its fence is run: the programs among them are installed. */
function canRun(words: readonly string[]): boolean {
  if (words.some((word) => notRun.includes(word))) return false;
  return words.filter((word) => word !== 'server').every(isInstalled);
}

/** The page with ports that are free in a test. */
async function withFreePorts(markdown: string): Promise<string> {
  let text = markdown;
  for (const port of ports) {
    if (text.includes(port)) text = text.replaceAll(new RegExp(`\\b${port}\\b`, 'g'), String(await freePort()));
  }
  return text;
}

const variables = (texts: readonly string[]) =>
  Object.fromEntries(texts.map((text) => [text.split('=', 1)[0]!, text.slice(text.indexOf('=') + 1)]));
