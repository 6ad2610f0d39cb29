import { Command, Option } from 'commander';
import { describe, expect, test } from 'vitest';
import * as explaining from '../../../src/cli/help.ts';
import { explain } from '../../../src/cli/help.ts';
import { describe as describeTree } from '../../../src/cli/reference/describe.ts';
import { everyCommand, pathOf } from '../../../src/cli/reference/facts.ts';
import { count, knowing, oneOf, option } from '../../../src/cli/values.ts';

/** The flags of a small command, described. */
function flagsOf(declare: (command: Command) => Command) {
  const program = new Command('svc').option('--json', 'as JSON');
  declare(program.command('thing'));
  return describeTree(program, explaining).commands[0]!.flags;
}

const collect = (value: string, others: string[] | undefined) => [...(others ?? []), value];

describe('a flag', () => {
  test('carries the closed list of its parser', () => {
    const [flag] = flagsOf((it) => it.addOption(option('--edition <edition>', 'which', oneOf(['a', 'b']))));
    expect(flag!.value).toMatchObject({ name: 'edition', known: ['a', 'b'], closed: true });
  });

  test('carries words that are known but not all there are', () => {
    const [flag] = flagsOf((it) => it.option('--style <style>', 'which', knowing(['info', 'warning'])));
    expect(flag).toMatchObject({ repeatable: false, value: { known: ['info', 'warning'], closed: false } });
  });

  test('that collects is repeatable, with known words too', () => {
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

  test('names a file or a folder by the name of its value', () => {
    const declared = ['--body-file <path>', '--input <file>', '--modules <dir>', '--dir <path>', '--path <path>'];
    const flags = flagsOf((it) => declared.reduce((command, flag) => command.option(flag, ''), it));
    expect(flags.map(({ value }) => value?.kind)).toEqual(['file', 'file', 'folder', 'folder', 'text']);
  });

  test('knows its opposite', () => {
    const flags = flagsOf((it) => it.option('--enabled').option('--no-enabled').option('--no-input'));
    expect(flags.map(({ opposite }) => opposite)).toEqual(['--no-enabled', '--enabled', undefined]);
  });

  test('that is hidden is omitted', () => {
    expect(flagsOf((it) => it.addOption(new Option('--secret').hideHelp()))).toEqual([]);
  });
});

test('arguments have their name and values', () => {
  const program = new Command('svc');
  program
    .command('thing')
    .argument('<shell>', 'which', oneOf(['bash']))
    .argument('[file...]', 'from where');
  const [first, second] = describeTree(program, explaining).commands[0]!.arguments;
  expect(first).toMatchObject({ required: true, variadic: false, value: { known: ['bash'], closed: true } });
  expect(second).toMatchObject({ required: false, variadic: true, value: { name: 'file', kind: 'file' } });
});

test('nouns nest, and hidden ones are omitted', () => {
  const program = new Command('svc');
  const cache = program.command('module').command('cache');
  explain(cache.command('list'), { notes: 'Everything.', examples: ['svc module cache list'] });
  program.command('internal', { hidden: true });
  const tree = describeTree(program, explaining);
  expect(everyCommand(tree).map(pathOf)).toEqual(['', 'module', 'module cache', 'module cache list', 'help']);
  expect(everyCommand(tree)[3]!.explanation).toEqual({
    notes: 'Everything.',
    calls: [],
    examples: ['svc module cache list'],
  });
});
