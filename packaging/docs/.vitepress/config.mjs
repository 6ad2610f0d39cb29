// The documents as a site. They are Markdown for GitHub, so anything that VitePress would read as HTML, Vue or attributes is shown as text.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, resolve, sep } from 'node:path';
import { marksBelow, pagesWithTests, withTests } from '../../../docs/marks.mjs';

const root = resolve(import.meta.dirname, '../../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The guides in the order of their page; others follow. */
const guides =
  'sandbox administrators teams site-as-a-file notifications team-listener modules-in-ci trust-a-module registries air-gap migrating'
    .split(' ')
    .map((name) => `docs/guides/${name}.md`);
const docs = (names) => names.split(' ').map((name) => `docs/${name}.md`);
const failing = docs('guides/troubleshooting errors signatures network');
const commands = below('docs/reference').filter((path) => !path.includes('/topic-'));

/** The two parts of the site with the groups of their menus. The last group has the pages of docs/ that are in no other group. */
const parts = {
  'Using svc': {
    Start: ['README.md', ...docs('install container completions')],
    Guides: [
      'docs/guides/README.md',
      ...guides,
      'docs/ci.md',
      ...below('docs/guides').filter((path) => !failing.includes(path)),
    ],
    'If something fails': failing,
    Reference: [
      'docs/reference/README.md',
      ...docs('cli configuration rules modules trust compatibility'),
      'CHANGELOG.md',
    ],
    Topics: below('docs/reference').filter((path) => !commands.includes(path)),
    Commands: commands,
  },
  Contributing: {
    Project: ['CONTRIBUTING.md', ...docs('architecture performance')],
    Tests: docs('specification trust-tests'),
    API: ['docs/protocol/README.md', 'docs/assumptions.md', ...below('docs/protocol')],
    More: below('docs'),
  },
};

/** The groups that are collapsed unless a reader opens them or reads one of their pages. */
const closed = ['Topics', 'Commands', 'API'];

/** Titles for the menu, for pages whose heading does not fit there. */
const titles = {
  'README.md': 'Overview',
  'CONTRIBUTING.md': 'The map',
  'docs/guides/README.md': 'All guides',
  'docs/reference/README.md': 'All commands',
};

function below(folder) {
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith('.md') && name !== 'README.md');
  return names.map((name) => `${folder}/${name}`);
}

const listed = new Set();
const [using, contributing] = Object.entries(parts).map(([text, groups]) => [{ text, items: menuOf(groups) }]);
const contributorPages = contributing[0].items.flatMap(({ items }) =>
  items.map(({ link }) => link.replace(/(index)?\.md$/, '')),
);

function menuOf(groups) {
  const menu = Object.entries(groups).map(([text, paths]) => ({
    text,
    collapsed: closed.includes(text),
    items: paths.filter((path) => !listed.has(path) && listed.add(path)).map(menuItem),
  }));
  return menu.filter(({ items }) => items.length > 0);
}

function menuItem(path) {
  const [, heading] = /^# (.+)$/m.exec(readFileSync(join(root, path), 'utf8'));
  return { text: titles[path] ?? heading.replaceAll('`', ''), link: `/${pageOf(path)}` };
}

/** `docs/guides/README.md` is the page `guides/index.md`. */
function pageOf(path) {
  return path
    .replace(/^docs\//, '')
    .replace(/(^|\/)README\.md$/, '$1index.md')
    .toLowerCase();
}

/** The address of a link on a page; undefined for a file that the site does not have. */
function addressOf(link, page) {
  if (/^([a-z]+:|#)/.test(link)) return link;
  const [target, anchor] = link.split('#');
  const path = posix.join(posix.dirname(page), target);
  const address = listed.has(path) ? pageOf(path) : path.replace(/^docs\/images\//, '');
  if (address === path && !listed.has(path)) return undefined;
  return `/${address}${anchor === undefined ? '' : `#${anchor}`}`;
}

/** The path of a page in the project. */
const sourceOf = (env) => relative(root, env.realPath ?? env.path).replaceAll(sep, '/');

/** The tests that name a statement or a promise, read once for both pages. */
let marks;

function addTests(state) {
  if (!pagesWithTests.includes(sourceOf(state.env))) return;
  marks ??= marksBelow(root);
  state.src = withTests(state.src, marks);
}

function rewriteLinks({ env, tokens }) {
  const page = sourceOf(env);
  for (const { children } of tokens) {
    let isDropped = false;
    for (const token of children ?? []) {
      if (token.type === 'link_open') {
        const address = addressOf(token.attrGet('href'), page);
        isDropped = address === undefined;
        if (!isDropped) token.attrSet('href', address);
      }
      if (isDropped && token.type.startsWith('link_')) Object.assign(token, { type: 'text', content: '', nesting: 0 });
    }
  }
}

/** Treats raw HTML as text, except <br> in tables, and comments on a line of their own, which are for programs. */
function asOnGitHub(md) {
  md.set({ html: false });
  md.disable('emoji');
  md.core.ruler.before('normalize', 'comment', (state) => {
    state.src = state.src.replaceAll(/^<!--.*?-->\n/gm, '');
  });
  md.core.ruler.before('normalize', 'tests', addTests);
  md.core.ruler.push('links', rewriteLinks);
  md.inline.ruler.before('link', 'break', (state, silent) => {
    if (!state.src.startsWith('<br>', state.pos)) return false;
    if (!silent) state.push('hardbreak', 'br', 0);
    state.pos += '<br>'.length;
    return true;
  });
  const { text } = md.renderer.rules;
  md.renderer.rules.text = (...words) => text(...words).replaceAll('{{', '&#123;&#123;');
}

/** The anchor of a heading, as on GitHub. */
const slugify = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');

/**
 * Returns how much a page counts in a search: pages of the second part come after all others. The browser gets the source text of this function,
 * so it refers to nothing outside.
 */
function boostDocument(id) {
  return /\/(contributing|architecture|performance|specification|trust-tests|assumptions|protocol\/)/.test(id)
    ? 0.001
    : 1;
}

/** Renders a page for the index of the search, which contains text only, so its code is not coloured. */
function renderPlain(source, env, md) {
  const { highlight } = md.options;
  const html = md.set({ highlight: null }).render(source, env);
  md.set({ highlight });
  return html;
}

export default {
  title: 'svc',
  description: 'The command line of an infrastructure-automation platform',
  srcDir: root,
  srcExclude: readdirSync(root).flatMap((name) => (/^(docs|.*\.md)$/.test(name) ? [] : [`${name}/**`])),
  rewrites: pageOf,
  outDir: join(root, 'site'),
  cacheDir: join(import.meta.dirname, '../node_modules/.cache'),
  head: [['link', { rel: 'icon', href: '/icon.svg' }]],
  markdown: { attrs: { disable: true }, anchor: { slugify }, config: asOnGitHub },
  vite: { publicDir: join(root, 'docs/images') },
  themeConfig: {
    nav: [
      { text: 'Using svc', link: '/' },
      { text: 'Contributing', link: '/contributing', activeMatch: `^(${contributorPages.join('|')})` },
      { text: version, link: '/changelog' },
    ],
    outline: [2, 3],
    search: { provider: 'local', options: { _render: renderPlain, miniSearch: { searchOptions: { boostDocument } } } },
    // VitePress uses the first prefix that matches a page; the last one matches every page.
    sidebar: { ...Object.fromEntries(contributorPages.map((prefix) => [prefix, contributing])), '/': using },
  },
};
