import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { call, type Files, writeFiles } from '../support/configuration.ts';
import { machine } from '../support/svc.ts';

const folders = { 'good/main.tf': '', 'evil/main.tf': '' };
/** Names whose order by bytes differs from their order by UTF-16 units. */
const [first, second] = ['\uff5e', '\u{10000}'];

async function configuration(files: Files) {
  const me = await machine();
  await writeFiles(me.cwd, { ...folders, ...files });
  const locked = async () => {
    const { modules } = JSON.parse(await readFile(join(me.cwd, 'svc.modules.lock.json'), 'utf8'));
    return Object.fromEntries(
      Object.entries(modules as Record<string, { source: string }>).map(([name, { source }]) => [name, source]),
    );
  };
  return { me, locked };
}

describe('a call that terraform finds', () => {
  const hiding = `locals {\n  a = <<E\n\u0085E\n}\n${call('hidden', './evil')}locals {\n  b = <<E\nE\n}\n`;

  // trust: T-173
  test('a call behind a heredoc that ends at U+0085 is locked, and --check finds it missing in an older lock', async () => {
    const { locked, me } = await configuration({ 'main.tf': call('m', './good') });
    expect(await me.svc('module lock')).toExit(0, 'Locked 1 module call');
    await writeFiles(me.cwd, { 'main.tf': call('m', './good') + hiding });
    for (const command of ['lock --check', 'install --frozen', 'verify'])
      expect(await me.svc(`module ${command}`)).toExit(8, 'hidden: ./evil is not in the lock');
    expect(await me.svc('module audit --check')).toMatchObject({
      code: 8,
      stdout: expect.stringContaining('hidden\t./evil is not in the lock'),
    });
    expect(await me.svc('module lock')).toMatchObject({ code: 0 });
    expect(await locked()).toEqual({ m: './good', hidden: './evil' });
  });

  // trust: T-175
  test('module lock rejects decomposed letters in the name of a call and prints the letters to type', async () => {
    const { me } = await configuration({ 'main.tf': `\n${call('cafe\u0301', './good')}` });
    expect(await me.svc('module lock')).toExit(
      2,
      'Error: main.tf:2: the label "cafe\\u0301" has decomposed letters: type "caf\u00e9".',
    );
    await writeFiles(me.cwd, { 'main.tf': '', 'x.tf.json': '{\n"module":{"\u1100\u1161":{"source":"./good"}}}' });
    expect(await me.svc('module lock')).toExit(2, 'x.tf.json:2: the label "\\u1100\\u1161"', 'type "\uac00"');
    await writeFiles(me.cwd, { 'x.tf.json': '{"module":{"\uac00":{"source":"./good"}}}' });
    expect(await me.svc('module lock')).toMatchObject({ code: 0 });
  });

  // trust: T-174
  test('the source of a call is that of the last override file in byte order of the names', async () => {
    const { locked, me } = await configuration({
      'main.tf': call('m', './good'),
      [`${first}_override.tf`]: call('m', './good'),
      [`${second}_override.tf`]: call('m', './evil'),
    });
    expect(await me.svc('module lock')).toMatchObject({ code: 0 });
    expect(await locked()).toEqual({ m: './evil' });
  });

  // trust: T-174
  test('the value of a variable in a source is that of the last file of values in byte order of the names', async () => {
    const { locked, me } = await configuration({
      'main.tf': `variable "v" {}\n${call('m', './$\u007bvar.v}')}`,
      [`${first}.auto.tfvars`]: 'v = "good"\n',
      [`${second}.auto.tfvars`]: 'v = "evil"\n',
    });
    expect(await me.svc('module lock --tool tofu')).toMatchObject({ code: 0 });
    expect(await locked()).toEqual({ m: './evil' });
  });
});
