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
const locals = (line: string) => `locals {\n  ${line}\n}\n`;
const call = (source: string, more = '') => `module "m" {\n  source = ${source}\n${more}}\n`;
const v = variable('v', 'default = "a"');
const text = variable('v', 'type = string', 'default = "a"');
const byV = call(`"./${$}{var.v}"`);
const byDefault = { 'main.tf': v + byV };
const byText = { 'main.tf': text + byV };

/** Configurations with an expression for a source, their values in the environment, and whether svc leaves them to tofu. */
const cases: [name: string, files: Files | string, env?: Record<string, string>, isLeft?: boolean][] = [
  ['a default', v + byV],
  ['a value of the environment', v + byV, { TF_VAR_v: 'b' }],
  ['terraform.tfvars over the environment', { ...byDefault, 'terraform.tfvars': 'v = "c"\n' }, { TF_VAR_v: 'b' }],
  [
    'JSON over terraform.tfvars',
    { ...byDefault, 'terraform.tfvars': 'v = "c"\n', 'terraform.tfvars.json': '{"v":"b"}' },
  ],
  [
    'automatic files by name',
    {
      ...byDefault,
      'b.auto.tfvars': 'v = "b"\n',
      'a.auto.tfvars.json': '{"v":"c"}',
      'terraform.tfvars': 'v="d"\n',
    },
  ],
  ['a template in a value of JSON, which is plain text', { ...byText, 'terraform.tfvars.json': '{"v":"b"}' }],
  ['a number as a text', { ...byText, 'terraform.tfvars': 'v = 1.50\n' }],
  ['a text as a number', variable('v', 'type = number') + byV, { TF_VAR_v: '1.50' }],
  ['an untyped number', variable('v') + byV, { TF_VAR_v: '1.50' }],
  ['a boolean', variable('v', 'type = bool', 'default = true') + byV],
  ['a variable alone', variable('v', 'default = "./b"') + call('var.v')],
  ['a local of a variable', v + locals(`x = "./${$}{var.v}"`) + call('local.x')],
  ['locals in two blocks', locals(`x = "./${$}{local.y}"`) + locals('y = "b"') + call('local.x')],
  ['an override of a local', { 'main.tf': locals('x = "./a"') + call('local.x'), 'override.tf': locals('x = "./b"') }],
  ['an override of a default', { ...byDefault, 'override.tf': variable('v', 'default = "b"') }],
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
      'main.tf': locals('b = "b"') + call('"./inner"', `  w = "${$}{local.b}"\n`),
      'inner/main.tf': variable('w', 'type = string') + call(`"../${$}{var.w}"`),
    },
  ],
  ['a heredoc of one line', locals('x = "b"') + call(`"./${$}{local.x}/../a"`)],
  ['escapes', `${v}${call(`"./\\u0061/../${$}{var.v}"`)}`],
  ['a secret', variable('v', 'default = "a"', 'sensitive = true') + byV, {}, true],
  ['no value', variable('v') + byV, {}, true],
  ['a local that depends on itself', locals('x = local.x') + call('local.x'), {}, true],
  ['a function', v + call('format("./%s", var.v)'), {}, true],
  ['a condition', v + call('var.v == "a" ? "./a" : "./b"'), {}, true],
  ['the path of the module', call(`"${$}{path.module}/a"`), {}, true],
];

describe.skipIf(!hasTofu)('a source that tofu evaluates', () => {
  test.each(cases)(
    'svc resolves a source with %s to the same value as tofu, or leaves it to tofu',
    async (_, files, env = {}, isLeft = false) => {
      const home = await mkdtemp(join(tmpdir(), 'svc-test-stock-'));
      const leaves = 'a b c d 1.5 1.50 true'.split(' ').map((name) => [`${name}/main.tf`, '']);
      const all = { ...Object.fromEntries(leaves), ...(typeof files === 'string' ? { 'main.tf': files } : files) };
      await writeFiles(home, all);
      const options = { cwd: home, reject: false, all: true, env: { HOME: home, ...env } };
      const got = await execa('tofu', ['get', '-no-color'], options);
      const me = await machine();
      await writeFiles(me.home, all);
      const { code, stderr } = await me.svc('module lock --tool tofu', { env });
      expect([code, stderr]).toEqual([isLeft ? 8 : 0, expect.any(String)]);
      const { modules } = JSON.parse(await readFile(join(me.home, 'svc.modules.lock.json'), 'utf8'));
      const ours = Object.entries(modules as Record<string, { source: string }>).map(
        ([path, { source }]) => `${path}=${source}`,
      );
      expect(isLeft ? 0 : got.exitCode, got.all).toBe(0);
      expect(isLeft ? ours : await installedCalls(home)).toEqual(ours.sort());
      await rm(home, { recursive: true, force: true });
    },
  );
});
