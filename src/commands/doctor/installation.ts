import { arch, platform } from 'node:os';
import { announced } from '../../cli/sandbox-notes.ts';
import { findProgram } from '../../module/fetch/find-git.ts';
import { runChild } from '../../system/child.ts';
import { runtime } from '../../system/processes.ts';
import { version } from '../../version.ts';
import { type Finding, ok, Skipped, warning } from './result.ts';
import type { Subject } from './subject.ts';

/** The version, the runtime and the machine. */
export async function checkVersion(): Promise<Finding> {
  const form = runtime.startsWith('Bun') ? ', executable with' : ' on';
  return ok(`svc ${version}${form} ${runtime}, ${platform()}-${arch()}.`);
}

/** The sandboxes that run on this machine. */
export async function checkSandbox({ context: { host } }: Subject): Promise<Finding> {
  const running = announced(host).map(({ address }) => address);
  if (running.length === 0) throw new Skipped('No sandbox is running.');
  return ok(`Running at ${running.join(', ')}.`);
}

/** The git that fetches modules from repositories. */
export async function checkGit({ context: { host }, limitMs }: Subject): Promise<Finding> {
  const path = findProgram(host.env, 'git');
  const lost = 'Modules in git repositories cannot be fetched.';
  if (path === undefined) return warning(`git is not on PATH. ${lost}`, 'Install git.');
  // Without the variables of this run, which may hold tokens.
  const { exit, stderr, stdout, timedOut } = await runChild([path, '--version'], {
    env: { PATH: host.env.PATH },
    timeoutMs: limitMs,
    signal: host.signal,
  });
  const [said = ''] = `${stdout}${stderr}`.trim().split('\n');
  if (exit === 0) return ok(`${said.replace(/^git version /, '')} (${path})`);
  const fault = timedOut ? 'did not respond' : `failed: ${said || `exit code ${exit}`}`;
  return warning(`${path} --version ${fault}. ${lost}`, 'Install git.');
}
