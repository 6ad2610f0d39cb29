import type { Host } from '../../cli/context.ts';
import { builtFacts } from '../../cli/help-page.ts';
import { type Candidate, type Offer, offerAt } from './offer.ts';
import { type Choice, placeBehind, type ReadFacts } from './place.ts';

/**
 * `svc complete -- svc banner cr`: the words that may take the place of the last one, each with its meaning behind a tab. A line
 * without a word says that a file or a folder belongs there. It never fails, asks or writes.
 */
export async function complete(argv: readonly string[], host: Host, facts: ReadFacts = builtFacts): Promise<void> {
  const [name, ...words] = argv.map(unquoted);
  // The script of npm for PowerShell removes the --.
  const line = name === '--' ? words.slice(1) : words;
  const text = await linesFor(line, host, facts).catch(() => '');
  if (text === '') return;
  await new Promise<void>((done) => {
    // A closed pipe.
    host.stdout.on('error', () => done());
    host.stdout.write(text, () => done());
  });
}

async function linesFor(words: readonly string[], host: Host, facts: ReadFacts): Promise<string> {
  const typed = words.at(-1) ?? '';
  const place = placeBehind(words.slice(0, -1), facts);
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

/** A word as its shell reads it: without quotes, of which the last may be open. Nothing is expanded. */
function unquoted(word: string): string {
  return word.replace(
    /'([^']*)'?|"((?:[^"\\]|\\.)*)"?|\\(.?)/gs,
    (_, single?: string, double?: string, escaped?: string) =>
      single ?? double?.replace(/\\(["$\\`])/g, '$1') ?? escaped ?? '',
  );
}
