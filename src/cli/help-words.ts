import { pagerOf, writePaged } from '../base/system/pager.ts';
import { withoutJson } from '../base/version.ts';
import type { Host } from './context.ts';
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
  const typed = withoutJson(argv).words.filter((word) => !helpFlags.includes(word));
  if (typed[0] === 'help') return typed.slice(1);
  const path = /^(-h|--help)$/.test(typed.at(-1) ?? '--help') ? typed.slice(0, -1) : undefined;
  return path?.every((word) => !word.startsWith('-')) ? path : undefined;
}

const helpFlags: readonly string[] = ['--all', '--no-pager', '--no-color'];

/** The style of help: JSON, or a text, complete or one screen, and with or without bold headings. */
export interface HelpStyle {
  json?: boolean;
  width: number;
  whole: boolean;
  bold: boolean;
}

/** Returns the style of help for a command line; off a terminal it has 100 columns. */
export function helpStyle(
  argv: readonly string[],
  { env, stdout }: { env: Readonly<Record<string, string | undefined>>; stdout: OutputStream },
): HelpStyle {
  const bold = !argv.includes('--no-color') && wantsColour(stdout, env);
  const json = argv.some((word) => /^(help|-h|--help)$/.test(word)) && withoutJson(argv).json;
  return { json, width: stdout.isTTY ? stdout.columns || 80 : 100, whole: argv.includes('--all'), bold };
}

/** Prints a help text, in a pager if it is longer than the terminal. */
export async function printHelp(
  text: string,
  argv: readonly string[],
  host: Pick<Host, 'env' | 'stdout' | 'stderr'>,
): Promise<void> {
  const { env, stderr, stdout } = host;
  const pager = pagerOf(env, stdout, !argv.includes('--no-pager'));
  if (pager === undefined) stdout.write(text);
  else await writePaged([text].values(), { env, pager, stderr, stdout });
}
