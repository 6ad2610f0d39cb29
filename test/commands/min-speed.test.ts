import { syncBuiltinESMExports } from 'node:module';
import { afterEach, expect, test, vi } from 'vitest';
import { at, call, publish, writeFiles } from '../support/configuration.ts';
import { machine } from '../support/svc.ts';

/** A clock on which everything takes more than a minute. */
function slowClock(): void {
  let seconds = 0;
  vi.spyOn(process, 'uptime').mockImplementation(() => {
    seconds += 61;
    return seconds;
  });
  syncBuiltinESMExports();
}

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

const release = (version: string) => ({ [`acme/a/null/${version}/main.tf`]: 'output "o" { value = 1 }' });
const all = `${at('a/null')}@1.0.0`;

test.each<[string, string, string[]]>([
  ['download', `module download ${all} --no-cache`, []],
  ['lock', 'module lock --upgrade', []],
  ['install, of what is locked', 'module install --no-cache', ['module lock']],
  ['install, of what it locks first', 'module install --no-cache', []],
  ['verify', 'module verify', ['module lock', 'module install']],
  ['mirror', `module mirror mirrored ${all} --no-cache`, []],
  ['a rehearsal of mirror', `module mirror mirrored ${all} --no-cache --dry-run`, []],
  ['diff', `module diff ${all} ${at('a/null')}@1.1.0`, []],
])(
  'a download below the lowest speed exits with 6 and names the flag that disables the limit: %s',
  async (_, words, before) => {
    const me = await machine();
    await publish(me.home, { ...release('1.0.0'), ...release('1.1.0') });
    await writeFiles(me.home, { 'main.tf': call('a', at('a/null'), '1.0.0') });
    for (const line of before) expect(await me.svc(line)).toMatchObject({ code: 0 });
    slowClock();
    const slow = await me.svc(`${words} --retries 0`, { inProcess: true });
    expect(slow).toExit(6, 'Disable the limit with --min-speed 0.');
    expect(slow.stderr).toContain('below --min-speed 1024');
    expect(await me.svc(`${words} --min-speed 0`)).toMatchObject({ code: 0 });
  },
);
