import { CheckFailedError } from '../base/errors.ts';
import { isSecretField } from '../base/secrets.ts';
import { joined } from '../base/text.ts';
import { cellText } from '../base/view.ts';
import { comparedForm, differences } from '../platform/resources/comparison.ts';
import { parts } from '../platform/resources/index.ts';
import type { Context } from './context.ts';

interface Document {
  data?: { type?: string; attributes?: Readonly<Record<string, unknown>> | null } | null;
}

/**
 * Compares the written attributes of a run with the responses, and warns about attributes that the service ignored. Secrets are
 * skipped, because no response has them, and null is skipped, because it restores a default.
 * @throws {CheckFailedError} instead of a warning if `strict` is given
 */
export function reportIgnored({ output, writes }: Pick<Context, 'output' | 'writes'>, strict: true | undefined): void {
  const ignored = writes.flatMap(([sent, reply]) =>
    ignoredIn(sent as Document | undefined, reply as Document | undefined),
  );
  if (ignored.length === 0) return;
  const message = [...new Set(ignored)].join(' ');
  if (strict) throw new CheckFailedError(message);
  output.warn(message);
}

/** Returns sentences about sent attributes that the reply has with another value, or lacks. */
function ignoredIn(sent: Document | undefined, reply: Document | undefined): string[] {
  const answered = reply?.data?.attributes;
  if (!answered) return [];
  const part = Object.values(parts).find(({ type }) => type === sent?.data?.type);
  const formOf = (given: typeof answered) => (part ? { ...given, ...comparedForm(part, given) } : given);
  const live = formOf(answered);
  const compared = Object.entries(formOf(sent?.data?.attributes ?? {})).filter(([name]) => !isSecretField(name));
  const missing = compared.flatMap(([name]) => (name in answered ? [] : name));
  const others = compared.filter(([name, value]) => {
    // The service keeps the old e-mail address until the new one is confirmed (docs/protocol/account.md#assumed).
    const isKept = name in answered && answered[`unconfirmed-${name}`] !== value;
    return isKept && value !== null && value !== '' && differences({ [name]: value }, live).length > 0;
  });
  const changed = joined(others.map(([name]) => `${name} (it is ${cut(answered[name])})`));
  const unknown =
    missing.length > 0 ? [`The service may have ignored ${joined(missing)}, which the response omits.`] : [];
  return changed === '' ? unknown : [`The service ignored ${changed}.`, ...unknown];
}

function cut(value: unknown): string {
  const text = cellText(value ?? 'null');
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
