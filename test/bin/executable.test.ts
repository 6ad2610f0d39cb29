import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeFiles } from '../support/configuration.ts';
import { executable } from '../support/executable.ts';
import { start } from '../support/running.ts';
import { machine } from '../support/svc.ts';
import { deadAddress } from '../support/tiny-server.ts';

describe.runIf(executable)('the executable', () => {
  const preload = 'preload = ["./evil.js"]\n';
  const hostile = {
    'evil.js': `require('node:fs').writeFileSync(require('node:path').join(__dirname, 'ran'), '');`,
    'bunfig.toml': preload,
    '.bunfig.toml': preload,
    '.env': 'SVC_PROFILE=evil\n',
    '.env.local': 'SVC_PROFILE=evil\n',
    '.env.production': 'SVC_PROFILE=evil\n',
    'package.json': '{"type":"module","main":"evil.js"}',
    'tsconfig.json': '{"compilerOptions":{"paths":{"*":["./evil.js"]}}}',
  };

  test('reads no file of the runtime in the working folder or the home', async () => {
    const me = await machine();
    await writeFiles(me.home, hostile);
    const { code, stderr, stdout } = await me.svc('auth status --json');
    expect({ code, stderr, stdout }).toMatchObject({ stdout: expect.not.stringContaining('evil') });
    expect((await me.svc('banner --help')).code).toBe(0);
    expect(existsSync(join(me.home, 'ran'))).toBe(false);
  });

  test.each([
    ['BUN_BE_BUN', '1'],
    ['BUN_OPTIONS', '--preload=./evil.js'],
    ['BUN_OPTIONS', '--config=./bunfig.toml'],
    ['BUN_INSPECT_PRELOAD', './evil.js'],
    ['BUN_PLUGIN_NAME', './evil.js'],
    ['BUN_BYTECODE_ORDER_OUT', 'ran'],
    ['NODE_OPTIONS', '--require=./evil.js'],
    ['NODE_PATH', '.'],
  ])('runs nothing else with %s=%s', async (name, value) => {
    const me = await machine({ [name]: value });
    await writeFiles(me.home, hostile);
    expect(await me.svc('--version')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^svc \d/), stderr: '' });
    expect(existsSync(join(me.home, 'ran'))).toBe(false);
  });

  test('contains no path of the machine that built it', () => {
    expect(readFileSync(executable!).includes(resolve('.'))).toBe(false);
  });

  test('opens no port for a debugger with BUN_INSPECT', async () => {
    const { host } = new URL(await deadAddress());
    const running = start(await machine({ BUN_INSPECT: host }), ['sandbox', 'start', '--json']);
    await running.said(/\n/);
    await expect(fetch(`http://${host}/json/version`)).rejects.toThrow();
  });
});
