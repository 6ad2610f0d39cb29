import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CheckFailedError, NotFoundError } from '../../../src/base/errors.ts';
import { defaultLimits } from '../../../src/modules/archive/limits.ts';
import { selectSubdir } from '../../../src/modules/archive/subdir.ts';
import fc, { forAll, runs } from '../../support/properties.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** A tree of files, and of links where a target is given. */
function tree(paths: Record<string, string | null>): string {
  const root = temporaryFolder();
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

describe('the choice of a subfolder', () => {
  test.each([
    ['pkg-1.2.3', 'pkg-1.2.3'],
    ['pkg-1.2.3/modules/vpc', 'pkg-1.2.3/modules/vpc'],
    ['./pkg-1.2.3/modules/', 'pkg-1.2.3/modules'],
    ['pkg-*', 'pkg-1.2.3'],
    ['pkg-*/modules/vpc', 'pkg-1.2.3/modules/vpc'],
    ['*/modules', 'pkg-1.2.3/modules'],
    ['pkg-?.?.?/modules/*c', 'pkg-1.2.3/modules/vpc'],
    ['pkg-[0-9].2.3/modules/vp[^n]', 'pkg-1.2.3/modules/vpc'],
  ])('a subfolder is found by %j', (subdir, found) => {
    const root = modules();
    expect(selectSubdir(root, subdir)).toEqual({ found: join(root, found), copied: [] });
  });

  test('a dot chooses the whole tree', () => {
    const root = modules();
    expect(selectSubdir(root, '.')).toEqual({ found: root, copied: [] });
  });
});

describe('a rejected subfolder', () => {
  // trust: T-23
  test('rejects a subfolder without a file', () => {
    const root = tree({ 'mod/main.tf': null, 'links/l': 'a', 'empty/in/l': null });
    rmSync(join(root, 'empty/in/l'));
    for (const subdir of ['empty', 'empty/in', 'emp*', 'links']) {
      const select = () => selectSubdir(root, subdir);
      expect(select).toThrow(CheckFailedError);
      expect(select).toThrow(`The subfolder "${subdir}" contains no files.`);
    }
  });

  // trust: T-23
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
  ])('rejects the subfolder %j, because it %s', (subdir, reason) => {
    const select = () => selectSubdir(modules(), subdir);
    expect(select).toThrow(CheckFailedError);
    expect(select).toThrow(reason);
  });

  // trust: T-23
  test.each(['nothing', 'pkg-9*', 'PKG-1.2.3', 'readme.md/x', 'pkg-1.2.3/modules/*/*/x'])(
    'reports the subfolder %j as not found',
    (subdir) => {
      expect(() => selectSubdir(modules(), subdir)).toThrow(NotFoundError);
    },
  );
});

describe('a link that leads out of the subfolder', () => {
  const root = () =>
    tree({
      'shared/main.tf': null,
      'shared/deep/more.tf': null,
      'shared/deep/again': '../main.tf',
      'other/a/f': null,
      'other/l': 'a',
      'up/all': '..',
      'mod/main.tf': null,
    });
  /** Every path below a folder, with the links among them. */
  const pathsIn = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((path) => (lstatSync(join(folder, path)).isSymbolicLink() ? `${path} (a link)` : path))
      .sort();

  // trust: T-24
  test.each([
    ['../shared/main.tf', ['l', 'main.tf']],
    ['../mod/main.tf', ['l', 'main.tf']],
    ['../shared/deep', ['l', 'l/again', 'l/more.tf', 'main.tf']],
    ['../other', ['l', 'l/a', 'l/a/f', 'l/l', 'l/l/f', 'main.tf']],
  ])('copies the target of a link that leads out of the subfolder: %s', (target, paths) => {
    const at = root();
    symlinkSync(target, join(at, 'mod/l'));
    writeFileSync(join(at, 'shared/main.tf'), 'shared', { mode: 0o755 });
    expect(selectSubdir(at, 'mod')).toEqual({ found: join(at, 'mod'), copied: ['mod/l'] });
    expect(pathsIn(join(at, 'mod'))).toEqual(paths);
  });

  test('the copy of a file behind a link that leads out of the subfolder has the same content and mode', () => {
    const at = root();
    symlinkSync('../shared/main.tf', join(at, 'mod/l'));
    writeFileSync(join(at, 'shared/main.tf'), 'shared', { mode: 0o755 });
    selectSubdir(at, 'mod');
    expect(readFileSync(join(at, 'mod/l'), 'utf8')).toBe('shared');
    expect(lstatSync(join(at, 'mod/l')).mode & 0o777).toBe(lstatSync(join(at, 'shared/main.tf')).mode & 0o777);
  });

  // trust: T-24
  test.each([
    ['../shared/nothing', 'leads to "shared/nothing", which the archive does not contain'],
    ['../holed', 'leads to "holed/nothing", which the archive does not contain'],
    ['..', 'leads to a folder that contains itself'],
    ['../up', 'leads to a folder that contains itself'],
  ])('a link to %s out of the subfolder is rejected', (target, reason) => {
    const at = root();
    symlinkSync(target, join(at, 'mod/l'));
    if (target === '../holed') {
      mkdirSync(join(at, 'holed'));
      symlinkSync('nothing', join(at, 'holed/l'));
    }
    expect(() => selectSubdir(at, 'mod')).toThrow(`The archive is rejected: "mod/l" ${reason}.`);
  });

  // trust: T-24
  test('the copied target of a link out of the subfolder counts towards the limits with all that is in it', () => {
    const doubled = (levels: number) =>
      Object.fromEntries(
        Array.from({ length: levels }, (_, level) =>
          ['a', 'b'].map((name) => [`${level}/${name}`, level + 1 < levels ? `../${level + 1}` : null]),
        ).flat(),
      );
    const at = tree({ ...doubled(40), 'mod/l': '../0' });
    expect(() => selectSubdir(at, 'mod', { ...defaultLimits, entries: 1000 })).toThrow(
      'exceeds the limit of 1,000 entries',
    );
    const large = tree({ large: null, 'mod/l': '../large', 'mod/m': '../large' });
    writeFileSync(join(large, 'large'), 'x'.repeat(600));
    expect(() => selectSubdir(large, 'mod', { ...defaultLimits, totalBytes: 1000 })).toThrow(
      'over the limit of 1,000 bytes',
    );
  });
});

test('links that stay inside the subfolder are not copied', () => {
  const root = tree({ 'mod/main.tf': null, 'mod/a/l': '../main.tf', 'mod/b': 'a' });
  expect(selectSubdir(root, 'mod')).toEqual({ found: join(root, 'mod'), copied: [] });
});

// trust: T-23
test('any requested path gives a folder inside the tree or an error, and nothing outside the tree is read', () => {
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
  forAll([any], runs(2000), (subdir) => {
    try {
      const path = selectSubdir(root, subdir).found;
      expect(`${realpathSync(path)}/`.startsWith(`${realpathSync(root)}/`)).toBe(true);
      expect(lstatSync(path).isDirectory()).toBe(true);
      found += 1;
    } catch (error) {
      expect([CheckFailedError, NotFoundError]).toContain((error as Error).constructor);
    }
  });
  expect(found).toBeGreaterThan(0);
});
