import { Command, Option } from 'commander';
import { describe, expect, test } from 'vitest';
import { declare } from '../../src/cli/declare.ts';
import { describe as describeTree } from '../../src/cli/facts.ts';
import { everyCommand } from '../../src/cli/reference/phrases.ts';
import { count, knowing, oneOf, option } from '../../src/cli/values.ts';
import type { AnyVerb, Declared } from '../../src/cli/verb.ts';
import { pathOf } from '../support/tree.ts';

const thing: AnyVerb = { words: 'thing', about: 'A thing.', examples: [], run: async () => {} };

/** A small program that has a verb. */
function programWith(verb: AnyVerb): Declared {
  const program = new Command('svc').option('--json', 'as JSON');
  declare(program, { verbs: [verb] });
  return program;
}

/** The flags of a small command, described. */
function flagsOf(flags: (command: Command) => Command) {
  return describeTree(programWith({ ...thing, flags })).commands[0]!.flags;
}

const collect = (value: string, others: string[] | undefined) => [...(others ?? []), value];

describe('a flag', () => {
  test('the facts of a flag contain the closed list of values of its parser', () => {
    const [flag] = flagsOf((it) => it.addOption(option('--edition <edition>', 'which', oneOf(['a', 'b']))));
    expect(flag!.value).toMatchObject({ name: 'edition', known: ['a', 'b'], closed: true });
  });

  test('the facts of a flag mark a list of known values as open if the parser accepts others', () => {
    const [flag] = flagsOf((it) => it.option('--style <style>', 'which', knowing(['info', 'warning'])));
    expect(flag).toMatchObject({ repeatable: false, value: { known: ['info', 'warning'], closed: false } });
  });

  test('a flag whose parser collects values is repeatable, also if the parser has known values', () => {
    const flags = flagsOf((it) =>
      it
        .option('--trigger <name>', 'when', knowing(['run:created'], collect))
        .option('--set <key=value>', 'what', collect)
        .addOption(option('--limit <n>', 'how many', count)),
    );
    expect(flags.map(({ repeatable }) => repeatable)).toEqual([true, true, false]);
    expect(flags[0]!.value!.known).toEqual(['run:created']);
    expect(collect).not.toHaveProperty('known');
  });

  test("the name of a flag's value tells whether the value is a file, a folder or text", () => {
    const declared = ['--body-file <path>', '--input <file>', '--modules <dir>', '--dir <path>', '--path <path>'];
    const flags = flagsOf((it) => declared.reduce((command, flag) => command.option(flag, ''), it));
    expect(flags.map(({ value }) => value?.kind)).toEqual(['file', 'file', 'folder', 'folder', 'text']);
  });

  test('a hidden flag is omitted from the facts', () => {
    expect(flagsOf((it) => it.addOption(new Option('--secret').hideHelp()))).toEqual([]);
  });
});

test('the facts of an argument contain its name, its values and whether it is optional or repeatable', () => {
  const flags = (command: Command) =>
    command.argument('<shell>', 'which', oneOf(['bash'])).argument('[file...]', 'from where');
  const [first, second] = describeTree(programWith({ ...thing, flags })).commands[0]!.arguments;
  expect(first!.value).toMatchObject({ optional: false, variadic: false, known: ['bash'], closed: true });
  expect(second!.value).toMatchObject({ optional: true, variadic: true, name: 'file', kind: 'file' });
});

test('verbs can be nested, and the facts contain their texts and examples', () => {
  const list = { ...thing, words: 'list', text: 'Everything.', examples: ['svc module cache list'] };
  const cache = { words: 'cache', about: 'The cache.', verbs: [list] };
  const program = programWith({ ...thing, words: 'other' });
  declare(program.command('module'), { verbs: [cache] });
  const tree = describeTree(program);
  expect(everyCommand(tree).map(pathOf)).toEqual(['', 'other', 'module', 'module cache', 'module cache list']);
  expect(everyCommand(tree)[4]!).toMatchObject({
    notes: 'Everything.',
    calls: [],
    examples: ['svc module cache list'],
  });
});
