import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readModule } from '../../src/modules/hcl/module.ts';
import { call, type Files, writeFiles } from '../support/configuration.ts';
import { machine } from '../support/svc.ts';
import { installedCalls, isThere, type StockTool, stock, stockTools } from './stock.ts';

const leaf = 'output "o" {\n  value = 1\n}\n';

/** Configurations that a stock tool reads, and the calls it finds, by their paths; the source of `x` is `./a` by default. */
const accepted: [name: string, files: Files][] = [
  ['parentheses', { 'main.tf': 'module "x" {\n  source = (("./a"))\n}\n' }],
  ['parentheses over lines', { 'main.tf': 'module "x" {\n  source = (\n    "./a"\n  )\n}\n' }],
  ['a constant template', { 'main.tf': `module "x" {\n  source = "./\${"a"}"\n}\n` }],
  ['a null version', { 'main.tf': 'module "x" {\n  source = "./a"\n}\nlocals {\n  version = null\n}\n' }],
  ['one line', { 'main.tf': 'module "x" { source = "./a" }' }],
  ['a bare label', { 'main.tf': 'module x {\n  source = "./a"\n}\n' }],
  ['a byte order mark', { 'main.tf': `\uFEFF${call('x', './a')}` }],
  ['line ends of Windows', { 'main.tf': call('x', './a').replaceAll('\n', '\r\n') }],
  [
    'a heredoc with its own marker inside a template',
    { 'main.tf': `locals {\n  a = <<E\n\${<<E\nx\nE\n}E\nE\n}\n${call('x', './a')}` },
  ],
  ['a brace in a comment in a template', { 'main.tf': `locals {\n  a = "\${1 /* } " */}"\n}\n${call('x', './a')}` }],
  ['an override', { 'main.tf': call('x', './b'), 'x_override.tf': call('x', './a') }],
  [
    'overrides in order',
    { 'main.tf': call('x', './b'), 'b_override.tf': call('x', './b'), 'override.tf': call('x', './a') },
  ],
  [
    'overrides in the order of bytes, which is not that of UTF-16',
    {
      'main.tf': call('x', './b'),
      '\uff5e_override.tf': call('x', './b'),
      '\u{10000}_override.tf': call('x', './a'),
    },
  ],
  [
    'a heredoc that ends at a blank of Go and its marker',
    { 'main.tf': `# \u2028\nlocals {\n  a = <<E\n\u0085E\n}\n${call('x', './a')}locals {\n  b = <<E\nE\n}\n` },
  ],
  ['a composed letter', { 'main.tf': `${call('x', './a')}${call('caf\\u00e9', './b')}` }],
  ['an override in JSON', { 'main.tf': call('x', './b'), 'override.tf.json': '{"module":{"x":{"source":"./a"}}}' }],
  ['JSON', { 'main.tf.json': '{"//":"c","module":[{"x":{"//":"c","source":"./a"}}]}' }],
  [
    'JSON with a property twice',
    { 'main.tf.json': '{"module":{"x":{"source":"./a"}},"module":{"y":{"source":"./b"}}}' },
  ],
  ['JSON with lists in lists', { 'main.tf.json': '[{"module":{"x":[[{"source":"./a"}]],"y":null}}]' }],
  ['names of editors', { 'main.tf': call('x', './a'), '.h.tf': call('y', './a'), 'y.tf~': '!', '#y.tf#': '!' }],
  ['an escaped template', { 'main.tf': `${call('x', './a')}locals {\n  a = "$$\${b} %%{c} $x"\n}\n` }],
  ['both endings', { 'main.tf': call('x', './a'), 'main.tofu': call('x', './b'), 'm.tf.json': '{}', 'other.tofu': '' }],
  [
    'both endings, one of them JSON',
    { 'main.tf': call('x', './a'), 'main.tofu.json': '{"module":{"z":{"source":"./b"}}}' },
  ],
  [
    'overrides of both endings',
    { 'm.tf': call('x', './a'), 'x_override.tf': call('x', './b'), 'x_override.tofu': call('x', './a') },
  ],
];

/** Configurations that a stock tool rejects, with the line that it names. */
const rejected: [name: string, line: number, files: Files, file?: string][] = [
  ['a call twice', 4, { 'main.tf': call('x', './a') + call('x', './a') }],
  ['a call twice in two files', 1, { 'main.tf': call('x', './a'), 'more.tf': call('x', './a') }, 'more.tf'],
  [
    'a call twice in JSON',
    1,
    { 'main.tf.json': '{"module":{"x":{"source":"./a"},"x":{"source":"./b"}}}' },
    'main.tf.json',
  ],
  ['two labels', 1, { 'main.tf': 'module "x" "y" {\n  source = "./a"\n}\n' }],
  ['no label', 1, { 'main.tf': 'module {\n  source = "./a"\n}\n' }],
  ['an invalid name', 1, { 'main.tf': call('1x', './a') }],
  ['no source', 1, { 'main.tf': 'module "x" {\n}\n' }],
  ['a source in an override only', 1, { 'main.tf': 'module "x" {\n}\n', 'override.tf': call('x', './a') }],
  ['an override of nothing', 1, { 'override.tf': call('x', './a') }, 'override.tf'],
  ['an argument twice', 3, { 'main.tf': 'module "x" {\n  source = "./a"\n  source = "./b"\n}\n' }],
  [
    'an argument twice in JSON',
    1,
    { 'main.tf.json': '{"module":{"x":{"source":"./a","source":"./b"}}}' },
    'main.tf.json',
  ],
  ['a byte that is not UTF-8', 2, { 'main.tf': 'locals {\n  a = "\xff"\n}\n' }],
  ['one in a heredoc', 3, { 'main.tf': 'locals {\n  a = <<E\n\xff\nE\n}\n' }],
  ['a NUL', 2, { 'main.tf': 'locals {\n}\0\n' }],
  ['a blank of another kind', 2, { 'main.tf': 'locals {\n  a\v= 1\n}\n' }],
  ['an apostrophe', 2, { 'main.tf': "locals {\n  a = 'x'\n}\n" }],
  ['a semicolon', 2, { 'main.tf': 'locals {\n  a = 1;\n}\n' }],
  ['an unknown escape sequence', 2, { 'main.tf': 'locals {\n  a = "\\q"\n}\n' }],
  ['a short escape sequence', 2, { 'main.tf': 'locals {\n  a = "\\u12"\n}\n' }],
  ['two arguments on a line', 1, { 'main.tf': 'module "x" { source = "./a" count = 1 }\n' }],
  ['two blocks on a line', 2, { 'main.tf': 'locals {\n} locals {\n}\n' }],
  ['a closing brace behind an argument', 2, { 'main.tf': 'locals {\n  a = 1 }\n' }],
  ['a block that begins on the next line', 1, { 'main.tf': 'locals\n{\n}\n' }],
  ['a heredoc whose marker ends the file', 3, { 'main.tf': 'locals {\n  a = <<E\nE' }],
  ['a brace too many', 3, { 'main.tf': 'locals {\n}\n}\n' }],
  ['blanks before a source', 2, { 'main.tf': call('x', ' acme/label/null') }],
  ['blanks behind a source', 2, { 'main.tf': call('x', 'acme/label/null ') }],
  ['an empty source', 2, { 'main.tf': call('x', '') }],
  ['a version of a local module', 2, { 'main.tf': call('x', './a', '1.0') }],
  ['JSON with a byte order mark', 1, { 'main.tf.json': '\uFEFF{}' }, 'main.tf.json'],
  ['JSON with a comma too many', 2, { 'main.tf.json': '{\n"module":{},\n}' }, 'main.tf.json'],
  ['a number for a JSON document', 1, { 'main.tf.json': '5' }, 'main.tf.json'],
];

const heredocs = [
  ...['<<-E\n    a\n\n      b\n    E\n', '<<-E\n    a\n  \n      b\n    E\n'],
  ...['<<-E\n    a\n        \n      b\n    E\n', '<<-E\n\ta\n  b\nE\n', '<<-E\n\ta\n\t\tb\n\n\t\n \tE\n'],
  ...['<<-E\r\n    a\r\n  \r\n\r\n      b\r\n    E\r\n', '<<E\r\n a\nb\r\nE\r\n', '<<-E\n  \n    \nE\n', '<<-E\nE\n'],
  ...['<<E\n\nE\n', '<<-E\n  a $${b} %%{c} \\n \\" $$ %% $ %\n  E\n', '<<-E\n\u00a0\u00a0a\n \u2003b\nE\n'],
  ...['<<-E\n    a\n\u3000\u3000b\n   E\n', '<<-E\n  a\n\u0085b\n  E\n', '<<-E\n  a\n\ufeff  b\n  E\n'],
  ...['<<-E\n    e\u0301 a\n  \u0301b\n  E\n', '<<-E\n  a\v\n \fb\n  E\n', '<<-E\n  a\n  Eb\n  E c\n E\n'],
  ...['<<E-F_1\nx\nE-F_1\n', '<<E\n\tE\t\n', '<<-E\n   a\n$${\n E\n'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a template of the language.
  '"$$${x} $$$ %%%{y} \\u00e9\\U0001F600"',
];

/** Bytes above 0x7f are written as they are where the text has none above 0xff. */
const bytesOf = (text: string) => (/^[\0-\xff]*$/.test(text) ? Buffer.from(text, 'latin1') : Buffer.from(text));

async function writeCase(folder: string, files: Files): Promise<void> {
  await writeFiles(folder, { 'a/main.tf': leaf, 'b/main.tf': leaf });
  for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), bytesOf(text));
}

/** Returns the output of a stock tool for configurations that are the modules of one, with the calls it finds in accepted ones. */
async function askStock(tool: StockTool, home: string, cases: { id: string; files: Files }[]): Promise<string> {
  for (const { id, files } of cases) await writeCase(join(home, id), files);
  const main = cases.map(({ id }) => call(id, `./${id}`));
  await writeFiles(home, { '.terraformrc': '', 'main.tf': main.join('') });
  const { all = '' } = await stock(tool, home, home, ['get', '-no-color']);
  return all;
}

const accept = accepted.map(([name, files], nth) => ({ name, id: `c${nth}`, files }));
const reject = rejected.map(([name, line, files, file = 'main.tf'], nth) => {
  return { name, id: `c${accepted.length + nth}`, line, files, file };
});

for (const tool of stockTools) {
  const isStock = isThere(tool, `that svc finds the module calls that ${tool} finds`);

  describe(`a configuration for ${tool}`, () => {
    let home = '';
    let calls: string[] = [];
    let said = '';
    beforeAll(async () => {
      home = await mkdtemp(join(tmpdir(), 'svc-test-stock-'));
      if (!isStock) return;
      await askStock(tool, join(home, 'accepted'), accept);
      calls = await installedCalls(join(home, 'accepted'));
      said = await askStock(tool, join(home, 'rejected'), reject);
    });
    afterAll(() => rm(home, { recursive: true, force: true }));

    test.each(accept)(
      'svc finds the same calls as the stock tool in a configuration with $name',
      async ({ files, id }) => {
        const me = await machine();
        await writeCase(me.cwd, files);
        expect(await me.svc(['module', 'lock', '--tool', tool])).toExit(0, ` for ${tool} `);
        const { modules } = JSON.parse(await readFile(join(me.cwd, 'svc.modules.lock.json'), 'utf8'));
        const found = Object.entries(modules as Record<string, { source: string }>);
        const ours = found.map(([path, { source }]) => `${id}.${path}=${source}`);
        expect(ours).toContainEqual(expect.stringMatching(/\.[xz]=\.\/[ab]$/));
        expect(isStock ? calls.filter((each) => each.startsWith(`${id}.`)) : ours).toEqual(ours);
      },
    );

    test.each(reject)('svc rejects a configuration with $name at the same line as the stock tool', async (given) => {
      const { file, files, id, line } = given;
      const me = await machine();
      await writeCase(me.cwd, files);
      const { code, stderr } = await me.svc(['module', 'lock', '--strict', '--tool', tool]);
      expect([code, stderr]).toEqual([2, expect.stringMatching(/^Error: \S+?:\d+: /)]);
      const [, ourFile, ourLine] = /^Error: (\S+?):(\d+): /.exec(stderr)!;
      // A call is named by the line it begins on, and a comma too many or a missing marker by its neighbour.
      expect([ourFile, line - Number(ourLine)]).toEqual([file, expect.toSatisfy((off) => Math.abs(off) <= 1)]);
      expect(said).toContain(isStock ? `on ${id}/${file} line ${line}` : '');
    });

    test.skipIf(!isStock)(
      'svc reads the same strings and heredocs as the stock tool',
      async () => {
        const ours = heredocs.map((text) => {
          const { unread, variables } = readModule({ 'main.tf': `variable "v" {\n  default = ${text}\n}\n` });
          return [text, unread, JSON.parse(variables[0]!.default)];
        });
        const main = `locals {\n  all = [\n${heredocs.map((text) => `{ v = ${text}}`).join(',\n')}\n]\n}\n`;
        await writeFiles(home, { 'heredocs/main.tf': main });
        const words = ['console', '-no-color'];
        const { stdout } = await stock(tool, home, join(home, 'heredocs'), words, 'jsonencode(local.all)\n');
        const values = JSON.parse(JSON.parse(stdout)) as { v: string }[];
        expect(ours).toEqual(heredocs.map((text, nth) => [text, [], values[nth]!.v]));
      },
      30_000,
    );
  });
}
