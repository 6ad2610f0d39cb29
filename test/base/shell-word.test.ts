import { expect, test } from 'vitest';
import { evalOf, exportOf, shellLanguage, shellQuoted, shellWord, unsetOf } from '../../src/base/shell-word.ts';

// trust: T-138
test.each([
  ['linux', '/bin/bash', 'posix'],
  ['linux', undefined, 'posix'],
  ['win32', undefined, 'powershell'],
  ['win32', '', 'powershell'],
  ['win32', '/usr/bin/bash', 'posix'],
])('the system %s with SHELL=%s gets commands for %s', (system, shell, language) => {
  expect(shellLanguage({ SHELL: shell }, system)).toBe(language);
});

test.each([
  ['posix', "export SVC_ADDRESS=https://svc.test SVC_TOKEN='it'\\''s'", 'unset SVC_TOKEN', 'eval "$(svc sandbox env)"'],
  [
    ...['powershell', "$env:SVC_ADDRESS = 'https://svc.test'; $env:SVC_TOKEN = 'it''s'", 'Remove-Item Env:SVC_TOKEN'],
    ...['svc sandbox env | Out-String | Invoke-Expression'],
  ],
] as const)('prints the commands to set and unset a variable in %s', (language, set, unset, run) => {
  expect(exportOf({ SVC_ADDRESS: 'https://svc.test', SVC_TOKEN: "it's" }, language)).toBe(set);
  expect(unsetOf('SVC_TOKEN', language)).toBe(unset);
  expect(evalOf('svc sandbox env', language)).toBe(run);
});

// trust: T-138
test.each([
  ['banner', 'banner', 'banner'],
  ['--no-input', '--no-input', '--no-input'],
  ['https://svc.test/a', 'https://svc.test/a', 'https://svc.test/a'],
  ['C:\\hooks\\key', "'C:\\hooks\\key'", 'C:\\hooks\\key'],
  ["it's", "'it'\\''s'", "'it''s'"],
  ['$(rm)', "'$(rm)'", "'$(rm)'"],
  ['a,b', 'a,b', "'a,b'"],
  ['@splat', '@splat', "'@splat'"],
  ['-v1.2', '-v1.2', "'-v1.2'"],
  ['', "''", "''"],
])('the word %j is %s in a POSIX shell and %s in PowerShell', (word, posix, powershell) => {
  expect([shellWord(word, 'posix'), shellWord(word, 'powershell')]).toEqual([posix, powershell]);
});

test('a value in a command for a script is always quoted', () => {
  expect(exportOf({ A: 'x' }, 'posix', shellQuoted)).toBe("export A='x'");
  expect(exportOf({ A: 'x' }, 'powershell', shellQuoted)).toBe("$env:A = 'x'");
  // Each of them ends a text there.
  expect(exportOf({ A: "'‘’‚‛" }, 'powershell')).toBe("$env:A = '''‘‘’’‚‚‛‛'");
});
