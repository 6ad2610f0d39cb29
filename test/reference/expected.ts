import { everyCommand, pathOf, type Tree } from '../../src/reference/facts.ts';

/** A line up to the press of TAB, and the expected completions. */
export type Offer = [line: string, words: readonly string[]];

/** The expected completions of the tree: commands, flags, and known values and arguments. */
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
