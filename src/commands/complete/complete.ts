import type { Host } from '../../cli/context.ts';
import type { ValueFacts } from '../../cli/facts.ts';
import { builtFacts } from '../../cli/help-page.ts';
import { type Candidate, type Offer, offerAt } from './offer.ts';
import { type Choice, Place, type ReadFacts } from './place.ts';

/**
 * Prints the words that may replace the last word of the line (`svc complete -- svc banner cr`), each with its meaning after a tab. A
 * line without a word asks the shell to complete a file or a folder. Never fails, prompts or writes.
 */
export async function complete(argv: readonly string[], host: Host, facts: ReadFacts = builtFacts): Promise<void> {
  const [name, ...words] = argv.map(unquoted);
  // npm's script for PowerShell removes the `--`.
  const line = name === '--' ? words.slice(1) : words;
  const text = await linesFor(line, host, facts).catch(() => '');
  if (text === '') return;
  await new Promise<void>((done) => {
    // A closed pipe ends the completion without an error.
    host.stdout.on('error', () => done());
    host.stdout.write(text, () => done());
  });
}

async function linesFor(line: readonly string[], host: Host, facts: ReadFacts): Promise<string> {
  const typed = line.at(-1) ?? '';
  const place = new Place(line.slice(0, -1), facts);
  const offer = offerAt(place, typed);
  const { head, value } = offer;
  const start = typed.slice(head.length);
  const candidates = await candidatesOf(offer, start, place.choice, host);
  const fitting = candidates.filter(([word]) => word !== '' && word.startsWith(start));
  const words = fitting.map(([word, meaning]) => `${head}${word}${meaning === '' ? '' : `\t${meaning}`}`);
  const paths =
    value?.known.length === 0
      ? kindsOf(value)
          .filter(isPath)
          .map((kind) => `\t${kind}`)
      : [];
  return [...words, ...paths].map((each) => `${each}\n`).join('');
}

async function candidatesOf(
  { value, words = [] }: Offer,
  start: string,
  choice: Choice,
  host: Host,
): Promise<readonly Candidate[]> {
  if (value === undefined) return words;
  if (value.known.length > 0) return value.known.map((word) => [word, '']);
  const kind = kindsOf(value).find((each) => each !== 'text' && !isPath(each));
  if (kind === undefined) return [];
  const { namesOf } = await import('./names.ts');
  return namesOf(kind, start, choice, host);
}

const kindsOf = ({ kind }: ValueFacts) => kind.split(' or ');
const isPath = (kind: string) => kind === 'file' || kind === 'folder';

/** Returns a typed word without its quotes, as a shell reads it; the last quote may still be open. Expands nothing. */
function unquoted(word: string): string {
  return word.replace(
    /'([^']*)'?|"((?:[^"\\]|\\.)*)"?|\\(.?)/gs,
    (_, single?: string, double?: string, escaped?: string) =>
      single ?? double?.replace(/\\(["$\\`])/g, '$1') ?? escaped ?? '',
  );
}
