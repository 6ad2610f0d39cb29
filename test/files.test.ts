import { describe, expect, test } from 'vitest';
import { cannot, reasonOf } from '../src/files.ts';

const failure = (code: string) => Object.assign(new Error(`${code}: what Node says, open '/x'`), { code });

describe('what the machine rejects has one message and one exit code', () => {
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
    ['EPERM', 'EPERM: operation not permitted'],
    ['EROFS', 'EROFS: the disk is read-only'],
    ['EXDEV', 'EXDEV'],
  ])('%s', (code, reason) => {
    const cause = failure(code);
    expect(cannot('write /x', cause, 'Choose another folder.')).toMatchObject({
      message: `Cannot write /x (${reason}).`,
      code: 'usage',
      exit: 2,
      hint: 'Choose another folder.',
      cause,
    });
  });

  test('an error without a code says its message, and anything else nothing of itself', () => {
    expect([reasonOf(new Error('it is not a file')), reasonOf('secret')]).toEqual([
      'it is not a file',
      'unknown fault',
    ]);
  });
});
