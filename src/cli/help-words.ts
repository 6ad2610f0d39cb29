/** Commands that may also be typed with other words. */
export const alsoTyped: Readonly<Record<string, string>> = {
  'auth login': 'login',
  'auth logout': 'logout',
  status: 'auth status',
};

/** The words to show help for, of `help banner create`, `banner create --help`, or an empty command line. */
export function helpTopic(argv: readonly string[]): readonly string[] | undefined {
  if (argv[0] === 'help') return argv.slice(1);
  const words = /^(-h|--help)$/.test(argv.at(-1) ?? '--help') ? argv.slice(0, -1) : undefined;
  return words?.every((word) => !word.startsWith('-')) ? words : undefined;
}
