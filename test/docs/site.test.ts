/// <reference lib="dom" />
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser, openBrowser } from '../support/browser.ts';

const packaging = resolve(import.meta.dirname, '../../packaging/docs');
const site = resolve(import.meta.dirname, '../../site');
/** The types of the files that a browser does not recognize by itself. */
const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};
type Menu = [{ items: { items: { link: string }[] }[] }];
const isBuilt = existsSync(join(site, 'index.html'));
if (!isBuilt) process.stderr.write('\nSKIPPED: the site of the documents. Build it with: npm run docs\n');

describe.skipIf(!isBuilt)('the site of the documents', () => {
  const pages = new Map<string, string>();
  beforeAll(() => {
    const names = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
    for (const name of names) pages.set(name, readFileSync(join(site, name), 'utf8'));
  });

  test('the site has a page for each document, with its heading', () => {
    expect(pages.get('index.html')).toContain('<h1 id="svc"');
    expect(pages.get('guides/air-gap.html')).toContain('<h1 id="air-gap"');
    expect(pages.size).toBeGreaterThan(50);
  });

  test('the site has only links that resolve, to a file and to a heading of it', () => {
    const broken = [...pages].flatMap(([page, html]) => {
      const links = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link]) => link!.replaceAll('&amp;', '&'));
      return links.filter((link) => !resolves(page, link)).map((link) => `${page}: ${link}`);
    });
    expect(broken).toEqual([]);
  });

  function resolves(page: string, link: string): boolean {
    if (/^[a-z]+:/.test(link)) return true;
    const [path, anchor] = link.split('#') as [string, string | undefined];
    const target = path === '' ? page : path.replace(/^\//, '').replace(/(^|\/)$/, '$1index.html');
    if (!anchor) return existsSync(join(site, target));
    return pages.get(target)?.includes(`id="${decodeURIComponent(anchor)}"`) ?? false;
  }

  test('the site shows beside each statement and promise the tests that are marked for it', () => {
    const rowOf = (page: string, id: string) =>
      pages
        .get(page)!
        .split('<tr>')
        .find((row) => row.includes(`<td>${id}</td>`));
    expect(rowOf('specification.html', 'P-1')).toMatch(/account <code>[^<]*\/api\/v2/);
    expect(rowOf('trust-tests.html', 'T-1')).toContain('modules/archive/hostile <code>');
  });

  test('the site loads nothing from other hosts', () => {
    const loaded = [...pages.values()].flatMap((html) => html.match(/(?:src|<link[^>]* href)="https?:[^"]*"/g) ?? []);
    expect(loaded).toEqual([]);
  });

  test('the site has a menu for users and one for contributors, and the search ranks pages for users first', async () => {
    const { default: config } = await import(pathToFileURL(join(packaging, '.vitepress/config.mjs')).href);
    const { search, sidebar } = config.themeConfig;
    const { boostDocument } = search.options.miniSearch.searchOptions;
    const linksIn = ([{ items }]: Menu) => items.flatMap((group) => group.items.map(({ link }) => link));
    const [users, contributors] = [linksIn(sidebar['/']), linksIn(sidebar['/protocol/'])];
    expect([users.length + contributors.length, new Set([...users, ...contributors]).size]).toEqual([
      pages.size - 1,
      pages.size - 1,
    ]);
    expect(users.filter((link) => boostDocument(link) < 1)).toEqual([]);
    expect(contributors.filter((link) => boostDocument(link) === 1)).toEqual([]);
    expect(users).toContain('/signatures.md');
    expect(contributors).toEqual(expect.arrayContaining(['/trust-tests.md', '/specification.md', '/assumptions.md']));
  });

  test('the site shows text that looks like HTML or a template as plain text', async () => {
    const packages = join(packaging, 'node_modules/vitepress/dist/node/index.js');
    const { createMarkdownRenderer } = await import(pathToFileURL(packages).href);
    const { default: config } = await import(pathToFileURL(join(packaging, '.vitepress/config.mjs')).href);
    const markdown = await createMarkdownRenderer(config.srcDir, config.markdown);
    const text = '# A {b}\n\n<script>x</script> <b>y</b> {{ z }}\n\n[z](javascript:x)\n';
    const html: string = markdown.render(text, { path: join(config.srcDir, 'README.md') });
    expect(html).not.toMatch(/<script|<b>|href="javascript|{{/);
    expect(html).toContain('&lt;script&gt;x&lt;/script&gt; &lt;b&gt;y&lt;/b&gt; &#123;&#123; z }}');
    expect(pages.get('contributing.html')).toMatch(/such as &lt;name&gt; and {{ name }} as text/);
  });

  describe.skipIf(noBrowser)('in a browser', () => {
    let browser: Browser;
    let page: Page;
    let address: string;
    // A browser keeps nothing of what Playwright answers itself, so each page would get its fonts and scripts anew.
    const server = createServer(({ url = '' }, response) => {
      const { pathname } = new URL(url, 'http://site.test');
      const path = join(site, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
      if (!existsSync(path)) return void response.writeHead(404).end();
      const type = types[extname(path)];
      response.writeHead(200, { 'cache-control': 'max-age=3600', ...(type && { 'content-type': type }) });
      response.end(readFileSync(path));
    });
    const complaints: string[] = [];
    const requested: string[] = [];
    beforeAll(async () => {
      // On a slow machine an idle connection must not be closed just before its next request.
      server.keepAliveTimeout = 0;
      await once(server.listen(0, '127.0.0.1'), 'listening');
      address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      browser = await openBrowser();
      page = await browser.newPage({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
      page.on('console', (message) => complaints.push(message.text()));
      page.on('pageerror', ({ message }) => complaints.push(message));
      page.on('request', (request) => requested.push(request.url()));
    });
    afterAll(async () => {
      await browser?.close();
      server.closeAllConnections();
      server.close();
    });

    const open = (path: string) => page.goto(`${address}/${path}`, { waitUntil: 'networkidle' });

    test('search finds a page and opens it with the keyboard', async () => {
      await open('guides/air-gap.html');
      const search = async (words: string) => {
        await page.keyboard.press('/');
        await page.getByRole('searchbox').fill(words);
      };
      await search('verify signature');
      await page.getByRole('option').filter({ hasText: 'svc webhook verify' }).first().waitFor();
      const link = await page.locator('[aria-selected=true] a').getAttribute('href');
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.href.endsWith(link!));
      await search('xyzzyx');
      await page.getByText('No results for "xyzzyx"').waitFor();
      expect(complaints).toEqual([]);
    });

    describe('the first result', () => {
      beforeAll(async () => {
        await open('guides/air-gap.html');
        await page.keyboard.press('/');
      });

      test.each([
        ['signature mismatch', 'signatures.html'],
        ['wrong signature', 'signatures.html'],
        ['rate limit', 'network.html'],
        ['proxy', 'network.html'],
        ['ngrok', 'guides/notifications.html#through-a-tunnel'],
        ['slack', 'guides/notifications.html#notify-slack'],
        ['dry run', 'guides/troubleshooting.html#see-what-would-be-sent-dry-run'],
        ['forbidden', 'errors.html#403-forbidden'],
        ['token expired', 'errors.html#token-expired-401-unauthorized'],
        ['no platform address', 'errors.html#no-platform-address'],
        ['is encoded as only gzip was requested', 'errors.html#network-and-service'],
      ])('a search for %s leads to a page for users', async (words, path) => {
        // What is listed afterwards is found by the words of this test.
        await page.getByRole('searchbox').fill('xyzzyx');
        await page.getByText('No results for "xyzzyx"').waitFor();
        await page.getByRole('searchbox').fill(words);
        const [first] = words.split(' ');
        await page
          .getByRole('option')
          .filter({ hasText: new RegExp(first!, 'i') })
          .first()
          .waitFor();
        expect(await page.getByRole('option').first().locator('a').getAttribute('href')).toContain(`/${path}`);
      });
    });

    test('no line of any page is wider than its box at 1280 px', async () => {
      const wide: string[] = [];
      // The pages are complete without their scripts, which take most of the time.
      const still = await browser.newPage({ viewport: { width: 1280, height: 900 }, javaScriptEnabled: false });
      for (const path of pages.keys()) {
        await still.goto(`${address}/${path}`);
        const boxes = await still.evaluate(() => {
          const elements = [document.documentElement, ...document.querySelectorAll('.vp-doc *')];
          // An inline element has no box of its own; a pixel is a rounded edge.
          const tooNarrow = elements.filter((each) => each.clientWidth > 0 && each.scrollWidth > each.clientWidth + 1);
          return tooNarrow.map((each) => `${each.tagName} ${each.scrollWidth} > ${each.clientWidth}`);
        });
        wide.push(...boxes.map((box) => `${path}: ${box}`));
      }
      await still.close();
      expect(wide).toEqual([]);
    });

    test('the pages fit 390 px without scrolling sideways, log no error and load nothing from other hosts', async () => {
      const wide: string[] = [];
      for (const path of [
        ...['', 'guides/notifications.html', 'reference/module.html', 'configuration.html', 'trust.html'],
        ...['trust-tests.html', 'signatures.html'],
      ]) {
        await open(path);
        const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        if (content! > window!) wide.push(path);
      }
      expect(wide).toEqual([]);
      expect(complaints).toEqual([]);
      expect(requested.filter((url) => !url.startsWith(address))).toEqual([]);
    });
  });
});
