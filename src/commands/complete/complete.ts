import type { Host } from '../../cli/context.ts';
import { builtFacts } from '../../cli/help-page.ts';
import { type Candidate, type Offer, offerAt } from './offer.ts';
import { type Choice, Place, type ReadFacts } from './place.ts';

/**
 * Prints the words that may replace the last word of `svc complete -- svc banner cr`, each with its meaning after a tab. A line without
 * a word requests the completion of a file or a folder. Never fails, prompts or writes.
 */
export async function complete(argv: readonly string[], host: Host, facts: ReadFacts = builtFacts): Promise<void> {
  const [name, ...words] = argv.map(unquoted);
  // npm's script for PowerShell removes the `--`.
  const line = name === '--' ? words.slice(1) : words;
  const text = await linesFor(line, host, facts).catch(() => '');
  if (text === '') return;
  await new Promise<void>((done) => {
    // Ignore a closed pipe.
    host.stdout.on('error', () => done());
    host.stdout.write(text, () => done());
  });
}

async function linesFor(words: readonly string[], host: Host, facts: ReadFacts): Promise<string> {
  const typed = words.at(-1) ?? '';
  const place = new Place(words.slice(0, -1), facts);
  const offer = offerAt(place, typed);
  const { head, value } = offer;
  if (value?.known.length === 0 && (value.kind === 'file' || value.kind === 'folder')) return `\t${value.kind}\n`;
  const start = typed.slice(head.length);
  const candidates = await candidatesOf(offer, start, place.choice, host);
  const fitting = candidates.filter(([word]) => word !== '' && word.startsWith(start));
  return fitting.map(([word, meaning]) => `${head}${word}${meaning === '' ? '' : `\t${meaning}`}\n`).join('');
}

async function candidatesOf(
  { value, words = [] }: Offer,
  start: string,
  choice: Choice,
  host: Host,
): Promise<readonly Candidate[]> {
  if (value === undefined) return words;
  const { kind, known } = value;
  if (known.length > 0) return known.map((word) => [word, '']);
  if (kind === 'text' || kind === 'file' || kind === 'folder') return [];
  const { namesOf } = await import('./names.ts');
  return namesOf(kind, start, choice, host);
}

/** Returns a word as its shell reads it: without quotes, the last of which may be unclosed. Expands nothing. */
function unquoted(word: string): string {
  return word.replace(
    /'([^']*)'?|"((?:[^"\\]|\\.)*)"?|\\(.?)/gs,
    (_, single?: string, double?: string, escaped?: string) =>
      single ?? double?.replace(/\\(["$\\`])/g, '$1') ?? escaped ?? '',
  );
}
