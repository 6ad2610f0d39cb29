import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repositoryOnDisk } from '../../../src/modules/archive/git-repository.ts';
import { isDotGit, segmentFault } from '../../../src/modules/archive/portable-name.ts';
import { selectSubdir } from '../../../src/modules/archive/subdir.ts';
import { hasGit, noConfiguration, repository } from '../../support/git-repository.ts';
import fc, { runs } from '../../support/properties.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { rejection } from './contained.ts';
import { extracted, file, folder, pax, symlink, tarGz } from './tar-builder.ts';
import { utf8Flag, zip } from './zip-builder.ts';

const reason = 'has a segment that git treats as its .git folder';

/** The code points that git drops from a name on HFS+ (utf8.c, next_hfs_char). */
const ignored = [0x200c, 0x200d, 0x200e, 0x200f, 0x202a, 0x202e, 0x206a, 0x206f, 0xfeff].map((code) =>
  String.fromCodePoint(code),
);

const spellings = [
  ...['.git', '.GIT', '.Git', '.gIt', 'git~1', 'GIT~1', 'Git~1'],
  ...['.git.', '.git ', '.git . .', 'git~1.', 'GIT~1 ..', '.git\\config', 'git~1\\x'],
  ...[
    '.git:',
    '.git::$INDEX_ALLOCATION',
    '.GIT::$INDEX_ALLOCATION',
    'git~1:x',
    '.git. :x',
    '.git:$I30:$INDEX_ALLOCATION',
  ],
  ...ignored.flatMap((character) => [
    `${character}.git`,
    `.g${character}it`,
    `.GIT${character}`,
    `.${character.repeat(3)}git`,
  ]),
];
const others = [
  ...['.gitignore', '.gitattributes', '.gitmodules', '.gitkeep', '.github', '.gitlab-ci.yml', '.git-blame-ignore-revs'],
  ...'git a.git ..git .gi .gitt .git- .git_ git~2 git~10 git~ xgit~1 .git~1 HEAD refs'.split(' '),
];

/** Which names git's own check of a repository finds to be `.git`. */
function takenForDotGit(names: readonly string[]): string[] {
  const { folder: at, git } = repository();
  const blob = git(['hash-object', '-w', '--stdin'], 'x').trim();
  // Trees of one entry each, in one run.
  const ids = git(['mktree', '-z', '--batch'], names.map((name) => `100644 blob ${blob}\t${name}\0\0`).join(''))
    .trim()
    .split('\n');
  const { stderr } = spawnSync('git', ['fsck', '--no-dangling'], {
    env: { ...noConfiguration, GIT_DIR: at },
    encoding: 'utf8',
  });
  const found = new Set([...stderr.matchAll(/in tree ([0-9a-f]+): hasDotgit/g)].map(([, id]) => id));
  return names.filter((_, at) => found.has(ids[at]));
}

describe.runIf(hasGit())('a name that git reads as .git', () => {
  // trust: T-20
  test('rejects every spelling that git reads as .git, and no other name', () => {
    expect(takenForDotGit(spellings)).toEqual([...spellings]);
    expect(spellings.filter((name) => segmentFault(name) !== reason)).toEqual([]);
    expect(takenForDotGit(others)).toEqual([]);
    expect(others.filter((name) => isDotGit(name) || segmentFault(name) !== undefined)).toEqual([]);
  });

  test('rejects generated names that git reads as .git', () => {
    const between = fc.oneof({ weight: 4, arbitrary: fc.constant('') }, fc.constantFrom(...ignored, 'x'));
    const letters = fc
      .constantFrom('.git', '.GIT', '.gIt', 'git~1', 'Git~1', 'git~2')
      .chain((name) =>
        fc.tuple(...[...name].map((letter) => between.map((odd) => odd + letter))).map((pieces) => pieces.join('')),
      );
    const tail = fc.array(fc.constantFrom('.', ' ', ':', '\\', 'x', ...ignored), { maxLength: 3 });
    const name = fc.tuple(letters, tail).map(([start, end]) => start + end.join(''));
    // One repository for all of them, since each costs a few runs of git.
    const names = [...new Set(fc.sample(name, 300))];
    const taken = takenForDotGit(names);
    expect(taken.length).toBeGreaterThan(50);
    expect(taken.filter((each) => !isDotGit(each) || segmentFault(each) === undefined)).toEqual([]);
  });
});

describe('an archive with a repository in it is rejected', () => {
  // trust: T-20
  test.each(['.git/config', 'a/b/.GIT/config', 'git~1/config', 'a/.g\u200cit/x', './.git/x', '.git', 'a/.git'])(
    'a repository at %j is rejected in a tar and in a zip',
    async (path) => {
      expect(await rejection(tarGz(file('main.tf'), pax({ path }), file('x')))).toContain(reason);
      expect(await rejection(tarGz(file('main.tf'), pax({ path }), folder('x')))).toContain(reason);
      expect(await rejection(tarGz(file('main.tf'), pax({ path }), symlink('x', 'main.tf')))).toContain(reason);
      expect(await rejection(zip([{ name: 'main.tf' }, { name: path, flags: utf8Flag }]))).toContain(reason);
    },
  );

  // trust: T-20
  test.each<[string, string, Buffer[]]>([
    ['at the top', 'it is a bare git repository', [file('HEAD'), folder('objects'), folder('refs')]],
    ['in a folder', '"a/b" is a bare git repository', [file('a/b/HEAD'), file('a/b/objects/x'), file('a/b/refs/x')]],
    ['unordered', '"a" is a bare git repository', [folder('a/refs'), file('f'), folder('a/objects'), file('a/HEAD')]],
    ['with a link for HEAD', '"a" is a bare git', [symlink('a/HEAD', 'refs/x'), folder('a/objects'), file('a/refs/x')]],
    [
      'with links for its folders',
      '"a" is a bare git repository',
      [file('a/HEAD'), folder('o'), symlink('a/objects', '../o'), symlink('a/refs', '../o')],
    ],
    ['with files for its folders', '"a" is a bare git repository', [file('a/HEAD'), file('a/objects'), file('a/refs')]],
    ['under another case', '"a" is a bare git repository', [file('a/head'), folder('a/Objects'), folder('a/REFS')]],
    [
      'with its objects and refs elsewhere',
      '"a" is a bare git repository',
      [file('a/HEAD'), file('a/commondir', '../b'), folder('b/objects'), folder('b/refs')],
    ],
  ])('a bare repository is rejected: %s', async (_, words, parts) => {
    expect(await rejection(tarGz(file('main.tf'), ...parts))).toContain(words);
  });

  test('a folder that only resembles a repository is accepted', async () => {
    const names = [
      ...['.gitignore', '.gitattributes', '.github/workflows/x.yml', 'refs/x', 'a/HEAD', 'a/objects/x', 'a/x/refs/y'],
      ...['b/objects/x', 'b/refs/x', 'c/HEAD/x', 'c/objects/x', 'c/refs/x'],
    ];
    expect((await extracted(tarGz(...names.map((name) => file(name))))).files).toBe(names.length);
  });

  test('a requested subfolder must not be a repository', () => {
    const at = temporaryFolder();
    mkdirSync(join(at, '.git'));
    expect(() => selectSubdir(at, '.git')).toThrow('git treats as its .git folder');
  });
});

type Kind = 'absent' | 'file' | 'program' | 'folder' | 'link';
const kind = fc.constantFrom<Kind>('absent', 'file', 'program', 'folder', 'link');
const layout = fc.record({
  HEAD: kind,
  objects: kind,
  refs: kind,
  commondir: fc.constantFrom<Kind>('absent', 'absent', 'file'),
});

// trust: T-20
test.runIf(hasGit())('svc finds a bare repository in every folder in which git finds one', () => {
  let repositories = 0;
  fc.assert(
    fc.property(layout, (parts) => {
      const at = mkdtempSync(join(tmpdir(), 'svc-archive-'));
      for (const inner of ['objects', 'refs']) mkdirSync(join(at, 'store', inner), { recursive: true });
      mkdirSync(join(at, 'in'));
      for (const [name, made] of Object.entries(parts)) make(join(at, 'in', name), made);
      const env = { ...noConfiguration, GIT_CEILING_DIRECTORIES: tmpdir() };
      const { status } = spawnSync('git', ['rev-parse', '--git-dir'], { cwd: join(at, 'in'), env });
      const found = repositoryOnDisk(at);
      rmSync(at, { recursive: true });
      repositories += status === 0 ? 1 : 0;
      expect(found).toBe(status === 0 ? 'in' : found);
    }),
    // The interesting ones first.
    { numRuns: runs(40), examples: [...wholeLayouts] },
  );
  expect(repositories).toBeGreaterThan(3);
});

const whole = { HEAD: 'file', objects: 'folder', refs: 'folder', commondir: 'absent' } as const;
const wholeLayouts: [Record<keyof typeof whole, Kind>][] = [
  [whole],
  [{ ...whole, HEAD: 'link' }],
  [{ ...whole, objects: 'program', refs: 'link' }],
  [{ HEAD: 'file', objects: 'absent', refs: 'absent', commondir: 'file' }],
];

function make(path: string, made: Kind): void {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const text = name === 'HEAD' ? 'ref: refs/heads/main\n' : name === 'commondir' ? '../store\n' : '';
  if (made === 'folder') mkdirSync(path);
  else if (made === 'link') symlinkSync(name === 'HEAD' ? 'refs/heads/main' : `../store/${name}`, path);
  else if (made !== 'absent') writeFileSync(path, text, { mode: made === 'program' ? 0o755 : 0o644 });
}

describe('an unpacked folder that contains a git repository', () => {
  test('a repository in an unpacked folder is found at any depth, and its path is returned', () => {
    const at = temporaryFolder();
    mkdirSync(join(at, 'a/b/.GIT'), { recursive: true });
    expect(repositoryOnDisk(at)).toBe('a/b/.GIT');
    rmSync(join(at, 'a/b/.GIT'), { recursive: true });
    expect(repositoryOnDisk(at)).toBeUndefined();
    execFileSync('git', ['init', '--quiet', '--bare', at], { env: noConfiguration });
    expect([repositoryOnDisk(at), readdirSync(at).length > 3]).toEqual(['.', true]);
  });
});
