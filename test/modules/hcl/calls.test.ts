import { describe, expect, test } from 'vitest';
import { readCalls, readTestCalls, type WrittenCall } from '../../../src/modules/hcl/calls.ts';
import { textOfBytes } from '../../../src/modules/hcl/tokens.ts';
import { stringOf } from '../../../src/modules/hcl/values.ts';
import fc, { anyText, forAll } from '../../support/properties.ts';

// biome-ignore lint/suspicious/noTemplateCurlyInString: what an escaped template stands for.
const literal = './${a}';
const plain = { source: './a', version: undefined, line: 1 };
/** A call with its source and version; null for another expression. */
const shown = ({ attributes, ...call }: WrittenCall) => {
  const [source, version] = ['source', 'version'].map((part) =>
    attributes.has(part) ? (stringOf(attributes.get(part)) ?? null) : undefined,
  );
  return { ...call, source, version };
};
const callsIn = (file: string, text: string) => readCalls(file, text).calls.map(shown);

describe('the module calls of a file', () => {
  test.each([
    ['main.tf', 'module "a" {\n source = "./a"\n}', [{}]],
    ['main.tf', 'module "a" { source = "./a" }', [{}]],
    ['main.tf', '# module "b" {}\nmodule a {\n source = "./a"\n version="~> 1"\n}', [{ line: 2, version: '~> 1' }]],
    ['main.tf', 'resource "x" "y" {\n module { source = "./a" }\n}', []],
    ['main.tf', 'module "a" {\n source = var.where\n version = "1.0"\n}', [{ source: null, version: '1.0' }]],
    ['main.tf', `module "a" {\n source = "./a"\n version = "\${local.v}"\n}`, [{ version: null }]],
    ['main.tf', 'module "a" {\n version = 1\n}', [{ source: undefined, version: null }]],
    ['main.tf', 'module "a" {\n source = (("./a"))\n}', [{}]],
    ['main.tf', `module "a" {\n source = "./\${"a"}"\n}`, [{}]],
    ['main.tf', 'module "a" {\n source = <<-E\n    ./a\n  E\n}', [{ source: './a\n' }]],
    ['main.tf', 'module "a" {\n source = "./$${a}"\n}', [{ source: literal }]],
    ['main.tf.json', '{"module":{"a":{"source":"./$${a}"}}}', [{ source: literal }]],
    [
      'main.tf.json',
      '{"module":{"a":{"source":"./a"}},\n"module":{"b":{"source":"./a"}}}',
      [{}, { name: 'b', line: 2 }],
    ],
    ['main.tf.json', '{"module":{"a":{"source":"./a","version":"1"}}}', [{ version: '1' }]],
    [
      'main.tf.json',
      '{\n"module":[{"a":[{"source":"./a"}]},\n{"b":{"source":"./a"}}]}',
      [{ line: 2 }, { name: 'b', line: 3 }],
    ],
    ['main.tf.json', `{"module":{"a":{"source":"\${path.module}"}}}`, [{ source: null }]],
    ['main.tf.json', '{"module":{"__proto__":{"source":"./a"}}}', [{ name: '__proto__' }]],
    ['main.tf.json', '{"module":null}', []],
  ])('finds the module calls of %s: %s', (file, text, calls) => {
    expect(callsIn(file, text)).toEqual(calls.map((call) => ({ ...plain, name: 'a', file, ...call })));
    expect(readCalls(file, text)).toMatchObject({ names: [], troubles: [] });
  });

  test('a module call in a run block of a test file has the name of the run', () => {
    const text = 'run "a" {\n  module {\n    source = "./a"\n  }\n}\nrun "b" {}\nmodule "c" {\n  source = "./c"\n}\n';
    const { calls } = readTestCalls('x.tftest.hcl', text);
    expect(calls.map(shown)).toEqual([{ ...plain, name: 'a', file: 'x.tftest.hcl', line: 2 }]);
  });

  test('a test file in JSON has the same module calls as in HCL', () => {
    const text = '{"run": [{"a": {"module": {"source": "./a"}}}, {"b": {}}], "module": {"c": {"source": "./c"}}}';
    const { calls, ...others } = readTestCalls('x.tftest.json', text);
    expect(calls.map(shown)).toEqual([{ ...plain, name: 'a', file: 'x.tftest.json' }]);
    expect(others).toEqual({ names: [], troubles: [] });
  });

  test('an unreadable call is reported with its line', () => {
    expect(readCalls('a.tf.json', '{').troubles).toEqual([{ file: 'a.tf.json', line: 1, why: 'it is not JSON' }]);
    const crowded = 'module "a" { source = "./a" version = "1" }';
    expect(callsIn('a.tf', crowded)).toMatchObject([{ name: 'a', source: './a', version: '1' }]);
    expect(readCalls('a.tf', crowded).troubles).toMatchObject([
      { line: 1, why: 'the argument "version" must be on a line of its own' },
    ]);
    expect(readCalls('a.tf', '\nmodule "a" {').troubles).toMatchObject([{ file: 'a.tf', line: 2 }]);
  });

  test('reading the calls of any file ends without an exception', () => {
    const odd = fc.array(
      fc.constantFrom(
        ...['module', ' "a"', ' {', '}', '\n', 'source', ' = ', '"./a"', '${', '<<E\n', '[', '"', '\\', '/*', '#'],
      ),
    );
    forAll(
      [
        fc.oneof(
          odd.map((pieces) => pieces.join('')),
          fc.string(),
        ),
        fc.constantFrom('a.tf', 'a.tf.json'),
      ],
      (text, file) => {
        const calls = callsIn(file, text);
        const kinds = calls.map(({ name, source }) => [typeof name, typeof (source ?? '')]);
        expect(kinds).toEqual(calls.map(() => ['string', 'string']));
      },
    );
  });

  test('a module call is found whatever text is around it', () => {
    const name = fc.stringMatching(/^[a-z_][a-z0-9_-]{0,10}$/);
    const words = fc.stringMatching(/^[a-zA-Z0-9 ./:@?=&~>,-]{0,30}$/);
    forAll([name, words, words, words], (label, source, version, comment) => {
      const text = `# ${comment}\nlocals { a = { module = "${comment}" } }\nmodule "${label}" {\n  version = "${version}" // ${comment}\n  source  = "${source}"\n}\n`;
      expect(callsIn('a.tf', text)).toMatchObject([{ name: label, source, version, file: 'a.tf', line: 3 }]);
      expect(readCalls('a.tf', text).troubles).toEqual([]);
      const json = JSON.stringify({ locals: { a: comment }, module: { [label]: { source, version } } });
      expect(callsIn('a.tf.json', json)).toMatchObject([{ name: label, source, version }]);
    });
  });

  test('bytes that are not UTF-8 are reported with their line, except in a comment', () => {
    const bytes = (text: string) => Buffer.from(text, 'latin1');
    const troubles = (text: string) => readCalls('a.tf', textOfBytes(bytes(text))).troubles;
    expect(troubles('# caf\xe9\n/* \xff */\nlocals {}\n')).toEqual([]);
    for (const text of ['locals {\n a = "\xff"\n}', 'locals {\n a = \xff\n}', 'locals { a = <<E\n\xe9\nE\n}'])
      expect(troubles(text)).toContainEqual({ file: 'a.tf', line: 2, why: 'a byte is not UTF-8' });
    forAll([anyText(), fc.uint8Array()], (text, after) => {
      const whole = Buffer.from(text);
      expect(textOfBytes(whole)).toBe(whole.toString());
      expect(textOfBytes(Buffer.concat([whole, Buffer.from([0xff]), after]))).toMatch(/[\udc80-\udcff]/);
    });
  });
});
