// `npm run docs`: renders the documents as a site. Usage: node packaging/docs/build.mjs [FOLDER]
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, posix, resolve } from 'node:path';
import MiniSearch from 'minisearch';
import { render } from './markdown.mjs';
import { linker, menuOf, root } from './pages.mjs';

const out = resolve(process.argv[2] ?? join(root, 'site'));
const assets = join(import.meta.dirname, 'assets');
const template = readFileSync(join(import.meta.dirname, 'template.html'), 'utf8');
/** The fields of the search; those of assets/search.js are the same. */
const fields = { fields: ['title', 'page', 'text'], storeFields: ['title', 'page', 'address', 'start'] };
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const menu = menuOf();
const pages = menu.flatMap(({ pages }) => pages);
const bySource = new Map(pages.map((page) => [page.source, page]));
/** Files that pages link to, and their places in the site. */
const files = new Map([
  ['LICENSE', 'license.txt'],
  ...imagesBelow('docs/images').map((path) => [path, path.replace(/^docs\//, '')]),
]);

rmSync(out, { recursive: true, force: true });
const sections = [];
for (const page of pages) {
  const { html, sections: own } = render(page.text, linker(page, bySource, files));
  sections.push(...own.map((section) => ({ ...section, page })));
  write(page.path, filled(page, html, own));
}
write('search-index.js', `window.searchIndex = ${JSON.stringify(searchIndex())};\n`);
for (const name of readdirSync(assets)) copy(join(assets, name), name);
copy(
  createRequire(import.meta.url)
    .resolve('minisearch')
    .replace(/cjs.index\.cjs$/, 'umd/index.js'),
  'minisearch.js',
);
for (const [source, path] of files) copy(join(root, source), path);
process.stdout.write(`Wrote ${pages.length} pages to ${out}.\n`);

function filled(page, html, own) {
  const base = posix.relative(posix.dirname(page.path), '.') || '.';
  const values = {
    title: escaped(page.title === 'Overview' ? 'svc' : `${page.title} · svc`),
    base,
    version,
    menu: menu.map((group) => menuGroup(group, page)).join('\n'),
    contents: contents(own.filter(({ level }) => level === 2 || level === 3)),
    body: html,
  };
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => values[name]);
}

function menuGroup({ pages, title }, current) {
  const items = pages.map((page) => {
    const here = page === current ? ' aria-current="page"' : '';
    return `<li><a href="${posix.relative(posix.dirname(current.path), page.path)}"${here}>${escaped(page.title)}</a></li>`;
  });
  return `<h2>${title}</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
}

function contents(headings) {
  if (headings.length < 2) return '';
  const items = headings.map(
    ({ anchor, level, title }) => `<li class="level-${level}"><a href="#${anchor}">${escaped(title)}</a></li>`,
  );
  return `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>\n${items.join('\n')}\n</ul></nav>`;
}

/** The index, built here so that no page waits for it. */
function searchIndex() {
  const search = new MiniSearch(fields);
  search.addAll(
    sections.map(({ anchor, level, page, text, title }, id) => ({
      id,
      page: page.title,
      title,
      address: level === 1 ? page.path : `${page.path}#${anchor}`,
      text,
      start: text.trim().slice(0, 140),
    })),
  );
  return search.toJSON();
}

function imagesBelow(folder) {
  const names = readdirSync(join(root, folder), { recursive: true }).filter((name) => /\.(png|svg)$/.test(name));
  return names.map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function write(path, text) {
  mkdirSync(dirname(join(out, path)), { recursive: true });
  writeFileSync(join(out, path), text);
}

function copy(source, path) {
  mkdirSync(dirname(join(out, path)), { recursive: true });
  copyFileSync(source, join(out, path));
}
