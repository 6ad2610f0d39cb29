import { describe, expect, test } from 'vitest';
import { NotLiteral } from '../../../src/modules/hcl/evaluate.ts';
import { readFile } from '../../../src/modules/hcl/read.ts';
import { type InputOf, scopeOf } from '../../../src/modules/hcl/scope.ts';

const $ = '$';
const local = (text: string, given: InputOf = () => undefined, file = 'main.tf', needsConst = false) => {
  const { blocks, unread } = readFile(file, text);
  expect(unread).toEqual([]);
  const scope = scopeOf(
    blocks.map(({ block }) => block),
    given,
    needsConst,
  );
  return scope.local('x');
};
const variable = (...lines: string[]) => `variable "v" {\n${lines.join('\n')}\n}\n`;
const x = (value: string) => `locals {\n  x = ${value}\n}\n`;

describe('the evaluation of an expression', () => {
  test.each([
    ['a template', `"a${$}{local.b}c"`, 'abc'],
    ['a template in a template', `"a${$}{"${$}{local.b}${$}{"d"}"}c"`, 'abdc'],
    ['one interpolation, which stays a number', `"${$}{local.n}"`, 1.5],
    ['numbers and booleans in a template', `"v${$}{local.n}-${$}{true}-${$}{-2}"`, 'v1.5-true--2'],
    ['an escaped interpolation', `"$${$}{b}%%{c}${$}{local.b}"`, `${$}{b}%{c}b`],
    ['escape sequences around an interpolation', `"\\"${$}{local.b}\\u00e9\\\\"`, '"b\u00e9\\'],
    ['parentheses', '((local.b))', 'b'],
    ['a comment in an interpolation', `"a${$}{ /* } */ local.b }"`, 'ab'],
    ['a combining letter behind an interpolation', `"${$}{local.e}\u0301"`, '\u00e9'],
  ])('evaluates %s', (_, value, expected) => {
    expect(local(`locals {\n  x = ${value}\n  b = "b"\n  e = "e"\n  n = 1.50\n}\n`)).toBe(expected);
  });

  test.each([
    ['a function', 'upper("a")'],
    ['an operator', '1 + 1'],
    ['a condition', 'true ? "a" : "b"'],
    ['a resource', 'aws_x.y'],
    ['an attribute', 'local.o.a'],
    ['an object', '{ a = 1 }'],
    ['null', 'null'],
    ['a local that does not exist', 'local.toString'],
    ['a local that depends on itself', `"a${$}{local.x}"`],
    ['a directive', '"%{ if true }a%{ endif }"'],
    ['white space that is stripped', `"a ${$}{~ local.o ~} b"`],
    ['a number beyond any source', '1e400'],
  ])('does not evaluate %s', (_, value) => {
    expect(() => local(`locals {\n  x = ${value}\n  o = { a = 1 }\n}\n`)).toThrow(NotLiteral);
  });

  test.each([
    ['its default', ['default = "a"'], undefined, 'a'],
    ['a given value', ['default = "a"'], 'b', 'b'],
    ['a number as the text that it is declared to be', ['type = string', 'default = 1.10'], undefined, '1.1'],
    ['a text as the number that it is declared to be', ['type = number'], '1.10', 1.1],
    ['a text as the boolean that it is declared to be', ['type = bool'], 'true', true],
    ['a text without a type as it is', [], '1.10', '1.10'],
  ])('evaluates a variable with %s', (_, lines, given, expected) => {
    expect(local(variable(...lines) + x('var.v'), () => given)).toBe(expected);
  });

  test.each([
    ['no value', []],
    ['a default that is not a literal', ['default = local.x']],
    ['a secret', ['default = "a"', 'sensitive = true']],
    ['a secret by an expression', ['default = "a"', 'sensitive = 1 == 1']],
    ['an ephemeral value', ['default = "a"', 'ephemeral = true']],
    ['a list', ['type = list(string)', 'default = ["a"]']],
  ])('does not evaluate a variable with %s', (_, lines) => {
    expect(() => local(variable(...lines) + x('var.v'))).toThrow(/var\.v|svc does not evaluate/);
  });

  test('terraform: a `const` variable may be used in a source', () => {
    expect(() => local(variable('default = "a"') + x('var.v'), undefined, 'm.tf', true)).toThrow('no const = true');
    expect(local(variable('default = "a"', 'const = true') + x('var.v'), undefined, 'm.tf', true)).toBe('a');
  });

  test('evaluates a template in JSON', () => {
    const document = { locals: [{ x: `a\\"${$}{local.b}` }, { b: 'é"' }] };
    expect(local(JSON.stringify(document), undefined, 'main.tf.json')).toBe('a\\"é"');
  });

  test('an evaluation ends, however often the value doubles and however deep it is', () => {
    const doubling = Array.from(
      { length: 90 },
      (_, nth) => `  l${nth} = "${$}{local.l${nth + 1}}${$}{local.l${nth + 1}}"`,
    );
    const locals = ['  x = local.l0', ...doubling, '  l90 = "aaaaaaaaaa"'].join('\n');
    expect(() => local(`locals {\n${locals}\n}\n`)).toThrow('its value is too long');
    const chain = Array.from({ length: 5000 }, (_, nth) => `  l${nth} = local.l${nth + 1}`).join('\n');
    expect(() => local(`locals {\n  x = local.l0\n${chain}\n}\n`)).toThrow('depends on itself, or on too many others');
    const nested = `${`"${$}{`.repeat(500)}local.b${'}"'.repeat(500)}`;
    expect(() => local(`locals {\n  b = "b"\n  x = ${nested}\n}\n`)).toThrow('nested too deeply');
  });
});

// trust: T-186
test('an expression in 300,000 parentheses has the value inside them, and unmatched parentheses are rejected', () => {
  const [opening, closing] = ['('.repeat(300_000), ')'.repeat(300_000)];
  expect(local(`locals {\n  x = ${opening}local.b${closing}\n  b = "b"\n}\n`)).toBe('b');
  const unread = () => local(x(`${opening}-1 - 1${closing}`));
  expect(unread).toThrow(NotLiteral);
});
