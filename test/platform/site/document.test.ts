import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../src/base/errors.ts';
import { siteOf } from '../../../src/platform/site/site.ts';

/** The mistakes of documents, as `file:line: text`. */
function mistakesIn(...texts: string[]): string[] {
  const sources = texts.map((text, index) => ({ file: `${'abc'[index]}.yaml`, folder: '/', text }));
  try {
    siteOf(sources);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return error.errors.length > 0 ? error.errors.map(({ detail, title }) => `${title}: ${detail}`) : [error.message];
  }
  return [];
}

describe('a mistake in a document', () => {
  // trust: T-120
  test.each([
    [
      'an unknown key',
      'version: 1\nnotificatons: []\n',
      ['a.yaml:2: unknown key "notificatons". Did you mean "notifications"?'],
    ],
    [
      'an unknown key of an entry',
      'version: 1\nagent-pools:\n  - name: a\n    organisation-scoped: true\n',
      ['a.yaml:4: unknown key "organisation-scoped" in agent-pools[0]. Did you mean "organization-scoped"?'],
    ],
    ['a duplicate key', 'version: 1\nteams: {}\nteams: {}\n', ['a.yaml:3: the key teams appears twice.']],
    [
      'a text in place of a list',
      'version: 1\nnotifications: [{ name: a, workspaces: web-*, destination-type: slack, url: "https://a.example" }]\n',
      ['a.yaml:2: notifications[0].workspaces must be a list: write ["web-*"].'],
    ],
    [
      'a word of YAML 1.1',
      'version: 1\nagent-pools: [{ name: a, organization-scoped: yes }]\nteams: { b: { users: [], exact: Off } }\n',
      [
        'a.yaml:2: agent-pools[0].organization-scoped must be true or false. YAML 1.2: write true.',
        'a.yaml:3: teams.b.exact must be true or false. YAML 1.2: write false.',
      ],
    ],
    ['a number as a text', 'version: 1\norganization: 1.0\n', ['a.yaml:2: organization must be text: quote it.']],
    [
      'an invalid URL',
      'version: 1\nnotifications: [{ name: a, workspaces: [w], destination-type: slack, url: chat }]\n',
      [expect.stringMatching(/^a\.yaml:2: notifications\[0\]\.url must be .*http/)],
    ],
    ['no version', 'name: a\n', ['a.yaml:1: missing version.']],
    ['another version', 'version: 2\n', ['a.yaml:1: version must be 1.']],
    [
      'a wrong type',
      'version: 1\nteams:\n  a: { users: olive }\n',
      ['a.yaml:3: teams.a.users must be a list: write [olive].'],
    ],
    [
      'a secret in the document',
      'version: 1\nnotifications:\n  - name: a\n    workspaces: [w]\n    destination-type: generic\n    url: https://a.example\n    token: abcdef\n',
      ['a.yaml:7: notifications[0].token must be { file: PATH } or { env: NAME }, not the secret.'],
    ],
    [
      'a secret that is null',
      'version: 1\nnotifications:\n  - name: a\n    workspaces: [w]\n    destination-type: generic\n    url: https://a.example\n    token: null\n',
      [
        'a.yaml:7: notifications[0].token must be { file: PATH } or { env: NAME }, not null: remove the key to keep what was sent.',
      ],
    ],
    [
      'an unknown key of a secret',
      'version: 1\nnotifications:\n  - name: a\n    workspaces: [w]\n    destination-type: slack\n    url: { env: X, fille: y }\n  - name: b\n    workspaces: [w]\n    destination-type: slack\n    url: { enf: X }\n',
      [
        'a.yaml:6: unknown key "fille" in notifications[0].url. Did you mean "file"?',
        'a.yaml:10: unknown key "enf" in notifications[1].url. Did you mean "env"?',
      ],
    ],
    [
      'a key of a secret that is like no other',
      'version: 1\nnotifications:\n  - name: a\n    workspaces: [w]\n    destination-type: slack\n    url: { variable: X }\n',
      ['a.yaml:6: unknown key "variable" in notifications[0].url. The keys are file, env and version.'],
    ],
    [
      'an unknown key of a team',
      'version: 1\nteams:\n  a: { users: [x], exat: true }\n',
      ['a.yaml:3: unknown key "exat" in teams.a. Did you mean "exact"?'],
    ],
    [
      'an unknown word',
      'version: 1\nnotifications:\n  - name: a\n    workspaces: [w]\n    destination-type: slak\n    url: https://a.example\n',
      ['a.yaml:5: notifications[0].destination-type must be generic, email or slack. Did you mean "slack"?'],
    ],
    ['several documents', 'version: 1\n---\nversion: 1\n', ['a.yaml:2: a file must have one document.']],
    ['YAML that does not parse', 'version: 1\nteams: [\n', [expect.stringMatching(/^a\.yaml:\d: /)]],
    ['a tag', 'version: 1\nname: !!js/function "x"\n', [expect.stringMatching(/^a\.yaml:2: unresolved tag/)]],
    ['an empty file', '', ['a.yaml:1: the document must be a map.']],
  ])('the error for a mistake names the file, the line and what to write instead: %s', (_, text, expected) => {
    expect(mistakesIn(text)).toEqual(expected);
  });

  test('the mistakes of all files are reported together', () => {
    const first = 'version: 1\nagent-pools:\n  - { name: "a b" }\nteam: {}\n';
    const second = 'version: 1\nsite: { banner: { title: T } }\n';
    expect(mistakesIn(first, second)).toEqual([
      'a.yaml:3: agent-pools[0].name may have letters, digits, hyphens and underscores only.',
      'a.yaml:4: unknown key "team". Did you mean "teams"?',
      'b.yaml:2: missing site.banner.body.',
    ]);
  });

  test('mistakes of one file are named in order of their lines, whichever check found them', () => {
    const text =
      'version: 1\nteam: {}\nabsent:\n  agent-pools: [{ nam: a }]\nagent-pools:\n  - { name: "a b" }\nx: 1\n';
    expect(mistakesIn(text).map((mistake) => mistake.split(' ')[0])).toEqual(
      'a.yaml:2: a.yaml:4: a.yaml:4: a.yaml:6: a.yaml:7:'.split(' '),
    );
  });

  // trust: T-120
  test('the error for a mistake never shows a secret', () => {
    const text = 'version: 1\noauth-clients:\n  - oauth-token-string: s3cr3t-value\n    private-key: s3cr3t-value\n';
    expect(mistakesIn(text).join()).not.toContain('s3cr3t');
  });

  test('an entry is reported with every mistake in it, and an empty name is reported once', () => {
    const mail = '{ name: a, workspaces: [w], destination-type: email, url: bad, users: [nell] }';
    expect(mistakesIn(`version: 1\nnotifications: [${mail}]\nabsent: { agent-pools: [{ name: "" }] }\n`)).toEqual([
      expect.stringContaining('must be an http or https URL'),
      expect.stringContaining("can't be given when Destination type is email"),
      expect.stringContaining('name must not be empty'),
    ]);
  });

  test('an entry that two files declare is reported with both places', () => {
    const pool = 'version: 1\nagent-pools:\n  - { name: a }\n';
    const absent = 'version: 1\nabsent:\n  agent-pools:\n    - { name: a }\n';
    expect(mistakesIn(pool, pool)).toEqual(['b.yaml:3: agent pool a is also in a.yaml:3.']);
    expect(mistakesIn(pool, absent)).toEqual(['b.yaml:4: agent pool a is also in a.yaml:3.']);
    expect(
      mistakesIn(
        'version: 1\nsubscription: { rum-alert-threshold: 1 }\n',
        'version: 1\nsubscription: { rum-alert-threshold: 1 }\n',
      ),
    ).toEqual(['b.yaml:2: subscription is also in a.yaml:2.']);
  });
});

describe('aliases', () => {
  const entry = (name: number, rest: string) =>
    `  - { name: n${name}, workspaces: [w], destination-type: slack, url: "https://a.example", ${rest} }\n`;
  const entries = (count: number, rest: string) =>
    Array.from({ length: count }, (_, name) => entry(name + 1, rest)).join('');

  test('a document may have many aliases, because only the copied content is limited', () => {
    const shared = `version: 1\nnotifications:\n${entry(0, 'triggers: &t [run:errored, run:completed]')}`;
    expect(mistakesIn(shared + entries(1_000, 'triggers: *t'))).toEqual([]);
    expect(mistakesIn(shared + entries(4_000, 'triggers: *t'))).toEqual([expect.stringContaining('10000 copies')]);
  });

  test('<< merges an alias into a map', () => {
    const base =
      'version: 1\nnotifications:\n  - &base { name: a, workspaces: [w], destination-type: slack, url: "https://a.example" }\n';
    expect(mistakesIn(`${base}  - { <<: *base, name: b }\n`)).toEqual([]);
    expect(mistakesIn(`${base}  - { <<: *base, nam: b }\n`)).toEqual([
      expect.stringContaining('a.yaml:4: unknown key "nam"'),
    ]);
  });
});

describe('a hostile document', () => {
  // trust: T-121
  test('rejects a document that grows by nested aliases', () => {
    const levels = Array.from(
      { length: 12 },
      (_, index) => `l${index + 1}: &l${index + 1} [${Array(9).fill(`*l${index}`).join(', ')}]`,
    );
    expect(mistakesIn(`version: 1\nl0: &l0 [a]\n${levels.join('\n')}\n`)).toEqual([
      'a.yaml: the aliases of the document make more than 10000 copies.',
    ]);
  });

  test('rejects an alias that contains itself', () => {
    const text = 'version: 1\nteams: &t { a: { users: [x] }, b: *t }\n';
    expect(mistakesIn(text)).toEqual(['a.yaml: the aliases of the document make more than 10000 copies.']);
  });

  // trust: T-121
  test('rejects a document that is nested too deeply for the parser', () => {
    const tooDeep = ['a.yaml: the document is nested too deeply.'];
    expect(mistakesIn(`version: 1\nteams: ${'['.repeat(20_000)}\n`)).toEqual(tooDeep);
    expect(mistakesIn(`version: 1\nteams: ${'['.repeat(20_000)}${']'.repeat(20_000)}\n`)).toEqual(tooDeep);
  });

  // trust: T-121
  test.each([
    ['__proto__: { polluted: true }', 2],
    ['teams: {"__proto__": {users: [max]}}', 2],
    ['teams:\n  ? "\\x5f_proto__"\n  : {users: [max]}', 3],
    ['name: &name __proto__\nteams: {*name : {users: [max]}}', 3],
    ['site: {banner: {__proto__: {title: x}}}', 2],
    ['notifications: [{name: n, token: {env: A, __proto__: {file: b}}}]', 2],
  ])('rejects a document that sets a prototype, however it is written: %j', (text, line) => {
    expect(mistakesIn(`version: 1\n${text}\n`)).toEqual([`a.yaml:${line}: unknown key "__proto__".`]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

test('accepts JSON as a document, indented with tabs or spaces', () => {
  expect(mistakesIn(JSON.stringify({ version: 1, teams: { a: { users: ['b'] } } }, null, '\t'))).toEqual([]);
  expect(mistakesIn(JSON.stringify({ version: 1, name: 'a' }))).toEqual([]);
});
