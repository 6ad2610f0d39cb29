import { UsageError } from './errors.ts';
import { didYouMean } from './nearest.ts';

/** What a parser may carry: the words it knows, and whether it takes no others. */
export interface KnownWords {
  known: readonly string[];
  closed: boolean;
}

const unitMs: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/**
 * How long to wait, such as `90s`, `1h30m` or `250ms`, in milliseconds. Every duration has a unit.
 * @throws {UsageError} for anything else, nothing at all, or more than 24 days (a timer's limit)
 */
export function duration(text: string): number {
  return span(text, { longestMs: 2 ** 31 - 1, longest: '24 days', units: ['s', 'm'] });
}

/** The same for a time on the calendar, such as `2w`. @throws {UsageError} as above, but for more than ten years */
export function period(text: string): number {
  return span(text, { longestMs: 3_653 * unitMs.d!, longest: '10 years', units: ['h', 'm'] });
}

/** `units` are the likely ones, for somebody who left them out. */
function span(text: string, limit: { longestMs: number; longest: string; units: readonly string[] }): number {
  const must = (what: string) => new UsageError(`must be ${what}, not "${text}"`);
  const [, sign, amount = ''] = /^(-?)(\d+(?:\.\d+)?|(?:\d+(?:\.\d+)?(?:ms|[smhdw]))+)$/.exec(text) ?? [];
  if (amount === '') throw must('a duration such as 30s, 5m or 1h30m');
  const parts = [...amount.matchAll(/([\d.]+)(ms|[smhdw])?/g)];
  const ms = Math.round(parts.reduce((sum, [, n, unit = 's']) => sum + Number(n) * unitMs[unit]!, 0));
  if (sign || ms === 0) throw must('longer than 0s');
  if (parts[0]?.[2] === undefined) {
    throw new UsageError(`must have a unit: ${limit.units.map((unit) => `${text}${unit}`).join(' or ')}`);
  }
  if (ms > limit.longestMs) throw must(`at most ${limit.longest}`);
  return ms;
}

/** A parser of whole numbers, which throws a UsageError for anything else. */
export function wholeNumber(min: number, max = mostByDefault): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    const range = max === mostByDefault && !(value > max) ? `${min} or more` : `${min} to ${max}`;
    const isFraction = /^\d*\.\d+$/.test(text);
    throw new UsageError(`must be ${isFraction ? 'a whole number, ' : ''}${range}, not "${text}"`);
  };
}

const mostByDefault = 999_999_999;

/** A whole number of zero or more. */
export const count = wholeNumber(0);
/** A whole number of one or more, such as the length of a list. */
export const positive = wholeNumber(1);
/** A port to listen on; 0 is any free one. */
export const port = wholeNumber(0, 65_535);

/** Any text but none. @throws {UsageError} where it is empty */
export function nonEmpty(text: string): string {
  if (text === '') throw new UsageError('must not be empty');
  return text;
}

/** The parser of a repeatable flag, from that of one value. */
export function each<Value>(
  parse: (text: string) => Value,
): (text: string, others: readonly Value[] | undefined) => Value[] {
  return (text, others) => [...(others ?? []), parse(text)];
}

const unitBytes: Record<string, number> = {
  '': 1,
  k: 1e3,
  m: 1e6,
  g: 1e9,
  t: 1e12,
  ki: 2 ** 10,
  mi: 2 ** 20,
  gi: 2 ** 30,
  ti: 2 ** 40,
};

/** A number of bytes, such as `2GiB`, `500MB` or `4096`. @throws {UsageError} for anything else, and for nothing */
export function size(text: string): number {
  const [, amount = '', unit = ''] = /^(\d{1,15}(?:\.\d+)?) ?((?:[kmgt]i?)?)b?$/i.exec(text) ?? [];
  const bytes = Math.round(Number(amount) * unitBytes[unit.toLowerCase()]!);
  if (amount === '' || bytes === 0 || !Number.isSafeInteger(bytes)) {
    throw new UsageError(`must be a size such as 2GiB, 500MB or 4096 (bytes), not "${text}"`);
  }
  return bytes;
}

/** Words separated by commas. @throws {UsageError} when there are none */
export function words(text: string): string[] {
  const found = text.split(',').map((word) => word.trim());
  if (found.includes('')) throw new UsageError(`must be names separated by commas, not "${text}"`);
  return found;
}

/** A value that is not in a closed set of words. */
export class ChoiceError extends UsageError {
  /** @param name of what has the value: a flag, an argument, a variable */
  constructor(
    readonly text: string,
    readonly choices: readonly string[],
    name?: string,
  ) {
    const where = name === undefined ? '' : ` for ${name}`;
    super(`Invalid value "${text}"${where}. Choose from: ${choices.join(', ')}`, { hint: didYouMean(text, choices) });
  }
}

/** A parser for one of a closed set of words, which it carries for completions. @throws {ChoiceError} naming them all */
export function oneOf<const Word extends string>(words: readonly Word[]): ((text: string) => Word) & KnownWords {
  const parse = (text: string) => {
    const found = words.find((word) => word === text);
    if (found !== undefined) return found;
    throw new ChoiceError(text, words);
  };
  return Object.assign(parse, { known: words, closed: true });
}

/** An error of a parser, which knows only the value, with the name of what has it: a flag, an argument, a variable. */
export function about(name: string, error: UsageError): UsageError {
  if (error instanceof ChoiceError) return new ChoiceError(error.text, error.choices, name);
  const { hint, message } = error;
  return new UsageError(`${name}${/^(is|must) /.test(message) ? '' : ':'} ${message}`, { hint });
}
