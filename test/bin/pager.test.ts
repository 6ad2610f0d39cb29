import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hasPty, openPty } from '../reference/pty.ts';

const svc = resolve(import.meta.dirname, '../../bin/svc.js');

/** The output of a command line on a terminal of 50 rows. */
async function onTerminal(words: string, env: Record<string, string> = {}): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'svc-pager-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const pty = openPty(`node ${svc} ${words}; echo "ended: $?"`, { cwd: home, env: { HOME: home, ...env } });
  onTestFinished(() => pty.close());
  return pty.shows(/ended: \d+/);
}

describe.skipIf(!hasPty())('a pager', () => {
  const marking = { SVC_PAGER: 'sed s/^/paged:/' };

  test('shows help that is longer than the terminal, and no other', async () => {
    expect(await onTerminal('help webhook listen --all', marking)).toContain('paged:Usage: svc webhook listen');
    expect(await onTerminal('help webhook listen --all', { PAGER: marking.SVC_PAGER })).toContain('paged:Usage');
    expect(await onTerminal('banner list --help', marking)).not.toContain('paged:');
  });

  test('shows a table that is longer than the terminal', async () => {
    expect(await onTerminal('sandbox routes', marking)).toMatch(/paged:GET /);
    expect(await onTerminal('sandbox routes -o tsv', marking)).not.toContain('paged:');
    expect(await onTerminal('sandbox routes --no-pager', marking)).not.toContain('paged:');
  });

  test.each([
    ['--no-pager', marking],
    ['', { ...marking, CI: 'true' }],
    ['', { SVC_PAGER: '' }],
    ['', { SVC_PAGER: 'no-such-pager' }],
  ])('is not used with %s %j', async (flags, env) => {
    const shown = await onTerminal(`help webhook listen --all ${flags}`, env);
    expect(shown).toContain('Usage: svc webhook listen');
    expect(shown).not.toContain('paged:');
    expect(shown).toContain('ended: 0');
  });

  test('gets no token', async () => {
    const env = { SVC_PAGER: 'echo "token <$SVC_TOKEN>"', SVC_TOKEN: 'canary' };
    expect(await onTerminal('help webhook listen --all', env)).toContain('token <>');
  });

  test('that its user ends early is exit 0', async () => {
    expect(await onTerminal('help webhook listen --all', { SVC_PAGER: 'head -n 1' })).toContain('ended: 0');
  });
});
