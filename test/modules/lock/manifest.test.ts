import { expect, test } from 'vitest';
import { dirsOf, formatManifest, type Placed, parseManifest } from '../../../src/modules/lock/module-folder.ts';
import fc, { forAll } from '../../support/properties.ts';

const local = (path: string, to: string): Placed => ({
  path,
  locked: {},
  call: { source: { kind: 'local', path: to } },
});
const remote = (path: string, subdir?: string): Placed => ({
  path,
  locked: { subdir },
  call: { source: { kind: 'registry' } },
});

test('the folders are those that terraform 1.11 writes for the same calls', () => {
  const placed = [
    local('net.s.up', '../../inner'),
    remote('net'),
    local('local', 'sub'),
    local('local.deep', 'deeper'),
    remote('local.n', 'modules/sub'),
    local('local.n.up', '../../inner'),
    local('local.out', '../../outside'),
    remote('net.leaf'),
    local('net.s', 'modules/sub'),
  ];
  expect(Object.fromEntries(dirsOf(placed, '.terraform/modules'))).toEqual({
    '': '.',
    local: 'sub',
    'local.deep': 'sub/deeper',
    'local.n': '.terraform/modules/local.n/modules/sub',
    'local.n.up': '.terraform/modules/local.n/inner',
    'local.out': '../outside',
    net: '.terraform/modules/net',
    'net.leaf': '.terraform/modules/net.leaf',
    'net.s': '.terraform/modules/net/modules/sub',
    'net.s.up': '.terraform/modules/net/inner',
  });
});

test('the manifest has the bytes that terraform writes', () => {
  const entry = { Key: 'm', Source: 'git::https://example.com/x.git?a=<1>&ref=v1\u2028', Dir: 'm' };
  expect(formatManifest([entry])).toBe(
    String.raw`{"Modules":[{"Key":"m","Source":"git::https://example.com/x.git?a=\u003c1\u003e\u0026ref=v1\u2028","Dir":"m"}]}`,
  );
});

test('a manifest that is written and read again is the same', () => {
  const text = fc.string();
  const entry = fc.record(
    { Key: text, Source: text, Version: text, Dir: text },
    { requiredKeys: ['Key', 'Source', 'Dir'] },
  );
  forAll([fc.array(entry)], (entries) => void expect(parseManifest(formatManifest(entries), 'it')).toEqual(entries));
});

test('reading any text as a manifest gives a manifest or exit code 2', () => {
  const near = fc.record({
    Modules: fc.array(fc.dictionary(fc.constantFrom('Key', 'Source', 'Dir', 'Version'), fc.jsonValue())),
  });
  forAll(
    [
      fc.oneof(
        near.map((value) => JSON.stringify(value)),
        fc.json(),
        fc.string(),
      ),
    ],
    (text) => {
      try {
        for (const { Dir, Key, Source } of parseManifest(text, 'it'))
          expect([typeof Dir, typeof Key, typeof Source]).toEqual(['string', 'string', 'string']);
      } catch (error) {
        expect(error).toMatchObject({ exit: 2, message: 'it is not a valid manifest of installed modules.' });
      }
    },
  );
});
