import { expect, test } from 'vitest';
import { linkHint } from '../../../src/modules/archive/rejection.ts';

const fault = (code: string, syscall: string) => Object.assign(new Error(code), { code, syscall });

test.each([
  ['win32', fault('EPERM', 'symlink'), 'Enable Developer Mode of Windows, or run as an administrator.'],
  ['win32', fault('EPERM', 'open'), undefined],
  ['win32', fault('ENOSPC', 'symlink'), undefined],
  ['linux', fault('EPERM', 'symlink'), undefined],
])('only a symlink that Windows forbids gets the hint to enable Developer Mode (%s, %s)', (system, error, hint) => {
  expect(linkHint(error, system)).toBe(hint);
});
