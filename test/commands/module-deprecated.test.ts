import { describe, expect, test } from 'vitest';
import { deprecationOf } from '../../src/modules/registry/resolve.ts';
import { at, call, publish, writeFiles } from '../support/configuration.ts';
import { machine } from '../support/svc.ts';

/** A registry with a deprecated version, and the flag that names it. */
async function world() {
  const me = await machine();
  const { info } = await publish(me.home, {
    'acme/a/null/1.0.0/main.tf': '',
    'acme/a/null/1.0.0/DEPRECATED': 'Use 2.0.0:\n\u001b[31mit has the fix.\n',
    'acme/a/null/2.0.0/main.tf': '',
  });
  return { me, registry: `--registry ${info.registry}` };
}

describe('a version that its registry marks as deprecated', () => {
  test('module versions and module show warn about a deprecated version and give the reason, also in JSON', async () => {
    const { me, registry } = await world();
    const words = 'Warning: 1.0.0 is deprecated: Use 2.0.0';
    expect((await me.svc(`module versions acme/a/null ${registry}`)).stderr).toContain(words);
    expect(JSON.parse((await me.svc(`module versions acme/a/null ${registry} -o json`)).stdout)).toMatchObject([
      { version: '2.0.0' },
      { version: '1.0.0', deprecation: { reason: expect.stringContaining('it has the fix.') } },
    ]);
    expect((await me.svc(`module versions "acme/a/null@> 1" ${registry}`)).stderr).not.toContain('deprecated');
    expect((await me.svc(`module show acme/a/null@1.0.0 ${registry}`)).stderr).toContain(words);
    expect((await me.svc(`module show acme/a/null@2.0.0 ${registry}`)).stderr).not.toContain('deprecated');
  });

  test('module lock and module outdated warn about a deprecated version, and remove control characters from the reason', async () => {
    const { me } = await world();
    await writeFiles(me.home, { 'main.tf': call('old', at('a/null'), '1.0.0') + call('new', at('a/null')) });
    const locked = await me.svc('module lock');
    expect(locked).toExit(0, /Warning: \S*acme\/a\/null 1\.0\.0 is deprecated: Use 2\.0\.0/);
    expect(locked.stderr).not.toContain('\u001b');
    const { stderr, stdout } = await me.svc('module outdated -o json');
    expect(stderr).toContain('Warning: old: 1.0.0 is deprecated: Use 2.0.0');
    expect(JSON.parse(stdout)).toMatchObject([{ module: 'old', deprecated: expect.stringContaining('Use 2.0.0') }]);
  });

  test.each([
    [{ deprecation: { reason: 'a', link: 'https://h.test/' } }, 'a https://h.test/'],
    [{ deprecation: {} }, 'no reason given'],
    [{ deprecation: { reason: 5 } }, 'no reason given'],
    [{ deprecation: { reason: 'x'.repeat(9000) } }, 'x'.repeat(500)],
    [{ deprecation: null }, undefined],
    [{ deprecation: true }, undefined],
    [null, undefined],
  ])('a version is deprecated only if its deprecation is an object, not %j', (version, expected) => {
    expect(deprecationOf(version)).toBe(expected);
  });
});
