import { Option } from 'commander';
import { didYouMean } from '../base/nearest.ts';
import type { KnownWords } from '../base/parsers.ts';
import { type Key, type Line, lines, type Table, type ValueOf } from './settings/table.ts';

export * from '../base/parsers.ts';
export { Option };

/** Creates a flag with its parser. */
export function option<Usage extends string, Value>(
  flags: Usage,
  description: string,
  parse: (text: string) => Value,
): Option<Usage, undefined, undefined, Value> {
  return new Option(flags, description).argParser(parse);
}

/** Creates the flag of a setting. */
export function settingOption<K extends Key>(key: K): Option<Table[K]['flag'], undefined, undefined, ValueOf<K>> {
  const { flag, help, hidden, parse, variables }: Line = lines[key];
  const made = new Option(flag, variables ? `${help} (${variables.join(', ')})` : help).hideHelp(hidden === true);
  return (parse ? made.argParser(parse as (text: string) => ValueOf<K>) : made) as ReturnType<typeof settingOption<K>>;
}

/** Adds known values to a parser, for completions and reference pages. The parser accepts other values, too. */
export function knowing(known: readonly string[]): ((text: string) => string) & KnownWords;
export function knowing<Parse extends (text: string, others: never) => unknown>(
  known: readonly string[],
  parse: Parse,
): Parse & KnownWords;
export function knowing(known: readonly string[], parse: (text: string) => unknown = (text) => text): unknown {
  // Copy the parser, because several flags may share it. `bind` keeps the number of parameters, by which a repeatable
  // flag is recognized.
  return Object.assign(parse.bind(undefined), { known, closed: false });
}

/** Returns a warning about each unknown value. The value is sent anyway, because the service may know it. */
export function unknownValues(
  flag: string,
  values: string | readonly string[] | undefined,
  known: readonly string[],
  use = ', sent as is',
): string[] {
  return [values ?? []].flat().flatMap((value) => {
    if (known.includes(value)) return [];
    const near = didYouMean(value, known);
    return [`Unknown value "${value}" for ${flag}${use}. ${near ?? `Known values: ${known.join(', ')}`}`];
  });
}

/** Returns a warning about each flag with an empty value. It is sent anyway, because the service may accept it. */
export function emptyValues(texts: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(texts)
    .filter(([, text]) => text === '')
    .map(([flag]) => `${flag} is empty, sent as is.`);
}
