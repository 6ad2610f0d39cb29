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
