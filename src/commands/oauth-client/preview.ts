import { maskFields } from '../../secrets.ts';
import { cellText } from '../../terminal/view.ts';

/** What a write would carry, a line for each field, secrets masked. */
export function preview({ attributes, relationships }: { attributes: object; relationships?: object }): string {
  const fields = Object.entries(maskFields({ ...attributes, ...relationships }) as object);
  const width = Math.max(...fields.map(([name]) => name.length)) + 2;
  return fields.map(([name, value]) => `  ${name.padEnd(width)}${cellText(value)}`).join('\n');
}
