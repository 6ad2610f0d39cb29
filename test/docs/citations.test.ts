import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix, resolve, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { assumptionsOf } from '../support/assumptions.ts';
import { commentsOf } from '../support/comments.ts';
import { anchorsOf, linksOf } from '../support/markdown.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The files below a folder, as paths from the project's own. */
function below(folder: string, ending: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.split(sep).join('/')}`)
    .filter((path) => ending.test(path));
}

const code = ['src', 'test', 'bench', 'soak', 'docs'].flatMap((folder) => below(folder, /\.(m?[jt]s|cjs|css)$/));
const pages = ['README.md', 'CONTRIBUTING.md', ...below('docs', /\.md$/)];

/** How comments named documents by titles and sections, which resolve to no file. */
const titles = /\b[Pp]art [12],|\bfacts, (section|appendix|C\d)|\(design\b|\brule \d|\b(platform|registry), [A-Z]/;
/** Pages by their names alone. */
const bareNames = /(?<![\w/.-])(?!README|CONTRIBUTING)[\w-]+\.md\b/;

const anchors = new Map<string, Set<string>>();

/** Returns whether a file of the project exists and has the heading of a given anchor. */
function resolves(target: string): boolean {
  const [path, anchor] = target.split('#') as [string, string | undefined];
  if (path.startsWith('..') || !existsSync(join(root, path))) return false;
  if (anchor === undefined) return true;
  if (!anchors.has(path)) anchors.set(path, anchorsOf(read(path)));
  return anchors.get(path)!.has(anchor);
}

describe('a citation', () => {
  test('a citation in code resolves to a page and a heading', () => {
    const broken = code.flatMap((file) => {
      const text = read(file);
      const anchored = [...text.matchAll(/(?<![\w/.-])docs\/[\w./-]+\.md#[\w-]+/g)].map(([cited]) => cited);
      const comments = commentsOf(text).flatMap(
        (comment) => comment.text.match(/(?<![\w/.-])docs\/[\w./-]+\.md\b/g) ?? [],
      );
      return [...anchored, ...comments].filter((cited) => !resolves(cited)).map((cited) => `${file}: ${cited}`);
    });
    expect(broken).toEqual([]);
  });

  test('a citation in a comment is a path, not a title', () => {
    const named = code.flatMap((file) =>
      commentsOf(read(file))
        .filter(({ text }) => titles.test(text) || bareNames.test(text))
        .map(({ line, text }) => `${file}:${line}: ${text}`),
    );
    expect(named).toEqual([]);
  });

  test('every assumption cites a page', () => {
    const unfounded = code
      .filter((file) => file.startsWith('src/'))
      .flatMap((file) => assumptionsOf(file, read(file)).filter(({ sources }) => sources.length === 0));
    expect(unfounded).toEqual([]);
  });

  test('a link on a page resolves to a file and a heading', () => {
    const broken = pages.flatMap((page) => {
      const internal = linksOf(read(page)).filter((link) => !/^[a-z]+:/.test(link));
      const targets = internal.map((link) =>
        link.startsWith('#') ? page + link : posix.normalize(posix.join(posix.dirname(page), link)),
      );
      return targets.filter((target) => !resolves(target)).map((target) => `${page}: ${target}`);
    });
    expect(broken).toEqual([]);
  });
});

describe('a file named in a document', () => {
  const rooms = ['src', 'test', 'bench', 'soak', 'docs', 'packaging'];
  const files = [...rooms.flatMap((room) => below(room, /^(?!.*node_modules)/)), 'package.json'];
  const folders = new Set(files.map((path) => posix.dirname(path)));

  /** `<noun>` stands for any name, and a path may omit the folders above it. */
  const exists = (named: string) => {
    if (named.endsWith('/')) return folders.has(named.slice(0, -1));
    const pattern = named.replaceAll('.', '\\.').replaceAll(/<\w+>/g, '[\\w-]+');
    const ending = new RegExp(`(^|/)${pattern}$`);
    return files.some((path) => ending.test(path));
  };

  test('a file named in a document exists', () => {
    const missing = pages.flatMap((page) => {
      const named = [
        ...read(page).matchAll(/`((?:src|test|bench|soak|packaging)\/[^`\s*]*|[\w<>/-]+\.(?:test\.)?[mc]?[jt]s)`/g),
      ];
      return named.map(([, path]) => path!).flatMap((path) => (exists(path) ? [] : [`${page}: ${path}`]));
    });
    expect(missing).toEqual([]);
  });
});

describe('the anchors of a page', () => {
  test.each([
    ['# One', 'one'],
    ['## Who can be added', 'who-can-be-added'],
    ['### `list` and *show*, for people!', 'list-and-show-for-people'],
    ['## [Linked](x.md) words', 'linked-words'],
    ['## snake_case and kebab-case', 'snake_case-and-kebab-case'],
    ['## Übung 2: A & B', 'übung-2-a--b'],
  ])('the anchor of a heading follows the rule of GitHub: %s', (heading, anchor) => {
    expect([...anchorsOf(heading)]).toEqual([anchor]);
  });

  test('the anchors of repeated headings are numbered, and lines of code are not headings', () => {
    expect([...anchorsOf('# A\n## A\n```sh\n# B\n```\n## A\n')]).toEqual(['a', 'a-1', 'a-2']);
  });
});
