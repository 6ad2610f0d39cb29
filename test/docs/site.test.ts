/// <reference lib="dom" />
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser, openBrowser } from '../support/browser.ts';

const packaging = resolve(import.meta.dirname, '../../packaging/docs');
const isInstalled = existsSync(join(packaging, 'node_modules/markdown-it'));
if (!isInstalled)
  process.stderr.write('\nSKIPPED: the site of the documents. Install its packages with: npm run docs\n');

describe.skipIf(!isInstalled)('the site of the documents', () => {
  let site: string;
  const pages = new Map<string, string>();
  beforeAll(() => {
    site = mkdtempSync(join(tmpdir(), 'svc-site-'));
    execFileSync(process.execPath, [join(packaging, 'build.mjs'), site]);
    const names = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
    for (const name of names) pages.set(name, readFileSync(join(site, name), 'utf8'));
  });
  afterAll(() => rmSync(site, { recursive: true, force: true }));

  test('has a page for each document, with its heading', () => {
    expect(pages.get('index.html')).toContain('<h1 id="svc">svc</h1>');
    expect(pages.get('guides/air-gap.html')).toContain('<h1 id="air-gap">Air gap</h1>');
    expect(pages.size).toBeGreaterThan(50);
  });

  test('has only links that resolve, to a file and to a heading of it', () => {
    const broken = [...pages].flatMap(([page, html]) => {
      const links = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link]) => link!.replaceAll('&amp;', '&'));
      return links.filter((link) => !resolves(page, link)).map((link) => `${page}: ${link}`);
    });
    expect(broken).toEqual([]);
  });

  function resolves(page: string, link: string): boolean {
    if (/^[a-z]+:/.test(link)) return true;
    const [path, anchor] = link.split('#') as [string, string | undefined];
    const target = path === '' ? page : posix.normalize(posix.join(posix.dirname(page), path));
    if (anchor === undefined) return existsSync(join(site, target));
    return pages.get(target)?.includes(`id="${decodeURIComponent(anchor)}"`) ?? false;
  }

  test('loads nothing from other hosts', () => {
    const loaded = [...pages.values()].flatMap((html) => html.match(/(?:src|<link[^>]* href)="https?:[^"]*"/g) ?? []);
    expect(loaded).toEqual([]);
  });

  test('shows HTML of a document as text', async () => {
    const path = pathToFileURL(join(packaging, 'markdown.mjs')).href;
    const { render }: { render(markdown: string, linkOf: (link: string) => string): { html: string } } = await import(
      path
    );
    const { html } = render('# A\n\n<script>x</script> <b>y</b>\n\n[z](javascript:x)\n', (link) => link);
    expect(html).not.toMatch(/<script|<b>|href="javascript/);
    expect(html).toContain('&lt;script&gt;x&lt;/script&gt; &lt;b&gt;y&lt;/b&gt;');
  });

  describe.skipIf(noBrowser)('in a browser, from a folder', () => {
    let browser: Browser;
    let page: Page;
    const complaints: string[] = [];
    const requested: string[] = [];
    beforeAll(async () => {
      browser = await openBrowser();
      page = await browser.newPage({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
      page.on('console', (message) => complaints.push(message.text()));
      page.on('pageerror', ({ message }) => complaints.push(message));
      page.on('request', (request) => requested.push(request.url()));
    });
    afterAll(() => browser?.close());

    const open = (path: string) => page.goto(pathToFileURL(join(site, path)).href);

    test('search finds a page and opens it with the keyboard', async () => {
      await open('guides/air-gap.html');
      await page.keyboard.press('/');
      await page.keyboard.type('verify signature');
      const results = page.getByRole('option');
      await results.filter({ hasText: 'svc webhook verify' }).first().waitFor();
      await page.keyboard.press('ArrowDown');
      const address = await page.locator('[aria-selected=true] a').getAttribute('href');
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.href.endsWith(address!.replace('../', '/')));
      await page.keyboard.press('/');
      await page.keyboard.type('xyzzyx');
      await page.getByText('No results for "xyzzyx"').waitFor();
      expect(complaints).toEqual([]);
    });

    test('no page scrolls sideways at 390 px, complains, or loads from elsewhere', async () => {
      const wide: string[] = [];
      for (const path of [
        'index.html',
        'guides/notifications.html',
        'reference/module.html',
        'configuration.html',
        'trust.html',
      ]) {
        await open(path);
        const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        if (content! > window!) wide.push(path);
      }
      expect(wide).toEqual([]);
      expect(complaints).toEqual([]);
      expect(requested.filter((url) => !url.startsWith(pathToFileURL(site).href))).toEqual([]);
    });
  });
});
