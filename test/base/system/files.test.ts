import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cannot, isNetworkPath, openRegular, readBytes, reasonOf } from '../../../src/base/system/files.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const failure = (code: string) => Object.assign(new Error(`${code}: what Node says, open '/x'`), { code });

describe('file errors', () => {
  test.each([
    ['EACCES', 'EACCES: permission denied'],
    ['EADDRINUSE', 'EADDRINUSE: the port is in use'],
    ['EDQUOT', 'EDQUOT: disk quota exceeded'],
    ['EFBIG', 'EFBIG: the file is too large'],
    ['EIO', 'EIO: the disk failed'],
    ['EISDIR', 'EISDIR: it is a folder'],
    ['ELOOP', 'ELOOP: too many links'],
    ['EMFILE', 'EMFILE: too many open files'],
    ['ENAMETOOLONG', 'ENAMETOOLONG: the name is too long'],
    ['ENFILE', 'ENFILE: too many open files on this machine'],
    ['ENOENT', 'ENOENT: no such file or folder'],
    ['ENOSPC', 'ENOSPC: no space left on the disk'],
    ['ENOTDIR', 'ENOTDIR: part of the path is not a folder'],
    ['ENXIO', 'ENXIO: it is a device, a pipe or a socket'],
    ['EPERM', 'EPERM: operation not permitted'],
    ['EROFS', 'EROFS: the disk is read-only'],
    ['EXDEV', 'EXDEV'],
  ])('a file error has its message and exit code 2: %s', (code, reason) => {
    const cause = failure(code);
    expect(cannot('write /x', cause, 'Choose another folder.')).toMatchObject({
      message: `Cannot write /x (${reason}).`,
      code: 'usage',
      exit: 2,
      hint: 'Choose another folder.',
      cause,
    });
  });

  test('an error without a code gives its message, and a thrown text gives only "unknown fault"', () => {
    expect([reasonOf(new Error('it is not a file')), reasonOf('secret')]).toEqual([
      'it is not a file',
      'unknown fault',
    ]);
  });
});

describe('reading a file', () => {
  const pathIn = () => {
    const folder = temporaryFolder();
    return join(folder, 'it');
  };

  // trust: T-141
  test.skipIf(process.platform === 'win32').each([
    ['a pipe', (path: string) => void execFileSync('mkfifo', [path]), 'ENXIO'],
    ['a device', (path: string) => symlinkSync('/dev/zero', path), 'ENXIO'],
    ['a folder', (path: string) => mkdirSync(path), 'EISDIR'],
    ['a missing file', () => undefined, 'ENOENT'],
  ])('only a regular file is opened: %s is rejected', (_, make, code) => {
    const path = pathIn();
    make(path);
    expect(() => openRegular(path)).toThrow(expect.objectContaining({ code }));
  });

  // trust: T-141
  test('a file above the size limit is rejected, and a link is followed only if that is allowed', () => {
    const path = pathIn();
    writeFileSync(path, 'four');
    symlinkSync(path, `${path}.link`);
    expect(readBytes(`${path}.link`, { most: 4 }).toString()).toBe('four');
    expect(() => readBytes(path, { most: 3 }).toString()).toThrow(expect.objectContaining({ code: 'EFBIG' }));
    expect(() => readBytes(`${path}.link`, { links: false }).toString()).toThrow(
      expect.objectContaining({ code: 'ENXIO' }),
    );
  });
});

// trust: T-195
test.each([
  ['\\\\host\\share\\token', true],
  ['//host/share/token', true],
  ['\\/host/share', true],
  ['\\\\?\\UNC\\host\\share', true],
  ['C:\\token', false],
  ['\\token', false],
  ['token', false],
])('Windows: the path %j may lead to another machine: %s', (path, expected) => {
  expect([isNetworkPath(path, 'win32'), isNetworkPath(path, 'linux')]).toEqual([expected, false]);
});
