import { platform } from 'node:os';

/** Quotes a word for a POSIX shell if it has special characters. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : shellQuoted(word);
}

/** Single-quotes a text for a POSIX shell. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The language of the commands that a message tells the user to type. */
export type ShellLanguage = 'posix' | 'powershell';

type Environment = Readonly<Record<string, string | undefined>>;

/** PowerShell on Windows, unless SHELL names another shell, as Git Bash sets it. */
export function shellLanguage({ SHELL }: Environment, system: string = platform()): ShellLanguage {
  return system === 'win32' && !SHELL ? 'powershell' : 'posix';
}

/** The usual one of this system. */
const ownLanguage = shellLanguage({});

/** What to type to set variables in the current shell. */
export function exportOf(values: Readonly<Record<string, string>>, language = ownLanguage, quote = shellWord): string {
  const all = Object.entries(values);
  if (language === 'posix') return `export ${all.map(([name, value]) => `${name}=${quote(value)}`).join(' ')}`;
  // PowerShell takes typographic quotes for single ones.
  return all.map(([name, value]) => `$env:${name} = '${value.replaceAll(/['‘’‚‛]/g, '$&$&')}'`).join('; ');
}

/** What to type to unset a variable in the current shell. */
export function unsetOf(name: string, language = ownLanguage): string {
  return language === 'posix' ? `unset ${name}` : `Remove-Item Env:${name}`;
}

/** What to type to run the output of a command in the current shell. */
export function evalOf(command: string, language: ShellLanguage): string {
  return language === 'posix' ? `eval "$(${command})"` : `${command} | Out-String | Invoke-Expression`;
}
