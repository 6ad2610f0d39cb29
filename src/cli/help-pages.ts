import { type HelpPage, pageText } from './help-page.ts';
import type { HelpStyle } from './help-words.ts';

/** The help of each command as JSON, so that help loads no command. The build fills it in (packaging/built-data.mjs). */
const pages: Readonly<Record<string, string>> = {};

/** The help of a command; undefined for other words, and in a program that was not built. */
export function builtHelp(words: readonly string[], style: HelpStyle): string | undefined {
  const command = words.join(' ');
  const page = Object.hasOwn(pages, command) ? pages[command] : undefined;
  return page === undefined ? undefined : pageText(JSON.parse(page) as HelpPage, style);
}
