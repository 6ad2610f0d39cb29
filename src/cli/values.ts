import { Option } from 'commander';
import { UsageError } from '../errors.ts';
import { nearest } from '../nearest.ts';
import type { KnownWords } from '../parsers.ts';

export { count, duration, oneOf, period, size, words } from '../parsers.ts';

/** A flag's parser whose complaints name the flag; the words the parser knows stay with it. */
export function option<Value>(
  flags: string,
  description: string,
  parse: ((text: string) => Value) & Partial<KnownWords>,
): Option {
  const made = new Option(flags, description);
  const complaining = (text: string) => {
    try {
      return parse(text);
    } catch (error) {
      throw error instanceof UsageError ? naming(made.long ?? made.name(), error) : error;
    }
  };
  made.argParser(parse.known ? Object.assign(complaining, { known: parse.known, closed: parse.closed }) : complaining);
  return made;
}

/**
 * A parser that also carries words for completions and reference pages, and takes others: the service decides.
 * `.option('--style <style>', help, knowing(styles))`, `.option('--trigger <name>', help, knowing(triggers, collect))`
 */
export function knowing(known: readonly string[]): ((text: string) => string) & KnownWords;
export function knowing<Parse extends (text: string, others: never) => unknown>(
  known: readonly string[],
  parse: Parse,
): Parse & KnownWords;
export function knowing(known: readonly string[], parse: (text: string) => unknown = (text) => text): unknown {
  // A copy, since several flags may share one parser; bind keeps the number of parameters, which says that it collects.
  return Object.assign(parse.bind(undefined), { known, closed: false });
}

/** Words about values that are not known here; they are sent all the same, the service decides. One for each of them. */
export function doubts(
  flag: string,
  values: string | readonly string[] | undefined,
  known: readonly string[],
): string[] {
  return [values ?? []].flat().flatMap((value) => {
    if (known.includes(value)) return [];
    const near = nearest(value, known);
    return [`${flag} "${value}" is none of ${known.join(', ')}; sent as it is.${near ? ` Did you mean ${near}?` : ''}`];
  });
}

/** A warning about each flag whose text is empty; it is sent all the same, the service decides. */
export function emptyDoubts(texts: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(texts)
    .filter(([, text]) => text === '')
    .map(([flag]) => `${flag} is empty; sent as it is.`);
}

function naming(name: string, { message, hint }: UsageError): UsageError {
  return new UsageError(`${name}: ${message}`, hint === undefined ? {} : { hint });
}
