import fc from './properties.ts';

/** A file of configuration with its calls; each version is between two pieces of the text. */
export interface WrittenFile {
  pieces: string[];
  versions: string[];
}

const noise = fc.constantFrom(
  '# version = "1.0.0"\n',
  '// é 😀 module "x" {\n',
  '/* module "y" {\n  version = "1.0.0"\n} */\n',
  '\n\n',
  '\t \n',
  'locals {\n  a = <<EOT\nmodule "z" {\n  version = "1.0.0"\n}\nEOT\n}\n',
  'locals {\n  text = <<-EOT\n    version = "1.0.0" %{ if true }y%{ endif }\n  EOT\n}\n',
  'variable "v" {\n  default = "version = \\"1.0.0\\""\n}\n',
  'resource "a" "b" {\n  version = "1.0.0"\n  source = "acme/a/null"\n}\n',
);
const version = fc.constantFrom('1.0.0', '= 1.0.0', '~> 1.0', '~>1.0.0', 'v1.0', '>= 1.0.0');
const head = fc.constantFrom(
  '',
  '  # a comment\n',
  '  providers = { x = x.y }\n',
  '  n = "version"\n\n',
  '  count = length(["a", "b"])\n',
);
const equals = fc.constantFrom(' = ', '=', '   =\t', ' = (');

const one = fc.record({ noise: fc.array(noise, { maxLength: 3 }), head, tail: head, equals, version });

/** Configuration files with comments, heredocs, odd spacing and both kinds of line ends. */
export const writtenFile: fc.Arbitrary<WrittenFile> = fc
  .tuple(fc.array(one, { minLength: 1, maxLength: 6 }), fc.boolean(), fc.array(noise, { maxLength: 2 }))
  .map(([calls, isWindows, end]) => {
    const pieces = [''];
    for (const [at, { equals, head, noise, tail }] of calls.entries()) {
      pieces[at] += `${noise.join('')}module "m${at}" {\n  source = "acme/a/null"\n${head}  version${equals}"`;
      pieces.push(`"${equals.includes('(') ? ')' : ''} # "1.0.0"\n${tail.replaceAll(/^ {2}(\w+) =/gm, '  z_$1 =')}}\n`);
    }
    pieces[calls.length] += end.join('');
    const ended = (text: string) => (isWindows ? text.replaceAll('\n', '\r\n') : text);
    return { pieces: pieces.map(ended), versions: calls.map((each) => each.version) };
  });
