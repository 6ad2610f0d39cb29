import { describe, expect, test } from 'vitest';
import { readModule } from '../../../src/modules/hcl/module.ts';
import fc, { anyText, forAll, runs } from '../../support/properties.ts';

const read = (text: string) => readModule({ 'main.tf': text });

describe('variables', () => {
  test.each([
    ['a string', 'variable "v" { default = "a" }', '"a"'],
    ['an escaped string', 'variable "v" { default = "a\\"\\n\\u00e9$${b}" }', `"a\\"\\né\${b}"`],
    ['a number', 'variable "v" { default = 1.5e3 }', '1.5e3'],
    ['a negative number', 'variable "v" { default = -3 }', '-3'],
    ['a number with leading zeros', 'variable "v" { default = 007 }', '7'],
    ['true', 'variable "v" { default = true }', 'true'],
    ['null', 'variable "v" { default = null }', 'null'],
    ['an empty list', 'variable "v" { default = [] }', '[]'],
    ['a list over lines', 'variable "v" {\n default = [\n "a", # one\n "b",\n ]\n}', '["a","b"]'],
    ['an object', 'variable "v" { default = { a = 1, "b c" : [true] } }', '{"a":1,"b c":[true]}'],
    [
      'an object over lines',
      'variable "v" {\n default = {\n a = 1\n b = { c = null }\n }\n}',
      '{"a":1,"b":{"c":null}}',
    ],
    ['a heredoc', 'variable "v" {\n default = <<EOT\n a\nb\nEOT\n}', '" a\\nb\\n"'],
    ['an indented heredoc', 'variable "v" {\n default = <<-EOT\n   a\n     b\n   EOT\n}', '"a\\n  b\\n"'],
    ['a template, as written', `variable "v" { default = "\${path.module}/x" }`, `"\${path.module}/x"`],
    ['a call, as written', 'variable "v" { default = pathexpand("~/x") }', 'pathexpand("~/x")'],
    ['an empty string', 'variable "v" { default = "" }', '""'],
  ])('shows a default that is %s', (_title, text, json) => {
    const { variables, unread } = read(text);
    expect(variables).toMatchObject([{ name: 'v', type: '', description: '', default: json, required: false }]);
    expect(unread).toEqual([]);
  });

  test.each([
    ['type = string', 'string'],
    ['type = "string"', 'string'],
    ['type = map( list(string) )', 'map( list(string) )'],
    [
      'type = object({\n  a = string # first\n  b = optional(number, 1)\n})',
      'object({ a = string, b = optional(number, 1) })',
    ],
    ['type = tuple([\n  string,\n  number,\n])', 'tuple([ string, number, ])'],
  ])('the variable type %j is shown on one line', (text, type) => {
    expect(read(`variable "v" {\n${text}\n}`).variables).toMatchObject([{ type, required: true, default: '' }]);
  });

  test('a variable has the description of its own block, not the one of a block inside it', () => {
    const text = 'variable "v" {\n validation {\n  description = "inner"\n }\n description = "outer"\n}';
    expect(read(text).variables[0]!.description).toBe('outer');
  });

  test('a variable whose name has no quotes is read', () => {
    expect(read('variable v {}').variables[0]!.name).toBe('v');
  });
});

const variable = {
  type: '',
  description: '',
  default: '',
  required: true,
  sensitive: false,
  nullable: true,
  ephemeral: false,
};

test('finds everything that a module declares, in the order in which it is written', () => {
  const found = readModule({
    'main.tf': `
terraform {
  required_version = ">= 1.4"
  required_providers {
    null = { source = "hashicorp/null", version = "~> 3.0" }
    aws  = {
      source                = "registry.test/hashicorp/aws"
      version               = ">= 5"
      configuration_aliases = [aws.east, aws.west]
    }
    old = "~> 1.0"
  }
}
provider "local" { version = "2.0" }
provider "bare" {}

/* module "commented" { source = "./no" } */
module "net" {
  source  = "host.test/acme/network/cloud//modules/subnet" // a submodule
  version = "~> 1.2"
  tags    = { for k, v in var.tags : k => "\${v}-\${lookup({ "}" = "x" }, "y", "{")}" }
}
resource "terraform_data" "one" {
  input = <<-EOT
    module "not" { source = "one" }
    \${join(",", ["a"])}
  EOT
  lifecycle { ignore_changes = all }
}
data "x" "y" {}
ephemeral "random_password" "p" {}
output "id" { value = module.net.id }
variable "secret" {
  sensitive = true
  nullable  = false
  ephemeral = true
}
variable "plain" {}
`,
    'outputs.tf': 'output "b" {\n  description = "second"\n  value = "}"\n  sensitive = true\n  ephemeral = true\n}\n',
  });
  expect(found).toEqual({
    requiredVersions: ['>= 1.4'],
    variables: [
      { ...variable, name: 'secret', sensitive: true, nullable: false, ephemeral: true },
      { ...variable, name: 'plain' },
    ],
    outputs: [
      { name: 'id', description: '', sensitive: false, ephemeral: false },
      { name: 'b', description: 'second', sensitive: true, ephemeral: true },
    ],
    calls: [
      {
        name: 'net',
        source: 'host.test/acme/network/cloud//modules/subnet',
        version: '~> 1.2',
        file: 'main.tf',
        line: 18,
      },
    ],
    resources: [{ type: 'terraform_data', name: 'one' }],
    dataSources: [{ type: 'x', name: 'y' }],
    ephemeralResources: [{ type: 'random_password', name: 'p' }],
    providers: [
      { name: 'null', source: 'hashicorp/null', version: '~> 3.0' },
      { name: 'aws', source: 'registry.test/hashicorp/aws', version: '>= 5' },
      { name: 'old', source: '', version: '~> 1.0' },
      { name: 'local', source: '', version: '2.0' },
    ],
    unread: [],
  });
});

test('a module in JSON gives the same result as in HCL, with comments and lists of objects', () => {
  const hcl = `terraform {
  required_version = ">= 1.4"
  required_providers {
    null = { source = "hashicorp/null", version = "~> 3.0" }
  }
}
variable "v" {
  type      = list(string)
  default   = ["$\${x}", null, { a = 1.5 }]
  sensitive = true
}
output "o" {
  description = "an \\"o\\""
  value       = 1
}
module "m" {
  source = "./m"
}
resource "a" "b" {}
data "c" "d" {}
`;
  const json = {
    '//': 'a comment',
    terraform: {
      required_version: '>= 1.4',
      required_providers: { null: { source: 'hashicorp/null', version: '~> 3.0' } },
    },
    variable: { v: { '//': 'x', type: 'list(string)', default: ['$${x}', null, { a: 1.5 }], sensitive: true } },
    output: [{ o: { description: 'an "o"', value: 1 } }],
    module: { m: [{ source: './m' }] },
    resource: [{ a: { b: {} } }],
    data: { c: [{ d: {} }] },
  };
  const [fromHcl, fromJson] = [read(hcl), readModule({ 'main.tf.json': JSON.stringify(json) })];
  expect(fromHcl.unread).toEqual([]);
  const withoutPlaces = (found: ReturnType<typeof read>) => ({
    ...found,
    calls: found.calls.map(({ name, source }) => [name, source]),
  });
  expect(withoutPlaces(fromJson)).toEqual(withoutPlaces(fromHcl));
});

test.each([
  ['1.10', '1.1', []],
  ['null', '', []],
  ['(null)', '', []],
  ['local.v', '', [{ why: 'module m has no plain version' }]],
])('a call with version = %s has the version "%s"', (written, version, unread) => {
  const text = `module "m" {\n  source = "a/b/c"\n  version = ${written}\n}`;
  expect(readModule({ 'main.tf': text })).toMatchObject({ calls: [{ version }], unread });
});

test('an override file replaces single arguments of the other files, whatever the order of the files', () => {
  const found = readModule({
    'a_override.tf': 'variable "v" {\n  default = 2\n}\nmodule "m" {\n  source = "./b"\n}\n',
    'main.tf': 'variable "v" {\n  default = 1\n  description = "d"\n}\nmodule "m" {\n  source = "./a"\n}\n',
    'override.tf.json': '{"variable":{"v":{"sensitive":true}},"terraform":{"required_version":"~> 1.9"}}',
  });
  expect(found).toMatchObject({
    requiredVersions: ['~> 1.9'],
    variables: [{ name: 'v', default: '2', description: 'd', sensitive: true }],
    calls: [{ name: 'm', source: './b', file: 'main.tf' }],
  });
});

describe('a file with parts that cannot be read', () => {
  test.each([
    ['a string that is not closed', 'variable "a {\n}\nvariable "b" {}', 1, 'not closed', ['b']],
    ['a heredoc that is not closed', 'variable "a" {\n default = <<EOT\n', 2, 'EOT', ['a']],
    ['a comment that is not closed', 'variable "a" {}\n/* open', 2, 'comment', ['a']],
    ['a bracket that is not closed', 'variable "a" {\n default = [\n', 2, 'bracket', ['a']],
    ['a block that is not closed', 'variable "a" {\n', 1, 'not closed', ['a']],
    ['words in between', 'variable "a" {}\nhello world\nvariable "b" {}', 2, 'hello', ['a', 'b']],
    ['a brace too many', 'variable "a" {}\n}\nvariable "b" {}', 2, '}', ['a', 'b']],
    ['an object in between', '{ a = {\n } }\nvariable "b" {}', 1, '{', ['b']],
    ['an argument that is set twice', 'variable "a" {\n default = 1\n default = 2\n}', 3, 'set twice', ['a']],
    ['an unknown escape sequence', 'variable "a" {\n default = "\\q"\n}', 2, 'escape sequence', ['a']],
    ['a character of no language', 'variable "a" {\n default = `x`\n}', 2, 'the character "`" is not allowed', ['a']],
    ['two blocks on a line', 'variable "a" {} variable "b" {}', 1, 'followed by a new line', ['a', 'b']],
    ['a computed source', 'module "m" { source = var.s }\nvariable "a" {}', 1, 'plain source', ['a']],
  ])('reports a part of a module that cannot be read, and reads the rest: %s', (_title, text, line, why, names) => {
    const { unread, variables } = read(text);
    expect(unread.length).toBeGreaterThan(0);
    expect(unread[0]).toEqual({ file: 'main.tf', line, why: expect.stringContaining(why) });
    expect(variables.map(({ name }) => name)).toEqual(names);
  });

  test('a file with a byte order mark and Windows line ends is read completely', () => {
    const text = '\uFEFFvariable "a" {\r\n  default = <<EOT\r\nx\r\nEOT\r\n}\r\n';
    expect(read(text)).toMatchObject({ variables: [{ name: 'a', default: '"x\\r\\n"' }], unread: [] });
  });
});

describe('random text', () => {
  const worst = [
    '{',
    `"\${`,
    ...['"', '<<E\n', '/*', '[', 'a {', '"a\n'],
    `\${"`,
    ...['x = {', '\\', '}', '<<-E\n  x\n', 'a "b" '],
  ];
  const pieces = fc.constantFrom(
    ...['{', '}', '[', ']', '(', ')', '"', '${', '%{', '$${', '\\', '\n', ' ', '=', ',', ':', '#', '//', '/*', '*/'],
    ...['<<E\n', '<<-E\n', 'E\n', 'variable', 'module "m" ', 'source', 'terraform', 'required_providers', 'default'],
    ...['1e', '-'],
  );
  const text = fc.oneof(
    anyText({ maxLength: 300 }),
    fc.array(pieces, { maxLength: 120 }).map((all) => all.join('')),
  );

  test('any text is read without an exception, and twice with the same result', () => {
    forAll([text], runs(1500), (each) => {
      expect(read(each)).toEqual(read(each));
    });
  });

  test.each(worst)('a quarter of a megabyte of %j is read in one pass', (unit) => {
    const { unread } = read(unit.repeat(250_000 / unit.length));
    expect(unread.length).toBeGreaterThan(0);
  });

  test('a literal that is written as HCL and read again has the same value', () => {
    const plain = fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => text.normalize());
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        plain,
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('any'), { maxLength: 4 }),
      ),
    })).any;
    const escaped = (json: string) =>
      json
        .replaceAll('${', '$${')
        .replaceAll('%{', '%%{')
        .replaceAll(/\\([bf])/g, (_, c) => (c === 'b' ? '\\u0008' : '\\u000c'));
    forAll([value], runs(400), (each) => {
      const json = JSON.stringify(each);
      const { variables } = read(`variable "v" {\n default = ${escaped(json)}\n}`);
      expect(JSON.parse(variables[0]!.default)).toEqual(JSON.parse(json));
    });
  });
});
