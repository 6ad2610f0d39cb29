import { describe, expect, test } from 'vitest';
import { tools } from '../../../src/base/system/tools.ts';
import { formatLock, type Lock, type LockedCall, parseLock } from '../../../src/modules/lock/lock-file.ts';
import fc, { forAll } from '../../support/properties.ts';

const hex = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`));
const words = fc.stringMatching(/^[!-~ é]{1,40}$/);
const fields = fc.record<LockedCall, 'source' | 'location' | 'h1'>(
  {
    source: words,
    constraint: words,
    version: fc.constantFrom('1.0.0', '2.0.0-beta.1+x', 'v1.2'),
    location: words,
    submodules: fc.constant('fetched' as const),
    subdir: fc.constantFrom('modules/a', 'a', '.hidden/..x'),
    h1: hex(43).map((text) => `h1:${text}=`),
  },
  { requiredKeys: ['source', 'location', 'h1'] },
);
// An archive has the one, a commit the other.
const fixed = fc.oneof(fc.record({ sha256: hex(64) }), fc.record({ commit: hex(40) }));
const remote: fc.Arbitrary<LockedCall> = fc.tuple(fields, fixed).map(([call, by]) => ({ ...call, ...by }));
const name = fc.stringMatching(/^[A-Za-z_é][A-Za-z0-9_-]{0,8}$/);
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('.'));
const lock: fc.Arbitrary<Lock> = fc
  .array(fc.tuple(path, fc.oneof(remote, fc.record({ source: words }))), { maxLength: 12 })
  .map((entries) => new Map(entries));
const tool = fc.constantFrom(...tools);
const good = `{"source":"a/b/c","location":"x","sha256":"${'0'.repeat(64)}","h1":"h1:${'A'.repeat(43)}="}`;
const holding = (entry: string, at = 'a') => `{"version":1,"modules":{${JSON.stringify(at)}:${entry}}}`;

describe('a lock', () => {
  test('a lock that is written, read and written again has the same text', () => {
    forAll([fc.record({ tool, modules: lock })], (file) => {
      const text = formatLock(file);
      const read = parseLock(text, 'it');
      expect(read).toEqual(file);
      expect(formatLock(read)).toBe(text);
      expect(JSON.parse(text)).toMatchObject({ version: 1, tool: file.tool });
    });
  });

  test('the text of a lock does not depend on the order of the calls, and one changed call changes one line', () => {
    forAll([lock, remote], (entries, other) => {
      const write = (modules: Lock) => formatLock({ tool: 'terraform', modules });
      const text = write(entries);
      expect(write(new Map([...entries].reverse()))).toBe(text);
      const [first] = entries.keys();
      if (first === undefined) return;
      const lines = write(new Map([...entries, [first, { ...other, location: 'elsewhere' }]])).split('\n');
      const different = text.split('\n').filter((line, nth) => line !== lines[nth]);
      expect([lines.length, different.length]).toEqual([text.split('\n').length, 1]);
    });
  });

  test('a lock of a newer svc is rejected', () => {
    const newer = () => parseLock('{"version":2,"modules":[]}', 'infra/it.json');
    expect(newer).toThrow(
      expect.objectContaining({ exit: 2, message: 'infra/it.json has lock version 2; this svc supports version 1.' }),
    );
    expect(newer).toThrow(expect.objectContaining({ hint: expect.stringContaining('newer svc') }));
  });

  test('a lock with one valid entry is read', () => {
    expect([...parseLock(holding(good), 'it').modules.keys()]).toEqual(['a']);
    expect(parseLock(holding(good, '__proto__'), 'it').modules.has('__proto__')).toBe(true);
  });

  test('reads a lock with a byte order mark', () => {
    expect(parseLock(`\ufeff${holding(good)}`, 'it')).toEqual(parseLock(holding(good), 'it'));
  });

  test('a lock that names no tool is for terraform, because old locks never named one', () => {
    expect(parseLock(holding(good), 'it').tool).toBe('terraform');
  });

  test.each([
    ['another tool', '{"version":1,"tool":"pulumi","modules":{}}'],
    ['nothing', ''],
    ['HTML', '<html>'],
    ['a list', '[]'],
    ['null', 'null'],
    ['no version', '{"modules":{}}'],
    ['a version that is a text', '{"version":"1","modules":{}}'],
    ['version 0', '{"version":0,"modules":{}}'],
    ['a list of modules', '{"version":1,"modules":[]}'],
    ['a path upwards', holding(good, '..')],
    ['an absolute path', holding(good, '/etc')],
    ['a path with a slash', holding(good, 'a/b')],
    ['a path with an empty name', holding(good, 'a..b')],
    ['a path with a line end', holding(good, 'a\nb')],
    ['an empty path', holding(good, '')],
    ['a path without end', holding(good, Array(100).fill('a').join('.'))],
    ['an entry that is a text', holding('"x"')],
    ['an entry without a source', holding('{}')],
    ['an unknown field', holding('{"source":"./a","dir":"/etc"}')],
    ['a folder upwards', holding(good.replace('}', ',"subdir":"../../etc"}'))],
    ['a folder that leads upwards in the end', holding(good.replace('}', ',"subdir":"a/../../etc"}'))],
    ['an absolute folder', holding(good.replace('}', ',"subdir":"/etc"}'))],
    ['a folder of Windows', holding(good.replace('}', ',"subdir":"a\\\\..\\\\b"}'))],
    ['an invalid hash', holding(good.replace('h1:A', 'h2:A'))],
    ['a hash of another length', holding(good.replace('AA', 'A'))],
    ['a commit that is a ref', holding(good.replace('}', ',"commit":"main"}'))],
    ['an invalid sha256', holding(good.replace('0000', 'x'))],
    ['an archive without a sha256', holding(good.replace(/"sha256":"0+",/, ''))],
    ['a commit besides the sha256 of an archive', holding(good.replace('}', `,"commit":"${'a'.repeat(40)}"}`))],
    [
      'a commit in place of the sha256 of an archive',
      holding(good.replace('"x"', '"https://h/a.zip"').replace(/"sha256":"0+"/, `"commit":"${'a'.repeat(40)}"`)),
    ],
    ['a version that is a path', holding(good.replace('}', ',"version":"../x"}'))],
    ['a number for a source', holding('{"source":1}')],
    ['a remote call without a hash', holding('{"source":"a/b/c","version":"1.0.0","location":"x"}')],
  ])('rejects a lock that contains %s', (_, text) => {
    expect(() => parseLock(text, 'it')).toThrow(
      expect.objectContaining({ exit: 2, message: expect.stringContaining('it is ') }),
    );
  });

  test('reading any JSON as a lock gives a lock or exit code 2', () => {
    const near = fc
      .tuple(path, fc.dictionary(fc.constantFrom('source', 'h1', 'location', 'subdir', '__proto__'), fc.jsonValue()))
      .map(([key, entry]) => JSON.stringify({ version: 1, modules: { [key]: entry } }));
    const cut = fc
      .tuple(lock, fc.nat())
      .map(([entries, at]) => formatLock({ tool: 'tofu', modules: entries }).slice(0, at % 500));
    forAll([fc.oneof(near, cut, fc.json(), fc.string())], (text) => {
      try {
        for (const key of parseLock(text, 'it').modules.keys()) expect(key).not.toMatch(/[/\\]|\.\.|^\.|\.$/);
      } catch (error) {
        expect(error).toMatchObject({ exit: 2 });
      }
    });
  });
});
