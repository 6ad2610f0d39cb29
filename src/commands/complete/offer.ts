import type { FlagFacts, ValueFacts } from '../../cli/facts.ts';
import { helpSummary } from '../../cli/help-page.ts';
import { isFlag, type Place } from './place.ts';

export type Candidate = readonly [word: string, meaning: string];

/** The completions at the cursor: words, or the kind of a value. `head` is the part of the typed word before a value, such as `--output=`. */
export interface Offer {
  head: string;
  words?: readonly Candidate[];
  value?: ValueFacts | undefined;
}

/** Returns the completions at a place, given the word at the cursor. */
export function offerAt(place: Place, typed: string): Offer {
  const { command, flag, isHelp, isPlain, position, program } = place;
  const mayBeFlag = !isPlain && !isHelp;
  if (flag?.value && !(flag.value.optional && isFlag(typed))) return { head: '', value: flag.value };
  const [head = '', name = ''] = (mayBeFlag && /^(--[^=]+)=/.exec(typed)) || [];
  if (head !== '') return { head, value: place.flagNamed(name)?.value };
  const flags = [...(command === program ? [] : command.flags), ...program.flags];
  if (mayBeFlag && typed.startsWith('-')) return words(flags.map((each) => flagCandidate(each, typed)));
  if (command.commands.length > 0) {
    const commands = command.commands.map(({ summary, words }) => ({ name: words.at(-1) ?? '', summary }));
    const more = command === program ? [{ name: 'help', summary: helpSummary }, ...(isHelp ? program.topics : [])] : [];
    const all = [...commands, ...more];
    return words(position === 0 ? all.map(({ name, summary }) => [name, summary]) : []);
  }
  if (isHelp) return words([]);
  const argument = command.arguments[position] ?? command.arguments.findLast(({ value }) => value?.variadic);
  if (argument) return { head: '', value: argument.value };
  return words(mayBeFlag && typed === '' ? flags.map((each) => flagCandidate(each, typed)) : []);
}

function words(candidates: readonly Candidate[]): Offer {
  return { head: '', words: candidates };
}

/**
 * Offers the long name of a flag, or its short name if that is typed. The list of values is omitted from the meaning, because the values
 * are offered next.
 */
function flagCandidate({ names, summary, value }: FlagFacts, typed: string): Candidate {
  const [first, second = ''] = value?.known ?? [];
  const listed = first && summary.includes(second) ? summary.indexOf(first) : -1;
  const meaning = listed < 0 ? summary : summary.slice(0, listed).replace(/:? $/, '');
  return [names.findLast((name) => name.startsWith(typed)) ?? '', meaning];
}
