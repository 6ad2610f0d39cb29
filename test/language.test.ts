import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve, sep } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'rolldown/utils';
import { describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');

function below(folder: string, ending: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.split(sep).join('/')}`)
    .filter((path) => ending.test(path) && !path.includes('/node_modules/'));
}

const sources = below('src', /\.(ts|mjs|css|html)$/);
const written = [
  ...sources,
  'README.md',
  'CONTRIBUTING.md',
  ...below('docs', /\.(md|mjs|[17])$/),
  ...readdirSync(join(root, 'completions')).map((name) => `completions/${name}`),
].map((path) => ({ path, lines: withoutQuotations(path, readFileSync(join(root, path), 'utf8')).split('\n') }));

/** The folders whose doc comments are checked. */
const commented = ['src', 'bench', 'soak', 'packaging', 'docs', 'test'].flatMap((folder) =>
  below(folder, /\.(ts|mjs)$/),
);

interface Passage {
  place: string;
  text: string;
}
const titles: Passage[] = [];
const docComments: Passage[] = [];
for (const path of commented) {
  const text = readFileSync(join(root, path), 'utf8');
  const { program, comments } = parseSync(path, text);
  const passage = ({ start }: ESTree.Span, content: string): Passage => ({
    place: `${path}:${text.slice(0, start).split('\n').length}`,
    text: content,
  });
  for (const comment of comments)
    if (comment.value.startsWith('*'))
      docComments.push(passage(comment, comment.value.replace(/^[\s*]+|\s*\n\s*\*\s*/g, ' ').trim()));
  if (!path.endsWith('.test.ts')) continue;
  new Visitor({
    CallExpression(call) {
      const [title] = call.arguments;
      if (
        title &&
        /^(test|it)\b/.test(text.slice(call.callee.start, call.callee.end)) &&
        /^['"`]/.test(text[title.start]!)
      )
        titles.push(passage(title, text.slice(title.start + 1, title.end - 1)));
    },
  }).visit(program);
}

/** Returns the text without its quotations: the table of words to avoid, and titles of tests. */
function withoutQuotations(path: string, text: string): string {
  const blank = (quoted: string) => quoted.replace(/[^\n]/g, ' ');
  if (path === 'CONTRIBUTING.md') return text.replace(/^## Language\n.*?(?=^## )/ms, blank);
  if (/^docs\/(specification|trust-tests)\.md$/.test(path)) return text.replace(/`[^`\n]*`/g, blank);
  return text;
}

/** Phrases that read as translated, and the wording to use instead. CONTRIBUTING.md, Language, has the rules. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/\b(is|are) none\b/i, 'is not a …, must be …'],
  [/(?<!there )\b(is|are) no (?!longer|such|more)[a-z"]/i, 'is not a …'],
  [/\blies? between\b/i, 'must be 1 to 100'],
  [/\bunless told\b|\bunless asked\b|\bgoes without saying\b/i, '(default: …)'],
  [/\bneeds an answer\b|\bnobody to ask\b/i, 'missing required flag'],
  [/\bvouch|\bnobody proved\b/i, 'untrusted, unsigned'],
  [/\bnobody\b|\bwhoever\b|\bsomebody\b|\banybody\b/i, 'name the person or the program'],
  [/\bfor want of\b|\bleft out\b|\bleaves? out\b/i, 'hidden, omitted'],
  [
    /\b(put|puts|putting) (it |them )?up\b|\b(take|takes|taken|took|taking) (it |them )?down\b/i,
    'publish, unpublish, delete',
  ],
  [/\bthere already\b|\balready there\b/i, 'already exists'],
  [/\bnot yours\b/i, 'name the permission that is missing'],
  [/\bborne\b/i, 'ignored'],
  [
    /\brefus(e[sd]?|al|als|ing)\b(?<!connection refused|verdict.*)(?![:>"']| > 0|\} rejected|, unseen)/i,
    'reject, rejection',
  ],
  [/\bmanner\b|\bstanding\b/i, 'options, status'],
  [/\bof late\b|\bbefore long\b|\bgives? way\b|\bat a stretch\b/i, 'plain words'],
  [/\bwas asked for\b|\bwere asked for\b|\bis asked for\b|\bare asked for\b/i, 'requested'],
  [/\bare to be had\b|\bis to be had\b|\bin vain\b|\bthe likes of\b/i, 'plain words'],
  [/\bmakes? of it\b|\bwhat becomes? of\b|\bbecame of\b/i, 'what happens to'],
];

const faults = (passages: readonly Passage[], pattern: RegExp) =>
  passages.filter(({ text }) => pattern.test(text)).map(({ place, text }) => `${place}: ${text}`);

describe('the language', () => {
  test.each(phrases)('no source, document or title contains %s: say %s', (phrase) => {
    const found = written.flatMap(({ path, lines }) =>
      lines.flatMap((line, at) => (phrase.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [])),
    );
    expect(found).toEqual([]);
    expect(faults([...titles, ...docComments], phrase)).toEqual([]);
  });

  test('a title of a test is a whole sentence or starts with a verb', () => {
    expect(titles.length).toBeGreaterThan(3000);
    expect(faults(titles, /^(of|as|is|are|on|in|where|with|without|from|by)\b/i)).toEqual([]);
  });

  test('a doc comment starts with a verb or a noun', () => {
    expect(docComments.length).toBeGreaterThan(1000);
    expect(faults(docComments, /^(What|Those|One|All that|Who|Of|Whether)\b/)).toEqual([]);
  });
});

/** Nouns and commands that look like participles or adverbs. */
const nouns = new Set(['ping', 'setting', 'staging', 'family', 'reply', 'feed', 'outdated', 'listening', 'keyring']);

test('a file is named after its content, not by a bare participle or adverb', () => {
  const names = sources.map((path) => basename(path).replace(/\..*$/, ''));
  expect(names.filter((name) => /^[a-z]+(ing|ed|ly)$/.test(name) && !nouns.has(name))).toEqual([]);
});
