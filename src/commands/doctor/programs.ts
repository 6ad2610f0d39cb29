import { platform } from 'node:os';
import { runChild } from '../../child.ts';
import { findProgram } from '../../module/fetch/find-git.ts';
import { type Finding, ok, warning } from './result.ts';
import type { Subject } from './subject.ts';

const install = {
  git: { darwin: 'xcode-select --install', win32: 'winget install --id Git.Git' },
  ssh: { win32: 'Add-WindowsCapability -Online -Name OpenSSH.Client~~~~0.0.1.0' },
};

/** The git that fetches modules from repositories. */
export async function checkGit(subject: Subject): Promise<Finding> {
  return checkProgram('git', '--version', subject);
}

/** The ssh that git uses, and whether it has an agent. */
export async function checkSsh(subject: Subject): Promise<Finding> {
  const found = await checkProgram('ssh', '-V', subject);
  if (found.status !== 'ok') return found;
  const agent = subject.context.host.env.SSH_AUTH_SOCK ? 'with an agent' : 'without an agent';
  return ok(`${found.detail}, ${agent}`);
}

async function checkProgram(
  name: 'git' | 'ssh',
  flag: string,
  { context: { host }, limitMs }: Subject,
): Promise<Finding> {
  const path = findProgram(host.env, name);
  const fix =
    (install[name] as Partial<Record<string, string>>)[platform()] ??
    `sudo apt-get install ${name === 'git' ? 'git' : 'openssh-client'}`;
  const missing = name === 'git' ? 'Modules in git repositories' : 'Modules in git repositories over ssh';
  if (path === undefined) return warning(`${name} is not on PATH. ${missing} cannot be fetched.`, fix);
  // Without the variables of this run, which may hold tokens.
  const env = { PATH: host.env.PATH };
  const { exit, stderr, stdout, timedOut } = await runChild([path, flag], {
    env,
    timeoutMs: limitMs,
    signal: host.signal,
  });
  const [said = ''] = `${stdout}${stderr}`.trim().split('\n');
  if (exit === 0) return ok(`${said.replace(/^git version /, '')} (${path})`);
  const fault = timedOut ? 'did not respond' : `failed: ${said || `exit code ${exit}`}`;
  return warning(`${path} ${flag} ${fault}. ${missing} cannot be fetched.`, fix);
}
