import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeFiles } from '../support/configuration.ts';
import { executable } from '../support/executable.ts';
import { machine } from '../support/svc.ts';

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

  test('the executable ignores configuration files of its runtime in the working folder or the home', async () => {
    const me = await machine();
    await writeFiles(me.home, hostile);
    const { code, stderr, stdout } = await me.svc('auth status --json');
    expect({ code, stderr, stdout }).toMatchObject({ stdout: expect.not.stringContaining('evil') });
    expect((await me.svc('banner --help')).code).toBe(0);
    expect(existsSync(join(me.home, 'ran'))).toBe(false);
  });

  test('the executable contains no path of the machine that built it', () => {
    expect(readFileSync(executable!).includes(resolve('.'))).toBe(false);
  });
});
