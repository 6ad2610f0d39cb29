import { UsageError, ValueError } from './errors.ts';
import { didYouMean } from './nearest.ts';
import { joined } from './text.ts';

/** The accepted values of a parser, and whether it rejects all others. */
export interface KnownWords {
  known: readonly string[];
  closed: boolean;
}

const unitMs: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** Parses a time to wait, such as `90s` or `1h30m`, to milliseconds. @throws {UsageError} also above 24 days */
export function duration(text: string): number {
  return span(text, { longestMs: 2 ** 31 - 1, longest: '24 days', units: ['s', 'm'] });
}

/** Parses a duration between two dates, such as `2w`, to milliseconds. @throws {UsageError} also for 0 and for more than ten years */
export function period(text: string): number {
  return span(text, { longestMs: 3_653 * unitMs.d!, longest: '10 years', units: ['h', 'm'] });
}

/** Formats a duration in its largest unit up to days, as flags accept it: `7d`, `90m`. */
export function spanText(ms: number): string {
  const unit = ['d', 'h', 'm', 's'].find((each) => ms % unitMs[each]! === 0) ?? 'ms';
  return `${ms / unitMs[unit]!}${unit}`;
}

/** The form of a duration, for messages. */
export const durationForm = 'a duration such as 30s, 5m or 1h30m';

/** Parses a duration; `units` are suggested for a number without a unit. */
function span(text: string, limit: { longestMs: number; longest: string; units: readonly string[] }): number {
  const invalid = (requirement: string) => new ValueError(`must be ${requirement}, not "${text}"`);
  const [, sign, amount = ''] = /^(-?)(\d+(?:\.\d+)?|(?:\d+(?:\.\d+)?(?:ms|[smhdw]))+)$/.exec(text) ?? [];
  if (amount === '') throw invalid(durationForm);
  const parts = [...amount.matchAll(/([\d.]+)(ms|[smhdw])?/g)];
  const ms = Math.round(parts.reduce((sum, [, n, unit = 's']) => sum + Number(n) * unitMs[unit]!, 0));
  if (sign || ms === 0) throw invalid('longer than 0s');
  if (parts[0]?.[2] === undefined) {
    const examples = limit.units.map((unit) => text + unit);
    throw new ValueError(`must have a unit: ${joined(examples, 'or')}`);
  }
  if (ms > limit.longestMs) throw invalid(`at most ${limit.longest}`);
  return ms;
}

/** Returns a parser of whole numbers in a range, which throws a UsageError for anything else. */
export function wholeNumber(min: number, max = mostByDefault): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    const range = max === mostByDefault && !(value > max) ? `${min} or more` : `${min} to ${max}`;
    const isFraction = /^\d*\.\d+$/.test(text);
    throw new ValueError(`must be ${isFraction ? 'a whole number, ' : ''}${range}, not "${text}"`);
  };
}

const mostByDefault = 999_999_999;

export const count = wholeNumber(0);
export const positive = wholeNumber(1);
/** A port to listen on; 0 is any free port. */
export const port = wholeNumber(0, 65_535);

/** Returns a text. @throws {UsageError} for an empty text */
export function nonEmpty(text: string): string {
  if (text === '') throw new ValueError('must not be empty');
  return text;
}

/** Returns the parser of a repeatable flag, from the parser of one value. */
export function each<Value>(
  parse: (text: string) => Value,
): (text: string, others: readonly Value[] | undefined) => Value[] {
  return (text, others) => [...(others ?? []), parse(text)];
}

/** Parses a number of bytes, such as `2GiB`, `500MB` or `4096`. @throws {UsageError} for anything else, and for 0 */
export function size(text: string): number {
  const [, amount = '', unit = ''] = /^(\d{1,15}(?:\.\d+)?) ?((?:[kmgt]i?)?)b?$/i.exec(text) ?? [];
  const [prefix = '', binary] = unit.toLowerCase();
  const bytes = Math.round(Number(amount) * (binary ? 1024 : 1000) ** ['', 'k', 'm', 'g', 't'].indexOf(prefix));
  if (amount === '' || bytes === 0 || !Number.isSafeInteger(bytes)) {
    throw new ValueError(`must be a size such as 2GiB, 500MB or 4096 (bytes), not "${text}"`);
  }
  return bytes;
}

/** Parses names separated by commas. @throws {UsageError} for an empty name */
export function commaSeparated(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.includes('')) throw new ValueError(`must be names separated by commas, not "${text}"`);
  return names;
}

/** The error for a value outside a fixed set. */
export class ChoiceError extends UsageError {
  /** @param name the flag, argument or variable with the value */
  constructor(
    readonly text: string,
    readonly choices: readonly string[],
    name?: string,
  ) {
    const suffix = name === undefined ? '' : ` for ${name}`;
    super(`Invalid value "${text}"${suffix}. Choose from: ${choices.join(', ')}`, { hint: didYouMean(text, choices) });
  }
}

/** Returns a parser for a fixed set of values, which completions also use; it rejects others with a ChoiceError. */
export function oneOf<const Word extends string>(choices: readonly Word[]): ((text: string) => Word) & KnownWords {
  const parse = (text: string) => {
    const choice = choices.find((word) => word === text);
    if (choice !== undefined) return choice;
    throw new ChoiceError(text, choices);
  };
  return Object.assign(parse, { known: choices, closed: true });
}

/** Runs a parser, which knows only the value, and adds the name of the flag, argument or setting to its errors. */
export function withFlagName<Value>(name: string, act: () => Value): Value {
  try {
    return act();
  } catch (error) {
    if (error instanceof ChoiceError) throw new ChoiceError(error.text, error.choices, name);
    if (!(error instanceof UsageError)) throw error;
    const { hint, message } = error;
    throw new UsageError(`${name}${error instanceof ValueError ? '' : ':'} ${message.replace(/\.?$/, '.')}`, { hint });
  }
}
