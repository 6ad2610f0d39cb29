import type { Paint } from './colour.ts';

/** The roles of the states that have a colour. The colour adds no meaning to the word. */
const roles: Readonly<Record<string, keyof Paint>> = {
  verified: 'good',
  ok: 'good',
  unsigned: 'careful',
  'no signature': 'bad',
  'bad format': 'bad',
  'wrong signature': 'bad',
  'bad request': 'bad',
  changed: 'bad',
  missing: 'bad',
  repository: 'bad',
  elsewhere: 'bad',
  repacked: 'bad',
  moved: 'bad',
  rejected: 'bad',
  error: 'bad',
  critical: 'bad',
  warning: 'careful',
  failed: 'bad',
  errored: 'bad',
  disabled: 'careful',
  no: 'careful',
  done: 'good',
};

/** Paints a state in its colour. @param text the word, possibly padded with blanks */
export function paintedState(text: string, paint: Paint): string {
  const role = roles[text.trim()];
  return role === undefined ? text : paint[role](text);
}

const signs = { '+': 'good', '~': 'careful', '-': 'bad', '?': 'careful' } as const;

/** Paints the lines of a difference by their signs. */
export function paintedDifference(text: string, paint: Paint): string {
  return text.replace(/^[+~?-](?= )/gm, (sign) => paint[signs[sign as keyof typeof signs]](sign));
}
