import { CheckFailedError } from '../base/errors.ts';
import { isSecretField } from '../base/secrets.ts';
import { joined } from '../base/text.ts';
import { differences } from '../resources/comparison.ts';
import { cellText } from '../terminal/view.ts';
import type { Context } from './context.ts';

/** The help of the flag that makes an ignored attribute a failure. */
export const strictHelp = 'exit 8 when the service ignores an attribute';

/**
 * Compares the attributes of a write with the response, and warns about those the service ignored. Secrets are never returned
 * and null restores a default, so neither is compared.
 * @throws {CheckFailedError} instead of a warning where `strict` is given
 */
export function reportIgnored(
  sent: object,
  answered: Readonly<Record<string, unknown>>,
  { output, strict }: { output: Pick<Context['output'], 'warn'>; strict?: boolean | undefined },
): void {
  const isIgnored = ([name, value]: [string, unknown]) => {
    if (isSecretField(name) || !(name in answered)) return !isSecretField(name);
    return value !== null && value !== '' && differences({ [name]: value }, answered).length > 0;
  };
  const ignored = Object.entries(sent)
    .filter(isIgnored)
    .map(([name]) => (name in answered ? `${name} (it is ${shown(answered[name])})` : name));
  if (ignored.length === 0) return;
  const message = `The service ignored ${joined(ignored)}.`;
  if (strict) throw new CheckFailedError(message);
  output.warn(message);
}

function shown(value: unknown): string {
  const text = value === null ? 'null' : cellText(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
