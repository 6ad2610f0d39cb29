import { everyCommand, pathOf, type Tree } from '../../src/reference/facts.ts';

/** A line that ends where TAB is pressed, and the words that are to be offered. */
export type Offer = [line: string, words: readonly string[]];

/** What the tree says must be offered: commands, flags, and the values and arguments that are known. */
export function expectedOffers(tree: Tree): { commands: Offer[]; flags: Offer[]; values: Offer[] } {
  const every = everyCommand(tree).filter(({ words }) => words[0] !== 'help');
  const long = (names: readonly string[]) => names.at(-1)!;
  const globals = tree.flags.map(({ names }) => long(names));
  return {
    commands: every
      .filter(({ commands }) => commands.length > 0)
      .map((group) => [`svc ${pathOf(group)} `.replace(/ +/, ' '), group.commands.map(({ words }) => words.at(-1)!)]),
    flags: every.map((command) => [
      `svc ${pathOf(command)} --`.replace(/ +/, ' '),
      command === tree ? globals : [...command.flags.map(({ names }) => long(names)), ...globals],
    ]),
    values: every.flatMap((command) => [
      ...command.flags.flatMap(({ names, value }): Offer[] =>
        value?.known.length ? names.map((name) => [`svc ${pathOf(command)} ${name} `, value.known]) : [],
      ),
      ...command.arguments
        .slice(0, 1)
        .flatMap(({ value }): Offer[] => (value.known.length ? [[`svc ${pathOf(command)} `, value.known]] : [])),
    ]),
  };
}
