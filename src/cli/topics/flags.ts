import { type Line, lines } from '../settings/table.ts';
import type { Topic } from './topic.ts';

const shown = Object.values<Line>(lines).filter(({ hidden, of }) => !hidden && of === undefined);

/** The long flag that each letter stands for, in every command that has the letter. */
const flagsByLetter: Readonly<Record<string, string>> = {
  '-b': '--body',
  '-e': '--trigger',
  '-F': '--field',
  '-f': '--file',
  '-h': '--help',
  '-n': '--name',
  '-o': '--output',
  '-q': '--quiet',
  '-t': '--title',
  '-V': '--version',
  '-w': '--workspace',
  '-y': '--yes',
};

export const topic: Topic = [
  'These flags may be given before or after any command. An environment variable that sets the same value is shown in parentheses.',
  {
    rows: [
      ...shown.map(({ flag, help, variables }): [string, string] => [
        flag,
        variables ? `${help} (${variables.join(', ')})` : help,
      ]),
      ['-V, --version', 'print the version'],
      ['-h, --help', 'show help for a command'],
    ],
  },
  'A flag overrides an environment variable, which overrides the profile, which overrides the default. svc config list shows each value and, on a terminal or with --show-origin, its source.',
  'A flag marked as required, or an argument in brackets that a command needs, is prompted for on a terminal, except --until of svc webhook wait. Elsewhere the exit code is 2 if it is missing, unless another flag gives the value.',
  { heading: 'Letters' },
  'A letter is the same flag in every command that has the flag:',
  { rows: Object.entries(flagsByLetter) },
];
