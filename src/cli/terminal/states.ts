import type { Paint } from './colour.ts';

/** The words for states that have a colour; others have none. The word itself always says what the colour does. */
const roles: Readonly<Record<string, keyof Paint>> = {
  verified: 'good',
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
  critical: 'bad',
  warning: 'careful',
  failed: 'bad',
  errored: 'bad',
  disabled: 'careful',
  false: 'careful',
  no: 'careful',
  done: 'good',
};

/** A state in its colour. @param text the word, maybe padded */
export function paintedState(text: string, paint: Paint): string {
  const role = roles[text.trim()];
  return role === undefined ? text : paint[role](text);
}

const signs = { '+': 'good', '~': 'careful', '-': 'bad', '?': 'careful' } as const;

/** Lines of a difference, with their signs in colour. */
export function paintedDifference(text: string, paint: Paint): string {
  return text.replace(/^[+~?-](?= )/gm, (sign) => paint[signs[sign as keyof typeof signs]](sign));
}
