import { describe, expect, test } from 'vitest';
import { readCalls, readTestCalls } from '../../src/hcl/calls.ts';
import { textOfBytes } from '../../src/hcl/decode.ts';
import fc, { anyText, forAll } from '../support/properties.ts';

// biome-ignore lint/suspicious/noTemplateCurlyInString: what an escaped template stands for.
const literal = './${a}';
const plain = { source: './a', version: undefined, unreadable: [], attributes: expect.any(Map), line: 1 };

describe('the module calls of a file', () => {
  test.each([
    ['main.tf', 'module "a" {\n source = "./a"\n}', [{}]],
    ['main.tf', 'module "a" { source = "./a" }', [{}]],
    ['main.tf', '# module "b" {}\nmodule a {\n source = "./a"\n version="~> 1"\n}', [{ line: 2, version: '~> 1' }]],
    ['main.tf', 'resource "x" "y" {\n module { source = "./a" }\n}', []],
    [
      'main.tf',
      'module "a" {\n source = var.where\n version = "1.0"\n}',
      [{ source: undefined, version: '1.0', unreadable: ['source'] }],
    ],
    ['main.tf', `module "a" {\n source = "./a"\n version = "\${local.v}"\n}`, [{ unreadable: ['version'] }]],
    ['main.tf', 'module "a" {\n version = 1\n}', [{ source: undefined, version: '1' }]],
    ['main.tf', 'module "a" {\n source = (("./a"))\n version = null\n}', [{}]],
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
    ['main.tf.json', `{"module":{"a":{"source":"\${path.module}"}}}`, [{ source: undefined, unreadable: ['source'] }]],
    ['main.tf.json', '{"module":{"__proto__":{"source":"./a"}}}', [{ name: '__proto__' }]],
    ['main.tf.json', '{"module":null}', []],
  ])('%s: %s', (file, text, calls) => {
    expect(readCalls(file, text)).toEqual({
      names: [],
      calls: calls.map((call) => ({ ...plain, name: 'a', file, ...call })),
      troubles: [],
    });
  });

  test('the modules that tests run bear the names of the runs', () => {
    const text = 'run "a" {\n  module {\n    source = "./a"\n  }\n}\nrun "b" {}\nmodule "c" {\n  source = "./c"\n}\n';
    expect(readTestCalls('x.tftest.hcl', text).calls).toEqual([{ ...plain, name: 'a', file: 'x.tftest.hcl', line: 2 }]);
  });

  test('tests in JSON say the same', () => {
    const text = '{"run": [{"a": {"module": {"source": "./a"}}}, {"b": {}}], "module": {"c": {"source": "./c"}}}';
    expect(readTestCalls('x.tftest.json', text)).toEqual({
      names: [],
      calls: [{ ...plain, name: 'a', file: 'x.tftest.json' }],
      troubles: [],
    });
  });

  test('what could not be read is said with its line', () => {
    expect(readCalls('a.tf.json', '{').troubles).toEqual([{ file: 'a.tf.json', line: 1, why: 'it is not JSON' }]);
    const crowded = readCalls('a.tf', 'module "a" { source = "./a" version = "1" }');
    expect(crowded).toMatchObject({
      calls: [{ name: 'a', source: './a', version: '1', unreadable: [] }],
      troubles: [{ line: 1, why: 'the argument "version" must be on a line of its own' }],
    });
    expect(readCalls('a.tf', '\nmodule "a" {').troubles).toMatchObject([{ file: 'a.tf', line: 2 }]);
  });

  test('whatever a file holds, reading it ends and never throws', () => {
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
        const { calls } = readCalls(file, text);
        const kinds = calls.map(({ name, source }) => [typeof name, typeof (source ?? '')]);
        expect(kinds).toEqual(calls.map(() => ['string', 'string']));
      },
    );
  });

  test('a call that was written is read, whatever stands around it', () => {
    const name = fc.stringMatching(/^[a-z_][a-z0-9_-]{0,10}$/);
    const words = fc.stringMatching(/^[a-zA-Z0-9 ./:@?=&~>,-]{0,30}$/);
    forAll([name, words, words, words], (label, source, version, comment) => {
      const text = `# ${comment}\nlocals { a = { module = "${comment}" } }\nmodule "${label}" {\n  version = "${version}" // ${comment}\n  source  = "${source}"\n}\n`;
      expect(readCalls('a.tf', text)).toMatchObject({
        calls: [{ name: label, source, version, unreadable: [], file: 'a.tf', line: 3 }],
        troubles: [],
      });
      const json = JSON.stringify({ locals: { a: comment }, module: { [label]: { source, version } } });
      expect(readCalls('a.tf.json', json).calls).toMatchObject([{ name: label, source, version, unreadable: [] }]);
    });
  });

  test('bytes that are not UTF-8 are said with their line, but for those in a comment', () => {
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
