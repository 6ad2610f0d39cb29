import type { CommandFacts, FlagFacts } from '../../cli/facts.ts';
import { alsoTyped } from '../../cli/help-page.ts';

/** Returns the facts of a noun's commands. The facts of `svc` itself only list the nouns. */
export type ReadFacts = (noun: string) => CommandFacts | undefined;

/** Flags of the typed line that change which names are offered. */
export interface Choice {
  profile?: string;
  organization?: string;
}

/** The place of the cursor, found by reading the words before it as commander does. */
export class Place {
  readonly program: CommandFacts;
  command: CommandFacts;
  /** Number of arguments before the cursor. */
  position = 0;
  /** True for a line that begins with `svc help`. */
  isHelp = false;
  /** True after `--`: the words that follow are arguments, even if they look like flags. */
  isPlain = false;
  /** The flag before the cursor that still needs a value. */
  flag: FlagFacts | undefined;
  readonly choice: Choice = {};
  readonly #facts: ReadFacts;

  /** @param words the line without the program's name */
  constructor(words: readonly string[], facts: ReadFacts) {
    this.program = facts('svc') as CommandFacts;
    this.command = this.program;
    this.#facts = facts;
    for (const word of words) this.#read(word);
  }

  /** Finds a flag of the command, or a global flag. */
  flagNamed(name: string): FlagFacts | undefined {
    const { command, program } = this;
    return [...command.flags, ...program.flags, ...program.hiddenFlags].find(({ names }) => names.includes(name));
  }

  #read(word: string): void {
    const { flag } = this;
    this.flag = undefined;
    if (flag?.value && !(flag.value.optional && isFlag(word))) this.#choose(flag, word);
    else if (this.isPlain || !isFlag(word)) this.#readOperand(word);
    else if (word === '--') this.isPlain = true;
    else {
      const [, name = word, value] = /^(--[^=]*)=(.*)$/s.exec(word) ?? [];
      const flagOfWord = this.flagNamed(name);
      if (value === undefined) this.flag = flagOfWord;
      else if (flagOfWord) this.#choose(flagOfWord, value);
    }
  }

  #choose({ value }: FlagFacts, text: string): void {
    if (value?.kind === 'profile' || value?.kind === 'organization') this.choice[value.kind] = text;
  }

  #readOperand(word: string): void {
    const { command, position, program } = this;
    if (command === program && !this.isHelp && word === 'help') {
      this.isHelp = true;
      return;
    }
    const name = alsoTyped[[...command.words, word].join(' ')];
    const inner = name ? this.#below(program, name) : position === 0 && this.#below(command, word);
    if (inner) this.command = inner;
    else this.position += 1;
  }

  /** Finds a subcommand by its name or an alias. */
  #below({ commands }: CommandFacts, name: string): CommandFacts | undefined {
    const inner = commands.find(({ aliases, words }) => words.at(-1) === name || aliases.includes(name));
    return inner?.words.length === 1 ? this.#facts(inner.words[0] ?? '') : inner;
  }
}

/** Returns whether a word is a flag or `--`. A single `-` is an argument that means stdin. */
export function isFlag(word: string): boolean {
  return word.startsWith('-') && word !== '-';
}
