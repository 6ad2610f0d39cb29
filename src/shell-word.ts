/** A word as a POSIX shell reads it: in quotes where a character of it would mean something to the shell. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
