import { expect, test } from 'vitest';
import { commandWords } from '../../../src/base/system/command-line.ts';

test.each([
  [String.raw`C:\tools\deploy.cmd a\b`, ['C:\\tools\\deploy.cmd', 'a\\b']],
  [String.raw`"C:\Program Files\svc\deploy.exe" --now`, ['C:\\Program Files\\svc\\deploy.exe', '--now']],
  [String.raw`\\server\share\deploy.exe`, ['\\\\server\\share\\deploy.exe']],
  [String.raw`echo "say \"hi\""`, ['echo', 'say "hi"']],
])('a backslash is part of a path on Windows: %s', (command, found) => {
  expect(commandWords('--exec', command, true)).toEqual(found);
});

test('a backslash escapes the next character on Linux and macOS', () => {
  expect(commandWords('--exec', String.raw`./my\ script a\\b`, false)).toEqual(['./my script', 'a\\b']);
});
