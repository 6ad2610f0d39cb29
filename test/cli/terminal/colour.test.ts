import { expect, test } from 'vitest';
import { type ColourWhen, paintFor, wantsColour } from '../../../src/cli/terminal/colour.ts';
import { sink } from '../../support/streams.ts';

test.each<
  [title: string, isTTY: boolean, env: Record<string, string>, when: ColourWhen | undefined, expected: boolean]
>([
  ['a terminal gets colour', true, {}, undefined, true],
  ['anything else gets none', false, {}, undefined, false],
  ['a dumb terminal gets none', true, { TERM: 'dumb' }, 'auto', false],
  ['NO_COLOR takes it off a terminal', true, { NO_COLOR: '1' }, 'auto', false],
  ['an empty NO_COLOR says nothing', true, { NO_COLOR: '' }, 'auto', true],
  ['FORCE_COLOR puts it into a pipe', false, { FORCE_COLOR: '1' }, 'auto', true],
  ['CLICOLOR_FORCE puts it into a pipe', false, { CLICOLOR_FORCE: '1' }, 'auto', true],
  ['CLICOLOR_FORCE=0 says nothing', false, { CLICOLOR_FORCE: '0' }, 'auto', false],
  ['FORCE_COLOR=0 takes it off a terminal', true, { FORCE_COLOR: '0' }, 'auto', false],
  ['NO_COLOR goes before FORCE_COLOR', false, { NO_COLOR: '1', FORCE_COLOR: '1' }, 'auto', false],
  ['always goes before everything', false, { NO_COLOR: '1', TERM: 'dumb' }, 'always', true],
  ['never goes before everything', true, { FORCE_COLOR: '1' }, 'never', false],
])('colour: %s', (_title, isTTY, env, when, expected) => {
  expect(wantsColour(sink({ isTTY }).stream, env, when)).toBe(expected);
});

test('a text is painted only if colour is enabled', async () => {
  expect((await paintFor(true)).bad('x')).toBe('\u001b[31mx\u001b[39m');
  expect((await paintFor(false)).bad('x')).toBe('x');
});
