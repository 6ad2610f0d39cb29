import { maskFields } from '../base/secrets.ts';
import { largest } from '../base/text.ts';
import { cellText } from '../base/view.ts';
import type { Draft } from '../platform/resources/put.ts';
import type { Context } from './context.ts';

const isList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/** Shows the thing that the prompts described, and asks whether to create it (default: yes). */
export async function confirmCreation(
  what: string,
  { attributes, relationships }: Draft,
  { ask, dryRun, output }: Pick<Context, 'ask' | 'dryRun' | 'output'>,
): Promise<void> {
  if (ask.answers.words().length === 0 || dryRun) return;
  const fields = Object.entries(maskFields({ ...attributes, ...relationships }) as object);
  const width = largest(fields.map(([name]) => name.length)) + 2;
  const lines = fields.map(
    ([name, value]) => `  ${name.padEnd(width)}${isList(value) ? value.join(', ') : cellText(value)}`,
  );
  output.note([`${what.charAt(0).toUpperCase()}${what.slice(1)}:`, ...lines].join('\n'));
  await ask.consent(`Create this ${what.replace(/ (in|for) .*/, '')}?`, true);
}
