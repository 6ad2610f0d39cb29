import { expect, test } from 'vitest';
import { everyCommand } from '../../../src/cli/reference/phrases.ts';
import { topic } from '../../../src/cli/topics/flags.ts';
import { pathOf, wholeTree } from '../../support/tree.ts';

test('a short flag stands for the same long flag in every command, as svc help flags lists it', async () => {
  const letters = topic.flatMap((block) => (typeof block === 'object' && 'rows' in block ? block.rows : []));
  const table = new Map(letters.filter(([term]) => /^-\w$/.test(term)).map(([letter, long]) => [long, letter]));
  expect(new Set(table.values()).size).toBe(table.size);
  const seen = new Set<string>();
  const others = everyCommand(await wholeTree()).flatMap((command) =>
    command.flags.flatMap(({ names }) => {
      const long = names.at(-1)!;
      const letter = names.length > 1 ? names[0] : undefined;
      if (letter !== undefined) seen.add(long);
      return letter === table.get(long) ? [] : [`${pathOf(command)}: ${names.join(', ')}`];
    }),
  );
  expect(others).toEqual([]);
  expect([...table.keys()].filter((long) => !seen.has(long))).toEqual([]);
});

test('a command with more than five flags has some of them in a named group', async () => {
  const bare = everyCommand(await wholeTree())
    .filter(({ words }) => words.length > 0)
    .filter(({ flags }) => flags.length > 5 && flags.every(({ group }) => group === 'Flags:'));
  expect(bare.map(pathOf)).toEqual([]);
});
