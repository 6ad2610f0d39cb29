/** The language of the commands that a message tells the user to type. */
export type ShellLanguage = 'posix' | 'powershell';

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns PowerShell on Windows, unless SHELL names another shell, as Git Bash sets it. `system` as in `process.platform`. */
export function shellLanguage({ SHELL }: Environment, system: string): ShellLanguage {
  return system === 'win32' && !SHELL ? 'powershell' : 'posix';
}

/** Words without special characters. In PowerShell `,` separates, `@` expands, and a dot or colon splits a flag. */
const plainWord = { posix: /^[\w@%+=:,./-]+$/, powershell: /^(?:--?[\w-]+|[\w+=:./\\][\w+=:./\\-]*)$/ };

/** Quotes a word for a shell if it has special characters. */
export function shellWord(word: string, shell: ShellLanguage): string {
  return plainWord[shell].test(word) ? word : shellQuoted(word, shell);
}

/** Single-quotes a text for a shell. */
export function shellQuoted(text: string, shell: ShellLanguage): string {
  // PowerShell takes typographic quotes for single ones.
  return `'${shell === 'posix' ? text.replaceAll("'", "'\\''") : text.replaceAll(/['‘’‚‛]/g, '$&$&')}'`;
}

/** Returns the command that sets environment variables in the current shell. */
export function exportOf(values: Readonly<Record<string, string>>, shell: ShellLanguage, quote = shellWord): string {
  const all = Object.entries(values);
  if (shell === 'posix') return `export ${all.map(([name, value]) => `${name}=${quote(value, shell)}`).join(' ')}`;
  return all.map(([name, value]) => `$env:${name} = ${shellQuoted(value, shell)}`).join('; ');
}

/** Returns the command that unsets an environment variable in the current shell. */
export function unsetOf(name: string, shell: ShellLanguage): string {
  return shell === 'posix' ? `unset ${name}` : `Remove-Item Env:${name}`;
}

/** Returns the command that runs the output of another command in the current shell. */
export function evalOf(command: string, shell: ShellLanguage): string {
  return shell === 'posix' ? `eval "$(${command})"` : `${command} | Out-String | Invoke-Expression`;
}
