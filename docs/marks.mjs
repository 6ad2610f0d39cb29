// Finds the tests of each statement and promise by marks: `// spec: P-56, P-57` or `// trust: T-12` on the line
// before a test or before a row of its table.
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';

/** The tables of statements and promises. The site shows them with a column of tests. */
export const pagesWithTests = ['docs/specification.md', 'docs/trust-tests.md'];

/** A row of a table: its id, and its statement or promise. */
const row = /^\| ([PRT]-\d+) \| .+ \|$/gm;

/** The two lines above the rows of a table whose first column has no heading. */
const heading = /^(\| \| .+ \|)\n((?:\|---)+\|)$/gm;

/** The ids of a page's rows, in their order. */
export const idsOf = (page) => [...page.matchAll(row)].map(([, id]) => id);

/**
 * Returns a page with a last column for the tests of its rows.
 * @param {string} page
 * @param {Mark[]} marks
 */
export function withTests(page, marks) {
  return page.replaceAll(heading, '$1 Tests |\n$2---|').replaceAll(row, (line, id) => {
    const own = marks.filter((mark) => mark.id === id && mark.title);
    const cells = [...new Set(own.map(({ file }) => file))].map((file) => {
      const titles = own.filter((mark) => mark.file === file).map(({ title }) => `\`${title.replaceAll('|', '\\|')}\``);
      return `[${file.replace(/^wire\/|\.test\.ts$/g, '')}](../test/${file}) ${titles.join(', ')}`;
    });
    return `${line} ${cells.join('<br>')} |`;
  });
}

/** The marks in all tests of a project, those of test/wire first. */
export function marksBelow(root) {
  const paths = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' });
  const files = paths.filter((path) => path.endsWith('.test.ts')).map((path) => path.split(sep).join('/'));
  const place = (file) => `${file.startsWith('wire/') ? 0 : 1} ${file}`;
  files.sort((one, other) => (place(one) < place(other) ? -1 : 1));
  return files.flatMap((file) => marksIn(file, readFileSync(join(root, 'test', file), 'utf8')));
}

/**
 * Returns the marks of a file. The title of a table's row has the values of the row. The name of the group precedes a title that continues it,
 * and a title that two groups have. A mark before anything else has no title.
 * @typedef {{ id: string, file: string, title: string | undefined }} Mark
 * @param {string} file
 * @param {string} text
 * @returns {Mark[]}
 */
export function marksIn(file, text) {
  if (!/\/\/ (spec|trust): /.test(text)) return [];
  const { program, comments } = parseSync(file, text);
  const tests = testsIn(program);
  const isNext = (end, start) => start >= end && /^(\s|\/\/.*)*$/.test(text.slice(end, start));
  return comments.flatMap(({ value, end }) => {
    const [, ids] = /^ (?:spec|trust): (.*)$/.exec(value) ?? [];
    const test = tests.find(({ start }) => isNext(end, start));
    return (ids?.split(', ') ?? []).map((id) => ({ id, file, title: test?.title }));
  });
}

/** Matches a title whose subject is the name of its group. A group of test/wire names a section of the specification, which is not a subject. */
const predicate =
  /^[%$]|^(and|at|by|for|from|has|have|if|in|is|are|may|of|on|that|to|unless|when|where|which|with|without|keeps|stays)\b/;

/** The tests of a file and the rows of their tables, each with its title and where it starts. */
function testsIn(program) {
  const tests = [];
  const groups = [];
  const groupOf = (call) => (isCallTo(call.callee, 'describe') ? textOf(call.arguments[0]) : undefined);
  new Visitor({
    CallExpression(call) {
      const group = groupOf(call);
      if (group !== undefined) groups.push(group);
      const title = isCallTo(call.callee, 'test') ? textOf(call.arguments[0]) : undefined;
      if (title === undefined) return;
      tests.push({ start: call.start, title, group: groups.at(-1) });
      const [table] = call.callee.arguments ?? [];
      for (const each of table?.elements ?? []) {
        tests.push({ start: each.start, title: filled(title, each), group: groups.at(-1) });
      }
    },
    'CallExpression:exit'(call) {
      if (groupOf(call) !== undefined) groups.pop();
    },
  }).visit(program);
  return tests.map(({ start, title, group }) => {
    const isRepeated = tests.some((other) => other.title === title && other.group !== group);
    const isPart = group && !group.startsWith('part ') && predicate.test(title);
    return { start, title: isRepeated || isPart ? `${group} › ${title}` : title };
  });
}

/** Returns whether a call is `test`, `test.each(table)`, `test.for(table)`, `test.runIf(condition)` or similar. Tests that are always skipped do not count. */
function isCallTo(node, name) {
  if (node.type === 'MemberExpression') {
    return ['each', 'for', 'runIf', 'skipIf'].includes(node.property.name) && isCallTo(node.object, name);
  }
  return node.type === 'CallExpression' ? isCallTo(node.callee, name) : node.name === name;
}

/** Returns a text that contains no values. */
function textOf(node) {
  if (node?.type === 'TemplateLiteral') return node.expressions.length === 0 ? node.quasis[0].value.cooked : undefined;
  return typeof node?.value === 'string' ? node.value : undefined;
}

/** Returns a title with the values of its row. Only literal values are filled in. */
function filled(title, values) {
  const rest = values.type === 'ArrayExpression' ? [...values.elements] : [values];
  return title.replaceAll(/%[sdij]/g, (placeholder) => rest.shift()?.raw?.replaceAll(/^'|'$/g, '') ?? placeholder);
}
