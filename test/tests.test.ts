import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'rolldown/utils';
import { expect, test } from 'vitest';

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.ts'),
);
const texts = new Map(files.map((file) => [file, readFileSync(join(import.meta.dirname, file), 'utf8')]));

test('every property test takes its random values from the shared seed', () => {
  const drawing = files.filter((file) => /^(?:import|export) .* from 'fast-check'/m.test(texts.get(file)!));
  expect(drawing).toEqual([join('support', 'properties.ts')]);
});

/** The calls of a file, each with its function as it is written, and the branches of its conditions. */
function partsOf(file: string) {
  const text = texts.get(file)!;
  const written = ({ start, end }: ESTree.Span) => text.slice(start, end);
  const calls: { node: ESTree.CallExpression; called: string }[] = [];
  const branches: ESTree.Span[] = [];
  new Visitor({
    CallExpression: (node) => calls.push({ node, called: written(node.callee) }),
    IfStatement: ({ consequent, alternate }) => branches.push(consequent, ...(alternate ? [alternate] : [])),
  }).visit(parseSync(file, text).program);
  return { calls, branches, written, lineOf: ({ start }: ESTree.Span) => text.slice(0, start).split('\n').length };
}
const parts = new Map(files.map((file) => [file, partsOf(file)]));

const isIn = (node: ESTree.Span, spans: readonly ESTree.Span[]) =>
  spans.some(({ start, end }) => start <= node.start && node.end <= end);

/** Returns expectations behind a condition, which may never hold. */
function conditionalExpectations(file: string): string[] {
  const { calls, branches, lineOf } = parts.get(file)!;
  // A property meets both sides of a condition.
  const properties = calls
    .filter(({ called }) => /^(?:forAll(?:Async)?|fc\.(?:asyncP|p)roperty)$/.test(called))
    .map(({ node }) => node);
  return calls
    .filter(({ node, called }) => /^expect[A-Z]?\w*$/.test(called) && isIn(node, branches) && !isIn(node, properties))
    .map(({ node }) => `${file}:${lineOf(node)}`);
}

test('no test has an expectation inside an if, except in properties', () => {
  expect(files.flatMap(conditionalExpectations)).toEqual([]);
});

/** Returns tests that run at the same time as others and use the global expect. */
function sharedExpectations(file: string): string[] {
  const { calls, written } = parts.get(file)!;
  const cases = calls.filter(({ called }) => /^(?:describe|test)\b/.test(called));
  const concurrent = cases
    .map(({ node }) => node)
    .filter(({ arguments: [, options, ...rest] }) => rest.length > 0 && written(options!).includes('concurrent: true'));
  return cases.flatMap(({ node, called }) => {
    const [title] = node.arguments;
    const run = node.arguments.at(-1);
    const isTest = !called.startsWith('describe') && title && run?.type === 'ArrowFunctionExpression';
    if (!isTest || !isIn(node, concurrent)) return [];
    const given = run.params.at(-1);
    return given && written(given).includes('expect') ? [] : [`${file}: ${written(title)}`];
  });
}

test('concurrent tests use the expect and onTestFinished of their own context', () => {
  expect(files.flatMap(sharedExpectations)).toEqual([]);
  const concurrent = files.filter((file) => texts.get(file)!.includes('{ concurrent: true }'));
  expect(concurrent.filter((file) => /^import .*\bonTestFinished\b.* from 'vitest'/m.test(texts.get(file)!))).toEqual(
    [],
  );
});
