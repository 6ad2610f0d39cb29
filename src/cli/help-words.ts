import { wantsColour } from './terminal/colour.ts';
import type { OutputStream } from './terminal/io.ts';

/** The alternative words for commands. */
export const alsoTyped: Readonly<Record<string, string>> = {
  'auth login': 'login',
  'auth logout': 'logout',
};

export const helpSummary = 'Show help for a command or a topic';

/** Returns the words to show help for: of `help banner create`, `banner create --help`, or an empty command line. */
export function helpTopic(argv: readonly string[]): readonly string[] | undefined {
  const typed = argv.filter((word) => !helpFlags.includes(word));
  if (typed[0] === 'help') return typed.slice(1);
  const words = /^(-h|--help)$/.test(typed.at(-1) ?? '--help') ? typed.slice(0, -1) : undefined;
  return words?.every((word) => !word.startsWith('-')) ? words : undefined;
}

const helpFlags: readonly string[] = ['--all', '--no-pager', '--no-color'];

/** The style of help: complete or one screen, and with or without bold headings. */
export interface HelpStyle {
  width: number;
  whole: boolean;
  bold: boolean;
}

/** Returns the style of help for a command line at a terminal. */
export function helpStyle(
  argv: readonly string[],
  { env, stdout }: { env: Readonly<Record<string, string | undefined>>; stdout: OutputStream },
): HelpStyle {
  const bold = !argv.includes('--no-color') && wantsColour(stdout, env);
  return { width: stdout.columns || 80, whole: argv.includes('--all'), bold };
}
