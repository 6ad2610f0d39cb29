import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ruleNames, rules } from '../../src/modules/policy/rules.ts';
import { at, call, type Files, publish, writeFiles } from '../support/configuration.ts';
import { repository } from '../support/git-repository.ts';
import { gitServer } from '../support/git-server.ts';
import { type Machine, machine } from '../support/svc.ts';

const commands = `resource "null_resource" "x" {
  provisioner "local-exec" {
    command = "id"
  }
  provisioner "remote-exec" {
    inline = ["id"]
  }
}
data "external" "y" {
  program = ["id"]
}
`;
const git = (rest: string) => `git::https://git.example.com/acme/net.git${rest}`;
const commit = '0123456789012345678901234567890123456789';

/** A repository in which `infra` has these files. */
async function world(files: Files = {}, releases?: Files): Promise<Machine> {
  const me = await machine();
  if (releases) await publish(me.home, releases, { old: /1\.0\.0/ });
  await mkdir(join(me.home, 'repository/.git'), { recursive: true });
  await writeFiles(join(me.home, 'repository'), files);
  me.cwd = join(me.home, 'repository');
  return me;
}

/** The findings as `RULE FILE:LINE MODULE`. */
async function found(me: Machine, words = 'infra --offline'): Promise<string[]> {
  const { stdout, stderr } = await me.svc(`module audit ${words} -o json`);
  expect(stderr).not.toContain('Error');
  const rows: { rule: string; file: string; line: number; module: string }[] = JSON.parse(stdout);
  return rows.map(({ file, line, module, rule }) => `${rule} ${file}:${line} ${module}`);
}

const exception = (until: string, of: string) =>
  `exceptions:\n  - { rule: lock, ${of}, reason: it is old, until: ${until} }\n`;
const without = 'rules: { lock: off, unverified: off }\n';

describe('module audit', () => {
  // trust: T-164
  test.each<[string, string, string[]]>([
    ['a registry module without a version', call('a', 'acme/net/cloud'), ['unpinned']],
    ['a registry module with a version', call('a', 'acme/net/cloud', '~> 1.0'), []],
    ['a repository without ref=', call('a', git('')), ['unpinned']],
    ['a branch', call('a', git('?ref=main')), ['branch']],
    ['a branch that looks like a version', call('a', git('?ref=1.x')), ['branch']],
    ['a tag of a version', call('a', git('?ref=v1.2.0')), []],
    ['a tag with a prefix', call('a', git('?ref=net/v1.2.0')), []],
    ['a commit', call('a', git(`?ref=${commit}`)), []],
    ['a commit in upper case', call('a', git('?ref=ABCDEF0123')), []],
    ['a branch by its full name', call('a', git('?ref=refs/heads/release/1.2')), ['branch']],
    ['an archive', call('a', 'https://files.example.com/a.tar.gz'), ['unpinned']],
    ['an archive with a checksum', call('a', `https://files.example.com/a.zip?checksum=${'0'.repeat(64)}`), []],
    ['an archive with an empty checksum', call('a', 'https://files.example.com/a.zip?checksum='), ['unpinned']],
    [
      'a checksum file over plain http',
      call('a', 'https://files.example.com/a.zip?checksum=file:http://files.example.com/sums'),
      ['unpinned', 'http'],
    ],
    ['a version of a plain archive', call('a', 'https://files.example.com/a.zip?version=1'), ['unpinned']],
    ['a version tag of an OCI registry', call('a', 'oci://oci.example.com/acme/net?tag=v1.0.0'), []],
    ['a digest of an OCI registry', call('a', `oci://h.example.com/net?digest=sha256:${'0'.repeat(64)}`), []],
    ['another tag of an OCI registry', call('a', 'oci://oci.example.com/acme/net?tag=stable'), ['unpinned']],
    ['no tag of an OCI registry', call('a', 'oci://oci.example.com/acme/net'), ['unpinned']],
    ['plain http', call('a', `git::http://git.example.com/acme/net.git?ref=${commit}`), ['http']],
    ['plain http on this machine', call('a', `git::http://127.0.0.1:1/acme/net.git?ref=${commit}`), []],
    ['a folder outside the repository', call('a', '../../elsewhere'), ['outside']],
    ['a folder inside it', call('a', '../modules/net'), []],
    ['an expression', 'module "a" {\n  source = lookup(var.x, "y")\n}\n', ['unread']],
    ['nothing', 'variable "x" {}\n', []],
  ])('module audit checks the configuration alone: %s', async (_, text, expected) => {
    const me = await world({ 'infra/main.tf': text, 'modules/net/main.tf': '', 'svc.policy.yaml': without });
    await writeFiles(me.home, { 'elsewhere/main.tf': '' });
    expect(await found(me)).toEqual(expected.map((rule) => `${rule} infra/main.tf:1 a`));
  });

  test('module audit reports programs in local modules at their lines, and ignores programs of the configuration itself', async () => {
    const json = {
      resource: { null_resource: { x: { provisioner: [{ 'local-exec': { command: 'id' } }] } } },
      check: { c: { data: { external: { y: { program: [] } } } } },
    };
    const me = await world({
      'infra/main.tf': call('a', './net') + commands,
      'infra/net/main.tf': commands,
      'infra/net/b.tf.json': JSON.stringify(json, null, 1),
    });
    expect(await found(me)).toEqual([
      'local-exec infra/net/b.tf.json:7 a',
      'external infra/net/b.tf.json:19 a',
      'remote-exec infra/net/main.tf:5 a',
    ]);
    const { stdout } = await me.svc('module audit infra --offline -o json');
    expect(
      JSON.parse(stdout).map(({ count, message }: { count: number; message: string }) => [count, message]),
    ).toEqual([
      [2, 'runs a program: local-exec, and 1 more'],
      [2, 'runs a program: external, and 1 more'],
      [1, 'runs a program: remote-exec'],
    ]);
  });

  // trust: T-165, T-177
  test('module audit reports a program in a package at the call that leads to it; offline, it names packages that are not cached', async () => {
    const me = await world(
      { 'infra/main.tf': call('a', at('a/null'), '1.0.0'), 'svc.policy.yaml': without },
      { 'acme/a/null/1.0.0/main.tf': call('b', './b'), 'acme/a/null/1.0.0/b/main.tf': commands },
    );
    await me.svc('module lock infra');
    const programs = ['local-exec', 'remote-exec', 'external'].map((rule) => `${rule} infra/main.tf:1 a.b`);
    expect(await found(me)).toEqual(programs);
    const { code, stderr, stdout } = await me.svc('module audit infra --offline --check', {
      env: { XDG_CACHE_HOME: `${me.home}-none` },
    });
    expect(stdout).toContain('unread\tinfra/main.tf\t1\ta\tits package is not cached, so nothing checks its files');
    expect([code, stderr]).toEqual([
      8,
      expect.stringContaining('Not checked: the files of a, a.b, which are not in the'),
    ]);
    expect((await me.svc('module audit infra --offline')).stdout).toContain('runs a program: local-exec at main.tf:2');
  });

  // trust: T-177
  test('module audit reports each call that is not in the lock, and an exception for one call does not accept another', async () => {
    const me = await world(
      {
        'infra/main.tf': call('a', at('a/null'), '1.0.0'),
        'svc.policy.yaml': 'rules: { unverified: off, unpinned: off }\n',
      },
      {
        'acme/a/null/1.0.0/main.tf': call('evil', at('b/null')) + call('own', './own'),
        'acme/a/null/1.0.0/own/x.tf': '',
        'acme/b/null/1.0.0/main.tf': commands,
      },
    );
    await me.svc('module lock infra');
    const path = join(me.cwd, 'infra/svc.modules.lock.json');
    const lock = JSON.parse(await readFile(path, 'utf8'));
    await writeFiles(me.cwd, {
      'infra/svc.modules.lock.json': JSON.stringify({ ...lock, modules: { a: lock.modules.a } }),
    });
    const lacking = ['lock infra/main.tf:1 a.evil', 'lock infra/main.tf:1 a.own'];
    expect(await found(me)).toEqual(lacking);
    expect(await found(me, 'infra')).toEqual(lacking);
    expect(await me.svc('module audit infra --check')).toMatchObject({ code: 8 });
    await rm(path);
    const accepted = exception('2030-01-01', 'call: a');
    await writeFiles(me.cwd, {
      'infra/main.tf': call('a', at('a/null')) + call('b', at('b/null')),
      'svc.policy.yaml': `rules: { unpinned: off }\n${accepted}`,
    });
    expect(await found(me)).toEqual(['lock infra/main.tf:4 b']);
  });

  test('module audit reports a call in a package that it cannot read, with the place in the package', async () => {
    const me = await world(
      { 'infra/main.tf': call('a', at('a/null'), '1.0.0'), 'svc.policy.yaml': without },
      { 'acme/a/null/1.0.0/main.tf': call('h', 'hg::https://repo.test/x') },
    );
    await me.svc('module lock infra');
    const { stdout } = await me.svc(['module', 'audit', 'infra', '--jq', '.[] | .file, .message']);
    const message = 'modules.example.com/acme/a/null@1.0.0/main.tf:1: The module source "hg::https://repo.test/x" ';
    expect(stdout.replaceAll('\n', ' ')).toContain(`infra/main.tf ${message}`);
  });

  // trust: T-231
  test('--check fails for findings from warning on, and --fail-on changes that level', async () => {
    const me = await world(
      { 'infra/main.tf': call('a', at('a/null'), '1.0.0') },
      { 'acme/a/null/1.0.0/main.tf': '', 'acme/a/null/1.0.0/README.md': '# a' },
    );
    await me.svc('module lock infra');
    const codes = async () => {
      const flags = [
        '',
        '--check',
        '--fail-on note',
        '--fail-on warning',
        '--fail-on error',
        '--check --fail-on error',
      ];
      const all: number[] = [];
      for (const each of flags) all.push((await me.svc(`module audit infra ${each}`.trim())).code);
      return all;
    };
    expect(await found(me, 'infra')).toEqual(['unverified infra/main.tf:1 a']);
    expect(await codes()).toEqual([0, 0, 8, 0, 0, 0]);
    await writeFiles(me.cwd, { 'svc.policy.yaml': 'rules: { unverified: warning }\n' });
    expect(await codes()).toEqual([0, 8, 8, 8, 0, 0]);
    await writeFiles(me.cwd, { 'svc.policy.yaml': 'rules: { unverified: error }\n' });
    expect(await codes()).toEqual([0, 8, 8, 8, 8, 8]);
    expect(await me.svc('module audit infra --fail-on all')).toExit(2, 'Choose from: error, warning, note');
  });

  // trust: T-232
  test('module audit reports a version tag that was moved, as verify and lock --upgrade do, but not a floating tag such as v1.1', async () => {
    const me = await world();
    const { commit, folder: bare, git: run, point } = repository();
    const first = commit({ 'main.tf': '' });
    for (const tag of ['v1.0.0', 'v1.1', 'v1.1.0', 'main-1.0.0']) point(`refs/tags/${tag}`, first);
    run(['tag', '-a', '-m', 'one', 'net/v2.0.0', first]);
    const { url } = await gitServer(dirname(bare));
    const source = (ref: string) => `git::${url}/m.git?ref=${ref}`;
    const refs = ['v1.0.0', 'refs/tags/v1.0.0', 'v1.1', 'v1.1.0', 'net/v2.0.0'];
    await writeFiles(me.cwd, { 'infra/main.tf': refs.map((ref, nth) => call(`m${nth}`, source(ref))).join('') });
    const options = { env: { PATH: process.env.PATH } };
    expect(await me.svc('module install infra', options)).toMatchObject({ code: 0 });
    expect(await me.svc('module verify infra', options)).toMatchObject({ code: 0 });
    expect(await me.svc('module audit infra --fail-on note', options)).toMatchObject({ code: 0 });

    const second = commit({ 'main.tf': 'locals {}\n' });
    for (const tag of ['v1.0.0', 'v1.1']) point(`refs/tags/${tag}`, second);
    const verified = await me.svc('module verify infra -o json', options);
    const names = `its version tag names commit ${second} now, the lock has ${first}`;
    expect(verified).toExit(8, `m0: ${names}`);
    const origins = JSON.parse(verified.stdout).map(({ moved, origin }: Record<string, string>) => [origin, moved]);
    expect(origins).toEqual([['moved', second], ['moved', second], ['ok'], ['ok'], ['ok']].map(([a, b]) => [a, b]));
    const audited = await me.svc('module audit infra --check -o json', options);
    expect(audited.code).toBe(8);
    expect(JSON.parse(audited.stdout)).toMatchObject([
      { rule: 'moved', level: 'error', module: 'm0', message: names },
      { rule: 'moved', level: 'error', module: 'm1' },
    ]);
    const upgraded = await me.svc('module lock infra --upgrade', options);
    expect(upgraded).toExit(0, `Warning: main.tf:1: module m0: ${names}.\n`);
    expect(upgraded.stderr.match(/version tag names/g)).toHaveLength(2);
    expect(await me.svc('module audit infra --check', options)).toMatchObject({ code: 0 });
  });

  test('module audit finds a missing lock, and each call that differs from the lock', async () => {
    const me = await world(
      { 'infra/main.tf': call('local', './l') + call('a', at('a/null'), '1.0.0'), 'infra/l/main.tf': '' },
      { 'acme/a/null/1.0.0/main.tf': '' },
    );
    expect(await found(me)).toEqual(['lock infra/main.tf:4 a']);
    await writeFiles(me.cwd, { 'other/main.tf': call('o', '../infra') });
    expect(await found(me, 'other --offline')).toEqual(['lock infra/main.tf:4 o.a']);
    await me.svc('module lock infra');
    expect(await found(me)).toEqual([]);
    await writeFiles(me.cwd, { 'infra/main.tf': call('b', at('a/null'), '1.0.0') });
    expect(await found(me)).toEqual([
      'lock infra/main.tf:1 b',
      'lock infra/svc.modules.lock.json:1 a',
      'lock infra/svc.modules.lock.json:1 local',
    ]);
  });

  test('module audit reports a provider that only the next version requires', async () => {
    const required = 'terraform {\n  required_providers {\n    x = { source = "acme/x" }\n  }\n}\n';
    const me = await world({ 'infra/main.tf': call('a', at('a/null'), '~> 1.0') }, { 'acme/a/null/1.0.0/main.tf': '' });
    await me.svc('module lock infra');
    await publish(me.home, { 'acme/a/null/1.0.0/main.tf': '', 'acme/a/null/1.1.0/main.tf': required });
    const { stdout } = await me.svc([
      'module',
      'audit',
      'infra',
      '--jq',
      '.[] | select(.rule == "new-provider").message',
    ]);
    expect(stdout).toBe('the newest allowed version requires x\n');
  });

  // trust: T-166
  test('module audit reports what only the registry knows; offline, it names the rules that it did not check', async () => {
    const me = await world(
      { 'infra/main.tf': call('a', at('a/null'), '1.0.0'), 'svc.policy.yaml': 'min-age: 7d\n' },
      { 'acme/a/null/1.0.0/main.tf': '', 'acme/a/null/1.0.0/DEPRECATED': 'Use 1.1.0' },
    );
    await me.svc('module lock infra');
    const of = (rules: string) => rules.split(' ').map((rule) => `${rule} infra/main.tf:1 a`);
    expect(await found(me, 'infra')).toEqual(of('unverified deprecated'));
    const offline = await me.svc('module audit infra --offline');
    expect(offline).toExit(
      0,
      'Warning: Not checked without a registry: moved, min-age, unverified, deprecated, new-provider.',
    );
    expect(offline.stdout).toBe('');
    await writeFiles(me.cwd, { 'svc.policy.yaml': 'min-age: 500w\n' });
    expect(await found(me, 'infra')).toEqual(of('min-age unverified deprecated'));
  });
});

describe('a policy', () => {
  const sources =
    call('a', 'acme/net/cloud', '1.0.0') +
    call('b', git('?ref=v1.0.0')) +
    call('c', 'git.example.com/other/x/null', '1');

  // trust: T-167
  test.each([
    ['hosts: [registry.terraform.io]\nrules: { lock: off }', ['host infra/main.tf:5 b', 'host infra/main.tf:8 c']],
    ['hosts: ["*.terraform.io", git.example.com]\nrules: { lock: off }', []],
    ['namespaces: [acme]\nrules: { lock: off }', ['namespace infra/main.tf:8 c']],
    [
      'namespaces: [registry.terraform.io/acme, "git.example.com/o*"]\nrules: { lock: off }',
      ['namespace infra/main.tf:5 b'],
    ],
    ['hosts: [REGISTRY.terraform.io, "git.*"]\nrules: { lock: off }', []],
    ['namespaces: [git.example.com/acme, other]\nrules: { lock: off }', ['namespace infra/main.tf:1 a']],
    ['hosts: []\nrules: { host: off, lock: off }', []],
  ])('a policy allows hosts and namespaces: %s', async (policy, expected) => {
    const me = await world({
      'infra/main.tf': sources,
      'svc.policy.yaml': policy,
    });
    expect(await found(me)).toEqual(expected);
  });

  test.each([
    ['git@GitHub.com:Acme/net.git?ref=v1.0.0', 'hosts: [github.com]', []],
    ['git@GitHub.com:Acme/net.git?ref=v1.0.0', 'namespaces: [GITHUB.com/Acme]', []],
    ['git@GitHub.com:Acme/net.git?ref=v1.0.0', 'namespaces: [github.com/acme]', ['namespace infra/main.tf:1 a']],
    ['git::ssh://git@Git.Example.com/acme/net.git?ref=v1.0.0', 'hosts: ["git.example.*"]', []],
    ['git@other.example.com:acme/net.git?ref=v1.0.0', 'hosts: [github.com]', ['host infra/main.tf:1 a']],
  ])('a policy compares the host of %s case-insensitively: %s', async (source, policy, expected) => {
    const files = { 'infra/main.tf': call('a', source), 'svc.policy.yaml': `${policy}\nrules: { lock: off }\n` };
    expect(await found(await world(files))).toEqual(expected);
  });

  test.each([
    ['a folder above', 'git::https://git.example.com/acme/../evil/net.git?ref=v1.0.0'],
    ['the name of an allowed host', 'git::https://other.example.com/git.example.com/acme/net.git?ref=v1.0.0'],
    ['an archive', `https://git.example.com/evil/net.zip?checksum=${'0'.repeat(64)}`],
    ['OCI', `oci://git.example.com/evil/net?digest=sha256:${'0'.repeat(64)}`],
    ['a source without a namespace', 'git::https://git.example.com/net.git?ref=v1.0.0'],
  ])('a policy for one namespace rejects a source outside the namespace: %s', async (_, source) => {
    const policy = 'namespaces: ["acme/*", acme, git.example.com/acme]\nrules: { lock: off }\n';
    const me = await world({ 'infra/main.tf': call('a', source), 'svc.policy.yaml': policy });
    expect(await found(me)).toEqual(['namespace infra/main.tf:1 a']);
  });

  test('module audit names the policy and what it did not check', async () => {
    const me = await world({
      'infra/main.tf': call('a', 'acme/net/cloud', '1.0.0'),
      'svc.policy.yaml': 'rules: { lock: off }\n',
    });
    const { stderr } = await me.svc('module audit infra --offline');
    expect(stderr).toContain('Not checked: the files of a, which are not in the lock or not cached.');
    expect(stderr).toContain('0 findings in 1 module call (svc.policy.yaml).');
    await rm(join(me.cwd, '.git'), { recursive: true });
    expect((await me.svc('module audit infra --offline')).stderr).toContain(
      'Not checked without a git repository: outside.',
    );
  });

  // trust: T-168
  test.each([
    ['by call', exception('2026-11-25', 'call: a'), 0, ', and 1 finding that the policy accepts'],
    ['by source', exception('2026-11-25', 'source: "*/acme/*"'), 0, ', and 1 finding that the policy accepts'],
    ['of another call', exception('2026-11-25', 'call: b'), 8, '1 finding in 1 module call'],
    ['that ended', exception('2026-11-24', 'call: a'), 8, '(the exception "it is old" expired on 2026-11-24)'],
  ])('a policy accepts findings until a day, with an exception %s', async (_, policy, code, words) => {
    const me = await world({ 'infra/main.tf': call('a', 'acme/net/cloud', '1.0.0'), 'svc.policy.yaml': policy });
    const now = () => new Date('2026-11-25T23:00:00Z');
    const { stderr, stdout, ...ended } = await me.svc('module audit infra --check --offline', { now });
    expect(ended.code).toBe(code);
    expect(stdout + stderr).toContain(words);
  });

  test('module audit reads the nearest policy in the folder or above it in the repository, or the file of --policy', async () => {
    const me = await world({ 'infra/main.tf': call('a', 'acme/net/cloud') });
    await writeFiles(me.home, {
      'svc.policy.yaml': 'rules: { lock: off }\n',
      'own.yaml': 'rules: { unpinned: error }\n',
    });
    expect(await found(me)).toEqual(['lock infra/main.tf:1 a', 'unpinned infra/main.tf:1 a']);
    await writeFiles(me.cwd, { 'svc.policy.yaml': 'rules: { lock: off }\n' });
    expect(await found(me)).toEqual(['unpinned infra/main.tf:1 a']);
    await writeFiles(me.cwd, { 'infra/svc.policy.yaml': '{}\n' });
    expect(await found(me)).toEqual(['lock infra/main.tf:1 a', 'unpinned infra/main.tf:1 a']);
    const { stdout } = await me.svc('module audit infra --offline --policy ../own.yaml -o csv --columns rule,level');
    expect(stdout).toBe('rule,level\nlock,error\nunpinned,error\n');
  });

  test.each(['', '\n', '# nothing yet\n', '---\n'])(
    'module audit treats an empty file as an empty policy: %j',
    async (policy) => {
      const me = await world({ 'infra/main.tf': call('a', 'acme/net/cloud'), 'svc.policy.yaml': policy });
      const { code, stderr } = await me.svc('module audit infra --offline');
      expect([code, stderr]).toEqual([0, expect.stringContaining('2 findings in 1 module call (svc.policy.yaml).')]);
    },
  );

  test.each([
    ['hots: []', 'svc.policy.yaml:1: unknown key "hots". Did you mean "hosts"?'],
    ['rules: { branches: off }', 'svc.policy.yaml:1: unknown key "branches" in rules. Did you mean "branch"?'],
    ['rules: { branch: none }', 'svc.policy.yaml:1: rules.branch must be off, note, warning or error'],
    ['min-age: soon', 'svc.policy.yaml:1: min-age must be a duration'],
    [
      '\nexceptions:\n  - { rule: lock, call: a, until: 2026-11-25 }',
      'svc.policy.yaml:3: missing exceptions[0].reason',
    ],
    [exception('soon', 'call: a'), 'svc.policy.yaml:2: exceptions[0].until must be a day such as 2027-01-31'],
    ['exceptions: [{ rule: lock, reason: x, until: 2027-01-31 }]', 'exceptions[0] must have a call or a source'],
  ])('module audit rejects a mistake in a policy with its line and the correction: %s', async (policy, words) => {
    const me = await world({ 'infra/main.tf': '', 'svc.policy.yaml': `${policy}\n` });
    expect(await me.svc('module audit infra')).toExit(2, words);
  });

  // trust: T-170
  test('a min-age in a policy makes module lock choose an older version, and module lock names the version that is too young', async () => {
    const releases = { 'acme/a/null/1.0.0/main.tf': '', 'acme/a/null/1.1.0/main.tf': '' };
    const me = await world({ 'infra/main.tf': call('a', at('a/null')), 'svc.policy.yaml': 'min-age: 7d\n' }, releases);
    const words =
      /a\/null: chose 1\.0\.0; 1\.1\.0 was published at \S+Z, less than 7d ago \(min-age of svc\.policy\.yaml\)\./;
    expect(await me.svc('module lock infra')).toExit(0, words);
  });

  test('docs/modules.md and the help list every rule that a policy can change', async () => {
    const page = await readFile(resolve(import.meta.dirname, '../../docs/modules.md'), 'utf8');
    const rows = Object.entries(rules).map(
      ([name, { finds, level, needs }]) => `| \`${name}\` | ${level} | ${needs} | ${finds} |`,
    );
    expect(page).toContain(`\n${rows.join('\n')}\n`);
    const { stdout } = await (await machine()).svc('help module audit --all');
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(`${ruleNames.join(', ')}.`);
  });

  test('a policy has a JSON Schema that names each rule', async () => {
    const { stderr, stdout } = await (await machine()).svc('module audit --schema');
    expect(stderr).toBe('');
    expect(Object.keys(JSON.parse(stdout).properties.rules.properties)).toEqual(ruleNames);
  });
});

describe('the reports of an audit', () => {
  const file = z.strictObject({ uri: z.string().regex(/^infra\//), uriBaseId: z.literal('%SRCROOT%') });
  const place = z.strictObject({ artifactLocation: file, region: z.strictObject({ startLine: z.int().min(1) }) });
  const message = z.strictObject({ text: z.string().min(1) });
  const level = z.enum(['none', 'note', 'warning', 'error']);
  const rule = z.strictObject({
    id: z.string(),
    shortDescription: message,
    defaultConfiguration: z.strictObject({ level }),
  });
  const result = z.strictObject({
    ...{ ruleId: z.enum(ruleNames), level, message },
    locations: z.array(z.strictObject({ physicalLocation: place })).length(1),
    partialFingerprints: z.record(z.string(), z.string().length(64)),
  });
  /** The parts of SARIF 2.1.0 that svc writes; `npm run compatibility -- sarif` validates with the whole schema. */
  const sarif = z.strictObject({
    ...{ $schema: z.url(), version: z.literal('2.1.0') },
    runs: z.tuple([
      z.strictObject({
        tool: z.strictObject({
          driver: z.strictObject({ name: z.literal('svc'), version: z.string(), rules: z.array(rule) }),
        }),
        results: z.array(result),
      }),
    ]),
  });

  // trust: T-169
  test('the SARIF and Code Quality reports of module audit contain paths relative to the current folder', async () => {
    const me = await world({
      'infra/a/main.tf': call('a', 'acme/net/cloud'),
      'infra/b/main.tf': call('b', git('?ref=main')),
    });
    const written = await me.svc('module audit infra/a infra/b --offline -o sarif');
    const { results } = sarif.parse(JSON.parse(written.stdout)).runs[0];
    expect(
      results.map(({ locations: [first], ruleId }) => [ruleId, first?.physicalLocation.artifactLocation.uri]),
    ).toEqual([
      ['lock', 'infra/a/main.tf'],
      ['unpinned', 'infra/a/main.tf'],
      ['lock', 'infra/b/main.tf'],
      ['branch', 'infra/b/main.tf'],
    ]);
    const quality = JSON.parse((await me.svc('module audit infra/a --offline -o codequality')).stdout);
    expect(quality[1]).toEqual({
      ...{
        description: expect.stringContaining('module a (registry.terraform.io/acme/net/cloud): '),
        check_name: 'unpinned',
      },
      ...{ fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/), severity: 'minor' },
      location: { path: 'infra/a/main.tf', lines: { begin: 1 } },
    });
  });

  test('the reports of module audit are equal in each run, also for a version that is too young', async () => {
    const files = { 'infra/main.tf': call('a', at('a/null'), '1.0.0'), 'svc.policy.yaml': 'min-age: 500w\n' };
    const me = await world(files, { 'acme/a/null/1.0.0/main.tf': '' });
    await me.svc('module lock infra --min-age 1s');
    const [first, second] = ['2026-11-24T00:00:00Z', '2026-11-25T00:00:00Z'].map((day) => () => new Date(day));
    const run = async (now = first!) =>
      (await me.svc('module audit infra -o codequality', { now, inProcess: true })).stdout;
    const report = await run();
    expect(report).toContain('it was published at 2020-01-01T00:00:00Z, less than 3500d ago (min-age)');
    expect(await run(second)).toBe(report);
  });

  test('the reports of module audit are valid if there are no findings', async () => {
    const me = await world({ 'infra/main.tf': '' });
    const { stdout } = await me.svc('module audit infra -o sarif');
    expect(sarif.parse(JSON.parse(stdout)).runs[0].results).toEqual([]);
    expect((await me.svc('module audit infra -o codequality')).stdout).toBe('[]\n');
    expect((await me.svc('module audit infra')).stderr).toBe('0 findings in 0 module calls (no policy).\n');
  });

  test('module list rejects -o sarif, which is a report of module audit only', async () => {
    const me = await world();
    expect(await me.svc('module list -o sarif')).toExit(2, '-o sarif is a report of svc module audit only.');
  });

  test('module audit prints an annotation at the line of each finding in GitHub Actions', async () => {
    const me = await world({ 'infra/main.tf': call('a', 'acme/net/cloud'), 'svc.policy.yaml': without });
    const env = { GITHUB_ACTIONS: 'true' };
    const { stderr } = await me.svc('module audit infra --offline', { env });
    expect(stderr).toMatch(
      /^::warning title=svc module audit%3A unpinned,file=infra\/main\.tf,line=1::module a: no version/m,
    );
    expect((await me.svc('module audit infra --offline --annotate none', { env })).stderr).not.toContain('::');
  });
});

describe('a file whose name has a line end', () => {
  const odd = 'x.tf:7: y\n::error file=main.tf,line=9::z.tf';

  // trust: T-187
  test('every format of module audit reports a file with a line end in its name, with the line of the finding', async () => {
    const me = await world({ [`infra/${odd}`]: `\n${call('a', 'acme/net/cloud')}${call('b', '/absolute')}` });
    const [file, lines] = [`infra/${odd}`, [2, 5]];
    const of = async (format: string) => JSON.parse((await me.svc(`module audit infra --offline -o ${format}`)).stdout);
    const rows: { rule: string; file: string; line: number }[] = await of('json');
    const wanted = rows.filter(({ rule }) => /unpinned|unread/.test(rule));
    expect(wanted.map((row) => [row.file, row.line])).toEqual(lines.map((line) => [file, line]));
    const [run] = (await of('sarif')).runs;
    const places = run.results.map(
      ({ locations }: { locations: { physicalLocation: object }[] }) => locations[0]!.physicalLocation,
    );
    const uri = file.split('/').map(encodeURIComponent).join('/');
    for (const startLine of lines)
      expect(places).toContainEqual({ artifactLocation: { uri, uriBaseId: '%SRCROOT%' }, region: { startLine } });
    const locations = (await of('codequality')).map(({ location }: { location: object }) => location);
    for (const begin of lines) expect(locations).toContainEqual({ path: file, lines: { begin } });
  });

  // trust: T-187
  test('a line end in a file name starts no new line in an error, a warning, a note or the header of a diff', async () => {
    const me = await world({}, { 'acme/a/null/1.0.0/main.tf': '', 'acme/a/null/1.1.0/main.tf': '' });
    const isQuiet = async (words: string) => {
      const { stderr, stdout } = await me.svc(words);
      expect(`${stderr}${stdout}`).not.toMatch(/^::/m);
      return stderr + stdout;
    };
    await writeFiles(me.cwd, { [`infra/${odd}`]: 'module "a" {' });
    expect(await isQuiet('module lock infra')).toContain('Error: x.tf:7: y\\n::error file=main.tf,line=9::z.tf:1: ');
    await writeFiles(me.cwd, { [`infra/${odd}`]: call('a', at('a/null'), '1.0.0') });
    await isQuiet('module lock infra');
    const diff = await isQuiet('module update ./infra --dry-run');
    expect(diff).toContain('--- "a/infra/x.tf:7: y\\n::error file=main.tf,line=9::z.tf"\n');
    expect(diff).toContain('+  version = "1.1.0"\n');
    await isQuiet('module audit infra --check');
    await isQuiet('module lock nothing\n::error::x');
  });
});
