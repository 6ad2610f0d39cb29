import { lstatSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CheckFailedError, NotFoundError } from '../../../src/errors.ts';
import { selectSubdir } from '../../../src/module/archive/subdir.ts';
import fc, { runs } from '../../support/properties.ts';
import { scratch } from './tar-builder.ts';

/** A tree of files, and of links where a target is given. */
function tree(paths: Record<string, string | null>): string {
  const root = scratch();
  for (const [path, target] of Object.entries(paths)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    if (target === null) writeFileSync(join(root, path), '');
    else symlinkSync(target, join(root, path));
  }
  return root;
}

const modules = () =>
  tree({
    'pkg-1.2.3/modules/vpc/main.tf': null,
    'pkg-1.2.3/modules/vpn/main.tf': null,
    'pkg-1.2.3/main.tf': null,
    'pkg-1.2.3/latest': 'modules/vpc',
    'readme.md': null,
    '.hidden/main.tf': null,
  });

describe('a subfolder is found', () => {
  test.each([
    ['pkg-1.2.3', 'pkg-1.2.3'],
    ['pkg-1.2.3/modules/vpc', 'pkg-1.2.3/modules/vpc'],
    ['./pkg-1.2.3/modules/', 'pkg-1.2.3/modules'],
    ['pkg-*', 'pkg-1.2.3'],
    ['pkg-*/modules/vpc', 'pkg-1.2.3/modules/vpc'],
    ['*/modules', 'pkg-1.2.3/modules'],
    ['pkg-?.?.?/modules/*c', 'pkg-1.2.3/modules/vpc'],
    ['pkg-[0-9].2.3/modules/vp[^n]', 'pkg-1.2.3/modules/vpc'],
  ])('by %j', (subdir, found) => {
    const root = modules();
    expect(selectSubdir(root, subdir)).toBe(join(root, found));
  });

  test('the tree itself by a dot', () => {
    const root = modules();
    expect(selectSubdir(root, '.')).toBe(root);
  });
});

describe('a subfolder is rejected', () => {
  test('without a file in it, as an archive is', () => {
    const root = tree({ 'mod/main.tf': null, 'links/l': 'a', 'empty/in/l': null });
    rmSync(join(root, 'empty/in/l'));
    for (const subdir of ['empty', 'empty/in', 'emp*', 'links']) {
      const select = () => selectSubdir(root, subdir);
      expect(select).toThrow(CheckFailedError);
      expect(select).toThrow(`The subfolder "${subdir}" contains no files.`);
    }
  });

  test.each([
    ['..', 'has a ".." segment'],
    ['pkg-1.2.3/../..', 'has a ".." segment'],
    ['*/../..', 'has a ".." segment'],
    ['/etc', 'is absolute'],
    ['a//b', 'has an empty segment'],
    ['a\\b', 'has a backslash'],
    ['C:', 'names a drive'],
    ['a\0', 'has a control character'],
    ['', 'is empty'],
    ['readme.md', 'is a file'],
    ['pkg-1.2.3/main.tf', 'is a file'],
    ['pkg-1.2.3/main*', 'is a file'],
    ['pkg-1.2.3/latest', 'is a link'],
    ['pkg-1.2.3/late*', 'is a link'],
    ['pkg-1.2.3/latest/main.tf', 'passes through a link'],
    ['pkg-1.2.3/l*/main.tf', 'passes through a link'],
    ['pkg-1.2.3/modules/vp*', 'matches 2 entries'],
    ['*', 'matches 3 entries'],
  ])('%j, as it %s', (subdir, reason) => {
    const select = () => selectSubdir(modules(), subdir);
    expect(select).toThrow(CheckFailedError);
    expect(select).toThrow(reason);
  });

  test.each(['nothing', 'pkg-9*', 'PKG-1.2.3', 'readme.md/x', 'pkg-1.2.3/modules/*/*/x'])(
    '%j matches nothing',
    (subdir) => {
      expect(() => selectSubdir(modules(), subdir)).toThrow(NotFoundError);
    },
  );

  test.each([
    ['../shared', 'leaves the archive'],
    ['../mod/main.tf', 'leaves the archive'],
    ['inner/up', 'leaves the archive'],
    ['inner/up/mod/main.tf', 'leaves the archive'],
  ])('when a link inside it, to %j, would lead out of it', (target, reason) => {
    const root = tree({ shared: null, 'mod/main.tf': null, 'mod/inner/up': '../..', 'mod/l': target });
    expect(() => selectSubdir(root, 'mod')).toThrow(reason);
  });
});

test('a subfolder with links that stay inside it is found', () => {
  const root = tree({ 'mod/main.tf': null, 'mod/a/l': '../main.tf', 'mod/b': 'a' });
  expect(selectSubdir(root, 'mod')).toBe(join(root, 'mod'));
});

test('whatever is asked for, a folder inside the tree is found or none, and nothing outside is looked at', () => {
  const outside = tree({
    'in/tree/a/b/f': null,
    'in/tree/b/a/f': null,
    'in/tree/l': 'a/b',
    'in/tree/a/up': '../b',
    'in/secret/f': null,
    'secret/f': null,
  });
  const root = join(outside, 'in/tree');
  const segment = fc.constantFrom(
    ...['a', 'b', 'f', 'l', 'up', 'secret', '..', '.', '', '*', '?', '[a-b]', '[.]', '\\'],
  );
  const any = fc.oneof(
    fc.array(segment, { maxLength: 5 }).map((segments) => segments.join('/')),
    fc.string({ maxLength: 10 }),
  );
  let found = 0;
  fc.assert(
    fc.property(any, (subdir) => {
      try {
        const path = selectSubdir(root, subdir);
        expect(`${realpathSync(path)}/`.startsWith(`${realpathSync(root)}/`)).toBe(true);
        expect(lstatSync(path).isDirectory()).toBe(true);
        found += 1;
      } catch (error) {
        expect([CheckFailedError, NotFoundError]).toContain((error as Error).constructor);
      }
    }),
    { numRuns: runs(2000) },
  );
  expect(found).toBeGreaterThan(0);
});
