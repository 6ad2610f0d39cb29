import { maskFields } from '../secrets.ts';
import { cellText } from '../terminal/view.ts';
import type { Context } from './context.ts';

/** What a write would carry. */
interface Draft {
  attributes: object;
  relationships?: object;
}

/** What a write would carry, a line for each field, secrets masked. */
export function preview({ attributes, relationships }: Draft): string {
  const fields = Object.entries(maskFields({ ...attributes, ...relationships }) as object);
  const width = Math.max(...fields.map(([name]) => name.length)) + 2;
  return fields.map(([name, value]) => `  ${name.padEnd(width)}${cellText(value)}`).join('\n');
}

/** After questions: shows what will be created and asks for consent, with yes as the default. */
export async function confirmCreation(
  what: string,
  draft: Draft,
  { ask, dryRun, output }: Pick<Context, 'ask' | 'dryRun' | 'output'>,
): Promise<void> {
  if (ask.answers.words().length === 0 || dryRun) return;
  output.note(`${what.charAt(0).toUpperCase()}${what.slice(1)}:\n${preview(draft)}`);
  await ask.consent(`Create this ${what.replace(/ (in|for) .*/, '')}?`, true);
}
