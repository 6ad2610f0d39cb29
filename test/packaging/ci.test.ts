import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { appendFile, chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { at, call, mapHost, publish, writeFiles } from '../support/configuration.ts';
import { hasGit, noConfiguration } from '../support/git-repository.ts';
import { blocksOf } from '../support/page-blocks.ts';
import { runPage } from '../support/page-run.ts';
import { svcForShells } from '../support/shell.ts';
import { machine, sandbox } from '../support/svc.ts';
import { version } from './artifacts.ts';

interface Action {
  inputs: Record<string, { default: string }>;
  runs: { steps: { id?: string; if?: string; uses?: string; run?: string; env?: Record<string, string> }[] };
}
type Job = Record<'before_script' | 'script', string[]> & { variables: Record<string, string> };

const project = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(project, path), 'utf8');
const action = parse(read('action.yml')) as Action;
const gitlab = parse(read('packaging/gitlab-ci.yml')) as Record<'.svc' | '.svc-modules', Job>;
const target = `linux-${process.arch}`;
const program = `#!/bin/sh\nexec '${process.execPath}' '${join(project, 'bin/svc.js')}' "$@"\n`;
const release = { 'acme/leaf/null/1.0.0/main.tf': 'output "o" {\n  value = 1\n}\n' };
const uses = (constraint: string) => ({ 'project/infra/main.tf': call('leaf', at('leaf/null'), constraint) });

/** A project with a lock, and a server of a release whose archive holds this program, or the one of this process. */
async function projectWith(svc?: string) {
  const me = await machine({});
  const service = await publish(me.home, release);
  await writeFiles(me.home, { ...uses('1.0.0'), 'release/svc': svc ?? '' });
  await chmod(join(me.home, 'release/svc'), 0o755);
  if (svc === undefined) await svcForShells(me, join(me.home, 'release'));
  expect(await me.svc('module lock project/infra')).toMatchObject({ code: 0 });
  const archive = `svc-${version}-${target}.tar.gz`;
  await execa('tar', ['-czf', archive, 'svc'], { cwd: join(me.home, 'release') });
  const bytes = await readFile(join(me.home, 'release', archive));
  const sum = createHash('sha256').update(bytes).digest('hex');
  const files: Record<string, string | Buffer> = { [archive]: bytes, SHA256SUMS: `${sum}  ${archive}\n` };
  const moved = new Set<string>();
  const server = createServer(({ url = '' }, response) => {
    const name = url.replace(`/v${version}/`, '');
    if (moved.has(name)) return void response.writeHead(302, { location: `${url}?moved` }).end();
    const file = files[name.replace('?moved', '')];
    response.writeHead(file === undefined ? 404 : 200).end(file);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const downloads = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { home: me.home, downloads, files, moved, archive, sum, service };
}

/** Pairs of the lines NAME=VALUE of a file. */
const pairs = async (path: string) =>
  Object.fromEntries(
    (await readFile(path, 'utf8')).split('\n').flatMap((line) => (line ? [line.split(/=(.*)/s, 2)] : [])),
  );

/** Runs the shell steps of the action as a runner does, until one fails. */
async function runAction(home: string, given: Record<string, string>) {
  const workspace = join(home, 'project');
  const runner = join(home, 'runner');
  const paths = {
    GITHUB_ENV: join(runner, 'env'),
    GITHUB_PATH: join(runner, 'path'),
    GITHUB_OUTPUT: join(runner, 'output'),
  };
  await mkdir(runner, { recursive: true });
  for (const path of Object.values(paths)) await writeFile(path, '');
  const inputs = {
    ...Object.fromEntries(Object.entries(action.inputs).map(([name, input]) => [name, input.default])),
    ...given,
  };
  const filledIn = (text: string) =>
    text
      .replace(/\$\{\{ inputs\.([\w-]+) \}\}/, (_, name: keyof typeof inputs) => inputs[name] ?? '')
      .replace(/\$\{\{ github\.action_path \}\}/, project);
  let said = '';
  for (const { env = {}, run, if: condition } of action.runs.steps) {
    if (run === undefined || (condition?.includes("!= 'none'") && inputs.command === 'none')) continue;
    const script = join(runner, 'step.sh');
    await writeFile(script, run);
    const path = (await readFile(paths.GITHUB_PATH, 'utf8')).split('\n').filter(Boolean).reverse();
    const { all, exitCode } = await execa('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
      ...{ all: true, reject: false, extendEnv: false, stdin: 'ignore' },
      cwd: condition?.includes("!= 'none'") ? join(workspace, inputs['working-directory'] ?? '') : workspace,
      env: {
        ...{ HOME: home, PATH: [...path, process.env.PATH].join(':'), RUNNER_TEMP: runner, RUNNER_OS: 'Linux' },
        ...{ RUNNER_ARCH: process.arch.toUpperCase(), GITHUB_WORKSPACE: workspace, GITHUB_ACTIONS: 'true', CI: 'true' },
        ...{ SVC_RETRIES: '0', ...paths, ...(await pairs(paths.GITHUB_ENV)) },
        ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filledIn(value)])),
      },
    });
    said += `${all}\n`;
    if (exitCode !== 0) return { code: exitCode, said, ...(await outcome()) };
  }
  return { code: 0, said, ...(await outcome()) };

  async function outcome() {
    const added = await readFile(paths.GITHUB_PATH, 'utf8');
    return { added, env: await pairs(paths.GITHUB_ENV), output: await pairs(paths.GITHUB_OUTPUT) };
  }
}

describe('the GitHub action', () => {
  test('the GitHub action verifies the checksum of svc, and installs svc and the locked modules', async () => {
    const { downloads, home, sum } = await projectWith();
    const inputs = { downloads, 'working-directory': 'infra', 'cache-folder': 'saved' };
    // The second run has a cache.
    for (const [checksum, matches] of [
      ['', 'configuration; the calls of 1 package, neither cached nor installed, were not read.'],
      [sum, 'configuration.'],
    ] as const) {
      const { added, code, env, output, said } = await runAction(home, { ...inputs, checksum });
      expect([code, said]).toEqual([0, expect.stringContaining(`The lock matches the ${matches}`)]);
      expect(added).toBe(`${home}/runner/svc-${version}/bin\n`);
      expect(env).toEqual({ XDG_CACHE_HOME: `${home}/project/saved` });
      expect(output).toEqual({ version, 'cache-folder': `${home}/project/saved/svc/modules` });
    }
    expect(await readFile(join(home, 'project/infra/.terraform/modules/leaf/main.tf'), 'utf8')).toContain('value = 1');
  });

  test.each(['input', 'file'])('the GitHub action installs nothing if the checksum of the %s differs', async (from) => {
    const { archive, downloads, files, home } = await projectWith();
    const wrong = '0'.repeat(64);
    files.SHA256SUMS = from === 'file' ? `${wrong}  ${archive}\n` : files.SHA256SUMS!;
    const { added, code, said } = await runAction(home, { downloads, checksum: from === 'input' ? wrong : '' });
    expect([code, added]).toEqual([1, '']);
    expect(said).toBe(`::error title=svc::The checksum of ${archive} is wrong. svc was not installed.\n`);
    expect(readdirSync(join(home, `runner/svc-${version}/bin`))).toEqual([]);
  });

  test.each([
    ['a lock that is out of date', uses('2.0.0'), 'infra/svc.modules.lock.json,line=1', 8, 'The lock does not match'],
    ['an unreadable file', { 'project/infra/main.tf': '\nmodule "x" {' }, 'infra/main.tf,line=2', 2, 'main.tf:2: '],
  ])('the GitHub action annotates %s at the line of the cause', async (_, files, place, exit, message) => {
    const { downloads, home } = await projectWith();
    await writeFiles(home, files);
    const { code, said } = await runAction(home, { downloads, 'working-directory': 'infra', command: 'check' });
    expect(code).toBe(exit);
    expect(said).toContain(`\n::error file=${place},title=svc module lock::${message}`);
    expect(said).toMatch(/^::error .*%0AHint: /m);
  });

  test('the GitHub action prevents the text of a server from being run as a command of the runner', async () => {
    const svc = `#!/bin/sh\n[ "$2" = cache ] || { printf 'Error: 100%%\\r\\n::add-path::/evil\\n' >&2; exit 6; }\n`;
    const { downloads, home } = await projectWith(svc);
    const { code, said } = await runAction(home, { downloads, 'working-directory': 'infra' });
    expect(code).toBe(6);
    const [, word] = /^::stop-commands::([0-9a-f]{32})$/m.exec(said) ?? [];
    expect(said.replace(new RegExp(`::stop-commands::${word}\n[\\s\\S]*\n::${word}::`), '')).not.toMatch(
      /^::add-path/m,
    );
    expect(said).toMatch(/^::error file=\S+,line=1,title=svc module lock::100%25%0D%0A::add-path::\/evil$/m);
  });

  test("the GitHub action masks the token and stores it in the variable of the token's host", async () => {
    const { downloads, home } = await projectWith();
    const inputs = { downloads, command: 'none', token: 'a%t0ken', 'token-host': 'my-modules.example.com:8443' };
    const { env, said } = await runAction(home, inputs);
    expect(said).toContain('::add-mask::a%25t0ken\n');
    expect(env).toEqual({ SVC_TOKEN_MY__MODULES_EXAMPLE_COM_8443: 'a%t0ken' });
    const { code, env: none } = await runAction(home, { ...inputs, token: 'a\nPATH=/evil' });
    expect([code, none]).toEqual([1, {}]);
  });

  test('no script of the GitHub action contains an expression, and each action that it uses is pinned', () => {
    const { steps } = action.runs;
    expect(steps.filter(({ run }) => run?.includes('${{'))).toEqual([]);
    expect(steps.flatMap(({ uses }) => uses ?? [])).toEqual([expect.stringMatching(/^actions\/cache@[0-9a-f]{40}$/)]);
  });
});

describe('the GitLab template', () => {
  /** Runs the job with the permissions that GitLab's containers have. */
  async function runJob(home: string, variables: Record<string, string>) {
    const { before_script, script } = { ...gitlab['.svc'], ...gitlab['.svc-modules'] };
    const lines = ['umask 0000', ...before_script, ...script].join('\n');
    const env = { ...gitlab['.svc'].variables, ...gitlab['.svc-modules'].variables, SVC_RETRIES: '0', ...variables };
    const { all, exitCode } = await execa('bash', ['-eo', 'pipefail', '-c', lines], {
      ...{ all: true, reject: false, extendEnv: false, stdin: 'ignore', cwd: join(home, 'project') },
      env: { ...env, HOME: home, PATH: process.env.PATH, CI: 'true', CI_PROJECT_DIR: join(home, 'project') },
    });
    return { code: exitCode, said: all };
  }

  test('the GitLab template installs the locked modules, the second time from the saved cache', async () => {
    // With the umask of the job, which only a process of its own has.
    const { downloads, home, service } = await projectWith(program);
    const variables = { SVC_DOWNLOADS: downloads, SVC_FOLDER: 'infra' };
    const first = await runJob(home, variables);
    expect(first, first.said).toMatchObject({ code: 0 });
    await service.close();
    for (const path of ['.cache', 'project/infra/.terraform']) await rm(join(home, path), { recursive: true });
    const second = await runJob(home, variables);
    expect(second, second.said).toMatchObject({ code: 0, said: expect.not.stringContaining('Warning') });
    expect(await readFile(join(home, 'project/infra/.terraform/modules/leaf/main.tf'), 'utf8')).toContain('value = 1');
  });

  test('the GitLab template exits with 1 for a wrong checksum, and with 8 for a lock that is out of date', async () => {
    const { archive, downloads, home } = await projectWith();
    const variables = { SVC_DOWNLOADS: downloads, SVC_FOLDER: 'infra' };
    const wrong = await runJob(home, { ...variables, SVC_CHECKSUM: '0'.repeat(64) });
    const message = `Error: The checksum of ${archive} is wrong. svc was not installed.`;
    expect(wrong).toMatchObject({ code: 1, said: message });
    await appendFile(join(home, 'project/infra/main.tf'), call('more', at('leaf/null'), '1.0.0'));
    expect(await runJob(home, variables)).toMatchObject({ code: 8, said: expect.stringContaining('more: ') });
  });

  // trust: T-43
  test.each([
    ['archive', () => true],
    ['checksums', (name: string) => name === 'SHA256SUMS'],
  ])('the GitLab template follows no redirect of the %s to plain http', async (_title, moves) => {
    const { archive, downloads, home, moved } = await projectWith();
    for (const name of [archive, 'SHA256SUMS'].filter(moves)) moved.add(name);
    const { code, said } = await runJob(home, { SVC_DOWNLOADS: downloads, SVC_FOLDER: 'infra' });
    expect([code, said]).toEqual([1, expect.stringMatching(/Protocol "?http"? (not supported|disabled)/)]);
  });

  test('the GitLab template installs the version of package.json', () => {
    expect(gitlab['.svc'].variables.SVC_VERSION).toBe(version);
  });
});

describe.skipIf(!hasGit())('the weekly job of docs/ci.md', () => {
  const recipes = blocksOf(read('docs/ci.md')).flatMap(({ language, text }) =>
    language === 'yaml' ? parse(text) : [],
  );
  const steps = recipes.flatMap(({ jobs }) => jobs?.update?.steps ?? []);
  /** Prints its words, and the file that is the text of the proposal. */
  const proposing = `#!/bin/sh
for word; do echo "$word"; cat "\${word#description@}" 2>&-; done > "$HOME/proposal"; true
`;

  test.each([
    ['GitHub Actions', steps.flatMap(({ run }) => run ?? [])],
    ['GitLab CI', recipes.flatMap(({ update }) => update?.script ?? [])],
  ])(
    'the weekly job of %s proposes newer versions on a branch, and its text is their diff',
    async (_system, script) => {
      const { info } = await sandbox();
      const me = await machine();
      const [bin, cwd] = [join(me.home, 'bin'), join(me.home, 'project')];
      await mapHost(me.home, info.registry);
      await writeFiles(me.home, { 'project/infra/main.tf': call('label', at('label/null'), '~> 1.0.0') });
      await svcForShells(me, bin);
      for (const name of ['gh', 'curl']) await writeFile(join(bin, name), proposing, { mode: 0o755 });
      const env = {
        ...{ ...noConfiguration, ...me.env, HOME: me.home, PATH: `${bin}:${process.env.PATH}`, RUNNER_TEMP: me.home },
        ...{ CI_SERVER_HOST: 'gitlab.example.com', CI_PROJECT_PATH: 'a/b', UPDATE_TOKEN: 'canary', TMPDIR: me.home },
        ...{ GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: `url.${me.home}/origin.insteadOf` },
        GIT_CONFIG_VALUE_0: 'https://svc:canary@gitlab.example.com/a/b.git',
      };
      const bash = (lines: string) =>
        execa('bash', ['-eo', 'pipefail', '-c', lines], { cwd, env, extendEnv: false, stdin: 'ignore' });
      await bash(`svc module lock infra && git init -q --bare ../origin && git init -q && git remote add origin ../origin
git add --all && git commit -qm First`);
      await bash(script.join('\n'));
      const proposal = await readFile(join(me.home, 'proposal'), 'utf8');
      expect(proposal).toContain('```diff\n--- a/infra/main.tf\n');
      expect(proposal).toContain('-  version = "~> 1.0.0"\n+  version = "~> 1.1.0"\n```\n');
      const { stdout } = await bash('git --git-dir=../origin log --branches --format="%s %D"');
      expect(stdout).toMatch(/^Update modules .*modules-\d{4}-\d\d-\d\d\nFirst $/);
    },
  );
});

test('the shell lines of docs/ci.md run', async () => {
  const page = read('docs/ci.md');
  expect(page).toContain('```sh\n');
  await runPage(page);
});
