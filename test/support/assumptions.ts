import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { commentsOf } from './comments.ts';

const citation = /docs\/([\w./-]+\.md(?:#[\w-]+)?)/g;
/** A citation in a sentence: in its own brackets, or after other words in them. */
const bracketed = /(?:,|;)? ?(?:and )?docs\/[\w./-]+\.md(?:#[\w-]+)?/g;

const head = `<!-- Generated from the \`assumed:\` marks of src: npm run reference -->

# Assumptions

What the specification does not show, wherever the source relies on it, with the page that says where it was seen.
[The protocol](protocol/README.md) has the same by subject.
`;

interface Assumption {
  file: string;
  /** The declaration that the mark belongs to. */
  name: string;
  text: string;
  /** Pages, relative to `docs`, with their anchors. */
  sources: string[];
}

/** `docs/assumptions.md`, from the marks in the sources below a project's folder. */
export function assumptionsPage(root: string): string {
  const all = sourcesBelow(join(root, 'src')).flatMap((file) =>
    assumptionsOf(file, readFileSync(join(root, 'src', file), 'utf8')),
  );
  const rooms = [...new Set(all.map(({ file }) => roomOf(file)))];
  const sections = rooms.map((room) => {
    const rows = all.filter(({ file }) => roomOf(file) === room).map(rowOf);
    return `\n## ${room}\n\n| where | assumed | see |\n|---|---|---|\n${rows.join('\n')}\n`;
  });
  return head + sections.join('');
}

/** The marks of a file, each in its sentence, with the pages cited in the mark, or else in the rest of its comment. */
export function assumptionsOf(file: string, source: string): Assumption[] {
  return commentsOf(source).flatMap(({ text, name = '' }) => {
    const [before, ...marked] = text
      .split(/\n@| @(?=[a-z])/)[0]!
      .replaceAll('\n', ' ')
      .split(/\bassumed: /);
    return marked.map((words, at) => {
      const own = sourcesIn(words);
      const beginning = at === 0 ? before!.split(/(?<=\.) /).at(-1)! : '';
      return { file, name, text: sentence(beginning + words), sources: own.length > 0 ? own : sourcesIn(text) };
    });
  });
}

function sourcesBelow(folder: string): string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => path.split(sep).join('/'));
  return paths.filter((path) => /\.m?ts$/.test(path)).sort();
}

function sourcesIn(text: string): string[] {
  return [...new Set([...text.matchAll(citation)].map(([, page]) => page!))];
}

/** The text without its citations, as a sentence. */
function sentence(words: string): string {
  const plain = words
    .replaceAll(bracketed, '')
    .replace(/ ?\((?:, |; )?\)/g, '')
    .trim();
  const whole = /[.:)]$/.test(plain) ? plain : `${plain.replace(/[,;]$/, '')}.`;
  return whole[0]!.toUpperCase() + whole.slice(1);
}

const roomOf = (file: string) => (file.includes('/') ? file.split('/')[0]! : 'src');

function rowOf({ file, name, text, sources }: Assumption): string {
  const see = sources.map((page) => `[${basename(page.split('#')[0]!, '.md')}](${page})`).join(', ');
  const where = `[${basename(file)}](../src/${file})`;
  const cells = [name === '' ? where : `${where} \`${name}\``, text, see];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
