import { describe, expect, test } from 'vitest';
import { formatLock } from '../../src/modules/lock/lock-file.ts';
import { at, call, publish, writeFiles } from '../support/configuration.ts';
import { type Machine, machine, machineAt, sandbox } from '../support/svc.ts';
import { deadAddress } from '../support/tiny-server.ts';

const release = (name: string, version: string, text: string) => ({ [`acme/${name}/null/${version}/main.tf`]: text });

/** Returns a machine with a lock whose module is called twice in one version and once in another. */
async function locked(): Promise<Machine> {
  const me = await machine();
  await publish(me.home, {
    ...release('a', '1.0.0', call('leaf', at('leaf/null'), '~> 1.0')),
    ...release('leaf', '1.0.0', ''),
    ...release('leaf', '2.0.0', ''),
    ...release('leaf', '3.0.0-rc1', ''),
  });
  await writeFiles(me.home, {
    'main.tf':
      call('a', at('a/null')) + call('b', at('a/null')) + call('new', at('leaf/null'), '>= 2.0') + call('sub', './sub'),
    'sub/main.tf': '',
  });
  expect(await me.svc('module lock')).toMatchObject({ code: 0 });
  return me;
}

describe('module tree', () => {
  test('module tree prints each call, with the calls that share its package and its other versions', async () => {
    const me = await locked();
    const { stdout } = await me.svc('module tree');
    expect(stdout).toBe(
      `.
├── a ${at('a/null')} 1.0.0 (shared with b)
│   └── leaf ${at('leaf/null')} 1.0.0 (shared with b.leaf; also in 2.0.0)
├── b ${at('a/null')} 1.0.0 (shared with a)
│   └── leaf ${at('leaf/null')} 1.0.0 (shared with a.leaf; also in 2.0.0)
├── new ${at('leaf/null')} 2.0.0 (also in 1.0.0)
└── sub ./sub
`,
    );
  });

  test('module tree -o json nests the calls of a module in its call', async () => {
    const me = await locked();
    const [a, , fresh] = JSON.parse((await me.svc('module tree -o json')).stdout);
    expect(a).toMatchObject({
      module: 'a',
      shared: ['b'],
      modules: [{ module: 'a.leaf', name: 'leaf', shared: ['b.leaf'], duplicates: ['2.0.0'] }],
    });
    expect(fresh).toMatchObject({ module: 'new', version: '2.0.0', shared: [], duplicates: ['1.0.0'], modules: [] });
  });

  test('module tree as CSV, TSV or a table prints a line for each call, with the path of the call', async () => {
    const me = await locked();
    const { stdout } = await me.svc('module tree -o csv --columns module,version');
    expect(stdout).toBe('module,version\na,1.0.0\na.leaf,1.0.0\nb,1.0.0\nb.leaf,1.0.0\nnew,2.0.0\nsub,\n');
    const paths = ['a', 'a.leaf', 'b', 'b.leaf', 'new', 'sub'];
    for (const format of ['tsv', 'table']) {
      const rows = await me.svc(`module tree -o ${format} --columns module`);
      expect(rows.stdout.match(/^[a-z][a-z.]*/gm)).toEqual(paths);
    }
  });

  test('module tree --graph draws a shared module once, and a module with two versions bold', async () => {
    const me = await locked();
    const { stdout: mermaid } = await me.svc('module tree --graph mermaid');
    expect(mermaid.split('\n').filter((line) => line.includes('leaf/null 1.0.0"]'))).toHaveLength(1);
    expect(mermaid).toMatch(/^flowchart LR\n {2}n0\["\."\]\n/);
    expect(mermaid.match(/stroke-width/g)).toHaveLength(2);
    const { stdout: dot } = await me.svc('module tree --graph dot');
    expect(dot).toMatch(/^digraph modules \{\n[\s\S]*\n\}\n$/);
    expect(dot).toContain(`n0 -> n1 [label="a"]\n`);
    expect(dot).toContain(`n0 -> n1 [label="b"]\n`);
    expect(dot.match(/style=bold/g)).toHaveLength(2);
  });

  test('module tree --graph escapes a module source that contains the syntax of the graph', async () => {
    const me = await machine();
    const source = 'a"]; evil <b>';
    await writeFiles(me.home, { 'svc.modules.lock.json': JSON.stringify({ version: 1, modules: { a: { source } } }) });
    expect((await me.svc('module tree --graph mermaid')).stdout).toContain('n1["a#34;]; evil #60;b#62;"]');
    expect((await me.svc('module tree --graph dot')).stdout).toContain('n1 [label="a\\"]; evil <b>"]');
  });
});

describe('module outdated', () => {
  test('module outdated prints the allowed and the newest version, without prereleases', async () => {
    const me = await locked();
    const { code, stdout } = await me.svc('module outdated -o json');
    const old = { source: at('leaf/null'), constraint: '~> 1.0', current: '1.0.0', allowed: '1.0.0', latest: '2.0.0' };
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      [
        { module: 'a.leaf', ...old },
        { module: 'b.leaf', ...old },
      ],
    ]);
    const all = JSON.parse((await me.svc('module outdated --all -o json')).stdout);
    expect(all.map(({ module }: { module: string }) => module)).toEqual(['a', 'a.leaf', 'b', 'b.leaf', 'new']);
  });

  // trust: T-209
  test('module outdated --check exits with 8 if there are newer versions', async () => {
    const me = await locked();
    expect(await me.svc('module outdated --check')).toExit(
      8,
      /Newer versions exist for 2 of 5.*\nHint: The constraints allow none of them/,
    );
    await publish(me.home, { ...release('a', '1.0.0', ''), ...release('leaf', '1.1.0', '') });
    const { stderr } = await me.svc('module outdated --check');
    expect(stderr).toContain('with: svc module lock --upgrade');
    const typed = await me.svc(`module outdated ${me.home} --check`);
    expect(typed.stderr).toContain(`with: svc module lock ${me.home} --upgrade`);
    await writeFiles(me.home, { 'main.tf': call('new', at('leaf/null')) });
    await me.svc('module lock');
    expect(await me.svc('module outdated --check')).toExit(8, 'new: its registry does not list 2.0.0.');
    await publish(me.home, release('leaf', '2.0.0', ''));
    expect(await me.svc('module outdated --check')).toMatchObject({ code: 0, stdout: '' });
  });

  test('module outdated reports a module of which no version is allowed any more', async () => {
    const me = await locked();
    await publish(me.home, { ...release('a', '1.0.0', ''), ...release('leaf', '4.0.0', '') });
    const rows = JSON.parse((await me.svc('module outdated -o json')).stdout);
    expect(rows[0]).toMatchObject({ module: 'a.leaf', allowed: null, latest: '4.0.0' });
  });
});

describe('module diff', () => {
  const old = `
variable "gone" {}
variable "typed" { type = string }
variable "given" { default = 1 }
variable "freed" {}
variable "default" { default = "a" }
output "gone" { value = 1 }
resource "null_resource" "gone" {}
terraform {
  required_providers {
    null   = { source = "hashicorp/null", version = "~> 3.0" }
    moved  = { source = "acme/moved" }
    unused = { source = "acme/unused" }
  }
}`;
  const fresh = `
variable "typed" { type = number }
variable "given" {}
variable "freed" { default = 2 }
variable "default" { default = "b" }
variable "needed" {}
variable "optional" { default = 1 }
output "fresh" { value = 1 }
resource "null_resource" "fresh" {}
terraform {
  required_providers {
    null  = { source = "hashicorp/null", version = "~> 4.0" }
    moved = { source = "globex/moved" }
    fresh = { source = "acme/fresh" }
  }
}`;

  test('module diff prints first the changes that break callers', async () => {
    const me = await machine();
    await publish(me.home, { ...release('a', '1.0.0', old), ...release('a', '2.0.0', fresh) });
    const { info } = await publish(me.home, { ...release('a', '1.0.0', old), ...release('a', '2.0.0', fresh) });
    const options = { env: { SVC_REGISTRY: info.registry } };
    const { code, stdout } = await me.svc('module diff acme/a/null@1.0.0 acme/a/null -o json', options);
    const rows = JSON.parse(stdout) as Record<string, string>[];
    expect([code, rows.map(({ change, effect, name, part }) => `${effect}: ${part} ${name} ${change}`)]).toEqual([
      0,
      [
        'breaks: input given changed',
        'breaks: input gone removed',
        'breaks: input needed added',
        'breaks: output gone removed',
        'breaks: provider moved changed',
        'may break: input default changed',
        'may break: input typed changed',
        'may break: resource null_resource.gone removed',
        'may break: provider fresh added',
        'may break: provider null changed',
        'safe: input freed changed',
        'safe: input optional added',
        'safe: output fresh added',
        'safe: resource null_resource.fresh added',
        'safe: provider unused removed',
      ],
    ]);
    expect(rows[5]!.why).toBe('its default changed from "a" to "b"');
    expect(await me.svc('module diff acme/a/null@1.0.0 acme/a/null --check', options)).toExit(8, 'in 5 ways');
  });

  test('module diff of two versions of an unreachable module reports the error once', async () => {
    const { svc } = await machine({ SVC_REGISTRY: `${await deadAddress()}/v1/modules/` });
    const { code, stderr } = await svc('module diff a/b/c@1.0.0 a/b/c@1.2.0');
    expect(code).toBe(6);
    expect(stderr.split('\n')[0]).toMatch(/^Error: a\/b\/c@1\.0\.0: [^@]*$/);
  });

  test.each(['1.2.0', '@1.2.0'])(
    'module diff with only %s as the second address prints the complete address to type',
    async (version) => {
      const { svc } = await machine();
      expect(await svc(`module diff acme/network/cloud//modules/subnet@1.1.0 ${version}`)).toExit(
        2,
        'Type acme/network/cloud//modules/subnet@1.2.0\n',
      );
    },
  );

  test('module diff of a version with itself finds no differences, and a missing version or subfolder exits with 3', async () => {
    const { svc } = await machineAt(await sandbox());
    expect(await svc('module diff acme/label/null@1.1.0 acme/label/null')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'No differences for callers.\n',
    });
    expect(await svc('module diff acme/label/null@1.1.0 acme/label/null@9')).toMatchObject({ code: 3 });
    expect(await svc('module diff acme/label/null acme/label/null//nowhere')).toExit(3, 'has no subfolder "nowhere"');
  });
});

describe('very large configurations', () => {
  // trust: T-186
  test('module tree prints 4,000 calls that share one module, and lists at most 100 of the sharing calls for each', async () => {
    const me = await machine();
    const fixed = {
      source: at('a/null'),
      version: '1.0.0',
      location: 'https://h.example/a.zip',
      sha256: '0'.repeat(64),
    };
    const calls = Array.from(
      { length: 4_000 },
      (_, nth) => [`a${nth}`, { ...fixed, h1: `h1:${'A'.repeat(43)}=` }] as const,
    );
    await writeFiles(me.home, { 'svc.modules.lock.json': formatLock({ tool: 'terraform', modules: new Map(calls) }) });
    const { code, stdout } = await me.svc('module tree -o json');
    expect(code).toBe(0);
    const branches: { shared: string[] }[] = JSON.parse(stdout);
    expect(branches.map(({ shared }) => shared.length)).toEqual(Array.from({ length: 4_000 }, () => 100));
  });

  // trust: T-186
  test('module lock reads 150,000 blocks of locals, and rejects a source in 120,000 parentheses', async () => {
    const me = await machine();
    await writeFiles(me.home, { 'main.tf': call('a', './a') + 'locals {}\n'.repeat(150_000), 'a/main.tf': '' });
    expect(await me.svc('module lock')).toMatchObject({ code: 0 });
    await writeFiles(me.home, { 'main.tf': `module "a" {\n  source = ${'('.repeat(120_000)}\n}\n` });
    expect(await me.svc('module lock')).toMatchObject({ code: 2 });
    await writeFiles(me.home, {
      'main.tf': `module "a" {\n  source = ${'('.repeat(120_000)}-${')'.repeat(120_000)}\n}\n`,
    });
    expect(await me.svc('module lock')).toExit(8, 'the source of module a is an expression that svc cannot evaluate');
  });
});
