import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { type Files, writeFiles } from '../support/configuration.ts';
import { machine } from '../support/svc.ts';
import { installedCalls, isThere } from './stock.ts';

const hasTofu = isThere('tofu', 'that svc evaluates the sources that tofu evaluates');
const $ = '$';
const variable = (name: string, ...lines: string[]) => `variable "${name}" {\n${lines.join('\n')}\n}\n`;
const call = (source: string, more = '') => `module "m" {\n  source = ${source}\n${more}}\n`;
const v = variable('v', 'default = "a"');
const text = variable('v', 'type = string', 'default = "a"');
const byV = call(`"./${$}{var.v}"`);

/** Configurations with an expression for a source, their values in the environment, and whether svc leaves them to tofu. */
const cases: [name: string, files: Files, env?: Record<string, string>, isLeft?: boolean][] = [
  ['a default', { 'main.tf': v + byV }],
  ['a value of the environment', { 'main.tf': v + byV }, { TF_VAR_v: 'b' }],
  ['terraform.tfvars over the environment', { 'main.tf': v + byV, 'terraform.tfvars': 'v = "c"\n' }, { TF_VAR_v: 'b' }],
  [
    'JSON over terraform.tfvars',
    { 'main.tf': v + byV, 'terraform.tfvars': 'v = "c"\n', 'terraform.tfvars.json': '{"v":"b"}' },
  ],
  [
    'automatic files by name',
    {
      'main.tf': v + byV,
      'b.auto.tfvars': 'v = "b"\n',
      'a.auto.tfvars.json': '{"v":"c"}',
      'terraform.tfvars': 'v="d"\n',
    },
  ],
  [
    'a template in a value of JSON, which is plain text',
    { 'main.tf': text + byV, 'terraform.tfvars.json': '{"v":"b"}' },
  ],
  ['a number as a text', { 'main.tf': text + byV, 'terraform.tfvars': 'v = 1.50\n' }],
  ['a text as a number', { 'main.tf': variable('v', 'type = number') + byV }, { TF_VAR_v: '1.50' }],
  ['an untyped number', { 'main.tf': variable('v') + byV }, { TF_VAR_v: '1.50' }],
  ['a boolean', { 'main.tf': variable('v', 'type = bool', 'default = true') + byV }],
  ['a variable alone', { 'main.tf': variable('v', 'default = "./b"') + call('var.v') }],
  ['a local of a variable', { 'main.tf': `${v}locals {\n  x = "./${$}{var.v}"\n}\n${call('local.x')}` }],
  [
    'locals in two blocks',
    { 'main.tf': `locals {\n  x = "./${$}{local.y}"\n}\nlocals {\n  y = "b"\n}\n${call('local.x')}` },
  ],
  [
    'an override of a local',
    { 'main.tf': `locals {\n  x = "./a"\n}\n${call('local.x')}`, 'override.tf': 'locals {\n  x = "./b"\n}\n' },
  ],
  ['an override of a default', { 'main.tf': v + byV, 'override.tf': variable('v', 'default = "b"') }],
  ['an override of a source', { 'main.tf': v + call('"./c"'), 'override.tf': byV }],
  [
    'the JSON form',
    {
      'main.tf.json': JSON.stringify({
        variable: { v: { default: 'b' } },
        locals: { x: `./${$}{var.v}` },
        module: { m: { source: `${$}{local.x}` } },
      }),
    },
  ],
  [
    'an argument of a call',
    { 'main.tf': v + call('"./inner"', '  w = var.v\n'), 'inner/main.tf': variable('w') + call(`"../${$}{var.w}"`) },
  ],
  [
    'a default of a called module',
    { 'main.tf': call('"./inner"'), 'inner/main.tf': variable('v', 'default = "b"') + call(`"../${$}{var.v}"`) },
    { TF_VAR_v: 'c' },
  ],
  [
    'an argument that is a local',
    {
      'main.tf': `locals {\n  b = "b"\n}\n${call('"./inner"', `  w = "${$}{local.b}"\n`)}`,
      'inner/main.tf': variable('w', 'type = string') + call(`"../${$}{var.w}"`),
    },
  ],
  ['a heredoc of one line', { 'main.tf': `locals {\n  x = "b"\n}\n${call(`"./${$}{local.x}/../a"`)}` }],
  ['escapes', { 'main.tf': `${v}${call(`"./\\u0061/../${$}{var.v}"`)}` }],
  ['a secret', { 'main.tf': variable('v', 'default = "a"', 'sensitive = true') + byV }, {}, true],
  ['no value', { 'main.tf': variable('v') + byV }, {}, true],
  ['a local that depends on itself', { 'main.tf': `locals {\n  x = local.x\n}\n${call('local.x')}` }, {}, true],
  ['a function', { 'main.tf': v + call('format("./%s", var.v)') }, {}, true],
  ['a condition', { 'main.tf': v + call('var.v == "a" ? "./a" : "./b"') }, {}, true],
  ['the path of the module', { 'main.tf': call(`"${$}{path.module}/a"`) }, {}, true],
];

describe.skipIf(!hasTofu)('a source that tofu evaluates', () => {
  test.each(cases)('with %s is the same for svc, or left to tofu', async (_, files, env = {}, isLeft = false) => {
    const home = await mkdtemp(join(tmpdir(), 'svc-test-stock-'));
    const leaves = Object.fromEntries(
      ['a', 'b', 'c', 'd', '1.5', '1.50', 'true'].map((name) => [`${name}/main.tf`, '']),
    );
    await writeFiles(home, { ...leaves, ...files });
    const got = await execa('tofu', ['get', '-no-color'], {
      cwd: home,
      reject: false,
      all: true,
      env: { HOME: home, ...env },
    });
    const me = await machine();
    await writeFiles(me.home, { ...leaves, ...files });
    const { code, stderr } = await me.svc('module lock --tool tofu', { env });
    expect([code, stderr]).toEqual([isLeft ? 8 : 0, expect.any(String)]);
    const { modules } = JSON.parse(await readFile(join(me.home, 'svc.modules.lock.json'), 'utf8'));
    const ours = Object.entries(modules as Record<string, { source: string }>).map(
      ([path, { source }]) => `${path}=${source}`,
    );
    expect(isLeft ? 0 : got.exitCode, got.all).toBe(0);
    expect(isLeft ? ours : await installedCalls(home)).toEqual(ours.sort());
    await rm(home, { recursive: true, force: true });
  });
});
