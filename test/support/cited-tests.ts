import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'rolldown/utils';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** Titles of tests in one file. */
interface Citation {
  file: string;
  titles: string[];
}

/** A row of a page's tables: all cells except the last, and the tests named in the last. */
export interface CitedRow {
  cells: string[];
  citations: Citation[];
}

/** A cell without its backslashes: a code span has them only before a bar. */
const unescaped = (text: string) => text.replaceAll('\\|', '|');

/** `[name](../test/FILE) `title`, `title`<br>[name](../test/FILE) `title``; throws for anything else. */
function citationsIn(cell: string): Citation[] {
  if (cell === '') return [];
  return cell.split('<br>').map((part) => {
    const [, name, file, spans] =
      /^\[([^\]]+)\]\(\.\.\/(test\/[^)]+\.test\.ts)\) (`[^`]+`(?:, `[^`]+`)*)$/.exec(part) ?? [];
    if (!name || !file || !spans) throw new Error(`Not a citation of a test: ${part}`);
    expect(file.replace(/^test\/(wire\/)?/, ''), 'the words of a link are its file').toBe(`${name}.test.ts`);
    return { file, titles: [...spans.matchAll(/`([^`]+)`/g)].map(([, title]) => unescaped(title!)) };
  });
}

/** The rows of all tables of a Markdown text; throws unless each has three cells, of which only the last may be empty. */
export function citedRows(markdown: string): CitedRow[] {
  const lines = markdown.split('\n');
  const isRow = (line: string, index: number) =>
    line.startsWith('|') && !line.startsWith('|---') && !lines[index + 1]?.startsWith('|---');
  return lines.filter(isRow).map((line) => {
    const [, first, second, tests, ...rest] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    if (!first || !second || tests === undefined || rest.join('') !== '') throw new Error(`Not a row: ${line}`);
    return { cells: [first, second], citations: citationsIn(tests) };
  });
}

/** `test`, `test.each(table)`, `test.for(table)`, `test.runIf(condition)` and the like, but nothing that is always skipped. */
function isCallTo(node: ESTree.Expression | ESTree.Super, name: string): boolean {
  if (node.type === 'Identifier') return node.name === name;
  if (node.type === 'MemberExpression' && node.property.type === 'Identifier') {
    return ['each', 'for', 'runIf', 'skipIf'].includes(node.property.name) && isCallTo(node.object, name);
  }
  return node.type === 'CallExpression' && isCallTo(node.callee, name);
}

/** The first argument, if it is a text without values. */
function titleOf({ arguments: [title] }: ESTree.CallExpression): string | undefined {
  if (title?.type === 'TemplateLiteral' && title.expressions.length === 0) return title.quasis[0]!.value.cooked!;
  return title?.type === 'Literal' && typeof title.value === 'string' ? title.value : undefined;
}

/** Every test of a file by its title, and by `group › title`. */
function titlesOf(file: string): string[] {
  const found: string[] = [];
  const groups: string[] = [];
  const groupOf = (call: ESTree.CallExpression) => (isCallTo(call.callee, 'describe') ? titleOf(call) : undefined);
  new Visitor({
    CallExpression(call) {
      const group = groupOf(call);
      if (group !== undefined) groups.push(group);
      const title = isCallTo(call.callee, 'test') ? titleOf(call) : undefined;
      if (title !== undefined) found.push(title, ...groups.slice(-1).map((inside) => `${inside} › ${title}`));
    },
    'CallExpression:exit'(call) {
      if (groupOf(call) !== undefined) groups.pop();
    },
  }).visit(parseSync(file, readFileSync(join(root, file), 'utf8')).program);
  return found;
}

/** Registers the tests of a page's citations: every row names a test, and each named test is in its file exactly once. */
export function testCitations(rows: CitedRow[]): void {
  test('has no row without a test', () => {
    expect(rows.filter(({ citations }) => citations.length === 0).map(({ cells }) => cells.join(' '))).toEqual([]);
  });

  const files = [...new Set(rows.flatMap(({ citations }) => citations.map(({ file }) => file)))];

  test.each(files)('names tests that are in %s, each only once', (file) => {
    const there = titlesOf(file);
    for (const { cells, citations } of rows) {
      for (const title of citations.filter((one) => one.file === file).flatMap(({ titles }) => titles)) {
        const same = there.filter((one) => one === title).length;
        expect(same, `${cells[0]}: ${same} tests of ${basename(file)} have the title ${title}`).toBe(1);
      }
    }
  });
}
