/** A word as a POSIX shell reads it: in quotes where a character of it would mean something to the shell. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : shellQuoted(word);
}

/** Text in single quotes, in which a POSIX shell takes every character as it is. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
