/// <reference lib="dom" />
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startReceiver } from '../../sandbox/receiver.ts';
import { violations } from '../../support/accessibility.ts';
import { noBrowser, openBrowser } from '../../support/browser.ts';
import { start } from '../../support/running.ts';
import { type Machine, machine } from '../../support/svc.ts';
import { deliver, header, key, notification, signature } from './inspected.ts';

const execute = promisify(execFile);

describe.skipIf(noBrowser)('the page in a browser', () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  const complaints: string[] = [];
  const requested: string[] = [];
  beforeAll(async () => {
    browser = await openBrowser();
    context = await browser.newContext({ reducedMotion: 'reduce' });
    page = await context.newPage();
    page.setDefaultTimeout(50_000);
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('dialog', (dialog) => {
      complaints.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('request', (request) => requested.push(request.url()));
  });
  afterAll(() => browser?.close());

  /** The whole program listening, and its page open; whatever the page complains of, or loads from elsewhere, fails the test. */
  async function opened({ words = '', width = 1280, me }: { words?: string; width?: number; me?: Machine } = {}) {
    const running = start(
      me ?? (await machine({ HOOK_TOKEN: key })),
      `webhook listen ${me ? '' : '--token-env HOOK_TOKEN '}--ui -o ndjson ${words}`.trim().split(' '),
    );
    const { url, ui } = JSON.parse((await running.said(/\{"event":"listening".*\}/))[0]);
    await page.setViewportSize({ width, height: 740 });
    complaints.length = 0;
    requested.length = 0;
    onTestFinished(async () => {
      await page.goto('about:blank');
      // The browser itself reports a rejection.
      expect(
        complaints.filter(
          (words) => !/^Failed to load resource: .*(?: status of 4\d\d|CONNECTION_REFUSED)/.test(words),
        ),
      ).toEqual([]);
      expect(requested.filter((asked) => !asked.startsWith(ui) && asked !== 'about:blank')).toEqual([]);
    });
    await page.goto(ui);
    await page.locator('#connection[data-state=live]').waitFor();
    return { page, url, ui, running, rows: page.getByRole('option') };
  }

  const choose = async (page: Page, text: string) => {
    await page.getByRole('option').filter({ hasText: text }).first().click();
    await page.getByRole('heading', { level: 2, name: text }).waitFor();
  };
  const settled = async (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();

  test('the page lists deliveries as they arrive, newest first, with verdict, trigger, workspace, run, status and age', async () => {
    const { page, url, rows } = await opened();
    await settled(page, 'No deliveries yet.');
    await page.getByRole('heading', { name: 'Waiting for the first delivery' }).waitFor();
    expect(await page.getByLabel('Command').textContent()).toBe(
      `svc webhook trigger run:completed --to ${url} --token-env HOOK_TOKEN`,
    );
    await deliver(url, notification('run:created', 'run-a'));
    await rows.nth(0).waitFor();
    await deliver(url, notification('run:errored', 'run-b'), 'f'.repeat(128));
    await rows.nth(1).waitFor();
    const lines = async () => (await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
    expect(await lines()).toEqual([
      expect.stringMatching(/✕ ?wrong signature run:errored network run-b 401 (now|\d+ s)/),
      expect.stringMatching(/✓ ?verified run:created network run-a 204 (now|\d+ s)/),
    ]);
    await page.getByRole('heading', { name: 'No delivery selected' }).waitFor();
    await page.reload();
    await rows.nth(1).waitFor();
    expect(await lines()).toHaveLength(2);
  });

  test('the page begins with the deliveries of the journal, and says that they are earlier ones', async () => {
    const me = await machine({ HOOK_TOKEN: key });
    const before = start(me, 'webhook listen --token-env HOOK_TOKEN --count 1 -o ndjson'.split(' '));
    const [at] = await before.said(/http:[^"]+/);
    await deliver(at, notification('run:planning', 'run-before'));
    await before.ended;
    const { rows } = await opened({ me, words: '--token-env HOOK_TOKEN' });
    await rows.nth(0).waitFor();
    expect(await rows.nth(0).textContent()).toMatch(/run-before.*received before this start/);
  });

  test('the page loads older deliveries of the journal on request, and finds them with a filter', async () => {
    const me = await machine({ HOOK_TOKEN: key });
    const before = start(me, 'webhook listen --token-env HOOK_TOKEN --count 225 -o ndjson'.split(' '));
    const [at] = await before.said(/http:[^"]+/);
    await deliver(at, notification('run:errored', 'run-first'));
    await deliver(at, notification('run:created', 'run-bad'), 'f'.repeat(128));
    for (let part = 0; part < 14; part += 1)
      await Promise.all(Array.from({ length: 16 }, () => deliver(at, notification('run:planning', `run-${part}`))));
    await before.ended;
    const { page, rows } = await opened({ me, words: '--token-env HOOK_TOKEN' });
    await rows.nth(199).waitFor({ state: 'attached' });
    const filter = page.getByLabel('Filter');
    await filter.fill('run=run-first');
    await rows.filter({ hasText: 'run-first' }).waitFor();
    expect([await rows.count(), await rows.nth(0).textContent()]).toEqual([1, expect.stringContaining('run:errored')]);
    await filter.fill('run=run-none');
    await settled(page, 'No match in the list or in the journal.');
    await page.getByRole('button', { name: 'Clear filter' }).first().click();
    await page.getByRole('button', { name: 'Load older' }).click();
    await rows.nth(225).waitFor({ state: 'attached' });
    expect(await rows.last().textContent()).toContain('run-first');
    expect(await rows.nth(224).textContent()).toMatch(/wrong signature.*run-bad/);
    expect(await page.getByRole('button', { name: 'Load older' }).isVisible()).toBe(false);
    expect(await page.locator('#count').textContent()).toBe('226 deliveries');
  });

  test('the title of the page has the number of rejected deliveries, and every column has a heading', async () => {
    const { page, url, rows } = await opened({ width: 1900 });
    await deliver(url, notification('run:created'));
    await deliver(url, notification('run:created'), 'f'.repeat(128));
    await deliver(url, notification('run:created'), null);
    await rows.nth(2).waitFor();
    expect(await page.title()).toBe('2 rejected – svc webhook listen');
    for (const heading of ['Verdict', 'Trigger', 'Workspace', 'Run', 'Status', 'Age'])
      expect(await page.locator('#columns').getByText(heading, { exact: true }).isVisible()).toBe(true);
  });

  test('a delivery shows why it failed, what to check next, when it arrived, its payload as a tree, its headers and its bytes', async () => {
    const { page, url } = await opened();
    const body = notification('run:errored', 'run-a', { nested: { list: [1, true, null] } });
    await fetch(url, { method: 'POST', body, headers: { [header]: signature(body, 'another'), 'x-token': 'hush' } });
    await choose(page, 'run:errored');
    expect(await page.locator('.why').innerText()).toMatch(
      /^The signature does not match .* mismatch\s+Check next: Compare the token of the listener/,
    );
    expect(await page.locator('.facts').innerText()).toMatch(
      /Received\s+\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC([+-]\d\d:\d\d)?\s/,
    );
    const tree = page.getByRole('tabpanel', { name: 'Payload' });
    expect((await tree.innerText()).replace(/\s+/g, ' ')).toContain('nested1 field list3 items 01 1true 2null');
    await tree.locator('summary', { hasText: 'nested' }).click();
    expect(await tree.getByText('list', { exact: true }).isVisible()).toBe(false);
    await page.getByRole('tab', { name: 'Payload' }).press('ArrowRight');
    const headers = page.getByRole('tabpanel', { name: 'Headers' });
    expect((await headers.innerText()).replace(/\s+/g, ' ')).toContain(`${header} ${signature(body, 'another')}`);
    expect(await headers.innerText()).not.toContain('hush');
    await page.getByRole('tab', { name: 'Raw' }).click();
    expect(await page.locator('pre.text').textContent()).toBe(body);
    const hex = (await page.locator('.hex-line').allTextContents()).map((line) =>
      line.slice(8, 55).replaceAll(' ', ''),
    );
    expect(Buffer.from(hex.join(''), 'hex').toString()).toBe(body);
    // Characters that hide or reorder text are shown by their numbers.
    await deliver(url, notification('run:created', 'run-a', { run_message: 'a\u202Eexe.png\u0007\u200B' }));
    await choose(page, 'run:created');
    expect(await page.locator('.facts').innerText()).toContain('aU+202Eexe.pngU+0007U+200B');
    expect(await page.evaluate(() => /[\u202e\u0007\u200b]/.test(document.body.textContent ?? ''))).toBe(false);
  });

  test('the page links to the run of a verified delivery only, and shows the response of the --forward receiver', async () => {
    const receiver = await startReceiver();
    receiver.answer = (response) => response.writeHead(500).end('no such pipeline');
    const { page, url } = await opened({ words: `--forward ${receiver.url}` });
    const ofRun = { run_url: 'https://svc.example.com/runs/run-a' };
    await deliver(url, notification('run:created', 'run-a', ofRun));
    await choose(page, 'run:created');
    expect(await page.getByRole('link', { name: 'run-a' }).getAttribute('href')).toBe(ofRun.run_url);
    expect(await page.locator('.facts').innerText()).toMatch(/Response\s+500 to POST .*\s+Receiver\s+no such pipeline/);
    await deliver(url, notification('run:errored', 'run-a', ofRun), 'f'.repeat(128));
    await choose(page, 'run:errored');
    expect(await page.locator('.facts').getByText('run-a', { exact: true }).isVisible()).toBe(true);
    expect(await page.getByRole('link', { name: 'run-a' }).count()).toBe(0);
    await deliver(url, notification('run:planning', 'run-a', { run_url: 'javascript:alert(1)' }));
    await choose(page, 'run:planning');
    expect(await page.getByRole('link', { name: 'run-a' }).count()).toBe(0);
  });

  test('a body that is not text and a body with many thousand values are shown in parts', async () => {
    const { page, url, rows } = await opened();
    await deliver(url, Buffer.from([0xff, 0x00, 0x41]));
    await rows.nth(0).click();
    await page.getByRole('tab', { name: 'Raw' }).click();
    await settled(page, 'The bytes are not UTF-8.');
    expect(await page.locator('.hex-line').allTextContents()).toEqual([
      expect.stringMatching(/^000000 {2}ff 00 41 .*··A\n$/),
    ]);
    await deliver(url, notification('run:created', 'run-a', { many: Array.from({ length: 100_000 }, () => 1) }));
    await choose(page, 'run:created');
    await page.getByRole('tab', { name: 'Payload' }).click();
    await page.locator('summary', { hasText: 'many' }).click();
    await page.getByRole('button', { name: '100 more of 99,900' }).click();
    await page.getByRole('button', { name: '100 more of 99,800' }).waitFor();
    expect(await page.locator('.tree li').count()).toBeLessThan(300);
  });

  const hostile = [
    ...['<img src=x onerror=alert(1)>', '</script><script>alert(2)</script>', '"><svg onload=alert(3)>'],
    ...['javascript:alert(4)', '{{constructor.constructor("alert(5)")()}}'],
    ...['<a href="javascript:alert(6)">x</a><iframe srcdoc="<script>alert(7)</script>">'],
  ];
  // trust: T-86
  test('the text of a sender is shown as text everywhere, and nothing in it runs', async () => {
    const { page, url, rows } = await opened();
    for (const [nth, evil] of hostile.entries()) {
      const body = JSON.stringify({
        run_id: evil,
        run_url: evil,
        run_message: evil,
        workspace_name: evil,
        organization_name: evil,
        [evil]: { [evil]: evil },
        ['__proto__']: { polluted: evil },
        notifications: [{ message: evil, trigger: evil, run_status: evil, run_updated_at: evil }],
      });
      const headers = { [header]: signature(body), 'x-evil': evil };
      await fetch(`${url}?${encodeURIComponent(evil)}`, { method: 'POST', body, headers });
      await rows.nth(nth).waitFor();
      await rows.nth(0).click();
      await page.getByRole('heading', { level: 2, name: evil, exact: true }).waitFor();
      for (const tab of ['Headers', 'Raw', 'Payload']) await page.getByRole('tab', { name: tab }).click();
      await page.getByRole('button', { name: 'Replay' }).click();
      expect([evil, await strangers(page)]).toEqual([evil, []]);
    }
    await page.getByLabel('Filter').fill(hostile.join(' '));
    expect(await strangers(page)).toEqual([]);
    expect(await page.evaluate(() => 'polluted' in {})).toBe(false);
  });

  // trust: T-86
  test('the content security policy blocks an injected script, an injected handler and a request to another origin', async () => {
    const { page, ui } = await opened();
    const other = await context.newPage();
    await other.goto(ui);
    const tried = await other.evaluate(async () => {
      const outcome: Record<string, string> = {};
      const note = (name: string, act: () => unknown) => {
        try {
          outcome[name] = String(act());
        } catch (error) {
          outcome[name] = (error as Error).name;
        }
      };
      note('innerHTML', () => {
        document.body.innerHTML = '<b>x</b>';
      });
      outcome.fetch = await fetch('http://127.0.0.1:9/').then(
        () => 'sent',
        (error) => error.name,
      );
      const script = document.createElement('script');
      script.append('window.owned = true');
      try {
        document.body.append(script);
      } catch {}
      outcome.owned = String('owned' in window);
      return outcome;
    });
    expect(tried).toMatchObject({ innerHTML: 'TypeError', fetch: 'TypeError', owned: 'false' });
    await other.close();
    expect(await page.getByRole('heading', { name: 'Deliveries', exact: true }).isVisible()).toBe(true);
  });

  test('the page filters by the keys of --filter and by free words, as the user types', async () => {
    const { page, url, rows } = await opened();
    await deliver(url, notification('run:created', 'run-a'));
    await deliver(url, notification('run:errored', 'run-a', { workspace_name: 'edge' }));
    await deliver(url, notification('run:errored', 'run-b'), 'f'.repeat(128));
    await rows.nth(2).waitFor();
    const filter = page.getByLabel('Filter');
    for (const [text, count] of [
      ['trigger=run:errored', 2],
      ['trigger=run:errored verified=true', 1],
      ['trigger=run:created trigger=run:errored', 3],
      ['run=run-*', 3],
      ['workspace=acme/edge', 1],
      ['EDGE', 1],
      ['run-b mismatch', 1],
      ['wrong signature', 1],
      ['trigger=', 3],
      ['verdict=.*', 0],
      ['', 3],
    ] as const) {
      await filter.fill(text);
      expect([text, await rows.count()]).toEqual([text, count]);
    }
    await filter.fill('colour=red');
    expect(await page.locator('#filter-words').innerText()).toMatch(/Unknown key “colour”\. Keys: trigger, /);
    const count = page.locator('#count');
    await filter.fill('');
    expect(await count.innerText()).toBe('3 deliveries');
    expect(await page.getByRole('button', { name: 'Clear filter' }).isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Rejected only' }).click();
    expect([await count.innerText(), await rows.allInnerTexts()]).toEqual([
      '1 of 3',
      [expect.stringContaining('run-b')],
    ]);
    await filter.fill('nothing-like-it');
    await settled(page, 'No match in 3 deliveries.');
    await page.getByRole('heading', { name: 'No delivery matches the filter' }).waitFor();
    await page.getByRole('button', { name: 'Clear filter' }).first().click();
    expect([await count.innerText(), await filter.inputValue(), await rows.count()]).toEqual(['3 deliveries', '', 3]);
  });

  test('the page can be used with the keyboard alone', async () => {
    const { page, url, rows } = await opened();
    for (const run of ['run-a', 'run-b', 'run-c']) await deliver(url, notification('run:created', run));
    await rows.nth(2).waitFor();
    const chosen = () => page.locator('[role=option][aria-selected=true]').innerText();
    const shows = (run: string) => page.locator('.facts', { hasText: run }).waitFor();
    await page.keyboard.press('End');
    await shows('run-a');
    await page.keyboard.press('Home');
    await shows('run-c');
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowDown');
    expect(await chosen()).toContain('run-a');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await shows('run-b');
    expect(await chosen()).toContain('run-b');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('detail');
    await page.keyboard.press('r');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Send to');
    await page.keyboard.type('jkr?/');
    expect(await page.getByLabel('Send to').last().inputValue()).toBe('jkr?/');
    await page.keyboard.press('Escape');
    expect(await page.getByRole('form', { name: 'Replay' }).count()).toBe(0);
    await page.keyboard.press('/');
    await page.keyboard.type('run-a');
    expect(await rows.count()).toBe(1);
    await page.keyboard.press('Enter');
    await shows('run-a');
    const ring = () =>
      page
        .locator('[role=option][aria-selected=true]')
        .evaluate((row) => getComputedStyle(row).outline.replace(/^rgb\([^)]*\) /, ''));
    expect(await ring()).toBe('solid 2px');
    await page.keyboard.press('/');
    await page.keyboard.press('Escape');
    expect(await rows.count()).toBe(3);
    await page.keyboard.press('Escape');
    await page.keyboard.press('x');
    expect(await rows.count()).toBe(0);
    await page.keyboard.press('x');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('the page replays to the typed URL with a new signature, and shows the response', async () => {
    const behind = await startReceiver();
    behind.answer = (response) => response.writeHead(202).end('<b>taken</b>');
    const { page, url } = await opened();
    const body = notification('run:created', 'run-a');
    await deliver(url, body);
    await choose(page, 'run:created');
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.keyboard.type('ftp://127.0.0.1/');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.result', { hasText: 'must be an http or https URL, not "ftp://127.0.0.1/"' }).waitFor();
    expect(behind.received).toEqual([]);
    await page.locator('.replay input').first().fill(behind.url);
    await page.keyboard.press('Enter');
    await page.locator('.result[data-went=good]', { hasText: /Answered 202 after \d+ ms\s*<b>taken<\/b>/ }).waitFor();
    expect(behind.received.map(({ text, headers }) => [text, headers[header]])).toEqual([[body, signature(body)]]);
    behind.answer = (response) => response.writeHead(500).end();
    await page.keyboard.press('Enter');
    await page.locator('.result[data-went=bad]', { hasText: 'Answered 500' }).waitFor();
  });

  test('the page signs an unverified delivery only after a confirmation, and --forward is the default target', async () => {
    const behind = await startReceiver();
    const { page, url } = await opened({ words: `--forward ${behind.url}` });
    const body = notification('run:created', 'run-a');
    await deliver(url, body, 'f'.repeat(128));
    await choose(page, 'run:created');
    await page.keyboard.press('r');
    await page.keyboard.press('Enter');
    await page.locator('.result[data-went=bad]', { hasText: 'was not verified, so it is not signed' }).waitFor();
    expect(behind.received).toEqual([]);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.result[data-went=good]').waitFor();
    expect(behind.received.map(({ headers }) => headers[header])).toEqual([signature(body)]);
  });

  test('the page copies a working curl command with the token as a variable, or shows the command if the browser does not copy', async () => {
    const { page, url, rows } = await opened();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const body = notification('run:created', "it's");
    await deliver(url, body, null);
    await choose(page, 'run:created');
    await page.keyboard.press('c');
    await page.locator('#said', { hasText: 'Copied' }).waitFor();
    const command = await page.evaluate(() => navigator.clipboard.readText());
    expect(command).toContain('$HOOK_TOKEN');
    expect(command).not.toContain(key);
    await execute('bash', ['-c', command], { env: { ...process.env, HOOK_TOKEN: key } });
    await rows.nth(1).waitFor();
    expect(await rows.nth(0).innerText()).toContain('verified');
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('no'));
    });
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    expect(await page.getByLabel('Command').inputValue()).toBe(command);
  });

  test('the title counts unseen deliveries, and above a scrolled list a button counts them and leads to them', async () => {
    const { page, url, rows } = await opened();
    await deliver(url, notification('run:created', 'run-0'));
    await Promise.all(Array.from({ length: 29 }, () => deliver(url, notification('run:created', 'run-1'))));
    await rows.nth(29).waitFor({ state: 'attached' });
    expect(await page.title()).toBe('svc webhook listen');
    await page.keyboard.press('End');
    await page.locator('.facts', { hasText: 'run-0' }).waitFor();
    const pane = page.locator('#list-pane');
    const at = () =>
      pane.evaluate(({ scrollTop, scrollHeight, clientHeight }) => [scrollTop, scrollHeight - clientHeight]);
    const [top, most] = await at();
    expect(top).toBeCloseTo(most!, -1);
    await deliver(url, notification('run:errored', 'run-new'));
    await deliver(url, notification('run:errored', 'run-newer'));
    await page.getByRole('button', { name: '2 new' }).waitFor();
    expect(await page.title()).toBe('(2) svc webhook listen');
    await page.getByRole('button', { name: '2 new' }).click();
    await page.waitForFunction(() => document.title === 'svc webhook listen');
    expect([await at().then(([now]) => now), await page.getByRole('button', { name: 'new' }).count()]).toEqual([0, 0]);
    await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }));
    await deliver(url, notification('run:errored', 'run-newest'));
    await page.waitForFunction(() => document.title === '(1) svc webhook listen');
    await page.evaluate(() => {
      Reflect.deleteProperty(document, 'hidden');
      document.dispatchEvent(new Event('visibilitychange'));
    });
    expect(await page.title()).toBe('svc webhook listen');
  });

  test('the page sends a replay without a token unsigned and says so', async () => {
    const behind = await startReceiver();
    const { page, url } = await opened({ me: await machine(), words: '--allow-unsigned' });
    expect(await page.getByLabel('Command').textContent()).toMatch(/ --unsigned$/);
    await deliver(url, notification('run:created'), null);
    await choose(page, 'run:created');
    expect(await page.locator('.why').innerText()).toContain('The delivery has no signature');
    await page.keyboard.press('r');
    await settled(page, 'The same bytes, unsigned: the listener has no token.');
    await page.getByLabel('Send to').last().fill(behind.url);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.result[data-went=good]').waitFor();
    expect(behind.received[0]?.headers[header]).toBeUndefined();
  });

  test('the page shows the states of a run in the order they happened, with durations, and ignores deliveries that are not verified', async () => {
    const { page, url, rows } = await opened();
    const told = (trigger: string, at: string, given?: string) =>
      deliver(url, notification(trigger, 'run-a', {}, at), given);
    await told('run:planning', '2026-11-21T03:00:04Z');
    await told('run:created', '2026-11-21T03:00:00Z');
    await told('run:errored', '2026-11-21T03:00:01Z', 'f'.repeat(128));
    await deliver(url, notification('run:applying', 'run-b', {}, '2026-11-21T03:00:02Z'));
    await told('run:completed', '2026-11-21T03:02:04Z');
    await told('run:completed', '2026-11-21T03:02:04Z');
    await rows.nth(5).waitFor();
    await choose(page, 'run:created');
    const states = async () =>
      (await page.locator('.timeline li').allInnerTexts()).map((text) =>
        text.split('\n').filter((line) => !/\d\d:\d\d:\d\d/.test(line)),
      );
    expect(await states()).toEqual([
      ['created', '4 s'],
      ['planning', '2 min'],
      ['completed', 'received 2 times'],
    ]);
    const widths = await page
      .locator('.timeline li')
      .evaluateAll((steps) => steps.map((step) => step.getBoundingClientRect().width));
    expect(widths[1]).toBeGreaterThan(widths[0]! * 1.5);
    expect(await page.locator('[aria-current=step]').innerText()).toContain('created');
    await page.locator('.timeline button', { hasText: 'planning' }).click();
    await page.getByRole('heading', { level: 2, name: 'run:planning' }).waitFor();
    await told('run:errored', '2026-11-21T03:02:05Z');
    await page.locator('.timeline li[data-kind=bad]').waitFor();
    await page.getByRole('option').filter({ hasText: 'wrong signature' }).click();
    await settled(page, 'This delivery is not included, because it is not verified.');
  });

  test('the page is dark or light as the system or the user chooses, and all text has the contrast of WCAG AA', async () => {
    const { page, url, rows } = await opened();
    await deliver(url, notification('run:created', 'run-a', { run_message: 'a\u202Eb', n: 1 }));
    await deliver(url, notification('run:errored', 'run-a'), 'f'.repeat(128));
    await fetch(url);
    await rows.nth(2).waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.evaluate(() => sessionStorage.clear());
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.reload();
      await rows.nth(2).waitFor();
      const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const isDark = async () => Number(/\d+/.exec(await ground())?.[0]) < 128;
      expect(await isDark()).toBe(colorScheme === 'dark');
      for (const text of ['run:errored', 'run:created']) {
        await choose(page, text);
        await page.keyboard.press('r');
        expect(await violations(page, ['color-contrast'])).toEqual([]);
      }
      await page.getByRole('button', { name: colorScheme === 'dark' ? 'Light' : 'Dark', exact: true }).click();
      expect(await isDark()).toBe(colorScheme === 'light');
      expect(await violations(page, ['color-contrast'])).toEqual([]);
      await page.reload();
      expect(await isDark()).toBe(colorScheme === 'light');
    }
  });

  test('a page of 360 pixels shows the list before the delivery and never scrolls sideways', async () => {
    const { page, url, rows } = await opened({ width: 360 });
    const wide = 'W'.repeat(3000);
    await deliver(url, notification(wide, wide, { run_message: wide, [wide]: wide }));
    await deliver(url, notification('run:created', 'run-a'));
    await rows.nth(1).waitFor();
    const overflow = () =>
      page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('#list-pane, #detail-pane')].map(
          ({ scrollWidth, clientWidth }) => Math.max(0, scrollWidth - clientWidth),
        ),
      );
    expect(await overflow()).toEqual([0, 0, 0]);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      const cut = await rows.first().evaluate((row) =>
        ['1234 d', '59 min', 'now'].filter((age) => {
          const time = row.querySelector('time')!;
          time.textContent = age;
          const { left, right, width } = time.getBoundingClientRect();
          return time.scrollWidth > width + 1 || left < 0 || right > row.getBoundingClientRect().right;
        }),
      );
      expect([width, cut]).toEqual([width, []]);
    }
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.locator('#detail-pane').isVisible()).toBe(false);
    for (const nth of [0, 1]) {
      await rows.nth(nth).click();
      await page.getByRole('heading', { level: 2 }).waitFor();
      expect(await page.locator('#list-pane').isVisible()).toBe(false);
      for (const tab of ['Headers', 'Raw', 'Payload']) {
        await page.getByRole('tab', { name: tab }).click();
        expect([tab, ...(await overflow())]).toEqual([tab, 0, 0, 0]);
      }
      await page.getByRole('button', { name: 'Replay' }).click();
      expect(await overflow()).toEqual([0, 0, 0]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'All deliveries' }).click();
      expect(await page.locator('#list-pane').isVisible()).toBe(true);
    }
  });

  test('the keyboard alone reaches every control, each with a visible focus, and axe-core finds no violation', async () => {
    const { page, url, rows } = await opened();
    await deliver(url, notification('run:created', 'run-a'));
    await deliver(url, notification('run:errored', 'run-a'), 'f'.repeat(128));
    await rows.nth(1).waitFor();
    await page.getByRole('button', { name: 'Rejected only' }).click();
    await choose(page, 'run:errored');
    await page.keyboard.press('r');
    await page.getByRole('form', { name: 'Replay' }).waitFor();
    expect(await violations(page)).toEqual([]);
    const controls = await page.locator('button, input, summary, [tabindex="0"]').evaluateAll((all) =>
      all
        .filter((control) => control.checkVisibility() && (control as HTMLElement).tabIndex >= 0)
        .map((control) => {
          control.setAttribute('data-control', '');
          return control.id || control.textContent || control.localName;
        }),
    );
    // The first of them; Tab continues from there.
    await page.getByLabel('Filter').evaluate((first) => {
      (first as HTMLElement).focus();
      first.removeAttribute('data-control');
    });
    for (const control of controls.slice(1)) {
      await page.keyboard.press('Tab');
      const unseen = await page.evaluate(() => {
        const focused = document.activeElement!;
        focused.removeAttribute('data-control');
        const ring = focused.id === 'list' ? focused.querySelector('[aria-selected=true]')! : focused;
        return getComputedStyle(ring).outlineStyle === 'none' ? focused.outerHTML : '';
      });
      expect([control, unseen]).toEqual([control, '']);
    }
    expect(await page.locator('[data-control]').evaluateAll((all) => all.map(({ outerHTML }) => outerHTML))).toEqual(
      [],
    );
  });

  test('Ctrl-C ends the listener while the page is open, and the page says that the listener has ended', async () => {
    const { page, url, running, rows } = await opened();
    await settled(page, 'No deliveries yet.');
    await deliver(url, notification('run:created', 'run-a'));
    await rows.nth(0).waitFor();
    running.stop();
    expect((await running.ended).code).toBe(0);
    await page.locator('#connection', { hasText: 'Listener stopped' }).waitFor();
    expect(await page.title()).toBe('Stopped – svc webhook listen');
    await page.getByRole('heading', { name: 'The listener has stopped' }).waitFor();
    await rows.nth(0).click();
    await page.getByRole('heading', { name: 'The listener does not respond. It may have stopped.' }).waitFor();
    expect(await page.getByLabel('Command').textContent()).toMatch(/^svc webhook show [0-9a-z]{26}$/);
  });
});

/** Elements that are not ours, or have more attributes than ours. */
function strangers(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const strange = /^(?:img|svg|iframe|frame|a|object|embed|base|link|meta|script|style|b)$/;
    const telling = /^(?:on.*|src|srcdoc|href|style|action|formaction)$/;
    return [...document.querySelectorAll('body, body *')]
      .filter(
        (it) =>
          strange.test(it.localName) ||
          it
            .getAttributeNames()
            .some(
              (name) =>
                telling.test(name) &&
                !(it.localName === 'li' && /^--share: [\d.]+;$/.test(it.getAttribute(name) ?? '')),
            ),
      )
      .map(({ outerHTML }) => outerHTML);
  });
}
