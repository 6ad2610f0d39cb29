import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Secrets that mask nothing, for a run without secrets. */
const secrets = { hide: String, hideInSentence: String, isField: () => false };

/** The pieces of the hostile texts. Each piece is repeated, either alone or between a prefix and a suffix. */
const pieces = [
  ...[
    ' ',
    '\t',
    '\n',
    '\r\n',
    'a ',
    ' a',
    '\u00a0',
    '\u2028',
    '=',
    '==a',
    '/',
    '//',
    '../',
    './',
    'a/',
    ':',
    'a:',
    'a::',
    '@',
    'a@',
  ],
  ...[
    '?',
    '&',
    '?a',
    '&a=',
    '#',
    ' #',
    '"',
    '\\"',
    '\\',
    "'",
    '<',
    '<a',
    '[',
    '[a',
    ']',
    '{',
    '{"a":',
    '(',
    '%',
    '%2f',
    '-',
    '-a',
    '.',
  ],
  ...[
    '.1',
    '1',
    '1.',
    '-1.1',
    '0',
    'a',
    'aA',
    'A',
    'é',
    '😀',
    '\ufe0f',
    '\u200b',
    '\0',
    '\x1b[',
    '*',
    '*a',
    '?*',
    ',',
    ', ',
    'a,',
    '|',
  ],
  ...[
    '$',
    '${',
    '$${',
    '%{',
    '${"',
    '"${',
    '<<A\n',
    '<<-A\n A',
    '/*',
    '*/',
    '//a\n',
    '#\n',
    'a=1\n',
    'a {\n',
    'a "b" {',
    'a=[',
    'a={',
    '"a"=',
  ],
  ...[
    '<!--',
    '-->',
    '<meta ',
    '<meta a=',
    '&#x',
    '&amp;',
    'ssh://',
    'https://',
    'git::',
    'github.com/a',
    'ref=',
    "transport '",
    'a: b\n',
    '- ',
  ],
  ...[
    '- - ',
    '&a [*a]',
    '[{',
    ']}',
    '- a\n',
    'a: ',
    '? ',
    '| \n ',
    '"\\u0061"',
    '\\u0061',
    '1e9',
    '1e',
    '-0',
    'true',
    'already ',
  ],
];
const endings = ['', '\u2028', '!'];

/** The hostile texts of a size for a reader: `[what, text]`. */
export function* hostileTexts(bytes, { prefixes = [''], suffixes = endings, others = [], only } = {}) {
  for (const piece of only ?? [...others, ...pieces])
    for (const prefix of prefixes)
      for (const suffix of suffixes) {
        const count = Math.floor((bytes - prefix.length - suffix.length) / piece.length);
        yield [JSON.stringify(`${prefix}${piece}…${suffix}`), `${prefix}${piece.repeat(count)}${suffix}`];
      }
}

const token = { name: 'a token', value: 'secret' };
const asked = new URL('https://registry.example/v1/modules/a/b/c/1.0.0/download');
const git = { kind: 'git', url: 'https://h.example/o/r.git', display: 'https://h.example/o/r.git' };
const delivery = (text, more = {}) => ({
  ...{
    id: '0'.repeat(26),
    at: '2026-01-01T00:00:00.000Z',
    verified: true,
    verdict: 'verified',
    cause: null,
    reason: null,
  },
  ...{ signedWith: 'a', method: 'POST', path: '/', headers: [], status: 204, trigger: 'run:errored', marks: [] },
  ...{
    body: Buffer.from(text),
    bodySize: Buffer.byteLength(text),
    notification: { workspace_name: text, run_id: text },
  },
  ...more,
});
const json = (text) => JSON.stringify({ a: text, [text]: [text] });
/** JSON that holds the text, and the text as it is. */
const both = (read) => (text) => [read(text), read(json(text))];
/** The limits of the head of a request to the sandbox, and of a location. */
const [headBytes, locationBytes] = [16 * 1024, 8 * 1024];
const anything = () => {};
const numbers = (size) => `[${'1,'.repeat(size / 2 - 2)}1.50]`;
const cell = { name: 'a', of: ({ a }) => a };

/** Every function that reads, matches or prints texts of others: its name, its file, and a call. `options` are those of `hostileTexts`. */
export const readers = [
  [
    'a body with a wrong signature',
    'webhooks/diagnose',
    ({ createDiagnosis }) =>
      both((text) => createDiagnosis([token])({ body: Buffer.from(text), headers: [] }, '0'.repeat(128))),
  ],
  [
    'nested JSON with a wrong signature',
    'webhooks/diagnose',
    ({ createDiagnosis }) =>
      (text) =>
        createDiagnosis([token])({ body: Buffer.from(text), headers: [] }, '0'.repeat(128)),
    { prefixes: ['['.repeat(15)], only: ['1,', '[],', '{},', '{"a":1},', '"é",'], suffixes: [`1${']'.repeat(15)}`] },
  ],
  [
    'a signature header',
    'webhooks/recorder',
    ({ createRecorder }) =>
      (text) =>
        createRecorder({ tokens: [token] }).verify(request({ headers: [['x-svc-notification-signature', text]] }), 204),
    { prefixes: ['', 'sha512=', '0'.repeat(128)] },
  ],
  [
    'the path of a request',
    'webhooks/recorder',
    ({ createRecorder }) =>
      (text) =>
        createRecorder({ tokens: [token] }).verify(request({ path: `/${text}` }), 204),
  ],
  [
    'the headers of a request',
    'webhooks/recorder',
    ({ createRecorder }) =>
      (text) =>
        createRecorder({ tokens: [token] }).verify(
          request({
            headers: [
              ['a', text],
              [text, 'a'],
            ],
          }),
          204,
        ),
  ],
  [
    'the content of a notification',
    'webhooks/event',
    ({ factsOf, readNotification }) => both((text) => factsOf(readNotification(Buffer.from(text)).notification)),
  ],
  [
    'a filter',
    'webhooks/filter',
    ({ parseFilters }) =>
      (text) =>
        parseFilters(['workspace=*a*b*c*', 'run=*a?a*z', 'trigger=*'])(delivery(text)),
    { others: ['ab'] },
  ],
  [
    'a delivery as a line of the journal',
    'webhooks/delivery-record',
    ({ fromLine, toLine }) =>
      (text) =>
        fromLine(toLine(delivery(text, { path: text, headers: [[text, text]] }))),
  ],
  ['a line of the journal', 'webhooks/delivery-record', ({ fromLine }) => fromLine],
  [
    'a delivery on the page',
    'webhooks/inspector/history',
    ({ detailOf, summaryOf }) =>
      (text) => [summaryOf(delivery(text), false), detailOf(delivery(text))],
  ],
  [
    'a delivery as curl',
    'webhooks/inspector/curl',
    ({ curlOf }) =>
      (text) =>
        curlOf(delivery(text), new URL('http://h/')),
  ],
  [
    'the target and Host of a request',
    'webhooks/classify',
    ({ Classifier }) =>
      (text) =>
        new Classifier(
          { tokens: [], allowUnsigned: true, path: '/', status: 204 },
          { pipelined: 1, headerLines: 200, bodyBytes: 1 },
        ).rejectionOf(
          { method: 'POST', url: `/?${text}`, rawHeaders: ['host', text], headers: { host: text }, socket: {} },
          0,
        ),
  ],
  [
    'a delivery as a message',
    'webhooks/broker/message',
    ({ subjectOf, toMessage }) =>
      (text) => [
        subjectOf(delivery(text)),
        toMessage(delivery(text), [
          [text, text],
          ['a', text],
        ]),
      ],
  ],
  [
    'a message',
    'webhooks/broker/message',
    ({ fromMessage }) =>
      (text) =>
        fromMessage({
          headers: [
            ['Svc-Delivery-Id', text],
            ['Svc-Received-At', text],
            [text, text],
          ],
          payload: Buffer.from(text),
        }),
  ],
  [
    'an error of a NATS server',
    'webhooks/broker/faults',
    ({ faultOf }) =>
      (text) =>
        faultOf(new Error(text), new URL('nats://h')),
  ],
  [
    'a location',
    'modules/fetch/location',
    ({ parseLocation }) =>
      (text) =>
        parseLocation(text, asked),
    { prefixes: ['', 'ssh://', 'git::', 'https://h/a.zip?', 'github.com/', 'https://h/a.zip//'] },
  ],
  [
    'a page',
    'modules/fetch/locate',
    ({ sourceInPage }) => sourceInPage,
    { prefixes: ['', '<meta ', '<meta name="terraform-get" content="'] },
  ],
  ['a checksum file', 'modules/fetch/http', ({ readSums }) => readSums, { others: ['SHA256 (a) = ', '0 *', '0  ./'] }],
  [
    'an error of git',
    'modules/fetch/git-fault',
    ({ gitFault }) =>
      (text) =>
        gitFault({ exit: 1, verb: 'fetch', stderr: text }, 'h'),
    { others: ["protocol '", 'protocol "', 'fatal: ', 'https://a?b='] },
  ],
  [
    'the URL of a submodule',
    'modules/fetch/projects',
    ({ submoduleLocation }) =>
      (text) =>
        submoduleLocation({ id: '0'.repeat(40), path: 's', url: text }, git),
    { prefixes: ['', '../', 'https://h.example/', 'ssh://'] },
  ],
  [
    'the settings of submodules',
    'modules/fetch/git-tree',
    ({ readSubmodules }) =>
      (text) =>
        readSubmodules(
          { run: async () => text },
          { gitmodules: { bytes: 1, id: '0', mode: '100644' }, submodules: [{ id: '0', path: 's' }] },
          '',
        ),
    { others: ['submodule.a.path\ns\0', 'submodule.a.path\0', 'submodule.a\nb\0'] },
  ],
  [
    'an address',
    'modules/address/address',
    ({ parseAddress }) => parseAddress,
    { prefixes: ['', 'a/b/c//', 'a/b/c@', 'https://', 'h.example/a/b/c@1.0.0//'] },
  ],
  ['a list of addresses', 'modules/address/list-file', ({ parseList }) => both((text) => parseList(text, 'f'))],
  [
    'a constraint',
    'modules/address/constraint',
    ({ parseConstraint }) => parseConstraint,
    { prefixes: ['', '>= 1.0', '~>'] },
  ],
  ['a version', 'modules/address/version', ({ parseVersion }) => parseVersion, { prefixes: ['', 'v1.0-', '1.0+'] }],
  [
    'a list of versions',
    'modules/address/choose',
    ({ newestFirst }) =>
      (text) =>
        newestFirst(
          text.split('\n').map((version) => ({ version })),
          {},
        ),
    { others: ['1.0.0\n', '1.0.0-a\n', '99999999.1\n'], plain: '1.0.0\n' },
  ],
  ['a host', 'modules/address/hostname', ({ parseHost }) => parseHost, { prefixes: ['', 'a.', '[', 'xn--'] }],
  [
    'a module without a provider',
    'modules/registry/resolve',
    ({ parseFamily }) => parseFamily,
    { prefixes: ['', 'a.b/'] },
  ],
  [
    'a pax header',
    'modules/archive/tar-header',
    ({ readPax }) =>
      (text) =>
        readPax(Buffer.from(text)),
    { others: ['6 a=b\n', '9 path=a\n', '99'] },
  ],
  [
    'a name in an archive',
    'modules/archive/portable-name',
    ({ foldedName, portableName }) =>
      (text) => [portableName(text, { depth: 512, pathBytes: 1e9 }), foldedName(text)],
    { others: ['con', 'a.', 'COM¹'] },
  ],
  [
    'the extra fields of a zip',
    'modules/archive/zip-extra',
    ({ readExtra }) =>
      (text) =>
        readExtra(Buffer.from(text), 'a'),
    { others: ['\x01\x02\0\0'] },
  ],
  [
    'the beginning of an archive',
    'modules/archive/sniff',
    ({ sniff }) =>
      (text) =>
        sniff(Buffer.from(text)),
  ],
  [
    'a subfolder against a name',
    'base/glob',
    ({ matchesGlob }) =>
      (text) => [matchesGlob('*a*b*c*', text), matchesGlob('*[a-b]?[^c]z', text, { classes: true })],
    { others: ['ab', 'abc'] },
  ],
  [
    'a pattern of 255 characters',
    'base/glob',
    ({ matchesGlob }) =>
      (text) =>
        matchesGlob(text.slice(0, 255), 'a'.repeat(255), { classes: true }),
  ],
  [
    'a configuration',
    'modules/hcl/module',
    ({ readModule }) =>
      (text) =>
        readModule({ 'main.tf': text }),
    {
      prefixes: [
        '',
        'variable "a" {\n default = ',
        'module "a" {\n source = "',
        'a = <<A\n',
        'a = <<-A\n',
        'variable "a" {\n type = ',
      ],
      plain: 'a {}\n',
      others: [
        '\u00a0x\n',
        'variable "a" {}\n',
        'module "a" {\n source = "b"\n}\n',
        'a = "b"\n',
        'a = a.a\n',
        '"a" = 1, ',
      ],
    },
  ],
  [
    'a configuration in JSON',
    'modules/hcl/module',
    ({ readModule }) => both((text) => readModule({ 'main.tf.json': text })),
    { prefixes: ['', '{"module":', '{"variable":{"a":'], others: ['{"a":{}},', '"a":1,', '"a":"%{a}",'] },
  ],
  [
    'the calls of a configuration',
    'modules/lock/calls',
    ({ callsIn }) =>
      (text) => {
        const folder = mkdtempSync(join(tmpdir(), 'svc-soak-'));
        try {
          writeFileSync(join(folder, 'main.tf'), text);
          callsIn(folder, '.', { tool: 'terraform' }, anything);
        } finally {
          rmSync(folder, { recursive: true });
        }
      },
    {
      prefixes: ['', 'module "a" {\n source = ', 'locals {\n a = '],
      suffixes: ['', '\n}\n'],
      others: ['locals {}\n', 'variable "a" {}\n', '(', '()', '-', '['],
      plain: 'a {}\n',
    },
  ],
  [
    'an expression in parentheses',
    'modules/hcl/evaluate',
    ({ evaluate }) =>
      (text) => {
        const symbols = [...text].map((character) => ({ kind: 'symbol', text: character, start: 0, end: 0 }));
        const closing = symbols.map((each) => ({ ...each, text: each.text === '(' ? ')' : each.text }));
        const name = ['var', '.', 'a'].map((word) => ({ kind: 'name', text: word, start: 0, end: 0 }));
        evaluate([...symbols, ...name, ...closing], { variable: () => 1 });
      },
    { only: ['(', ')', '()', '-', '.'], suffixes: [''] },
  ],
  [
    'a template in a source',
    'modules/hcl/evaluate',
    ({ evaluate }) =>
      (text) =>
        evaluate([{ kind: 'string', text: `"${text}"`, start: 0, end: 0 }]),
    { prefixes: ['', '$' + '{"', '$' + '{'], others: ['$' + '{"', '$' + '{"a"}', '$$' + '{', '%' + '{', '\\\\'] },
  ],
  [
    'an address in an OCI registry',
    'modules/lock/call-source',
    ({ parseCallSource }) => parseCallSource,
    { prefixes: ['oci://h/', 'oci://h/a?tag=', 's3::https://h/'], others: ['a-', 'a__', 'a/', '-a'] },
  ],
  [
    'the source of a call',
    'modules/lock/call-source',
    ({ parseCallSource }) => parseCallSource,
    { prefixes: ['', './', 'git::https://h/', 'github.com/', 'git@h:'] },
  ],
  [
    'a lock',
    'modules/lock/lock-file',
    ({ parseLock }) => both((text) => parseLock(text, 'f')),
    { prefixes: ['', '{"version":1,"modules":{"a":{"source":"', '{"version":1,"modules":{"'] },
  ],
  [
    'a lock as a tree',
    'modules/lock/tree',
    ({ treeOf }) =>
      (text) =>
        treeOf(manyCalls(text)),
    { only: ['shared', 'versions', 'nested'], suffixes: [''] },
  ],
  [
    'a lock as a bill of materials',
    'modules/lock/sbom',
    ({ sbomOf }) =>
      (text) =>
        sbomOf([{ name: 'a', dir: '/nonexistent', lock: manyCalls(text) }], '/nonexistent', {
          warn: anything,
          git: { env: {} },
        }),
    { only: ['local', 'nested'], suffixes: [''], plain: 'l' },
  ],
  [
    'the path of a licence file',
    'modules/lock/sbom',
    ({ isLicence }) => isLicence,
    {
      others: ['license/', 'a/license/', 'license-', 'license.tf', 'copying\\\\'],
      suffixes: ['', 'license', '.tf', '\n'],
    },
  ],
  [
    'a manifest of terraform',
    'modules/lock/module-folder',
    ({ parseManifest }) => both((text) => parseManifest(text, 'f')),
    { prefixes: ['', '{"Modules":[{"Key":"'] },
  ],
  [
    'the config of a clone',
    'modules/lock/module-folder',
    ({ settingFault }) => settingFault,
    { prefixes: ['', '[core]\n', '[remote "'] },
  ],
  [
    'the tags of a repository',
    'modules/lock/version-tags',
    ({ agesOf }) =>
      (text) =>
        agesOf(new Map([['m', { commit: '0'.repeat(40), source: `git::https://h/r?ref=v1.0.0` }]]), {
          tags: async () => new Map([...text.split('\n'), text].map((tag) => [tag, ''])),
        }),
    { prefixes: ['', 'v1.0.0', '-1.1'], plain: 'v1.0.0\n' },
  ],
  [
    'the ref of a call',
    'modules/lock/version-tags',
    ({ agesOf }) =>
      (text) =>
        agesOf(new Map([['m', { commit: '0'.repeat(40), source: `git::https://h/r?ref=${text.slice(0, 8000)}` }]]), {
          tags: async () => new Map(),
        }),
  ],
  [
    'a graph of calls',
    'modules/lock/tree',
    ({ graphText, treeText }) =>
      (text) => {
        const branches = [{ module: 'a', name: 'a', source: text, shared: [], duplicates: [], modules: [] }];
        return [treeText('r', branches), graphText('mermaid', 'r', branches), graphText('dot', 'r', branches)];
      },
  ],
  [
    'an entry of a mirror',
    'modules/mirror/manifest',
    ({ isEntry, nameIn }) =>
      (text) => [
        isEntry({ source: text, version: text, file: text, subdir: text, sha256: text, h1: text, bytes: 1 }),
        nameIn({ source: text, version: '1.0.0' }),
      ],
    { prefixes: ['', 'h.example/a/b/c'] },
  ],
  [
    'a range of bytes',
    'modules/mirror/serve/archive',
    ({ spanOf }) =>
      (text) =>
        spanOf(text, 10),
    { prefixes: ['', 'bytes='] },
  ],
  [
    'a token of a client',
    'modules/mirror/serve/answer',
    ({ createAccess }) =>
      (text) => {
        const access = createAccess(['secret'], []);
        return [access.rejection({ headers: { authorization: text } }, false), access.opens(text, text)];
      },
    { prefixes: ['', 'bearer ', 'bearer a'] },
  ],
  [
    'a document of a site',
    'platform/site/site',
    ({ siteOf }) =>
      (text) =>
        siteOf([{ file: 'f', folder: '.', text }]),
    {
      prefixes: ['', 'banner: ['],
      only: ['- a\n', 'a: b\n', '- - ', '[', '{', '[{', '&a [*a]', '? ', ' ', '"', '#', ' #', '| \n ', ', ', '\t', 'a'],
      plain: '- a\n',
    },
  ],
  ['a README', 'modules/publish/folder', ({ firstParagraph }) => firstParagraph],
  [
    'a search',
    'modules/publish/list-query',
    ({ searchModules }) =>
      (text) =>
        searchModules(
          [{ namespace: 'a', name: 'b', provider: 'c', latest: { description: '' } }],
          new URLSearchParams({ q: `a${text.slice(0, headBytes)}` }),
        ),
  ],
  [
    'response headers',
    'api/client/headers',
    ({ readHeaders }) =>
      (text) =>
        readHeaders(['a', text, text, 'a']).all('a'),
  ],
  [
    'the text of an error response',
    'api/client/problems',
    ({ serverProblems }) => both((text) => serverProblems(text)),
  ],
  [
    'the errors of an error response',
    'api/client/problems',
    ({ serverProblems }) => both((text) => serverProblems(JSON.stringify({ errors: [{ title: text, detail: text }] }))),
  ],
  [
    'an error response',
    'api/client/problems',
    ({ problem }) => both((text) => problem({ attempts: 1, status: 422, body: text, request: 'GET /' })),
  ],
  [
    'a body that --debug shows',
    'api/client/trace',
    ({ createTrace }) => both((text) => createTrace(true, anything, secrets).body(text)),
    { others: ['"a":', '"token": ', '"token":"'] },
  ],
  [
    'pages of a list',
    'api/client/pages',
    ({ pageOf }) =>
      (text) =>
        pageOf(
          { data: [], links: { next: text }, meta: { pagination: { 'total-count': text, 'current-page': text } } },
          asked,
        ),
  ],
  [
    'a retry',
    'api/client/retry',
    ({ decide }) =>
      (text) =>
        decide(
          { kind: 'answer', status: 429, retryAfter: text, rateLimitReset: text },
          { method: 'GET', made: 1, elapsedMs: 0, attemptMs: 1 },
          new Date(),
          Math.random,
        ),
  ],
  ['a URL that is shown', 'base/secrets', ({ maskUrl }) => maskUrl, { prefixes: ['', 'https://h/?', 'ssh://'] }],
  ['URLs in a text', 'base/secrets', ({ maskUrls }) => maskUrls, { prefixes: ['', '//', 'https://h/?', '?page['] }],
  [
    'a location that is shown',
    'base/secrets',
    ({ maskLocation }) =>
      (text) =>
        maskLocation(text.slice(0, locationBytes)),
    { prefixes: ['', 'ssh://', '//', '?'] },
  ],
  ['the name of a field', 'base/secrets', ({ isSecretField }) => isSecretField],
  [
    'fields of JSON',
    'base/secrets',
    ({ maskFields, secretsIn }) =>
      (text) => [maskFields([text]), secretsIn({ [text]: 'a' })],
  ],
  ['a line that is shown', 'cli/terminal/printable', ({ printable }) => printable],
  ['lines that are shown', 'cli/terminal/printable', ({ printableLines }) => printableLines],
  ['JSON that is shown', 'cli/terminal/printable', ({ printableJson }) => printableJson],
  ['YAML that is shown', 'cli/terminal/printable', ({ printableYaml }) => printableYaml],
  [
    'a table as wide as its text',
    'cli/terminal/table',
    ({ tablePieces }) =>
      async (text) => {
        const columns = [{ name: 'a', of: ({ a }) => a, fit: 'whole' }];
        const style = { width: 80, paint: { heading: String, faint: String }, keepColumns: true };
        for await (const piece of tablePieces([{ a: `${text}x` }], () => columns, style)) anything(piece);
      },
  ],
  [
    'a card',
    'cli/terminal/table',
    ({ cardText }) =>
      (text) =>
        cardText([{ name: 'a', of: ({ a }) => a }], { a: text }, { paint: { faint: String } }),
  ],
  [
    'a table that is cut',
    'cli/terminal/table',
    ({ tablePieces }) =>
      async (text) => {
        const columns = [{ name: 'a', of: ({ a }) => a, fit: 'prose' }];
        for await (const piece of tablePieces([{ a: text }], () => columns, {
          width: 80,
          paint: { heading: String, faint: String },
          now: new Date(0),
        }))
          anything(piece);
      },
  ],
  [
    'CSV',
    'cli/terminal/separated-values',
    ({ csvLine }) =>
      (text) =>
        csvLine([cell], { a: text }),
  ],
  [
    'TSV',
    'cli/terminal/separated-values',
    ({ tsvLine }) =>
      (text) =>
        tsvLine([cell], { a: text }),
  ],
  [
    'a line for each attribute',
    'cli/terminal/separated-values',
    ({ recordLines }) =>
      (text) =>
        recordLines([cell], { a: text }),
  ],
  [
    'numbers of JSON',
    'cli/terminal/json-numbers',
    ({ writtenNumbers }) =>
      (text) => {
        try {
          return writtenNumbers(text, JSON.parse(text));
        } catch {
          return writtenNumbers(JSON.stringify([text, 1.5]).replace('1.5', '1.50'), [text, 1.5]);
        }
      },
    {
      prefixes: ['', '[1.50,'],
      suffixes: ['', ']', '1]'],
      others: ['1.50,', '1,', '[1.0],', '"a\\\\",', '"",'],
      plain: numbers,
    },
  ],
  [
    'JSON',
    'cli/terminal/json',
    ({ jsonText }) =>
      (text) =>
        jsonText({ a: text }),
  ],
  [
    'YAML',
    'cli/terminal/yaml',
    ({ yamlText }) =>
      (text) =>
        yamlText({ a: text }),
  ],
  [
    'a result of jq',
    'cli/terminal/jq',
    ({ filterJson }) =>
      (text) =>
        filterJson({ a: text }, '.a'),
  ],
  [
    'an error of jq',
    'cli/terminal/jq',
    ({ filterJson }) =>
      (text) =>
        filterJson({ a: text }, '.a | error'),
  ],
  [
    'an error',
    'cli/terminal/failure',
    ({ asSvcError, failureText }) =>
      (text) =>
        failureText(asSvcError(new Error(text)), { coloured: false, flagAt: anything, secrets }),
  ],
  [
    'an error as JSON',
    'cli/terminal/failure',
    ({ asSvcError, failureJson }) =>
      (text) =>
        failureJson(asSvcError(new Error(text)), secrets),
  ],
  [
    'an annotation',
    'cli/terminal/annotations',
    ({ githubAnnotation }) =>
      (text) =>
        githubAnnotation({ title: text }, text),
  ],
  [
    'a time',
    'cli/terminal/time',
    ({ relativeTime }) =>
      (text) =>
        relativeTime(text, new Date(0)),
    { prefixes: ['', '2026-01-01T'] },
  ],
  [
    'wrapped lines',
    'base/text',
    ({ wrapLines }) =>
      (text) =>
        wrapLines(text, 80),
    { prefixes: ['', 'a'] },
  ],
  [
    'a word for a shell',
    'base/shell-word',
    ({ shellWord }) =>
      (text) => [shellWord(text, 'posix'), shellWord(text, 'powershell')],
  ],
  [
    'the nearest word',
    'base/nearest',
    ({ nearest }) =>
      (text) => [nearest(text, ['banner', 'workspace']), nearest('banner', [text])],
  ],
  [
    'a page of another site',
    'base/http-server/foreign-requests',
    ({ foreignRequest }) =>
      (text) =>
        foreignRequest({ headers: { host: text, origin: text }, rawHeaders: ['host', text], socket: {} }, ['h']),
  ],
  ['a host of a token', 'cli/settings/credentials', ({ hostInVariable }) => hostInVariable],
  [
    'a URL of a service',
    'base/origin',
    ({ platformUrl }) =>
      (text) =>
        platformUrl(text, { source: 'a' }),
    { prefixes: ['', 'https://h/'] },
  ],
];

/** A lock with an entry for each 8 characters of a text, whose first letter names its shape. */
function manyCalls(text) {
  const entry = (nth) => ({
    ...{ s: { source: 'a/b/c', version: '1.0.0' }, v: { source: 'a/b/c', version: `1.0.${nth}` } }[text[0]],
    ...(text[0] === 'a' && { source: `a/b${nth}/c`, version: '1.0.0' }),
  });
  const isLocal = text[0] === 'l' || text[0] === 'n';
  const remote = { h1: `h1:${'A'.repeat(43)}=`, location: 'https://h/a.zip', sha256: '0'.repeat(64) };
  const path = (nth) => (text[0] === 'n' && nth % 60 > 0 ? `a${nth - (nth % 60)}${'.b'.repeat(nth % 60)}` : `a${nth}`);
  const paths = Array.from({ length: text.length / 8 }, (_, nth) => path(nth));
  return new Map(paths.map((each, nth) => [each, isLocal ? { source: './a' } : { ...entry(nth), ...remote }]));
}

function request(more) {
  return {
    id: '0'.repeat(26),
    at: '2026-01-01T00:00:00.000Z',
    method: 'POST',
    path: '/',
    headers: [],
    body: Buffer.from('{}'),
    ...more,
  };
}
