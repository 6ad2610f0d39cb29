import fc from './properties.ts';

/** The number of files that the properties read, half of them in JSON; `npm run compatibility -- hcl` sets another. */
export const fileCount = Number(process.env.HCL_FILES ?? 2000) / 2;

/** The blocks of a file that decide what is fetched or run, by their names. */
export interface Declared {
  modules: string[];
  runs: string[];
  provisioners: string[];
  externals: string[];
}

const open = '$\u007b';
const directive = '%\u007b';
const hidden = 'module "hidden" {\n  source = "./h"\n}\n';
/** Characters that two readers may take for different things. */
const odd = [
  ...['"', '\\', '{', '}', '$', '%', '~', '<', '#', '/', '*', '\n', '\r', '\r\n', '\t', ' ', '=', ',', '[', '(', "'"],
  ...['\u0000', '\u000b', '\u000c', '\u0085', '\u00a0', '\u00b7', '\u0301', '\u1680', '\u180e', '\u2003', '\u200b'],
  ...[
    '\u2028',
    '\u2118',
    '\u2160',
    '\u212a',
    '\u3000',
    '\ufeff',
    '\ufffd',
    'E',
    'e\u0301',
    open,
    directive,
    '/*',
    '//',
  ],
  ...['<<E\n', '<<-E\n', '\nE\n', '\n  E\n', '\n}\n', '*/', '/*/', '$$', '%%', '~}', hidden],
];
const blanks = fc.oneof(
  { weight: 6, arbitrary: fc.constant('') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(' ', '\t', '\u0085', '\ufeff', '\u00a0', '\u2003', '\u000b', '\r', '\u200b'),
  },
);
const marker = fc.constantFrom('E', 'E', 'EOT', '_', 'É', 'e\u0301', '\u2118', '\u2160', 'E-1', 'E\u00b7', 'E\u0660');
const comment = fc.constantFrom(
  ...['# "\n', '// /*\n', '/* " */', '/*/ " */', '/**/', '/* \n */', '/* } */', `# ${open}\n`, '/* * / */'],
);
const gap = fc.oneof({ weight: 8, arbitrary: fc.constantFrom('', ' ') }, { weight: 1, arbitrary: comment });

const { expression } = fc.letrec<{
  expression: string;
  template: string;
  chunk: string;
  line: string;
  heredoc: string;
}>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constantFrom('1', 'true', 'null', 'a.b', '"x"', '-1.5e3', 'a[0].b', 'a.*.b', '"\u212b"'),
    tie('template'),
    tie('heredoc'),
    fc.tuple(gap, tie('expression'), gap).map(([before, inner, after]) => `(${before}${inner}${after})`),
    fc.array(tie('expression'), { maxLength: 2 }).map((all) => `[${all.join(', ')}]`),
    fc
      .array(tie('expression'), { maxLength: 2 })
      .map((all) => `{\n${all.map((each, nth) => `k${nth} = ${each}\n`).join('')}}`),
    fc.tuple(tie('expression'), tie('expression')).map(([one, other]) => `f(${one}, ${other}...)`),
    fc
      .tuple(tie('expression'), fc.constantFrom('+', '<', '&&', '==', '?'))
      .map(([inner, sign]) => `1 ${sign} ${inner}${sign === '?' ? ' : 2' : ''}`),
    tie('expression').map((inner) => `[for a in ${inner} : a]`),
  ),
  template: fc.array(tie('chunk'), { maxLength: 4 }).map((chunks) => `"${chunks.join('')}"`),
  chunk: fc.oneof(
    fc.constantFrom(
      ...[
        'a',
        ' ',
        '\\n',
        '\\"',
        '\\\\',
        '$',
        '%',
        '$$',
        '%%',
        `$${open}`,
        `%${directive}`,
        '#',
        '//',
        '/*',
        '*/',
        '{',
        '}',
      ],
      ...['\\u0061', 'module \\"z\\" {', '<<E', `$$${open}`, '~', `$${open}"`, '\ufeff', '\u0085', 'e\u0301'],
    ),
    fc
      .tuple(fc.constantFrom('', '~'), gap, tie('expression'), gap, fc.constantFrom('', '~'))
      .map(([left, before, inner, after, right]) => `${open}${left}${before}${inner}${after}${right}}`),
    tie('expression').map((inner) => `${directive} if ${inner} }y${directive} else }n${directive} endif }`),
  ),
  line: fc.oneof(
    fc.constantFrom('x', '', 'E', ' E x', '"', '/*', '*/', '}', '#', hidden, 'EE', '\\', '$', '\t', `$${open}`),
    fc.tuple(fc.array(tie('chunk'), { maxLength: 2 }), blanks).map(([chunks, blank]) => chunks.join('') + blank),
  ),
  heredoc: fc
    .tuple(fc.constantFrom('', '-'), marker, fc.array(tie('line'), { maxLength: 3 }), blanks, blanks)
    .map(([dash, name, lines, before, after]) =>
      [`<<${dash}${name}`, ...lines, `${before}${name}${after}`, ''].join('\n'),
    ),
}));

const argument = fc
  .tuple(fc.constantFrom('a', 'source', 'version', 'é', 'provisioner'), expression)
  .map(([name, value]) => `${name} = ${value}${value.endsWith('\n') ? '' : '\n'}`);
const label = fc.constantFrom('"a"', '"b"', 'c', '"\\u0061"', '"e\\u0301"', '"e\u0301"', '"é"', 'd-1', '"$$"', '"x y"');
const body = fc.array(fc.oneof(argument, fc.constantFrom('nested "x" {\n}\n', 'dynamic "y" {\n  a = 1\n}\n', '\n')), {
  maxLength: 2,
});
const one = (head: string, each = '') => body.map((parts) => `${head} {\n${each}${[...new Set(parts)].join('')}}\n`);
const program = fc.constantFrom('"local-exec"', '"remote-exec"', 'local-exec', '"local\\u002dexec"', '"file"');
const block = fc.oneof(
  fc
    .tuple(label, gap, body)
    .map(([name, space, parts]) => `module ${name}${space.replace(/\n$/, '')} {\n${parts.join('')}}\n`),
  fc.constantFrom('module "a" { source = "./a" }\n', 'module a {}\n', 'module "a" {}\r\n', 'data "external" e { }\n'),
  fc
    .tuple(program, body)
    .map(([name, parts]) => `resource "a" "b" {\n  provisioner ${name} {\n${parts.join('')}}\n}\n`),
  fc.tuple(program, body).map(([name, parts]) => `removed {\n  provisioner ${name} {\n${parts.join('')}}\n}\n`),
  one('data "external" "x"'),
  one('check "c"', 'data "external" "y" {\n}\n'),
  one('run "r"', 'module {\n  source = "./r"\n}\n'),
  one('locals'),
  one('resource "a" "c"'),
  comment.map((text) => `${text.trimEnd()}\n`),
);

/** A file in the native form; every second one with up to three odd characters inserted anywhere. */
export const nativeFile: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(block, { minLength: 1, maxLength: 4 }),
    fc.oneof(fc.constant([]), fc.array(fc.tuple(fc.nat(), fc.constantFrom(...odd)), { minLength: 1, maxLength: 3 })),
    fc.boolean(),
  )
  .map(([blocks, inserted, isWindows]) => {
    let text = blocks.join('');
    for (const [at, character] of inserted) {
      const place = at % (text.length + 1);
      text = text.slice(0, place) + character + text.slice(place);
    }
    return isWindows ? text.replaceAll(/\r?\n/g, '\r\n') : text;
  });

/** The types and labels of a block, and of the block in it. */
type Path = [outer: string[], inner?: string[]];
const paths: Path[] = [
  ...['a', 'b', 'é'].map((name): Path => [['module', name]]),
  ...['local-exec', 'remote-exec', 'file'].flatMap((name): Path[] => [
    [
      ['resource', 'a', 'b'],
      ['provisioner', name],
    ],
    [['removed'], ['provisioner', name]],
  ]),
  [['data', 'external', 'x']],
  [
    ['check', 'c'],
    ['data', 'external', 'y'],
  ],
  [['run', 'r'], ['module']],
];

const nativeBlock = (path: string[], inside: string) =>
  `${path.map((each, nth) => (nth === 0 ? each : `"${each}"`)).join(' ')} {\n${inside}}\n`;

const key = (name: string) =>
  fc.constantFrom(
    JSON.stringify(name),
    `"${name.replaceAll(/./g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`,
  );

/** The tokens of the member of an object that stands for a block: objects below each label, with lists, comments and nulls. */
const member = (
  [first = '', ...labels]: string[],
  body: fc.Arbitrary<string[]>,
  other = ['"//"', ':', '"module"', ','],
): fc.Arbitrary<string[]> => {
  const inner = ['"none"', ':', 'null', ','];
  const value = labels.length === 0 ? body : member(labels, body, inner).map((tokens) => ['{', ...tokens, '}']);
  return fc
    .tuple(key(first), value, fc.constantFrom([], [], other), fc.constantFrom(0, 0, 1, 2))
    .map(([name, tokens, before, lists]) => [
      ...before,
      ...[name, ':', ...Array<string>(lists).fill('['), ...tokens, ...Array<string>(lists).fill(']')],
    ]);
};
const argumentsInJson = fc.constantFrom(
  ['"source"', ':', '"./a"'],
  ['"a"', ':', `"${open} }"`],
  ['"a"', ':', '[', 'null', ',', '1.5e3', ']'],
);
const bodyInJson = argumentsInJson.map((tokens) => ['{', ...tokens, '}']);

const blockInJson = ([outer, inner]: Path): fc.Arbitrary<{ native: string; json: string[] }> => {
  const inside =
    inner &&
    fc.tuple(argumentsInJson, member(inner, bodyInJson)).map(([before, after]) => ['{', ...before, ',', ...after, '}']);
  const native = nativeBlock(outer, inner ? nativeBlock(inner, '') : '');
  return member(outer, inside ?? bodyInJson).map((json) => ({ native, json }));
};

/** Between two tokens, where one reader may ignore what another rejects. */
const between = [
  '',
  ' ',
  '\n',
  '\r\n',
  '\t',
  '\r',
  '\u0000',
  '\u000b',
  '\u000c',
  '\u0085',
  '\u00a0',
  '\u2028',
  '\ufeff',
  '# x\n',
  '//\n',
  '/**/',
];

/** A file in the JSON form, every second one with odd characters between its tokens, and the same blocks in the native form. */
export const jsonFile: fc.Arbitrary<{ native: string; json: string }> = fc
  .tuple(
    fc.array(fc.constantFrom(...paths).chain(blockInJson), { minLength: 1, maxLength: 5 }),
    fc.oneof(
      fc.constant([]),
      fc.array(fc.tuple(fc.nat(), fc.constantFrom(...between)), { minLength: 1, maxLength: 2 }),
    ),
    fc.boolean(),
  )
  .map(([blocks, inserted, isList]) => {
    const [start, comma, end] = isList ? ['[{', '},{', '}]'] : ['{', ',', '}'];
    const tokens = [start, ...blocks.flatMap(({ json }, nth) => (nth === 0 ? json : [comma, ...json])), end];
    for (const [at, blank] of inserted) tokens.splice(at % (tokens.length + 1), 0, blank);
    return { native: blocks.map(({ native }) => native).join(''), json: tokens.join('') };
  });

/** The blocks in the JSON that hcl makes of a file, where each block is an array below its labels. */
export function declaredIn(document: unknown): Declared {
  const at = (value: unknown, key: string): unknown =>
    typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  const bodies = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
  const named = (value: unknown): [string, unknown[]][] =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value).map(([name, inner]) => [name, bodies(inner)])
      : [];
  const resources =
    named(at(document, 'resource')).length === 0 ? [] : Object.values(at(document, 'resource') as object);
  const running = [
    ...resources.flatMap((each) => named(each).flatMap(([, all]) => all)),
    ...bodies(at(document, 'removed')),
  ];
  const programs = running.flatMap((each) => named(at(each, 'provisioner')));
  const checks = named(at(document, 'check')).flatMap(([, all]) => all);
  const data = [document, ...checks].flatMap((each) => named(at(at(each, 'data'), 'external')));
  return {
    modules: named(at(document, 'module')).flatMap(([name, all]) => all.map(() => name)),
    runs: named(at(document, 'run')).flatMap(([name, all]) =>
      all.flatMap((each) => bodies(at(each, 'module')).map(() => name)),
    ),
    provisioners: programs.flatMap(([name, all]) => (/^(local|remote)-exec$/.test(name) ? all.map(() => name) : [])),
    externals: data.flatMap(([, all]) => all.map(() => 'external')),
  };
}
