import { resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hasPty, isInstalled, openPty } from '../cli/reference/pty.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { sendJson, tinyServer } from '../support/tiny-server.ts';

const svc = resolve(import.meta.dirname, '../../bin/svc.js');

/** A command line on a terminal of 50 rows. */
function openTerminal(words: string, env: Record<string, string> = {}) {
  const home = temporaryFolder();
  const pty = openPty(`node ${svc} ${words}; echo "ended: $?"`, { cwd: home, env: { HOME: home, ...env } });
  onTestFinished(() => pty.close());
  return pty;
}

/** The output of a command line. */
const onTerminal = (words: string, env?: Record<string, string>) => openTerminal(words, env).shows(/ended: \d+/);

/** A service with 150 workspaces on two pages, the second of which is sent after `release`. */
async function slowSecondPage() {
  const page = (number: number, count: number) => ({
    data: Array.from({ length: count }, (_, nth) => ({
      type: 'workspaces',
      id: `ws-${number}-${nth + 1}`,
      attributes: { name: `network-${number}-${nth + 1}` },
    })),
    meta: { pagination: { 'current-page': number, 'total-pages': 2, 'total-count': 150 } },
  });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { url } = await tinyServer((request, response) => {
    if (!request.url?.includes('page%5Bnumber%5D=2')) return sendJson(response, page(1, 100));
    return void released.then(() => sendJson(response, page(2, 50)));
  });
  return { env: { SVC_ADDRESS: url, SVC_TOKEN: 't', SVC_ORGANIZATION: 'acme' }, release: () => release() };
}

describe.skipIf(!hasPty())('a pager', () => {
  const marking = { SVC_PAGER: 'sed s/^/paged:/' };

  test('a pager shows help only if the help is longer than the terminal', async () => {
    expect(await onTerminal('help webhook listen --all', marking)).toContain('paged:Usage: svc webhook listen');
    expect(await onTerminal('help webhook listen --all', { PAGER: marking.SVC_PAGER })).toContain('paged:Usage');
    expect(await onTerminal('banner list --help', marking)).not.toContain('paged:');
  });

  test('a pager shows a table that is longer than the terminal', async () => {
    expect(await onTerminal('sandbox routes', marking)).toMatch(/paged:GET /);
    expect(await onTerminal('sandbox routes -o tsv', marking)).not.toContain('paged:');
    expect(await onTerminal('sandbox routes --no-pager', marking)).not.toContain('paged:');
  });

  test.each([
    ['--no-pager', marking],
    ['', { ...marking, CI: 'true' }],
    ['', { SVC_PAGER: '' }],
    ['', { SVC_PAGER: 'no-such-pager' }],
  ])('the pager is not used with %s %j', async (flags, env) => {
    const shown = await onTerminal(`help webhook listen --all ${flags}`, env);
    expect(shown).toContain('Usage: svc webhook listen');
    expect(shown).not.toContain('paged:');
    expect(shown).toContain('ended: 0');
  });

  test('a pager gets no token in its environment', async () => {
    const env = { SVC_PAGER: 'echo "token <$SVC_TOKEN>"', SVC_TOKEN: 'canary' };
    expect(await onTerminal('help webhook listen --all', env)).toContain('token <>');
  });

  test('svc exits with 0 if the user closes the pager early', async () => {
    expect(await onTerminal('help webhook listen --all', { SVC_PAGER: 'head -n 1' })).toContain('ended: 0');
  });

  test('a pager shows the first page of a list before the second page arrives, and then the second page', async () => {
    const { env, release } = await slowSecondPage();
    const { shows } = openTerminal('workspace list', { ...env, SVC_PAGER: 'sed -u s/^/paged:/' });
    await shows('network-1-100');
    release();
    expect(await shows('ended: 0')).toMatch(/paged:.*network-2-50/);
  });

  test('svc ends if the pager is closed while the next page is awaited', async () => {
    const { env } = await slowSecondPage();
    const shown = await onTerminal('workspace list', { ...env, SVC_PAGER: 'head -n 2' });
    expect(shown).toContain('ended: 0');
    expect(shown).not.toContain('Error');
  });

  test('a list of two pages is printed on the terminal if the pager cannot be started', async () => {
    const { env, release } = await slowSecondPage();
    const { shows } = openTerminal('workspace list', { ...env, SVC_PAGER: 'no-such-pager' });
    await shows('no-such-pager');
    release();
    expect(await shows('ended: 0')).toMatch(/network-1-1\b.*network-2-50\b/s);
  });

  test('a pager shows the rows that arrived before an error, and the error is printed after the pager ends', async () => {
    const { url } = await tinyServer((request, response) => {
      const isFirst = !request.url?.includes('page%5Bnumber%5D=2');
      const rows = Array.from({ length: 100 }, (_, nth) => ({ type: 'workspaces', id: `ws-${nth}`, attributes: {} }));
      const meta = { pagination: { 'current-page': 1, 'total-pages': 2, 'total-count': 150 } };
      sendJson(response, isFirst ? { data: rows, meta } : {}, { status: isFirst ? 200 : 403 });
    });
    const env = { SVC_ADDRESS: url, SVC_TOKEN: 't', SVC_ORGANIZATION: 'acme', SVC_PAGER: 'cat; sleep 0.5; echo over' };
    const shown = await onTerminal('workspace list', env);
    expect(shown).toMatch(/ws-99\b.*over.*the list is incomplete.*ended: 4/s);
  });
});

/** A service with a list of 600 KB on one page, which no pipe holds. */
async function longPage() {
  const data = Array.from({ length: 4000 }, (_, nth) => ({
    type: 'workspaces',
    id: `ws-${nth + 1}`,
    attributes: { name: `network-${nth + 1}-${'x'.repeat(80)}` },
  }));
  const { url } = await tinyServer((_, response) => sendJson(response, { data }));
  return { SVC_ADDRESS: url, SVC_TOKEN: 't', SVC_ORGANIZATION: 'acme' };
}

test.skipIf(!hasPty())('svc exits with 0 if the pager ends before it has read the whole text', async () => {
  const shown = await onTerminal('workspace list', { ...(await longPage()), SVC_PAGER: 'head -n 1; sleep 0.3' });
  expect(shown).toContain('ended: 0');
  expect(shown).not.toMatch(/bug|EPIPE/);
});

describe.runIf(hasPty() && isInstalled('less'))('less', () => {
  test('q in less ends the command on the first screen of a list that is longer than a pipe holds', async () => {
    const { press, shows } = openTerminal('workspace list', await longPage());
    await shows('network-48-');
    press('q');
    expect(await shows(/ended: \d+/)).toContain('ended: 0');
  });

  test('less shows a list as it arrives, and q in less ends the command', async () => {
    const { env, release } = await slowSecondPage();
    const { press, shows } = openTerminal('workspace list', env);
    await shows('network-1-48');
    press('G');
    release();
    await shows('network-2-50');
    press('q');
    expect(await shows(/ended: \d+/)).toContain('ended: 0');
  });

  test('q in less ends the command while the next page is awaited', async () => {
    const { env } = await slowSecondPage();
    const { press, shows } = openTerminal('workspace list', env);
    await shows('network-1-48');
    press('q');
    expect(await shows(/ended: \d+/)).toContain('ended: 0');
  });
});
