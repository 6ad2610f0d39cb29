import { readFileSync, statSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { start } from '../../support/running.ts';
import { machine } from '../../support/svc.ts';
import { key } from './inspected.ts';

/** A machine whose `xdg-open` is this script, or missing. */
async function desktop(script?: string) {
  const me = await machine({
    HOOK_TOKEN: key,
    SVC_TOKEN: 'the-token-of-the-service',
    XAUTHORITY: '/home/me/.Xauthority',
  });
  const bin = join(me.home, 'bin');
  await mkdir(bin);
  if (script !== undefined) {
    await writeFile(join(bin, 'xdg-open'), `#!/bin/sh\n${script}\n`);
    await chmod(join(bin, 'xdg-open'), 0o755);
  }
  // Only programs in this folder can be run by name.
  me.env.PATH = bin;
  return me;
}

describe.skipIf(process.platform === 'darwin' || process.platform === 'win32')('--open', () => {
  // trust: T-85
  test('--open gives the browser a file that only its owner can read, because arguments and variables must not contain the secret of the page', async () => {
    const me = await desktop(
      'printf "%s\\n" "$0" "$@" > "$HOME/arguments"; /usr/bin/env > "$HOME/variables"; echo opened > "$HOME/opened"',
    );
    me.env.HOME = me.home;
    const running = start(me, 'webhook listen --token-env HOOK_TOKEN --ui --open -o ndjson'.split(' '));
    const { ui } = JSON.parse((await running.said(/\{"event":"listening".*\}/))[0]);
    await expect.poll(() => readFile(join(me.home, 'opened'), 'utf8').catch(() => '')).toBe('opened\n');
    const [, file = '', ...more] = readFileSync(join(me.home, 'arguments'), 'utf8').trim().split('\n');
    const variables = readFileSync(join(me.home, 'variables'), 'utf8');
    const secret = new URL(ui).pathname.slice(1, -1);
    expect(more).toEqual([]);
    expect(file).not.toContain(secret);
    expect([statSync(file).mode & 0o777, statSync(dirname(file)).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(readFileSync(file, 'utf8')).toContain(`content="0; url=${ui}"`);
    for (const hidden of [secret, key, 'the-token-of-the-service']) expect(variables).not.toContain(hidden);
    expect(variables).toContain('XAUTHORITY=/home/me/.Xauthority');
    running.stop();
    expect(await running.ended).toMatchObject({ code: 0, stderr: expect.not.stringContaining('Warning') });
    expect(() => statSync(dirname(file))).toThrow('ENOENT');
  });

  test.each([
    ['is missing', undefined, '--open: xdg-open is not on PATH. Open the page by its URL.'],
    ['finds no browser', 'exit 3', '--open: xdg-open found no browser (exit code 3). Open the page by its URL.'],
  ])('--open reports that xdg-open %s, and the listener continues', async (_, script, message) => {
    const me = await desktop(script);
    const running = start(me, 'webhook listen --token-env HOOK_TOKEN --ui --open -o ndjson'.split(' '));
    await running.said(/\{"event":"listening".*\}/);
    await running.said(/Open the page by its URL/);
    running.stop();
    expect(await running.ended).toExit(0, message);
  });

  test('a browser that stays open does not delay the end of the listener, and continues to run', async () => {
    const me = await desktop('echo $$ > "$HOME/pid"; exec /bin/sleep 60');
    me.env.HOME = me.home;
    const running = start(me, 'webhook listen --token-env HOOK_TOKEN --ui --open -o ndjson'.split(' '));
    const pid = () => readFile(join(me.home, 'pid'), 'utf8').then(Number, () => 0);
    await expect.poll(pid).toBeGreaterThan(0);
    running.stop();
    expect((await running.ended).code).toBe(0);
    expect(process.kill(await pid(), 'SIGKILL')).toBe(true);
  });

  test('--open requires --ui', async () => {
    const me = await desktop();
    expect(await me.svc('webhook listen --token-env HOOK_TOKEN --open')).toExit(2, '--open requires --ui.');
  });
});
