/** A word as its shell reads it: without quotes, of which the last may be open. Nothing is expanded. */
export function unquoted(word: string): string {
  return word.replace(
    /'([^']*)'?|"((?:[^"\\]|\\.)*)"?|\\(.?)/gs,
    (_, single?: string, double?: string, escaped?: string) =>
      single ?? double?.replace(/\\(["$\\`])/g, '$1') ?? escaped ?? '',
  );
}
