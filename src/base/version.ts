import { version } from '../../package.json' with { type: 'json' };

export { version };

/** Returns a command line without -o json in any of its forms, and whether it had one. */
export function withoutJson(argv: readonly string[]): { words: readonly string[]; json: boolean } {
  const isPair = (at: number) => /^(-o|--output) json$/.test(`${argv[at]} ${argv[at + 1]}`);
  const isOne = (word: string) => /^(--json|-ojson|--output=json)$/.test(word);
  const words = argv.filter((word, at) => !isOne(word) && !isPair(at) && !isPair(at - 1));
  return { words, json: words.length < argv.length };
}

/** Returns the output for a command line that only requests the version; undefined for any other. */
export function versionOutput(argv: readonly string[]): string | undefined {
  const { json, words } = withoutJson(argv);
  if (words.length !== 1 || !/^(--version|-V|-v|version)$/.test(words[0] ?? '')) return undefined;
  return json ? `${JSON.stringify({ version })}\n` : `svc ${version}\n`;
}
