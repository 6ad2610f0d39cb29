// The pages of the site, in the order of its menu.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

/** The guides in the order of their page; others follow. */
const guides = [
  'sandbox',
  'administrators',
  'teams',
  'site-as-a-file',
  'notifications',
  'modules-in-ci',
  'registries',
  'air-gap',
  'migrating',
];

const groups = [
  ['Start', ['README.md', 'docs/install.md', 'docs/container.md']],
  ['Guides', ['docs/guides/README.md', ...inOrder(guides, below('docs/guides')), 'docs/ci.md']],
  ['Reference', ['docs/reference/README.md', 'docs/cli.md', 'docs/configuration.md', 'docs/modules.md']],
  ['Commands', below('docs/reference')],
  ['API', ['docs/protocol/README.md', ...below('docs/protocol')]],
  [
    'Project',
    [
      ...['trust', 'specification', 'assumptions', 'compatibility', 'performance', 'architecture'].map(
        (name) => `docs/${name}.md`,
      ),
      'CONTRIBUTING.md',
      'CHANGELOG.md',
    ],
  ],
];

function below(folder) {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .map((name) => `${folder}/${name}`);
}

/** Titles in the menu, where the heading of the page does not fit. */
const titles = {
  'README.md': 'Overview',
  'docs/guides/README.md': 'All guides',
  'docs/reference/README.md': 'All commands',
};

function inOrder(names, paths) {
  const first = names.map((name) => paths.find((path) => path.endsWith(`/${name}.md`))).filter(Boolean);
  return [...first, ...paths.filter((path) => !first.includes(path))];
}

/** The groups of the menu with their pages: path in the project, path in the site, title and text. */
export function menuOf() {
  const menu = groups.map(([title, paths]) => ({ title, pages: paths.flatMap(page) }));
  const listed = new Set(menu.flatMap(({ pages }) => pages.map(({ source }) => source)));
  const others = below('docs').filter((path) => !listed.has(path));
  menu.at(-1).pages.push(...others.flatMap(page));
  return menu;
}

function page(source) {
  const text = read(source);
  if (text === undefined) return [];
  const [, title = source] = /^# (.+)$/m.exec(text) ?? [];
  const shown = titles[source] ?? title.replaceAll('`', '');
  return [{ source, path: pathOf(source), title: shown, text }];
}

/** A page that another change adds may not exist yet. */
function read(source) {
  try {
    return readFileSync(join(root, source), 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** `docs/guides/README.md` is `guides/index.html`, and the README is the first page. */
function pathOf(source) {
  const path = source.replace(/^docs\//, '').toLowerCase();
  return path.endsWith('readme.md') ? path.replace(/readme\.md$/, 'index.html') : path.replace(/\.md$/, '.html');
}

/** The function that turns a link on a page into an address from that page. */
export function linker(page, byId, files) {
  return (link) => {
    if (/^[a-z]+:/.test(link) || link.startsWith('#')) return link;
    const [target, anchor] = link.split('#');
    const source = posix.normalize(posix.join(posix.dirname(page.source), target));
    const path = byId.get(source)?.path ?? files.get(source);
    if (path === undefined) return undefined;
    return posix.relative(posix.dirname(page.path), path) + (anchor === undefined ? '' : `#${anchor}`);
  };
}
