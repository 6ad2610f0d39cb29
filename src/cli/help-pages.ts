import { ownFile } from '../base/system/own-file.ts';
import { type HelpPage, pageText } from './help-page.ts';
import type { HelpStyle } from './help-words.ts';

/**
 * Returns the help of a command without loading it, from the files that the build writes (docs/generate.mjs): one for each noun, with its
 * pages by their words. Undefined for other words, and in a program that was not built.
 */
export function builtHelp(words: readonly string[], style: HelpStyle): string | undefined {
  const [noun = 'svc'] = words;
  if (!/^[a-z-]+$/.test(noun)) return undefined;
  const pages: Readonly<Record<string, HelpPage>> = JSON.parse(ownFile(`help/${noun}.json`) ?? '{}');
  const command = words.join(' ');
  const page = Object.hasOwn(pages, command) ? pages[command] : undefined;
  return page && pageText(page, style);
}
