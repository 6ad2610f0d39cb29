import { CheckFailedError } from '../base/errors.ts';
import { isSecretField } from '../base/secrets.ts';
import { joined } from '../base/text.ts';
import { cellText } from '../terminal/view.ts';
import type { Context } from './context.ts';

/** The help of the flag that makes an ignored attribute a failure. */
export const strictHelp = 'exit 8 when the service ignores an attribute';

type Attributes = Readonly<Record<string, unknown>>;

/**
 * Compares the attributes of a write with the response, and warns about those the service ignored. Secrets are never returned
 * and null restores a default, so neither is compared.
 * @throws {CheckFailedError} instead of a warning where `strict` is given
 */
export function reportIgnored(
  sent: object,
  answered: Attributes,
  { output, strict }: { output: Pick<Context['output'], 'warn'>; strict?: boolean | undefined },
): void {
  const ignored = differing(sent, answered).map((name) =>
    name in answered ? `${name} (it is ${shown(answered[name])})` : name,
  );
  if (ignored.length === 0) return;
  const message = `The service ignored ${joined(ignored)}.`;
  if (strict) throw new CheckFailedError(message);
  output.warn(message);
}

/** The names of the attributes of a write that a resource does not have; secrets are not compared. */
function differing(sent: object, answered: Attributes): string[] {
  const isDifferent = ([name, value]: [string, unknown]) =>
    !isSecretField(name) && !(name in answered && isInForce(answered[name], value));
  return Object.entries(sent)
    .filter(isDifferent)
    .map(([name]) => name);
}

/** Whether a response contains a sent value; it may have more fields, in another order. */
function isInForce(answered: unknown, sent: unknown): boolean {
  if (sent === null || sent === '') return true;
  if (Array.isArray(sent)) {
    if (!Array.isArray(answered)) return false;
    const isExtra = (each: unknown) => typeof each !== 'object' && !sent.some((value) => isInForce(each, value));
    return sent.every((value) => answered.some((each) => isInForce(each, value))) && !answered.some(isExtra);
  }
  if (typeof sent === 'object') {
    if (typeof answered !== 'object' || answered === null) return false;
    return Object.entries(sent).every(([name, value]) => isInForce((answered as Attributes)[name], value));
  }
  return String(answered) === String(sent) || isSameUrl(answered, sent);
}

/** A service may write `https://a.example` as `https://a.example/`. */
function isSameUrl(one: unknown, other: unknown): boolean {
  const [a, b] = [one, other].map((each) =>
    typeof each === 'string' && URL.canParse(each) ? new URL(each).href : each,
  );
  return typeof a === 'string' && a === b;
}

function shown(value: unknown): string {
  const text = value === null ? 'null' : cellText(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
