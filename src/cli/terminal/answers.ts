/** Creates a record of the answers in the form of flags and arguments. A later answer for a flag replaces the earlier one. */
export function createAnswers() {
  const answers = new Map<string, { words: readonly string[]; isSwitch: boolean }>();
  const words = () => [...answers.values()].flatMap((entry) => entry.words);

  /** Returns how many words of a command line an answer replaces, beginning with this word. */
  function replacedCount(word: string): number {
    const [typed = ''] = word.split('=', 1);
    const entry = [...answers].find(([flag]) => typed === flag || typed === negated(flag));
    if (!typed.startsWith('--') || entry === undefined) return 0;
    return !entry[1].isSwitch && typed === word ? 2 : 1;
  }

  return {
    /** @param flag the flag or argument that the prompt asked for */
    set: (flag: string, answer: readonly string[], isSwitch = false) =>
      void answers.set(flag, { words: answer, isSwitch }),
    clear: () => answers.clear(),
    words,
    commandLine: (argv: readonly string[]) => [
      ...argv.filter((word, at) => replacedCount(word) === 0 && replacedCount(argv[at - 1] ?? '') < 2),
      ...words(),
    ],
  };
}

/** Returns the negative form of a switch: `--no-X`. */
export function negated(flag: string): string {
  return flag.replace(/^--/, '--no-');
}
