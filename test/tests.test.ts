import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.ts'),
);
const texts = new Map(files.map((file) => [file, readFileSync(join(import.meta.dirname, file), 'utf8')]));

test('properties draw what is random from one seed', () => {
  const drawing = files.filter((file) => /^(?:import|export) .* from 'fast-check'/m.test(texts.get(file)!));
  expect(drawing).toEqual([join('support', 'properties.ts')]);
});

/** Where something is expected only if a condition holds, of which nobody knows whether it ever does. */
function conditionalExpectations(file: string): string[] {
  const source = ts.createSourceFile(file, texts.get(file)!, ts.ScriptTarget.Latest);
  const found: string[] = [];
  const visit = (node: ts.Node, isConditional: boolean): void => {
    if (ts.isCallExpression(node)) {
      const called = node.expression.getText(source);
      // A property meets both sides of a condition.
      if (/^fc\.(?:asyncP|p)roperty$/.test(called)) return;
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      if (isConditional && /^expect[A-Z]?\w*$/.test(called)) found.push(`${file}:${line + 1}`);
    }
    const branches = ts.isIfStatement(node) ? [node.thenStatement, node.elseStatement] : [];
    ts.forEachChild(node, (child) => visit(child, isConditional || branches.some((branch) => branch === child)));
  };
  visit(source, false);
  return found;
}

test('outside properties nothing is expected behind an if', () => {
  expect(files.flatMap(conditionalExpectations)).toEqual([]);
});

/** Tests that run at the same time as others and count what they expect with theirs. */
function sharedExpectations(file: string): string[] {
  const source = ts.createSourceFile(file, texts.get(file)!, ts.ScriptTarget.Latest);
  const found: string[] = [];
  const visit = (node: ts.Node, isOutside: boolean): void => {
    let isConcurrent = isOutside;
    if (ts.isCallExpression(node) && /^(?:describe|test)\b/.test(node.expression.getText(source))) {
      const [title, options] = node.arguments;
      const run = node.arguments.at(-1);
      isConcurrent ||= options?.getText(source).includes('concurrent: true') === true && options !== run;
      const isTest = title && run && ts.isArrowFunction(run) && !node.expression.getText(source).startsWith('describe');
      if (isConcurrent && isTest && !run.parameters.at(-1)?.getText(source).includes('expect')) {
        found.push(`${file}: ${title.getText(source)}`);
      }
    }
    ts.forEachChild(node, (child) => visit(child, isConcurrent));
  };
  visit(source, false);
  return found;
}

test('tests that run at the same time have their own expect and onTestFinished', () => {
  expect(files.flatMap(sharedExpectations)).toEqual([]);
  const concurrent = files.filter((file) => texts.get(file)!.includes('{ concurrent: true }'));
  expect(concurrent.filter((file) => /^import .*\bonTestFinished\b.* from 'vitest'/m.test(texts.get(file)!))).toEqual(
    [],
  );
});
