import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { CancelledError } from '../../../src/base/errors.ts';
import { type Prompts, terminalPrompts } from '../../../src/cli/terminal/prompts.ts';

/** A terminal with input; records what the prompts show. */
function terminal(columns = 80) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => stdin });
  // A terminal does not end with a prompt.
  const stderr = Object.assign(new PassThrough(), { isTTY: true, columns, end: () => stderr });
  let shown = '';
  stderr.on('data', (chunk) => {
    shown += chunk;
  });
  const stop = new AbortController();
  const prompts = terminalPrompts({ stdin, stdout: stderr, stderr }, stop.signal);
  const whenShown = async (words: string) => {
    while (!shown.includes(words)) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  return { prompts, stop, stdin, whenShown, shown: () => shown };
}

const questions: [name: string, ask: (prompts: Prompts) => Promise<unknown>][] = [
  ['text', (prompts) => prompts.input('Question')],
  ['a secret', (prompts) => prompts.password('Question')],
  ['yes or no', (prompts) => prompts.confirm('Question', false)],
  ['one of several', (prompts) => prompts.select('Question', ['a', 'b'])],
  ['some of several', (prompts) => prompts.checkbox('Question', ['a', 'b'])],
];

describe.each(questions)('a question for %s', (_, ask) => {
  test.each([
    ['Esc', '\u001b'],
    ['Ctrl-C', '\u0003'],
  ])('the prompt is cancelled by %s', async (_key, typed) => {
    const { prompts, stdin, whenShown } = terminal();
    const answer = ask(prompts);
    const outcome = expect(answer).rejects.toThrow(CancelledError);
    await whenShown('Question');
    stdin.write(typed);
    await outcome;
  });

  test('the prompt ends when the run is cancelled by a signal', async () => {
    const { prompts, stop, whenShown } = terminal();
    const outcome = expect(ask(prompts)).rejects.toMatchObject({ exit: 143 });
    await whenShown('Question');
    stop.abort(new CancelledError('Cancelled.', 143));
    await outcome;
  });
});

test.each([40, 80])(
  'a long question for yes or no breaks between words on a terminal of %i columns',
  async (columns) => {
    const { prompts, shown, stdin, whenShown } = terminal(columns);
    const names = Array.from({ length: 5 }, (_, index) => `network-production-${index}`).join(', ');
    const question = `Delete notification configuration CI in 9 workspaces (${names} and 4 more)?`;
    const answer = prompts.confirm(question, false);
    await whenShown('(y/N)');
    const lines = stripVTControlCharacters(shown()).trimStart().split('\n');
    expect(lines.map((line) => line.trim()).join(' ')).toBe(`? ${question} (y/N)`);
    expect(Math.max(...lines.map((line) => line.trimEnd().length))).toBeLessThanOrEqual(columns);
    expect(lines.length).toBe(columns === 80 ? 3 : 7);
    stdin.write('yes\r');
    expect(await answer).toBe(true);
  },
);

test('a default is shown, and used if nothing is typed', async () => {
  const { prompts, shown, stdin, whenShown } = terminal();
  const answer = prompts.input('Question', { initial: 'the-default' });
  await whenShown('the-default');
  stdin.write('\r');
  expect(await answer).toBe('the-default');
  expect(shown()).toContain('the-default');
});

test('a hidden prompt never shows what is typed', async () => {
  const { prompts, shown, stdin, whenShown } = terminal();
  const answer = prompts.password('Question');
  await whenShown('Question');
  stdin.write('hush-hush\r');
  expect(await answer).toBe('hush-hush');
  expect(shown()).not.toContain('hush');
});
