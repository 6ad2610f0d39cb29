import type { CommandFacts, FlagFacts } from '../../cli/facts.ts';
import { alsoTyped } from '../../cli/help-words.ts';

/** Returns the facts of a noun. Those of `svc` list only its nouns. */
export type ReadFacts = (noun: string) => CommandFacts | undefined;

/** Flags of the typed line that select what is listed. */
export interface Choice {
  profile?: string;
  organization?: string;
}

/** The place of the cursor: the words before it, read as commander reads them. */
export interface Place {
  program: CommandFacts;
  command: CommandFacts;
  /** Number of arguments before the cursor. */
  position: number;
  /** True if the line begins with `svc help`. */
  isHelp: boolean;
  /** True after `--`, which ends the flags. */
  isPlain: boolean;
  /** Flag before the cursor that still lacks its value. */
  flag: FlagFacts | undefined;
  choice: Choice;
}

/** Returns the place after the words of a line, which omit the program's name. */
export function placeBehind(words: readonly string[], facts: ReadFacts): Place {
  const program = facts('svc') as CommandFacts;
  const place: Place = {
    program,
    command: program,
    position: 0,
    isHelp: false,
    isPlain: false,
    flag: undefined,
    choice: {},
  };
  for (const word of words) {
    const { flag } = place;
    place.flag = undefined;
    if (flag?.value && !(flag.value.optional && isFlag(word))) choose(place, flag, word);
    else if (place.isPlain || !isFlag(word)) readOperand(place, word, facts);
    else if (word === '--') place.isPlain = true;
    else readFlag(place, word);
  }
  return place;
}

/** Returns whether a word is a flag or `--`. `-` is not: it means stdin. */
export function isFlag(word: string): boolean {
  return word.startsWith('-') && word !== '-';
}

/** Finds a flag of the command, or a global flag. */
export function flagNamed({ command, program }: Place, name: string): FlagFacts | undefined {
  return [...command.flags, ...program.flags, ...program.hiddenFlags].find(({ names }) => names.includes(name));
}

function readFlag(place: Place, word: string): void {
  const [, name = '', value] = /^(--[^=]*)=(.*)$/s.exec(word) ?? [];
  const flag = flagNamed(place, name || word);
  if (value === undefined) place.flag = flag;
  else if (flag) choose(place, flag, value);
}

function choose({ choice }: Place, { value }: FlagFacts, text: string): void {
  if (value?.kind === 'profile') choice.profile = text;
  if (value?.kind === 'organization') choice.organization = text;
}

function readOperand(place: Place, word: string, facts: ReadFacts): void {
  const { command, isHelp, position, program } = place;
  if (command === program && !isHelp && word === 'help') {
    place.isHelp = true;
    return;
  }
  const names = alsoTyped[[...command.words, word].join(' ')]?.split(' ');
  const found = names ? descendant(program, names, facts) : position === 0 && descendant(command, [word], facts);
  if (found) place.command = found;
  else place.position += 1;
}

/** Finds a command below another command, by names or aliases. */
function descendant(command: CommandFacts, names: readonly string[], facts: ReadFacts): CommandFacts | undefined {
  return names.reduce<CommandFacts | undefined>((at, name) => {
    const found = at?.commands.find(({ aliases, words }) => words.at(-1) === name || aliases.includes(name));
    return found?.words.length === 1 ? facts(found.words[0] ?? '') : found;
  }, command);
}
