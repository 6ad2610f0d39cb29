// The documents as a site. They are Markdown as GitHub reads it: what VitePress would take for HTML, Vue or attributes is text.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, resolve, sep } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The guides in the order of their page; others follow. */
const guides = 'sandbox administrators teams site-as-a-file notifications modules-in-ci registries air-gap migrating'
  .split(' ')
  .map((name) => `docs/guides/${name}.md`);
const project = 'trust specification assumptions compatibility performance architecture'
  .split(' ')
  .map((name) => `docs/${name}.md`);

/** The groups of the menu. The last one has every page of docs/ that no other has. */
const groups = {
  Start: ['README.md', 'docs/install.md', 'docs/container.md'],
  Guides: ['docs/guides/README.md', ...guides, ...below('docs/guides'), 'docs/ci.md'],
  Reference: ['docs/reference/README.md', 'docs/cli.md', 'docs/configuration.md', 'docs/modules.md'],
  Commands: below('docs/reference'),
  API: ['docs/protocol/README.md', ...below('docs/protocol')],
  Project: [...project, 'CONTRIBUTING.md', 'CHANGELOG.md', ...below('docs')],
};

/** Titles in the menu, where the heading of the page does not fit. */
const titles = {
  'README.md': 'Overview',
  'docs/guides/README.md': 'All guides',
  'docs/reference/README.md': 'All commands',
};

function below(folder) {
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith('.md') && name !== 'README.md');
  return names.map((name) => `${folder}/${name}`);
}

const listed = new Set();
const sidebar = Object.entries(groups).map(([text, paths]) => ({
  text,
  items: paths.filter((path) => !listed.has(path) && listed.add(path)).map(menuItem),
}));

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

function rewriteLinks({ env, tokens }) {
  const page = relative(root, env.realPath ?? env.path).replaceAll(sep, '/');
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

/** Raw HTML is text, but for the comment in which a generated page names its source, and <br> in tables. */
function asOnGitHub(md) {
  md.set({ html: false });
  md.disable('emoji');
  md.core.ruler.before('normalize', 'comment', (state) => {
    state.src = state.src.replace(/^<!--.*?-->\n/, '');
  });
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
    nav: [{ text: version, link: '/changelog' }],
    outline: [2, 3],
    search: { provider: 'local' },
    sidebar,
  },
};
